"""What is known of guilds and channels: names, threads, and who may read.

Pure: fed with the gateway's events and with channels asked for by REST, as Discord's JSON.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from memory.vocabulary.address import Audience, Person, Place

Payload = Mapping[str, Any]

PLATFORM = "discord"
DIRECT = "@me"
_ADMINISTRATOR = 1 << 3
_VIEW_CHANNEL = 1 << 10
_DM = 1
_THREADS = (10, 11, 12)
_PRIVATE_THREAD = 12
_FOR_ROLE = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """A channel as a message needs it: the place, who can read it, and in a DM the other person."""

    place: Place
    audience: Audience
    name: str = ""
    other: Person | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Role:
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
class Channel:
    id: str
    guild: str
    name: str
    kind: int
    parent: str = ""  # of a thread
    overwrites: tuple[Overwrite, ...] = ()
    other: str = ""  # of a DM
    last: str = ""  # id of the newest message, as it was when we were told of the channel

    @property
    def is_thread(self) -> bool:
        return self.kind in _THREADS


@dataclass(slots=True)
class Guild:
    name: str
    owner: str
    roles: dict[str, Role]
    system_channel: str = ""


class Directory:
    """Guilds and channels by id."""

    def __init__(self) -> None:
        self.guilds: dict[str, Guild] = {}
        self.channels: dict[str, Channel] = {}

    # ------------------------------------------------------------------------------------------------ learning

    def hear(self, event: str, data: Payload) -> None:
        """Take what a gateway event tells of guilds, roles, channels and threads."""
        match event:
            case "GUILD_CREATE" | "GUILD_UPDATE":
                self._guild(data)
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

    def learn(self, data: Payload) -> Channel:
        """A channel as the gateway or REST describes it."""
        kind = int(data.get("type", 0))
        recipients = data.get("recipients") or [{}]
        known = Channel(
            id=str(data["id"]),
            guild=str(data.get("guild_id") or ""),
            name=str(data.get("name") or ""),
            kind=kind,
            parent=str(data.get("parent_id") or "") if kind in _THREADS else "",
            overwrites=tuple(_overwrite(one) for one in data.get("permission_overwrites") or []),
            other=str(recipients[0].get("id") or "") if kind == _DM else "",
            last=str(data.get("last_message_id") or ""),
        )
        self.channels[known.id] = known
        return known

    def learn_direct(self, channel: str, other: str) -> None:
        """The DM channel in which that person has just been heard."""
        self.channels[channel] = Channel(id=channel, guild="", name="", kind=_DM, other=other)

    # ------------------------------------------------------------------------------------------------ telling

    def is_greeted_in(self, place: Place) -> bool:
        """Whether who joins the guild is told in this room."""
        guild = self.guilds.get(place.workspace)
        return guild is not None and guild.system_channel == place.channel

    def spot(self, channel: str) -> Spot | None:
        """None: the channel (or a thread's parent) is not known yet.

        A private thread is read by fewer people than its channel: it is a room of its own.
        """
        known = self.channels.get(channel)
        if known is None:
            return None
        if not known.guild:
            place = Place(PLATFORM, DIRECT, channel)
            other = person(known.other)
            return Spot(place=place, audience=Audience.person(other), other=other) if known.other else None
        if not known.is_thread:
            return self._room(known, Place(PLATFORM, known.guild, channel))
        if known.kind == _PRIVATE_THREAD:
            place = Place(PLATFORM, known.guild, channel)
            return Spot(place=place, audience=Audience.group(place), name=known.name)
        parent = self.channels.get(known.parent)
        if parent is None:
            return None
        return replace(self._room(parent, Place(PLATFORM, known.guild, known.parent, channel)), name=known.name)

    def _room(self, room: Channel, place: Place) -> Spot:
        audience = Audience.open(place) if self._everyone_reads(room) else Audience.group(place)
        return Spot(place=place, audience=audience, name=room.name)

    def _everyone_reads(self, room: Channel) -> bool:
        guild = self.guilds.get(room.guild)
        return guild is not None and bool(self._permissions(guild, room, "", ()) & _VIEW_CHANNEL)

    def readers(self, channel: str, members: Iterable[Payload]) -> frozenset[str] | None:
        """Who of the guild's members (Discord's JSON) may read the channel, as ids; None where it cannot be told."""
        room = self.channels.get(channel)
        if room is not None and not room.guild:
            return frozenset({room.other}) if room.other else None
        if room is not None and room.is_thread:
            room = None if room.kind == _PRIVATE_THREAD else self.channels.get(room.parent)
        guild = self.guilds.get(room.guild) if room is not None else None
        if room is None or guild is None:
            return None
        people = ((str(one["user"]["id"]), tuple(map(str, one.get("roles", [])))) for one in members)
        return frozenset(
            who
            for who, roles in people
            if who == guild.owner or self._permissions(guild, room, who, roles) & _VIEW_CHANNEL
        )

    def _permissions(self, guild: Guild, room: Channel, who: str, roles: tuple[str, ...]) -> int:
        """Discord's order: roles, then the overwrite of @everyone, of the roles together, of the person."""
        base = 0
        for role in (room.guild, *roles):
            base |= guild.roles[role].permissions if role in guild.roles else 0
        if base & _ADMINISTRATOR:
            return base | _VIEW_CHANNEL
        everyone = [one for one in room.overwrites if one.for_role and one.id == room.guild]
        by_role = [one for one in room.overwrites if one.for_role and one.id in roles]
        own = [one for one in room.overwrites if not one.for_role and one.id == who]
        for group in (everyone, by_role, own):
            deny = allow = 0
            for one in group:
                deny, allow = deny | one.deny, allow | one.allow
            base = (base & ~deny) | allow
        return base

    def role(self, guild: str, role: str) -> Role | None:
        known = self.guilds.get(guild)
        return known.roles.get(role) if known else None

    def parent(self, channel: str) -> str:
        """The channel that a thread belongs to; empty for anything else."""
        known = self.channels.get(channel)
        return known.parent if known else ""

    def threads_of(self, channel: str) -> list[str]:
        return [one.id for one in self.channels.values() if one.parent == channel and one.kind != _PRIVATE_THREAD]


def person(user: str) -> Person:
    return Person(PLATFORM, "", user)


def _role(data: Payload) -> Role:
    tags = data.get("tags") or {}
    return Role(
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
