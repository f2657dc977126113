"""A town: people and rooms of several platforms, and who can read which room just now: the oracle of the proof.

It knows nothing of `memory.vocabulary.address`. Rooms and people are named by short keys; addresses are made of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from memory.vocabulary.address import Audience, Person, Place

Kind = Literal["direct", "closed", "open"]
Standing = Literal["full", "guest", "foreign"]
_BEFORE = "before a board: "
EVERYBODY = "org"
"""The key of the room that everybody reads: where an operator keeps what is for all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Someone:
    """A person. A guest reads only the rooms they are in; so does who is of another workspace."""

    key: str
    person: Person
    name: str
    standing: Standing = "full"


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """A room as it was founded. `denied` are those to whom an open room is closed all the same."""

    key: str
    place: Place
    kind: Kind
    people: frozenset[str] = frozenset()
    denied: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """Who and what there is at the beginning."""

    people: Mapping[str, Someone]
    rooms: Mapping[str, Room]
    silent: frozenset[str] = frozenset()
    """Platforms that never tell who reads a room."""

    boards: tuple[frozenset[str], ...] = ()
    """Rooms that are one: what is said in one of them is shown in all of them."""

    founds_later: bool = False
    """Whether they are so only after a restart."""


@dataclass(slots=True)
class Town:
    """The layout as it now is."""

    layout: Layout
    members: dict[str, set[str]] = field(init=False)
    kinds: dict[str, Kind] = field(init=False)
    linked: list[frozenset[str]] = field(default_factory=list)
    """Accounts that are one person's."""

    founded: bool = field(init=False)
    """Whether the boards are there."""

    def __post_init__(self) -> None:
        self.members = {key: set(room.people) for key, room in self.layout.rooms.items()}
        self.kinds = {key: room.kind for key, room in self.layout.rooms.items()}
        self.founded = not self.layout.founds_later

    def readers(self, key: str) -> frozenset[str]:
        """Everybody who can read what stands in the room: on any side, by any of their accounts."""
        if key == EVERYBODY:
            return frozenset(self.layout.people)
        boards = self.layout.boards if self.founded else ()
        sides = next((board for board in boards if key in board), frozenset({key.removeprefix(_BEFORE)}))
        found = frozenset[str]().union(*map(self.inside, sides))
        return found.union(*(one for one in self.linked if one & found))

    def before(self, key: str) -> str:
        """The room as it was before the boards: what was said in it then is not read on the other sides."""
        return key if key.startswith(_BEFORE) else f"{_BEFORE}{key}"

    def link(self, one: str, other: str) -> None:
        """They are the same person, with all whom either was before."""
        party = frozenset({one, other}).union(*(known for known in self.linked if known & {one, other}))
        self.linked = [known for known in self.linked if not known & party] + [party]

    def unlink(self, one: str) -> None:
        self.linked = [known - {one} for known in self.linked]

    def inside(self, key: str) -> frozenset[str]:
        """Who can read the room on its platform, which knows nothing of boards and linked accounts."""
        room = self.layout.rooms[key]
        inside = frozenset(self.members[key])
        if self.kinds[key] != "open":
            return inside
        colleagues = (one for one in self.layout.people.values() if one.standing == "full" and _is_at(one, room))
        return (inside | {one.key for one in colleagues}) - room.denied

    def flows(self, source: str, to: str) -> bool:
        """Whether everybody who reads the one room can read the other one's source."""
        return self.readers(to) <= self.readers(source)

    def audience(self, key: str, author: str = "") -> Audience:
        """The label that the platform gives to what is said there."""
        if key == EVERYBODY:
            return Audience("org")
        room = self.layout.rooms[key]
        if self.kinds[key] == "direct":
            (alone,) = room.people
            return Audience.person(self.layout.people[alone].person)
        is_open = self.kinds[key] == "open" and not room.denied
        return Audience.open(room.place) if is_open else Audience.group(room.place)

    def key_of(self, place: Place) -> str:
        """The room of the place; empty for one that is not in this town."""
        found = (key for key, room in self.layout.rooms.items() if room.place == place.room)
        return next(found, "")

    def address(self, key: str) -> Person:
        return self.layout.people[key].person


def _is_at(one: Someone, room: Room) -> bool:
    return (one.person.platform, one.person.workspace) == (room.place.platform, room.place.workspace) or (
        one.person.platform == room.place.platform == "discord"
    )
