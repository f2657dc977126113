"""What is known of guilds and channels: names, threads, and who may read.

Pure: fed with the gateway's events and with channels asked for by REST, as Discord's JSON.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from memory.vocabulary.address import Audience, Person, Place

Payload = Mapping[str, Any]

PLATFORM = "discord"
DIRECT = "@me"
_ADMINISTRATOR = 1 << 3
#: To see a room, and what was said in it.
_READ = 1 << 10 | 1 << 16
_DM = 1
_VOICE = (2, 13)
_THREADS = (10, 11, 12)
_PRIVATE_THREAD = 12
_FOR_ROLE = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ChannelPlace:
    """A channel as a message needs it: the place, who can read it, and in a DM the other person."""

    place: Place
    audience: Audience
    name: str = ""
    other: Person | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscordRole:
    name: str
    permissions: int
    bot: str = ""  # the bot whose managed role this is


@dataclass(frozen=True, slots=True, kw_only=True)
class Overwrite:
    id: str
    for_role: bool
    allow: int
    deny: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscordChannel:
    id: str
    guild: str
    name: str
    kind: int
    parent: str = ""  # of a thread
    overwrites: tuple[Overwrite, ...] = ()
    other: str = ""  # of a DM
    last: str = ""  # id of the newest message, as it was when we were told of the channel
    nsfw: bool = False  # not for all ages

    @property
    def is_thread(self) -> bool:
        return self.kind in _THREADS


@dataclass(slots=True)
class Guild:
    name: str
    owner: str
    roles: dict[str, DiscordRole]
    system_channel: str = ""


class DiscordDirectory:
    """Guilds and channels by id."""

    def __init__(self) -> None:
        self.guilds: dict[str, Guild] = {}
        self.channels: dict[str, DiscordChannel] = {}

    # ------------------------------------------------------------------------------------------------ learning

    def hear(self, event: str, data: Payload) -> list[Person | Place]:
        """Take what a gateway event tells of guilds, roles, channels and threads; the rooms whose readers it changed.

        A place without a channel stands for the whole guild.
        """
        match event:
            case "GUILD_CREATE" | "GUILD_UPDATE":
                self._guild(data)
            case "GUILD_DELETE" if not data.get("unavailable"):
                self.guilds.pop(str(data["id"]), None)
                self.channels = {
                    id_: channel for id_, channel in self.channels.items() if channel.guild != str(data["id"])
                }
            case "GUILD_ROLE_CREATE" | "GUILD_ROLE_UPDATE":
                if (guild := self.guilds.get(str(data["guild_id"]))) is not None:
                    guild.roles[str(data["role"]["id"])] = _role(data["role"])
            case "GUILD_ROLE_DELETE":
                if (guild := self.guilds.get(str(data["guild_id"]))) is not None:
                    guild.roles.pop(str(data["role_id"]), None)
            case "CHANNEL_CREATE" | "CHANNEL_UPDATE" | "THREAD_CREATE" | "THREAD_UPDATE":
                self.learn(data)
            case "CHANNEL_DELETE" | "THREAD_DELETE":
                self.channels.pop(str(data["id"]), None)
            case "THREAD_LIST_SYNC":
                for thread in data.get("threads", []):
                    self.learn({"guild_id": data["guild_id"], **thread})
        return self._changed(event, data)

    def _changed(self, event: str, data: Payload) -> list[Person | Place]:
        guild = str(data.get("guild_id") or data.get("id") or "")
        if event.startswith(("GUILD_ROLE_", "GUILD_CREATE", "GUILD_UPDATE", "GUILD_DELETE")):
            return [Place(PLATFORM, guild, "")]
        return [Place(PLATFORM, guild, str(data["id"]))] if event in ("CHANNEL_UPDATE", "CHANNEL_DELETE") else []

    def _guild(self, data: Payload) -> None:
        if data.get("unavailable"):
            return
        id_ = str(data["id"])
        self.guilds[id_] = Guild(
            name=str(data.get("name", "")),
            owner=str(data.get("owner_id") or ""),
            roles={str(role["id"]): _role(role) for role in data.get("roles", [])},
            system_channel=str(data.get("system_channel_id") or ""),
        )
        for channel in (*data.get("channels", []), *data.get("threads", [])):
            self.learn({**channel, "guild_id": id_})

    def learn(self, data: Payload) -> DiscordChannel:
        """A channel as the gateway or REST describes it."""
        kind = int(data.get("type", 0))
        recipients = data.get("recipients") or [{}]
        known = DiscordChannel(
            id=str(data["id"]),
            guild=str(data.get("guild_id") or ""),
            name=str(data.get("name") or ""),
            kind=kind,
            parent=str(data.get("parent_id") or "") if kind in _THREADS else "",
            overwrites=tuple(_overwrite(overwrite) for overwrite in data.get("permission_overwrites") or []),
            other=str(recipients[0].get("id") or "") if kind == _DM else "",
            last=str(data.get("last_message_id") or ""),
            nsfw=bool(data.get("nsfw")),
        )
        self.channels[known.id] = known
        return known

    def learn_direct(self, channel: str, other: str) -> None:
        """The DM channel in which that person has just been heard."""
        self.channels[channel] = DiscordChannel(id=channel, guild="", name="", kind=_DM, other=other)

    # ------------------------------------------------------------------------------------------------ telling

    def is_greeted_in(self, place: Place) -> bool:
        """Whether who joins the guild is told in this room."""
        guild = self.guilds.get(place.workspace)
        return guild is not None and guild.system_channel == place.channel

    def spot(self, channel: str) -> ChannelPlace | None:
        """None: the channel (or a thread's parent) is not known yet.

        A private thread is read by fewer people than its channel: it is a room of its own.
        """
        known = self.channels.get(channel)
        if known is None:
            return None
        if not known.guild:
            place = Place(PLATFORM, DIRECT, channel)
            other = person(known.other)
            return ChannelPlace(place=place, audience=Audience.person(other), other=other) if known.other else None
        if not known.is_thread:
            return self._room(known, Place(PLATFORM, known.guild, channel))
        if known.kind == _PRIVATE_THREAD:
            place = Place(PLATFORM, known.guild, channel)
            return ChannelPlace(place=place, audience=Audience.group(place), name=known.name)
        parent = self.channels.get(known.parent)
        if parent is None:
            return None
        return replace(self._room(parent, Place(PLATFORM, known.guild, known.parent, channel)), name=known.name)

    def _room(self, room: DiscordChannel, place: Place) -> ChannelPlace:
        audience = Audience.open(place) if self._is_open(room) else Audience.group(place)
        return ChannelPlace(place=place, audience=audience, name=room.name)

    def _is_open(self, room: DiscordChannel) -> bool:
        """Whether every member of the guild reads it: no role and no person is kept out, and no age."""
        guild = self.guilds.get(room.guild)
        of_some = [overwrite for overwrite in room.overwrites if overwrite.id != room.guild]
        if guild is None or room.nsfw or any(overwrite.deny & _READ for overwrite in of_some):
            return False
        return self._permissions(guild, room, "", ()) & _READ == _READ

    def is_open(self, room: Place) -> bool:
        """Whether every member of its guild reads the room."""
        known = self.channels.get(room.channel)
        return known is not None and known.guild == room.workspace and not known.is_thread and self._is_open(known)

    def has_members_only(self, room: Place) -> bool:
        """Whether all its readers are full members of its guild: a voice room may have guests, invited to it alone."""
        known = self.channels.get(room.channel)
        return known is not None and known.guild == room.workspace != DIRECT and known.kind not in _VOICE

    def may_read(self, person: str, roles: Sequence[str], room: Place) -> bool:
        """Whether a member of the guild with these roles reads the room; a private thread's readers are not known."""
        known, guild = self.channels.get(room.channel), self.guilds.get(room.workspace)
        if known is None or guild is None or known.guild != room.workspace or known.is_thread or known.nsfw:
            return False
        return person == guild.owner or self._permissions(guild, known, person, roles) & _READ == _READ

    def _permissions(self, guild: Guild, room: DiscordChannel, who: str, roles: Sequence[str]) -> int:
        """Discord's order: roles, then the overwrite of @everyone, of the roles together, of the person."""
        base = 0
        for role in (room.guild, *roles):
            base |= guild.roles[role].permissions if role in guild.roles else 0
        if base & _ADMINISTRATOR:
            return base | _READ
        everyone = [overwrite for overwrite in room.overwrites if overwrite.for_role and overwrite.id == room.guild]
        by_role = [overwrite for overwrite in room.overwrites if overwrite.for_role and overwrite.id in roles]
        own = [overwrite for overwrite in room.overwrites if not overwrite.for_role and overwrite.id == who]
        for group in (everyone, by_role, own):
            deny = allow = 0
            for overwrite in group:
                deny, allow = deny | overwrite.deny, allow | overwrite.allow
            base = (base & ~deny) | allow
        return base

    def role(self, guild: str, role: str) -> DiscordRole | None:
        known = self.guilds.get(guild)
        return known.roles.get(role) if known else None

    def parent(self, channel: str) -> str:
        """The channel that a thread belongs to; empty for anything else."""
        known = self.channels.get(channel)
        return known.parent if known else ""

    def threads_of(self, channel: str) -> list[str]:
        return [room.id for room in self.channels.values() if room.parent == channel and room.kind != _PRIVATE_THREAD]


def person(user: str) -> Person:
    return Person(PLATFORM, "", user)


def _role(data: Payload) -> DiscordRole:
    tags = data.get("tags") or {}
    return DiscordRole(
        name=str(data.get("name", "")),
        permissions=int(data.get("permissions") or 0),
        bot=str(tags.get("bot_id") or ""),
    )


def _overwrite(data: Payload) -> Overwrite:
    return Overwrite(
        id=str(data["id"]),
        for_role=int(data.get("type", 0)) == _FOR_ROLE,
        allow=int(data.get("allow") or 0),
        deny=int(data.get("deny") or 0),
    )
