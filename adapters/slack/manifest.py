"""The app manifest: paste it at api.slack.com/apps → Create New App → From a manifest."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Literal

#: Scope -> what the bot cannot do without it.
SCOPES: dict[str, str] = {
    "app_mentions:read": "hear that it is mentioned in channels it has not joined",
    "channels:history": "hear and catch up on public channels",
    "channels:read": "know public channels by name",
    "chat:write": "write at all",
    "chat:write.customize": "wear the animas' names and faces",
    "commands": "offer /anima",
    "files:read": "read files that people share",
    "files:write": "send long answers as files",
    "groups:history": "hear and catch up on private channels",
    "groups:read": "know who is in a private channel",
    "im:history": "hear direct messages",
    "im:read": "know direct messages",
    "im:write": "write to somebody first",
    "mpim:history": "hear group messages",
    "mpim:read": "know who is in a group message",
    "reactions:read": "hear reactions",
    "reactions:write": "react",
    "team:read": "know the workspace",
    "users:read": "know people by name, and guests from members",
}
#: Without these the account is of no use.
ESSENTIAL = frozenset({"chat:write"})
EVENTS = (
    "app_home_opened",
    "app_mention",
    "member_joined_channel",
    "member_left_channel",
    "message.channels",
    "message.groups",
    "message.im",
    "message.mpim",
    "reaction_added",
)


def manifest(name: str = "Anima", mode: Literal["socket", "http"] = "socket", url: str = "") -> str:
    """The manifest as JSON. In http mode `url` is the public address of POST /slack/<account>."""
    address = {} if mode == "socket" else {"request_url": url}
    command = {**({"url": url} if mode == "http" else {}), "should_escape": True}
    return json.dumps(
        {
            "display_information": {"name": name, "description": "A fleet of personas with memory"},
            "features": {
                "app_home": {"messages_tab_enabled": True, "messages_tab_read_only_enabled": False},
                "agent_view": {"agent_description": "Personas with memory, in channels and in direct messages"},
                "bot_user": {"display_name": name, "always_online": True},
                "slash_commands": [
                    {"command": "/anima", "description": "Ask the fleet", "usage_hint": "help", **command},
                    {"command": "/stop", "description": "Stop the answer being written", **command},
                ],
            },
            "oauth_config": {"scopes": {"bot": sorted(SCOPES)}},
            "settings": {
                "event_subscriptions": {**address, "bot_events": list(EVENTS)},
                "interactivity": {"is_enabled": True, **address},
                "socket_mode_enabled": mode == "socket",
                "org_deploy_enabled": False,
                "token_rotation_enabled": False,
            },
        },
        indent=2,
    )


def steps(name: str = "Anima", mode: Literal["socket", "http"] = "socket", url: str = "") -> str:
    """The manifest with the way to the tokens, as Markdown."""
    token = (
        "Under Basic Information → App-Level Tokens make one with `connections:write`: it is `app_token`."
        if mode == "socket"
        else "Under Basic Information copy the Signing Secret: it is `signing_secret`."
    )
    return "\n".join(
        [
            "1. Open https://api.slack.com/apps, Create New App, From a manifest, and paste what stands below.",
            "2. Install the app to the workspace; the Bot User OAuth Token (xoxb-…) is `bot_token`.",
            f"3. {token}",
            "4. Invite the app to its channels: `/invite @" + name + "`.",
            "",
            "```json",
            manifest(name, mode, url),
            "```",
        ]
    )


def missing(scopes: Iterable[str]) -> dict[str, str]:
    """The scopes that are not there, with what the bot cannot do without them."""
    there = set(scopes)
    return {scope: use for scope, use in SCOPES.items() if scope not in there}
