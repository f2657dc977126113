"""What is on the server: people, guilds, channels, messages, as data and as Discord's JSON."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

Json = dict[str, Any]

EPOCH_MS = 1_420_070_400_000
VIEW = 1 << 10
SEND = 1 << 11
MANAGE_MESSAGES = 1 << 13
HISTORY = 1 << 16
MANAGE_WEBHOOKS = 1 << 29
EVERYTHING = (1 << 40) - 1
EVERYONE = VIEW | SEND | HISTORY
_INVISIBLE = re.compile("[\u200b-\u200d\u2060-\u2064\ufeff]")


@dataclass(slots=True)
class User:
    id: str
    name: str
    display: str = ""
    bot: bool = False
    closed_dms: bool = False

    def json(self) -> Json:
        return {
            "id": self.id,
            "username": self.name,
            "global_name": self.display or None,
            "discriminator": "0",
            "avatar": None,
            "bot": self.bot,
        }

    def member(self, roles: tuple[str, ...] = ()) -> Json:
        return {
            "nick": None,
            "roles": list(roles),
            "joined_at": "2024-01-01T00:00:00+00:00",
            "deaf": False,
            "mute": False,
            "flags": 0,
            "avatar": None,
        }


@dataclass(slots=True)
class Bot:
    """One application with its bot user. The two switches are those of the developer portal."""

    token: str
    user: User
    application: str
    message_content: bool = True
    server_members: bool = False
    identifies_left: int = 1000
    denied: dict[str, int] = field(default_factory=dict)  # channel -> permissions taken away
    commands: list[Json] = field(default_factory=list)

    def may(self, channel: str, permission: int) -> bool:
        return not self.denied.get(channel, 0) & permission

    def app_json(self) -> Json:
        flags = (1 << 19 if self.message_content else 0) | (1 << 15 if self.server_members else 0)
        return {
            "id": self.application,
            "name": self.user.name,
            "icon": None,
            "description": "",
            "bot_public": True,
            "bot_require_code_grant": False,
            "verify_key": "0" * 64,
            "flags": flags,
            "owner": {**self.user.json(), "bot": False},
            "bot": self.user.json(),
        }


@dataclass(slots=True)
class Guild:
    id: str
    name: str
    members: set[str] = field(default_factory=set)
    roles: dict[str, str] = field(default_factory=dict)  # bot's user id -> id of its managed role
    joined_at: str = "2024-01-01T00:00:00+00:00"
    greets_in: str = ""  # the channel in which Discord greets newcomers
    held: dict[str, tuple[str, ...]] = field(default_factory=dict)  # user -> roles
    flags: dict[str, int] = field(default_factory=dict)  # user -> flags of the membership


@dataclass(slots=True)
class Channel:
    id: str
    name: str
    guild: str = ""
    parent: str = ""  # a thread has one
    private: bool = False
    members: set[str] = field(default_factory=set)  # of a private channel or a DM
    messages: dict[str, Message] = field(default_factory=dict)
    gone: bool = False
    kind: int = 0  # 2 is a voice room
    nsfw: bool = False
    overwrites: list[Json] = field(default_factory=list)

    def json(self) -> Json:
        if not self.guild:
            return {"id": self.id, "type": 1, "last_message_id": None}
        if self.parent:
            return {
                "id": self.id,
                "type": 12 if self.private else 11,
                "guild_id": self.guild,
                "parent_id": self.parent,
                "owner_id": "1",
                "name": self.name,
                "message_count": len(self.messages),
                "member_count": 1,
                "last_message_id": max(self.messages, key=int, default=None),
                "rate_limit_per_user": 0,
                "flags": 0,
                "thread_metadata": {
                    "archived": False,
                    "auto_archive_duration": 1440,
                    "archive_timestamp": "2024-01-01T00:00:00+00:00",
                    "locked": False,
                },
            }
        deny = [{"id": self.guild, "type": 0, "allow": "0", "deny": str(VIEW)}] if self.private else []
        allow = [{"id": one, "type": 1, "allow": str(VIEW), "deny": "0"} for one in sorted(self.members)]
        return {
            "id": self.id,
            "type": self.kind,
            "guild_id": self.guild,
            "name": self.name,
            "position": 0,
            "parent_id": None,
            "topic": None,
            "nsfw": self.nsfw,
            "rate_limit_per_user": 0,
            "last_message_id": max(self.messages, key=int, default=None),
            "permission_overwrites": deny + (allow if self.private else []) + self.overwrites,
        }


@dataclass(slots=True)
class Webhook:
    id: str
    token: str
    name: str
    channel: str
    guild: str
    application: str
    user: User

    def json(self, *, to: str) -> Json:
        """The token is shown to the application which made it."""
        shown = {
            "id": self.id,
            "type": 1,
            "guild_id": self.guild,
            "channel_id": self.channel,
            "name": self.name,
            "avatar": None,
            "application_id": self.application,
            "user": self.user.json(),
        }
        return {**shown, "token": self.token} if to == self.application else shown


@dataclass(slots=True)
class Message:
    id: str
    channel: str
    guild: str
    author: User
    content: str
    at: datetime
    kind: int = 0
    flags: int = 0
    edited: datetime | None = None
    reference: str = ""
    webhook: str = ""
    application: str = ""
    nonce: str = ""
    mentions: tuple[str, ...] = ()
    mention_roles: tuple[str, ...] = ()
    attachments: list[Json] = field(default_factory=list)
    reactions: dict[str, list[str]] = field(default_factory=dict)
    components: list[Json] = field(default_factory=list)
    seen_by: str = ""  # an ephemeral answer's only reader

    @property
    def buttons(self) -> list[tuple[str, str]]:
        """What a person may press: words and value."""
        return [(one["label"], one["custom_id"]) for row in self.components for one in row["components"]]


@dataclass(frozen=True, slots=True)
class Post:
    """A message as a person sees it: `text` without invisible characters, `raw` as it was sent."""

    id: str
    name: str
    text: str
    raw: str
    reference: str
    webhook: str
    at: datetime
    edited: bool
    files: tuple[str, ...]
    reactions: tuple[str, ...]
    seen_by: str


class World:
    """All state; it lives as long as the server, whatever becomes of a bot."""

    def __init__(self, clock: Any) -> None:
        self.clock = clock
        self.users: dict[str, User] = {}
        self.bots: dict[str, Bot] = {}
        self.guilds: dict[str, Guild] = {}
        self.channels: dict[str, Channel] = {}
        self.webhooks: dict[str, Webhook] = {}
        self._last = 0
        self._taken: set[int] = set()

    def snowflake(self, at: datetime | None = None) -> str:
        """Unique; increasing unless an earlier time is asked for."""
        moment = at or self.clock()
        value = (int(moment.timestamp() * 1000) - EPOCH_MS) << 22
        if at is None or value >= self._last:
            value = max(value, self._last + 1)
        while value in self._taken:
            value += 1
        self._taken.add(value)
        self._last = max(self._last, value)
        return str(value)

    def time_of(self, snowflake: str) -> datetime:
        return datetime.fromtimestamp(((int(snowflake) >> 22) + EPOCH_MS) / 1000, UTC)

    def find_message(self, channel: str, message: str) -> Message | None:
        return self.channels[channel].messages.get(message) if channel in self.channels else None

    def mentioned(self, text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        people = tuple(dict.fromkeys(one for one in re.findall(r"<@!?(\d+)>", text) if one in self.users))
        return people, tuple(dict.fromkeys(re.findall(r"<@&(\d+)>", text)))

    def bot_of_application(self, application: str) -> Bot | None:
        return next((bot for bot in self.bots.values() if bot.application == application), None)

    # ------------------------------------------------------------------------------------------------ JSON

    def message_json(self, message: Message, bot: Bot | None = None, *, nested: bool = False) -> Json:
        """As `bot` may see it: without the message content intent only DMs, mentions and its own are legible."""
        legible = bot is None or self._legible(message, bot)
        shown: Json = {
            "id": message.id,
            "channel_id": message.channel,
            "type": message.kind,
            "author": message.author.json(),
            "content": message.content if legible else "",
            "timestamp": message.at.isoformat(),
            "edited_timestamp": message.edited.isoformat() if message.edited else None,
            "tts": False,
            "mention_everyone": False,
            "mentions": [self.users[one].json() for one in message.mentions if one in self.users],
            "mention_roles": list(message.mention_roles),
            "attachments": message.attachments if legible else [],
            "embeds": [],
            "components": message.components if legible else [],
            "pinned": False,
            "flags": message.flags,
        }
        if message.webhook:
            shown["webhook_id"] = message.webhook
        if message.application:
            shown["application_id"] = message.application
        if message.reactions:
            shown["reactions"] = [
                {"emoji": {"id": None, "name": emoji}, "count": len(who), "me": False}
                for emoji, who in message.reactions.items()
            ]
        if message.reference:
            shown["message_reference"] = {
                "type": 0,
                "message_id": message.reference,
                "channel_id": message.channel,
                "guild_id": message.guild or None,
            }
            original = self.find_message(message.channel, message.reference)
            if not nested:
                shown["referenced_message"] = original and self.message_json(original, bot, nested=True)
        return shown

    def message_event(self, message: Message, bot: Bot) -> Json:
        event = self.message_json(message, bot)
        if message.guild:
            event["guild_id"] = message.guild
            if not message.webhook:
                event["member"] = message.author.member()
        else:
            event["channel_type"] = 1
        if message.nonce and message.author is bot.user:
            event["nonce"] = message.nonce
        return event

    @staticmethod
    def _legible(message: Message, bot: Bot) -> bool:
        return (
            bot.message_content
            or not message.guild
            or bot.user.id in message.mentions
            or message.author is bot.user
            or message.application == bot.application
        )

    def guild_json(self, guild: Guild, bot: Bot) -> Json:
        rooms = [one for one in self.channels.values() if one.guild == guild.id and not one.gone]
        return {
            "id": guild.id,
            "name": guild.name,
            "unavailable": False,
            "owner_id": "1",
            "system_channel_id": guild.greets_in or None,
            "member_count": len(guild.members),
            "features": [],
            "emojis": [],
            "stickers": [],
            "roles": self.roles_json(guild),
            "channels": [one.json() for one in rooms if not one.parent and self.sees(bot, one)],
            "threads": [one.json() for one in rooms if one.parent and self.sees(bot, one)],
            "members": [{**bot.user.member((guild.roles[bot.user.id],)), "user": bot.user.json()}],
            "voice_states": [],
            "presences": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "joined_at": guild.joined_at,
            "large": False,
        }

    def roles_json(self, guild: Guild) -> list[Json]:
        plain = {"color": 0, "hoist": False, "managed": False, "mentionable": False, "position": 0, "flags": 0}
        everyone = {**plain, "id": guild.id, "name": "@everyone", "permissions": str(EVERYONE)}
        managed = [
            {
                **plain,
                "id": role,
                "name": self.users[bot].name,
                "permissions": str(EVERYTHING),
                "managed": True,
                "position": 1,
                "tags": {"bot_id": bot},
            }
            for bot, role in guild.roles.items()
        ]
        return [everyone, *managed]

    def sees(self, bot: Bot, channel: Channel) -> bool:
        """A bot's managed role reads every room of its guilds, unless that was taken away."""
        if channel.gone or not bot.may(channel.id, VIEW):
            return False
        if channel.guild:
            return bot.user.id in self.guilds[channel.guild].members
        return bot.user.id in channel.members


def visible(text: str) -> str:
    return _INVISIBLE.sub("", text)
