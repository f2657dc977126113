"""The Web API's methods: arguments in, JSON out, the documented errors in between."""

from __future__ import annotations

import base64
import json
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tests.platforms.slack.state import App, Channel, Json, Post

if TYPE_CHECKING:
    from tests.platforms.slack.server import SlackServer


@dataclass(slots=True)
class Call:
    """One call as it came in."""

    method: str
    app: App
    args: Json

    def text(self, name: str, default: str = "") -> str:
        value = self.args.get(name, default)
        return default if value is None else str(value)

    def flag(self, name: str) -> bool:
        return self.text(name).lower() in ("1", "true")

    def number(self, name: str, default: int) -> int:
        return int(self.args.get(name) or default)

    def data(self, name: str, default: Any) -> Any:
        """A structured argument; form bodies carry it as JSON text."""
        value = self.args.get(name)
        if isinstance(value, str):
            return json.loads(value) if value else default
        return default if value is None else value


class ApiError(Exception):
    """`ok: false` with this error."""

    def __init__(self, error: str, **more: Any) -> None:
        super().__init__(error)
        self.body = {"ok": False, "error": error, **more}


#: method -> one of these scopes is needed
SCOPES: dict[str, tuple[str, ...]] = {
    "team.info": ("team:read",),
    "users.info": ("users:read",),
    "users.list": ("users:read",),
    "users.conversations": ("channels:read", "groups:read", "im:read", "mpim:read"),
    "conversations.info": ("channels:read", "groups:read", "im:read", "mpim:read"),
    "conversations.list": ("channels:read", "groups:read", "im:read", "mpim:read"),
    "conversations.members": ("channels:read", "groups:read", "im:read", "mpim:read"),
    "conversations.open": ("im:write",),
    "conversations.history": ("channels:history", "groups:history", "im:history", "mpim:history"),
    "conversations.replies": ("channels:history", "groups:history", "im:history", "mpim:history"),
    "chat.postMessage": ("chat:write",),
    "chat.update": ("chat:write",),
    "chat.delete": ("chat:write",),
    "chat.postEphemeral": ("chat:write",),
    "chat.startStream": ("chat:write",),
    "chat.appendStream": ("chat:write",),
    "chat.stopStream": ("chat:write",),
    "reactions.add": ("reactions:write",),
    "reactions.remove": ("reactions:write",),
    "assistant.threads.setStatus": ("chat:write", "assistant:write"),
    "assistant.threads.setSuggestedPrompts": ("chat:write", "assistant:write"),
    "files.getUploadURLExternal": ("files:write",),
    "files.completeUploadExternal": ("files:write",),
}


_HOME_BLOCKS = frozenset({"section", "header", "divider", "context", "actions", "image", "input", "rich_text"})


@dataclass(slots=True)
class Upload:
    name: str
    length: int
    content: bytes = b""


@dataclass(slots=True)
class Methods:
    """All methods, over one server's state."""

    server: SlackServer
    uploads: dict[str, Upload] = field(default_factory=dict)
    statuses: list[Json] = field(default_factory=list)
    prompts: list[Json] = field(default_factory=list)
    homes: dict[str, list[Json]] = field(default_factory=dict)  # person -> views of the home tab

    def table(self) -> dict[str, Callable[[Call], Json]]:
        return {
            "auth.test": self.auth_test,
            "apps.connections.open": self.connections_open,
            "team.info": lambda call: {"team": {"id": self.server.team, "name": "Test", "domain": "test"}},
            "users.info": self.users_info,
            "users.list": self.users_list,
            "users.conversations": self.users_conversations,
            "auth.teams.list": lambda call: {"teams": [{"id": one, "name": one} for one in self.server.teams]},
            "conversations.info": self.conversations_info,
            "conversations.list": self.conversations_list,
            "conversations.members": self.conversations_members,
            "conversations.open": self.conversations_open,
            "conversations.history": self.conversations_history,
            "conversations.replies": self.conversations_replies,
            "chat.postMessage": self.chat_post,
            "chat.update": self.chat_update,
            "chat.delete": self.chat_delete,
            "chat.postEphemeral": self.chat_ephemeral,
            "chat.startStream": self.stream_start,
            "chat.appendStream": self.stream_append,
            "chat.stopStream": self.stream_stop,
            "reactions.add": self.reactions_add,
            "reactions.remove": self.reactions_remove,
            "assistant.threads.setStatus": self.set_status,
            "assistant.threads.setSuggestedPrompts": self.set_prompts,
            "views.publish": self.publish,
            "files.getUploadURLExternal": self.upload_url,
            "files.completeUploadExternal": self.upload_complete,
        }

    # ------------------------------------------------------------------------------------------------ who and where

    def auth_test(self, call: Call) -> Json:
        app = call.app
        return {
            "url": "https://test.slack.com/",
            "team": "Test",
            "team_id": self.server.team,
            "user": app.name,
            "user_id": app.user,
            "bot_id": app.bot_id,
            "is_enterprise_install": bool(self.server.teams),
            **({"enterprise_id": self.server.enterprise} if self.server.enterprise else {}),
        }

    def connections_open(self, call: Call) -> Json:
        return {"url": self.server.sockets.ticket(call.app)}

    def users_info(self, call: Call) -> Json:
        user = self.server.users.get(call.text("user"))
        if user is None:
            raise ApiError("user_not_found")
        return {"user": user.as_json()}

    def users_list(self, call: Call) -> Json:
        page, cursor = _page(list(self.server.users.values()), call, 1000)
        return {"members": [user.as_json() for user in page], "response_metadata": {"next_cursor": cursor}}

    def conversations_info(self, call: Call) -> Json:
        return {"channel": self.channel(call).as_json()}

    def users_conversations(self, call: Call) -> Json:
        """The rooms of the caller, or of `user` as far as the caller may see them."""
        user = call.text("user", call.app.user)
        if user not in self.server.users:
            raise ApiError("user_not_found")
        rooms = [room for room in self._visible(call) if user in room.members]
        if self.server.teams:
            if not call.text("team_id"):
                raise ApiError("missing_argument")
            rooms = [room for room in rooms if (room.team or self.server.team) == call.text("team_id")]
        page, cursor = _page(rooms, call, self.server.limits.page)
        return {"channels": [room.as_json() for room in page], "response_metadata": {"next_cursor": cursor}}

    def _visible(self, call: Call) -> list[Channel]:
        names = {"public_channel": "channel", "private_channel": "group", "im": "im", "mpim": "mpim"}
        kinds = {names[kind.strip()] for kind in call.text("types", "public_channel").split(",")}
        return [
            room
            for room in self.server.channels.values()
            if room.kind in kinds and (room.kind == "channel" or call.app.user in room.members)
        ]

    def conversations_list(self, call: Call) -> Json:
        rooms = self._visible(call)
        page, cursor = _page(rooms, call, self.server.limits.page)
        listed = [{**room.as_json(), "is_member": call.app.user in room.members} for room in page]
        return {"channels": listed, "response_metadata": {"next_cursor": cursor}}

    def conversations_members(self, call: Call) -> Json:
        page, cursor = _page(sorted(self.channel(call).members), call, self.server.limits.page)
        return {"members": page, "response_metadata": {"next_cursor": cursor}}

    def conversations_open(self, call: Call) -> Json:
        user = call.text("users")
        if user not in self.server.users:
            raise ApiError("user_not_found")
        return {"channel": {"id": self.server.dm(user, app=call.app)}}

    # ------------------------------------------------------------------------------------------------ the past

    def conversations_history(self, call: Call) -> Json:
        room = self.member_of(call)
        posts = [post for post in room.posts.values() if not post.thread_ts or post.thread_ts == post.ts]
        posts = sorted(_within(posts, call), key=lambda post: post.ts, reverse=True)
        page, cursor = _page(posts, call, self.server.limits.page)
        return {
            "messages": [self._shown(room, post, call) for post in page],
            "has_more": bool(cursor),
            "response_metadata": {"next_cursor": cursor},
        }

    def conversations_replies(self, call: Call) -> Json:
        room = self.member_of(call)
        parent = room.posts.get(call.text("ts"))
        if parent is None:
            raise ApiError("thread_not_found")
        replies = [parent, *_within(room.thread(parent.ts), call)]
        page, cursor = _page(replies, call, self.server.limits.page)
        return {
            "messages": [self._shown(room, post, call) for post in page],
            "has_more": bool(cursor),
            "response_metadata": {"next_cursor": cursor},
        }

    def _shown(self, room: Channel, post: Post, call: Call) -> Json:
        body = post.as_json(self.server.team, metadata=call.flag("include_all_metadata"))
        replies = room.thread(post.ts)
        if replies:
            body |= {"thread_ts": post.ts, "reply_count": len(replies), "latest_reply": replies[-1].ts}
        return body

    # ------------------------------------------------------------------------------------------------ chat

    def chat_post(self, call: Call) -> Json:
        room = self.member_of(call, posting=True)
        thread = call.text("thread_ts")
        if thread and thread not in room.posts:
            raise ApiError("thread_not_found") if "." in thread else ApiError("invalid_thread_ts")
        text, blocks = self._content(call)
        if (call.text("username") or call.text("icon_emoji") or call.text("icon_url")) and (
            "chat:write.customize" not in call.app.scopes
        ):
            raise ApiError("missing_scope", needed="chat:write.customize", provided=",".join(sorted(call.app.scopes)))
        post = self._new(call, room, text[: self.server.limits.text], blocks, thread)
        post.metadata = call.data("metadata", {})
        self.server.publish_post(post)
        self.server.note(call, room.id, post)
        return {"channel": room.id, "ts": post.ts, "message": post.as_json(self.server.team)}

    def _new(self, call: Call, room: Channel, text: str, blocks: list[Json], thread: str = "") -> Post:
        post = Post(
            ts=self.server.new_ts(room),
            channel=room.id,
            user=call.app.user,
            bot_id=call.app.bot_id,
            app_id=call.app.id,
            username=call.text("username"),
            icon=call.text("icon_emoji") or call.text("icon_url"),
            raw_text=text,
            blocks=blocks,
            thread_ts=thread,
        )
        room.posts[post.ts] = post
        return post

    def _content(self, call: Call) -> tuple[str, list[Json]]:
        text, blocks, limits = call.text("text"), call.data("blocks", []), self.server.limits
        if not text and not blocks:
            raise ApiError("no_text")
        if len(blocks) > limits.blocks:
            raise ApiError("invalid_blocks", response_metadata={"messages": ["[ERROR] no more than 50 items allowed"]})
        markdown = [len(block.get("text", "")) for block in blocks if block.get("type") == "markdown"]
        if any(size > limits.markdown_block for size in markdown):
            raise ApiError("invalid_blocks")
        if sum(markdown) > limits.markdown_blocks:
            raise ApiError("msg_blocks_too_long")
        sections = [block["text"]["text"] for block in blocks if block.get("type") == "section" and "text" in block]
        if any(len(section) > limits.section for section in sections):
            raise ApiError("invalid_blocks")
        if not all(_is_row(block) for block in blocks if block.get("type") == "actions"):
            raise ApiError("invalid_blocks")
        return text, blocks

    def chat_update(self, call: Call) -> Json:
        post = self._own(call, "cant_update_message")
        if post.streaming:
            raise ApiError("streaming_state_conflict")
        text, blocks = self._content(call)
        if len(text) > self.server.limits.update_text:
            raise ApiError("msg_too_long")
        old = post.as_json(self.server.team)
        post.raw_text, post.blocks = text, blocks
        post.edited = self.server.new_ts(self.server.channels[post.channel])
        self.server.publish_change(post, old)
        self.server.note(call, post.channel, post)
        return {"channel": post.channel, "ts": post.ts, "text": text}

    def chat_delete(self, call: Call) -> Json:
        post = self._own(call, "cant_delete_message")
        if post.username:
            raise ApiError("cant_delete_message")
        self.server.note(call, post.channel, post)
        self.server.remove(post)
        return {"channel": post.channel, "ts": post.ts}

    def _own(self, call: Call, otherwise: str) -> Post:
        post = self.channel(call).posts.get(call.text("ts"))
        if post is None:
            raise ApiError("message_not_found")
        if post.app_id != call.app.id:
            raise ApiError(otherwise)
        return post

    def chat_ephemeral(self, call: Call) -> Json:
        room = self.member_of(call, posting=True)
        user = call.text("user")
        if user not in room.members:
            raise ApiError("user_not_in_channel")
        text, blocks = self._content(call)
        post = Post(ts=self.server.new_ts(room), channel=room.id, user=user, raw_text=text, blocks=blocks)
        self.server.ephemerals.append(post)
        self.server.note(call, room.id, post)
        return {"message_ts": post.ts}

    # ------------------------------------------------------------------------------------------------ streams

    def stream_start(self, call: Call) -> Json:
        room = self.member_of(call, posting=True)
        if not call.text("thread_ts"):
            raise ApiError("invalid_arguments")
        if room.kind != "im" and not call.text("recipient_team_id"):
            raise ApiError("missing_recipient_team_id")
        if room.kind != "im" and not call.text("recipient_user_id"):
            raise ApiError("missing_recipient_user_id")
        post = self._new(call, room, call.text("markdown_text"), [], call.text("thread_ts"))
        post.streaming = True
        self.server.note(call, room.id, post)
        return {"channel": room.id, "ts": post.ts}

    def stream_append(self, call: Call) -> Json:
        post = self._streaming(call)
        if len(call.text("markdown_text")) > self.server.limits.markdown_block:
            raise ApiError("msg_too_long")
        post.raw_text += call.text("markdown_text")
        return {"channel": post.channel, "ts": post.ts}

    def stream_stop(self, call: Call) -> Json:
        post = self._streaming(call)
        post.raw_text += call.text("markdown_text")
        post.streaming = False
        return {"channel": post.channel, "ts": post.ts}

    def _streaming(self, call: Call) -> Post:
        post = self._own(call, "message_not_owned_by_app")
        if not post.streaming:
            raise ApiError("message_not_in_streaming_state")
        return post

    # ------------------------------------------------------------------------------------------------ signs

    def reactions_add(self, call: Call) -> Json:
        post, mark = self._marked(call)
        if mark in post.reactions:
            raise ApiError("already_reacted")
        post.reactions.append(mark)
        self.server.note(call, post.channel, post)
        self.server.publish_reaction(post, *mark)
        return {}

    def reactions_remove(self, call: Call) -> Json:
        post, mark = self._marked(call)
        if mark not in post.reactions:
            raise ApiError("no_reaction")
        post.reactions.remove(mark)
        return {}

    def _marked(self, call: Call) -> tuple[Post, tuple[str, str]]:
        post = self.channel(call).posts.get(call.text("timestamp"))
        if post is None:
            raise ApiError("message_not_found")
        if not call.text("name").replace("_", "a").replace("-", "a").replace("+", "a").isalnum():
            raise ApiError("invalid_name")
        return post, (call.text("name"), call.app.user)

    def set_status(self, call: Call) -> Json:
        room = self.channel(call, "channel_id")
        if call.text("thread_ts") not in room.posts:
            raise ApiError("invalid_thread_ts")
        self.statuses.append(dict(call.args))
        return {}

    def set_prompts(self, call: Call) -> Json:
        self.channel(call, "channel_id")
        self.prompts.append(dict(call.args))
        return {}

    def publish(self, call: Call) -> Json:
        """What a person sees on the app's home tab."""
        view = call.data("view", {})
        if view.get("type") != "home" or any(one["type"] not in _HOME_BLOCKS for one in view["blocks"]):
            raise ApiError("invalid_arguments")
        self.homes.setdefault(call.text("user_id"), []).append(view)
        return {"view": {**view, "id": "V1"}}

    # ------------------------------------------------------------------------------------------------ files

    def upload_url(self, call: Call) -> Json:
        if not call.number("length", 0):
            raise ApiError("invalid_arguments")
        file = f"F{secrets.token_hex(5).upper()}"
        self.uploads[file] = Upload(call.text("filename"), call.number("length", 0))
        return {"upload_url": f"{self.server.origin}/upload/{file}", "file_id": file}

    def upload_complete(self, call: Call) -> Json:
        files = []
        for item in call.data("files", []):
            upload = self.uploads.get(item["id"])
            if upload is None or len(upload.content) != upload.length:
                raise ApiError("file_not_found")
            files.append({"id": item["id"], "name": upload.name, "title": item.get("title", ""), "size": upload.length})
        if call.text("channel_id"):
            room = self.member_of(call, "channel_id", posting=True)
            post = self._new(call, room, call.text("initial_comment"), [], call.text("thread_ts"))
            post.files = files
            self.server.publish_post(post)
            self.server.note(call, room.id, post)
        return {"files": files}

    # ------------------------------------------------------------------------------------------------ rooms

    def channel(self, call: Call, name: str = "channel") -> Channel:
        room = self.server.channels.get(call.text(name))
        if room is None or (room.kind != "channel" and call.app.user not in room.members):
            raise ApiError("channel_not_found")
        return room

    def member_of(self, call: Call, name: str = "channel", *, posting: bool = False) -> Channel:
        wanted = call.text(name)
        if posting and wanted in self.server.users:
            return self.server.channels[self.server.dm(wanted, app=call.app)]
        room = self.channel(call, name)
        if room.archived and posting:
            raise ApiError("is_archived")
        if call.app.user not in room.members:
            raise ApiError("not_in_channel")
        return room


def _within(posts: list[Post], call: Call) -> list[Post]:
    oldest, latest, inclusive = call.text("oldest", "0"), call.text("latest"), call.flag("inclusive")
    return [
        post
        for post in posts
        if (float(post.ts) > float(oldest) or (inclusive and post.ts == oldest))
        and (not latest or float(post.ts) < float(latest) or (inclusive and post.ts == latest))
    ]


def _page(items: list[Any], call: Call, most: int) -> tuple[list[Any], str]:
    start = int(base64.b64decode(call.text("cursor"))) if call.text("cursor") else 0
    end = start + min(call.number("limit", 100), most)
    return items[start:end], base64.b64encode(str(end).encode()).decode() if end < len(items) else ""


def _is_row(block: Json) -> bool:
    """A row of buttons as Slack takes it."""
    buttons = block.get("elements", [])
    ids = [one.get("action_id", "") for one in buttons]
    fits = all(
        one.get("type") == "button"
        and one.get("text", {}).get("type") == "plain_text"
        and 1 <= len(one["text"].get("text", "")) <= 75
        and len(one.get("value", "")) <= 2_000
        for one in buttons
    )
    return 1 <= len(buttons) <= 25 and len(set(ids)) == len(ids) and fits
