"""What a workspace holds: people, rooms, posts, apps, and the limits it enforces."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]

#: What an app needs for all that the product does.
ALL_SCOPES = frozenset(
    [
        "app_mentions:read",
        "assistant:write",
        "channels:history",
        "channels:read",
        "chat:write",
        "chat:write.customize",
        "commands",
        "files:read",
        "files:write",
        "groups:history",
        "groups:read",
        "im:history",
        "im:read",
        "im:write",
        "mpim:history",
        "mpim:read",
        "reactions:read",
        "reactions:write",
        "team:read",
        "users:read",
    ]
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The documented limits; times in seconds, shortened by the server's `scale`."""

    ack_s: float = 3.0
    ack_least_s: float = 0.6  # however short the scale: what a busy machine needs to answer
    retries_s: tuple[float, ...] = (0.0, 60.0, 300.0)
    post_interval_s: float = 1.0
    post_burst: int = 1
    text: int = 40_000
    update_text: int = 4_000
    blocks: int = 50
    markdown_block: int = 12_000
    markdown_blocks: int = 13_000
    section: int = 3_000
    page: int = 999
    response_url_uses: int = 5


@dataclass(slots=True)
class App:
    """One app as it is installed: a bot user with its tokens."""

    id: str
    bot_token: str
    app_token: str
    user: str
    bot_id: str
    name: str
    scopes: frozenset[str] = ALL_SCOPES


@dataclass(slots=True)
class User:
    id: str
    name: str
    team: str
    guest: bool = False
    is_bot: bool = False
    email: str = ""
    enterprise: str = ""
    teams: tuple[str, ...] = ()  # the workspaces of an organisation to which the person belongs
    stranger: bool = False

    def as_json(self) -> Json:
        grid = {"enterprise_user": {"id": self.id, "enterprise_id": self.enterprise, "teams": list(self.teams)}}
        return {
            **(grid if self.enterprise else {}),
            "is_stranger": self.stranger,
            "id": self.id,
            "team_id": self.team,
            "name": self.name.lower().replace(" ", "."),
            "real_name": self.name,
            "deleted": False,
            "is_bot": self.is_bot,
            "is_restricted": self.guest,
            "is_ultra_restricted": False,
            "profile": {"display_name": self.name, "real_name": self.name, "team": self.team},
        }


@dataclass(slots=True)
class Post:
    """One message of a channel. `text` of a `visible` post is what a person reads: its blocks, else its text."""

    ts: str
    channel: str
    user: str = ""
    bot_id: str = ""
    app_id: str = ""
    username: str = ""
    icon: str = ""
    raw_text: str = ""
    blocks: list[Json] = field(default_factory=list)
    thread_ts: str = ""
    metadata: Json = field(default_factory=dict)
    files: list[Json] = field(default_factory=list)
    edited: str = ""
    streaming: bool = False
    reactions: list[tuple[str, str]] = field(default_factory=list)
    client_msg_id: str = ""

    @property
    def bot(self) -> bool:
        return bool(self.bot_id)

    @property
    def text(self) -> str:
        shown = "\n".join(filter(None, (block_text(block) for block in self.blocks)))
        return shown or self.raw_text

    @property
    def buttons(self) -> list[tuple[str, str]]:
        """What a person may press: words and value."""
        rows = [block for block in self.blocks if block.get("type") == "actions"]
        return [(one["text"]["text"], one["value"]) for row in rows for one in row["elements"]]

    def as_json(self, team: str, *, metadata: bool = True) -> Json:
        body: Json = {"type": "message", "ts": self.ts, "text": self.raw_text, "team": team}
        if self.bot:
            body |= {"bot_id": self.bot_id, "app_id": self.app_id, "blocks": self.blocks}
        if self.username:
            body |= {"subtype": "bot_message", "username": self.username}
        else:
            body["user"] = self.user
        if self.client_msg_id:
            body["client_msg_id"] = self.client_msg_id
        if self.thread_ts:
            body["thread_ts"] = self.thread_ts
        if self.edited:
            body["edited"] = {"user": self.user, "ts": self.edited}
        if self.files:
            body["files"] = self.files
            if not self.bot:
                body["subtype"] = "file_share"
        if self.metadata and metadata:
            body["metadata"] = self.metadata
        if self.reactions:
            body["reactions"] = [{"name": name, "users": [user], "count": 1} for name, user in self.reactions]
        return body


@dataclass(slots=True)
class Channel:
    """`shared` names the field by which Slack says that others read it too: is_ext_shared, is_org_shared, …"""

    id: str
    name: str
    kind: str  # channel, group, mpim, im: as the events' channel_type says
    members: set[str] = field(default_factory=set)
    posts: dict[str, Post] = field(default_factory=dict)
    archived: bool = False
    shared: str = ""
    team: str = ""  # the workspace, in an organisation of many

    def as_json(self) -> Json:
        marks = ("is_shared", "is_ext_shared", "is_org_shared", "is_pending_ext_shared")
        body: Json = {
            "id": self.id,
            **{mark: mark == self.shared for mark in marks},
            "is_channel": self.kind == "channel",
            "is_group": self.kind == "group",
            "is_im": self.kind == "im",
            "is_mpim": self.kind == "mpim",
            "is_private": self.kind != "channel",
            "is_archived": self.archived,
        }
        if self.kind == "im":
            return body | {"user": min(self.members)}
        return body | {"name": self.name, "name_normalized": self.name}

    def thread(self, parent: str) -> list[Post]:
        """The replies, oldest first."""
        replies = [post for post in self.posts.values() if post.thread_ts == parent and post.ts != parent]
        return sorted(replies, key=lambda post: post.ts)


def block_text(block: Json) -> str:
    """What a person reads of a block."""
    kind = block.get("type")
    if kind == "markdown":
        return str(block.get("text", ""))
    if kind in ("section", "header"):
        return str(block.get("text", {}).get("text", ""))
    if kind == "table":
        return "\n".join(" | ".join(_flat(cell) for cell in row) for row in block.get("rows", []))
    if kind in ("context", "rich_text", "rich_text_section"):
        return "".join(_flat(element) for element in block.get("elements", []))
    return ""


def _flat(element: Any) -> str:
    if isinstance(element, list):
        return "".join(_flat(one) for one in element)
    if not isinstance(element, dict):
        return ""
    own = element.get("text", "")
    own = own.get("text", "") if isinstance(own, dict) else str(own)
    return own or _flat(element.get("elements", [])) or str(element.get("url", ""))
