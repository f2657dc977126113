"""How the fleet is let into a platform: Slack's app manifest, Discord's invite link, the steps with BotFather.

Every scope, event and permission stands here with its reason; what is not needed is not asked for.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Mapping

from adapters.slack.scopes import SCOPES
from bots.commands.surface import ROOT, ROOT_DESCRIPTION, ROOT_HINT

SLACK_EVENTS: Mapping[str, str] = {
    "app_home_opened": "somebody opened the app: who lives here, and suggested prompts",
    "app_mention": "a mention, also where the app is not a member",
    "channel_shared": "a room that others read from now on",
    "channel_unshared": "or no longer",
    "member_joined_channel": "who can read a room",
    "member_left_channel": "who can read it no more",
    "message.channels": "talk in public channels",
    "message.groups": "talk in private channels",
    "message.im": "direct messages",
    "message.mpim": "group direct messages",
    "reaction_added": "reactions",
    "team_join": "a new colleague or guest",
    "user_change": "a colleague who becomes a guest, or the other way",
}
DISCORD_PERMISSIONS: Mapping[str, tuple[int, str]] = {
    "View Channels": (1 << 10, "hear"),
    "Send Messages": (1 << 11, "answer"),
    "Send Messages in Threads": (1 << 38, "answer in threads"),
    "Embed Links": (1 << 14, "links in answers"),
    "Attach Files": (1 << 15, "long answers as files"),
    "Read Message History": (1 << 16, "catch up after a gap, reply to a message"),
    "Manage Webhooks": (1 << 29, "wear an anima's name and face, by one webhook a channel"),
}


def manifest(platform: str, *, discord_token: str = "") -> str:
    """Raises KeyError for a platform that has none."""
    return {"slack": slack, "discord": lambda: discord(discord_token), "telegram": telegram}[platform]()


_SLACK_COMMAND = {
    "command": f"/{ROOT}",
    "description": ROOT_DESCRIPTION,
    "usage_hint": ROOT_HINT,
    "should_escape": False,
}


def slack() -> str:
    """JSON to paste at api.slack.com/apps → Create New App → From a manifest."""
    return json.dumps(
        {
            "display_information": {
                "name": "Anima",
                "description": "Personas with a memory of their own",
            },
            "features": {
                "agent_view": {
                    "agent_description": "Talk to the animas of your fleet. They remember.",
                    "suggested_prompts": [
                        {"title": "What can you do?", "message": "What can you do for me?"},
                        {"title": "What do you remember?", "message": "What do you remember about our last talks?"},
                    ],
                },
                "app_home": {
                    "home_tab_enabled": True,
                    "messages_tab_enabled": True,
                    "messages_tab_read_only_enabled": False,
                },
                "bot_user": {"display_name": "anima", "always_online": True},
                "slash_commands": [_SLACK_COMMAND],
            },
            "oauth_config": {"scopes": {"bot": list(SCOPES)}},
            "settings": {
                "event_subscriptions": {"bot_events": list(SLACK_EVENTS)},
                "interactivity": {"is_enabled": True},
                "org_deploy_enabled": False,
                "socket_mode_enabled": True,
                "token_rotation_enabled": False,
            },
        },
        indent=2,
    )


def discord(token: str = "") -> str:
    """The invite link, with what each permission is for. The application's id is the first part of its token."""
    application = _application(token) or "APPLICATION_ID"
    total = sum(bit for bit, _ in DISCORD_PERMISSIONS.values())
    link = f"https://discord.com/oauth2/authorize?client_id={application}&scope=bot+applications.commands"
    lines = [f"{link}&permissions={total}", ""]
    if application == "APPLICATION_ID":
        lines += ["Put your application's id (developer portal › General Information) for APPLICATION_ID.", ""]
    lines += [f"permissions={total} is the sum of:"]
    lines += [f"- {bit} {name}: {reason}" for name, (bit, reason) in DISCORD_PERMISSIONS.items()]
    lines += [
        "",
        "scope=bot lets it in, applications.commands brings /anima.",
        "",
        "Then, in the developer portal › Bot › Privileged Gateway Intents:",
        "- MESSAGE CONTENT INTENT: needed; without it Discord refuses the connection (close code 4014)",
        "- SERVER MEMBERS INTENT: recommended; without it the fleet cannot tell who reads a channel,",
        "  and memories of other rooms stay closed there",
    ]
    return "\n".join(lines)


def telegram() -> str:
    return """\
1. In Telegram, write to @BotFather: /newbot, then a name and a username that ends in "bot".
2. Put the token into a variable, and into config.json as "env:TELEGRAM_BOT_TOKEN".
3. Groups: BotFather has privacy mode ON for new bots. With it a group's bot hears only commands, replies to it and
   mentions. That is enough for `mentions`; for hearing everything: /setprivacy → Disable, then remove the bot from
   the group and add it again (the change holds from the next joining on). An admin of a group hears everything.
4. The menu of commands is set by the fleet itself. A link to the bot, also one that names an anima:
   https://t.me/BOT_USERNAME?start=ANIMA
5. /setjoingroups → Enable, if it should be in groups. /setinline stays off.
6. One token, one poller: a second program with the same token takes messages away (HTTP 409). A webhook and polling
   exclude each other, too.
7. Who may talk to it: add yourself to `admins.owner` in config.json as "telegram:YOUR_ID"; the bot's refusal tells
   your id."""


def _application(token: str) -> str:
    head = token.partition(".")[0]
    try:
        found = base64.b64decode(head + "=" * (-len(head) % 4)).decode()
    except (binascii.Error, UnicodeDecodeError, ValueError):
        return ""
    return found if found.isdigit() else ""
