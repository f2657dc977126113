"""All that the wiring knows of each platform: how the fleet is let in, what reads its exports, and from its
accounts to adapters.

A platform's SDK is imported only when an account of it is enabled.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import quote

from pydantic import SecretStr

from adapters.slack.api import SCOPES
from bots.commands.catalogue import COMMANDS
from bots.commands.command import ROOT, ROOT_DESCRIPTION, ROOT_HINT, CommandShape, command_shapes
from bots.delivery.intake import Export, Exported
from bots.ports import Adapter
from config.settings.config_schema import Config
from memory.vocabulary.address import Account
from memory.vocabulary.ports import Clock

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

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


_NO_APPLICATION = "APPLICATION_ID"


def manifest(platform: str, *, discord_token: str = "") -> str:
    """Raises KeyError for a platform that has none."""
    return {"slack": slack_manifest, "discord": lambda: discord_manifest(discord_token), "telegram": telegram_manifest}[
        platform
    ]()


_SLACK_COMMAND = {
    "command": f"/{ROOT}",
    "description": ROOT_DESCRIPTION,
    "usage_hint": ROOT_HINT,
    "should_escape": False,
}


def slack_manifest() -> str:
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


def slack_link() -> str:
    """Where the app is created, with the manifest in the address."""
    return f"https://api.slack.com/apps?new_app=1&manifest_json={quote(json.dumps(json.loads(slack_manifest())))}"


def discord_invitation(token: str = "") -> str:
    """The link that lets the bot into a server. The application's id is the first part of its token."""
    total = sum(bit for bit, _ in DISCORD_PERMISSIONS.values())
    link = f"https://discord.com/oauth2/authorize?client_id={_application(token) or _NO_APPLICATION}"
    return f"{link}&scope=bot+applications.commands&permissions={total}"


def discord_manifest(token: str = "") -> str:
    """The invite link, with what each permission is for."""
    application = _application(token) or _NO_APPLICATION
    total = sum(bit for bit, _ in DISCORD_PERMISSIONS.values())
    lines = [discord_invitation(token), ""]
    if application == _NO_APPLICATION:
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


def telegram_manifest() -> str:
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


# --- exports --------------------------------------------------------------------------------------------------------
# What reads each platform's exports. A platform's package is imported when one of its own is brought in.


EXPORT_READERS = {
    "slack": "adapters.slack.export",
    "discord": "adapters.discord.export",
    "telegram": "adapters.telegram.export",
    "whatsapp": "adapters.exports.whatsapp",
    "chatgpt": "adapters.exports.chatgpt",
}


def exported(platform: str, path: Path) -> Iterator[Exported]:
    """Raises KeyError, and Unreadable while it is read."""
    read: Export = import_module(EXPORT_READERS[platform]).read
    return read(path)


# --- accounts -------------------------------------------------------------------------------------------------------


T = TypeVar("T", bound="DataclassInstance")
#: Between two looks for answers, where a service is to be asked. Seconds.
_LOOK_S = 20.0


def platform_adapters(
    config: Config, clock: Clock, scale: float = 1.0, moves: Path | None = None
) -> dict[Account, Adapter]:
    """One adapter an enabled account. `scale` shortens every documented wait (fault runs and benchmarks only); `moves`
    is where Telegram's renumbered groups are kept."""
    found = [*_slack(config, clock, scale), *_discord(config, clock, scale), *_telegram(config, clock, scale, moves)]
    found += _pagers(config, clock, scale)
    return {adapter.account: adapter for adapter in found}


def _slack(config: Config, clock: Clock, scale: float) -> Iterator[Adapter]:
    section = config.external_messaging.slack
    if not section.enabled:
        return
    from adapters.slack.adapter import SlackAdapter, SlackSettings
    from adapters.slack.api import SlackPace

    for name, account in section.accounts.items():
        settings = SlackSettings(
            bot_token=_secret(account.bot_token),
            app_token=_secret(account.app_token),
            signing_secret=_secret(account.signing_secret),
            api_base=account.api_base or section.api_base,
            mode=section.mode,
            own_anima=account.anima or "",
        )
        yield SlackAdapter(settings, Account("slack", name), clock, scaled(SlackPace(), scale))


def _discord(config: Config, clock: Clock, scale: float) -> Iterator[Adapter]:
    section = config.external_messaging.discord
    if not section.enabled:
        return
    from adapters.discord.adapter import DiscordAdapter, DiscordPace, DiscordSettings

    named = [entry.split("/") for entry in _channels(config) if entry.startswith("discord:")]
    guilds = frozenset([*section.guilds, *(guild for _, guild, *rest in named if rest)])
    rooms = frozenset(room for _, room, *rest in named if not rest)
    for name, account in section.accounts.items():
        settings = DiscordSettings(
            bot_token=_secret(account.bot_token),
            api_base=section.api_base,
            own_anima=account.anima or "",
            guilds=guilds if guilds or rooms else None,  # nobody has said which ones are ours
            rooms=rooms,
        )
        pace = scaled(DiscordPace(), scale)
        yield DiscordAdapter(settings, Account("discord", name), clock, pace=pace, shapes=_menu())


def _telegram(config: Config, clock: Clock, scale: float, path: Path | None) -> Iterator[Adapter]:
    section = config.external_messaging.telegram
    if not section.enabled:
        return
    from adapters.telegram.adapter import TelegramAdapter
    from adapters.telegram.moves import Moves
    from adapters.telegram.receiver import TelegramSettings
    from adapters.telegram.sender import TelegramLimits

    moves = Moves(path)
    for name, account in section.accounts.items():
        settings = TelegramSettings(
            bot_token=_secret(account.bot_token),
            api_base=account.api_base or section.api_base,
            mode=section.mode,
            public_url=account.public_url or section.public_url or "",
            secret_token=_secret(account.secret_token or section.secret_token),
            own_anima=account.anima or "",
        )
        yield TelegramAdapter(
            settings, Account("telegram", name), clock, scaled(TelegramLimits(), scale), moves=moves, shapes=_menu()
        )


def _pagers(config: Config, clock: Clock, scale: float) -> Iterator[Adapter]:
    """The channels that only carry calls to people."""
    section = config.human_notification
    wanted = set(section.channels) if section.enabled else set()
    if "line" in wanted:
        from adapters.pagers import LineAdapter

        line = section.line
        token, secret = _secret(line.channel_access_token), _secret(line.channel_secret)
        yield LineAdapter(token, line.to or "", line.api_base, clock, secret)
    if "chatwork" in wanted:
        from adapters.pagers import ChatworkAdapter

        room, api = section.chatwork.room or "", section.chatwork.api_base
        yield ChatworkAdapter(_secret(section.chatwork.api_token), room, api, clock, _LOOK_S * scale)
    if "ntfy" in wanted:
        from adapters.pagers import NtfyAdapter

        topic, token = section.ntfy.topic or "", _secret(section.ntfy.token)
        yield NtfyAdapter(topic, token, section.ntfy.api_base, clock, _LOOK_S * scale)


def _channels(config: Config) -> Iterator[str]:
    for board in config.boards.values():
        yield from board.channels


def scaled(waits: T, scale: float) -> T:
    """The same waits, shortened: every field that is in seconds."""
    assert is_dataclass(waits)
    if scale == 1.0:
        return waits
    shorter = {field.name: getattr(waits, field.name) * scale for field in fields(waits) if field.name.endswith("_s")}
    return replace(waits, **shorter)


def _menu() -> list[CommandShape]:
    return command_shapes(COMMANDS)


def _secret(value: SecretStr | None) -> str:
    return value.get_secret_value() if value else ""
