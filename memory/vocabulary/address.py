"""Addresses: who speaks, where it is said, who can read it; the audience gate decides by them.

One grammar, one parser:

    account    platform:account                        slack:main
    place      platform:[workspace/]channel[#thread]   slack:T01/C0123#1700.1   telegram:-100555#7
    person     platform:[workspace/]id                 slack:T01/U01            discord:1234
    audience   person:<person> | group:<place> | open:<place> | org
               any:<room audience>+<room audience>…    who reads one of these rooms, or several

The grammar knows no platform: whatever stands before the first slash is the workspace.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, Protocol, Self

from memory.vocabulary.errors import AddressError

_PLATFORM = re.compile(r"[a-z][a-z0-9_]*")
_ANY_OF = "+"


def _split_platform(text: str, what: str) -> tuple[str, str]:
    platform, colon, rest = text.partition(":")
    if not colon or not rest or not _PLATFORM.fullmatch(platform):
        raise AddressError(f"{text!r} is no {what}: expected platform:… , for example slack:T01/C0123")
    return platform, rest


def _split_workspace(rest: str) -> tuple[str, str]:
    workspace, slash, last = rest.partition("/")
    return (workspace, last) if slash else ("", rest)


def _join_address(platform: str, workspace: str, last: str) -> str:
    return f"{platform}:{workspace}/{last}" if workspace else f"{platform}:{last}"


def file_name(address: object) -> str:
    """The address as part of a file name: `:`, `/` and `#` become dots."""
    return re.sub(r"[:/#]", ".", str(address))


@dataclass(frozen=True, slots=True, order=True)
class Account:
    """One bot identity on one platform (a token)."""

    platform: str
    name: str

    def __str__(self) -> str:
        return f"{self.platform}:{self.name}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Raises AddressError."""
        return cls(*_split_platform(text, "account"))


@dataclass(frozen=True, slots=True, order=True)
class Person:
    """A human or bot, by immutable platform id; never by name."""

    platform: str
    workspace: str
    id: str

    def __str__(self) -> str:
        return _join_address(self.platform, self.workspace, self.id)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Raises AddressError."""
        platform, rest = _split_platform(text, "person")
        return cls(platform, *_split_workspace(rest))


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """Where something is said. `thread` is empty outside of threads."""

    platform: str
    workspace: str
    channel: str
    thread: str = ""

    def __str__(self) -> str:
        place = _join_address(self.platform, self.workspace, self.channel)
        return f"{place}#{self.thread}" if self.thread else place

    @property
    def room(self) -> Place:
        """The place without its thread: the unit of readership."""
        return replace(self, thread="")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Raises AddressError."""
        platform, rest = _split_platform(text, "place")
        rest, _, thread = rest.partition("#")
        workspace, channel = _split_workspace(rest)
        if not channel:
            raise AddressError(f"{text!r} is no place: the channel is missing")
        return cls(platform, workspace, channel, thread)


@dataclass(frozen=True, slots=True, order=True)
class Audience:
    """The set of people who can read a place; carried by every event and memory.

    What kind it is of is asked of its methods: a new kind, or a board's union of several, is then forgotten nowhere.
    """

    kind: Literal["person", "group", "open", "org", "any"]
    of: str = ""

    def __str__(self) -> str:
        return f"{self.kind}:{self.of}" if self.of else self.kind

    @property
    def parts(self) -> tuple[Audience, ...]:
        """Those of whom it is the union; itself where it is none."""
        return tuple(Audience.parse(item) for item in self.of.split(_ANY_OF)) if self.kind == "any" else (self,)

    @property
    def rooms(self) -> tuple[Place, ...]:
        """The rooms whose readers these are; () for a person and for everybody."""
        return tuple(Place.parse(part.of) for part in self.parts if part.kind in ("group", "open"))

    @property
    def alone(self) -> Person | None:
        """The one person who reads it; None where it is a room, several, or everybody."""
        return Person.parse(self.of) if self.kind == "person" else None

    @property
    def is_closed(self) -> bool:
        """Whether something of it is kept from others: a talk with one person, a closed room, a board with one."""
        return any(part.kind in ("person", "group") for part in self.parts)

    @property
    def platforms(self) -> frozenset[str]:
        """Of its rooms; empty for a person, who may have accounts on any, and for everybody."""
        return frozenset(room.platform for room in self.rooms)

    def covers(self, present: Audience, membership: Membership | None = None) -> bool:
        """Whether everyone who is present can already read what is for these, by the law of `covers`."""
        if self in (ORG, present):
            return True
        return all(any(part._covers(reader, membership) for part in self.parts) for reader in present.parts)

    def _covers(self, present: Audience, membership: Membership | None) -> bool:
        """Neither is a union."""
        if self == present or self._is_same_room(present):
            return True
        if present == ORG or membership is None:
            return False
        if self.alone is not None:
            return present.alone is not None and self.alone in membership.addresses(present.alone)
        (room,) = self.rooms
        if present.alone is not None:
            own = [address for address in membership.addresses(present.alone) if address.platform == room.platform]
            return any(membership.reads(item, room) is True for item in own)
        (others,) = present.rooms
        # Without a workspace nobody can tell who reads a room.
        is_near = bool(room.workspace) and (others.platform, others.workspace) == (room.platform, room.workspace)
        return self.kind == "open" and is_near and membership.is_open_to(room, others) is True

    def _is_same_room(self, present: Audience) -> bool:
        """It was open and is closed now, or the other way: its readers are its readers."""
        return bool(self.rooms) and self.rooms == present.rooms

    @classmethod
    def any_of(cls, rooms: Iterable[Audience]) -> Self:
        """Everybody who reads one of these rooms, or several. Raises AddressError for what is none."""
        parts = sorted({part for room in rooms for part in room.parts})
        if not parts or any(part.kind not in ("group", "open") for part in parts):
            raise AddressError(f"{' and '.join(map(str, parts)) or 'nobody'}: only rooms can be joined")
        return cls(parts[0].kind, parts[0].of) if len(parts) == 1 else cls("any", _ANY_OF.join(map(str, parts)))

    @classmethod
    def person(cls, person: Person) -> Self:
        return cls("person", str(person))

    @classmethod
    def group(cls, place: Place) -> Self:
        return cls("group", str(place.room))

    @classmethod
    def open(cls, place: Place) -> Self:
        return cls("open", str(place.room))

    @classmethod
    def find(cls, text: str) -> Self | None:
        """As it stands on disk; None for what is empty or no audience, which nobody may read."""
        try:
            return cls.parse(text)
        except AddressError:
            return None

    @classmethod
    def parse(cls, text: str) -> Self:
        """Raises AddressError."""
        kind, _, of = text.partition(":")
        match kind, of:
            case "org", "":
                return cls("org")
            case "person", _ if of:
                return cls("person", str(Person.parse(of)))
            case ("group" | "open") as room, _ if of:
                return cls(room, str(Place.parse(of).room))
            case "any", _ if _ANY_OF in of:
                return cls.any_of(cls.parse(item) for item in of.split(_ANY_OF))
        raise AddressError(f"{text!r} is no audience: expected person:…, group:…, open:…, any:…+… or org")


ORG = Audience("org")


class Membership(Protocol):
    """Who can read a room now, as its platform says: from events and a look-up at most ten minutes old. Never blocks.

    Both answers are False also where the platform cannot tell.
    """

    def reads(self, person: Person, room: Place) -> bool:
        """Whether the person can read the room."""
        ...

    def addresses(self, person: Person) -> Sequence[Person]:
        """All addresses of the one person, this one too: what they linked themselves, by codes on both sides."""
        ...

    def is_open_to(self, room: Place, others: Place) -> bool:
        """Whether everybody who can read the room `others`, guests and people of elsewhere too, can read `room`."""
        ...


# --- audience -------------------------------------------------------------------------------------------------------
# The audience gate: the one place that decides whether something known may be used in front of these people.
#
# The law: readers(answer) ⊆ readers(source). Where that cannot be shown, the answer is no.


def audience_covers(source: str, present: Audience, membership: Membership | None = None) -> bool:
    """Whether everyone who is present could already read the source.

    `source` is an audience as it stands on disk; what is empty or cannot be parsed covers nobody. Who reads a room the
    platform says (`membership`), of its own people and rooms only: nothing follows from an address. Without it a room
    covers nobody but itself, and an address nobody but who has it; with it, all linked addresses are one person. Of
    several rooms (`any:`), one of the source's must cover each of those that are present.
    """
    known = Audience.find(source)
    return known is not None and known.covers(present, membership)


def readable_sources(sources: Iterable[str], present: Audience, membership: Membership | None = None) -> frozenset[str]:
    """Those of the sources that may be used in front of these people."""
    return frozenset(source for source in sources if audience_covers(source, present, membership))
