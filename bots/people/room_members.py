"""Who can read which room: looked up from the platforms before recall, at most ten minutes old within it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from time import monotonic

from bots.anima.anima import Anima
from memory.archive.contacts import Contacts
from memory.vocabulary.address import Audience, Person, Place, audience_covers
from memory.vocabulary.errors import MemoryFault
from memory.vocabulary.ports import Clock

log = logging.getLogger(__name__)
#: An adapter may have known it for as long (bots.ports.Adapter.readable): ten minutes in sum.
FRESH = timedelta(minutes=5)
_LOOKUP_S = 1.0
#: So often it is read again which rooms the memories name.
_NAMED_S = 30.0
_MOST_ROOMS = 500
_MOST_PRESENT = 1024

#: Who is there: a person alone, or everybody who reads a room.
PresentPlace = Person | Place
#: (who is there, rooms) -> those of the rooms that all of them can read.
MemberSource = Callable[[PresentPlace, Sequence[Place]], Awaitable[frozenset[Place]]]


@dataclass(frozen=True, slots=True)
class _RoomMembers:
    can_read: bool
    at: datetime


@dataclass(eq=False, slots=True)
class _MemberLookUp:
    """A look-up under way, with what changed meanwhile."""

    present: PresentPlace
    rooms: Sequence[Place]
    changed: list[PresentPlace] = field(default_factory=list)

    def is_overtaken(self, room: Place) -> bool:
        return any(_concerns(what, self.present) or _concerns(what, room) for what in self.changed)


class RoomMembership:
    """Membership (memory.vocabulary.ports) from look-ups; where nothing is known, the answer is no."""

    def __init__(
        self,
        look_up: MemberSource,
        clock: Clock,
        addresses: Callable[[Person], Sequence[Person]] = lambda item: (item,),
    ) -> None:
        """`addresses` are all of one person, as they linked them themselves."""
        self._look_up = look_up
        self.addresses = addresses
        self._clock = clock
        self._told: dict[PresentPlace, dict[Place, _RoomMembers]] = {}
        self._questions: dict[_MemberLookUp, asyncio.Task[None]] = {}

    def reads(self, person: Person, room: Place) -> bool:
        return self._can_read(person, room.room, FRESH)

    def is_open_to(self, room: Place, others: Place) -> bool:
        return self._can_read(others.room, room.room, FRESH)

    async def refresh(self, present: Audience, rooms: Sequence[Place]) -> None:
        """Look up what is not fresh, for a second at most; what comes later counts from then on."""
        asked: Sequence[PresentPlace] = present.rooms if present.alone is None else self.addresses(present.alone)
        await asyncio.gather(*(self._refresh(item, rooms) for item in asked))

    async def _refresh(self, who: PresentPlace, rooms: Sequence[Place]) -> None:
        near = dict.fromkeys(room.room for room in rooms if _is_near(who, room))
        stale = [room for room in near if room != who and not self._is_fresh(who, room)][:_MOST_ROOMS]
        if stale:
            question = _MemberLookUp(who, stale)
            self._questions[question] = task = asyncio.create_task(self._ask(question))
            await asyncio.wait({task}, timeout=_LOOKUP_S)

    def forget(self, what: PresentPlace) -> None:
        """What was told of this person or room is no longer so; a place without a channel is its whole workspace."""
        for present in [item for item in self._told if _concerns(what, item)]:
            del self._told[present]
        for rooms in self._told.values():
            for room in [item for item in rooms if _concerns(what, item)]:
                del rooms[room]
        for question in self._questions:
            question.changed.append(what)

    def _can_read(self, present: PresentPlace, room: Place, within: timedelta) -> bool:
        told = self._told.get(present, {}).get(room)
        return told is not None and told.can_read and self._clock() - told.at <= within

    def _is_fresh(self, present: PresentPlace, room: Place) -> bool:
        told = self._told.get(present, {}).get(room)
        return told is not None and self._clock() - told.at <= FRESH / 2

    async def _ask(self, question: _MemberLookUp) -> None:
        at = self._clock()
        try:
            open_to_them = await self._look_up(question.present, question.rooms)
        except Exception as trouble:
            log.info("who reads a room could not be looked up: %s", type(trouble).__name__)
            return
        finally:
            del self._questions[question]
        known = self._told.setdefault(question.present, {})
        for room in question.rooms:
            if question.is_overtaken(room):
                known.pop(room, None)  # somebody crossed a threshold meanwhile
            else:
                known[room] = _RoomMembers(room in open_to_them, at)
        while len(self._told) > _MOST_PRESENT:
            del self._told[next(iter(self._told))]


class KnownRooms:
    """The rooms of a fleet, and who may read what is said in them.

    Those heard from come first, the latest at the head, then what else memories name, whether anybody was heard there
    live or all of it was imported. What memories name is read again now and again, and waited for no longer than a
    look-up.
    """

    def __init__(
        self, members: RoomMembership, animas: Mapping[str, Anima], monotonic: Callable[[], float] = monotonic
    ) -> None:
        """`monotonic` counts seconds."""
        self.members = members
        self._animas = animas
        self._monotonic = monotonic
        self._heard: dict[Place, None] = {}
        self._named: tuple[Place, ...] = ()
        self._read_at: float | None = None
        self._reading: asyncio.Task[None] | None = None

    def heard(self, room: Place) -> None:
        """Somebody spoke there just now."""
        self._heard.pop(room, None)
        self._heard[room] = None

    async def of(self, platforms: Collection[str] = ()) -> list[Place]:
        """Those of these platforms, or of all."""
        found = dict.fromkeys([*reversed(self._heard), *await self._named_in_memories()])
        return [room for room in found if not platforms or room.platform in platforms]

    async def refresh(self, present: Audience, platforms: Collection[str] = ()) -> None:
        """Look up which rooms those present can read, where that is not fresh."""
        await self.members.refresh(present, await self.of(platforms))

    async def may_read(self, audience: str, readers: Audience) -> bool:
        """Whether all of these could read what has this audience. Where nobody can tell, the answer is no."""
        await self.refresh(readers)
        return audience_covers(audience, readers, self.members)

    async def close(self) -> None:
        if self._reading is not None:
            await asyncio.wait({self._reading})

    async def _named_in_memories(self) -> tuple[Place, ...]:
        if self._read_at is None or self._monotonic() - self._read_at >= _NAMED_S:
            if self._reading is None or self._reading.done():
                self._reading = asyncio.create_task(self._read())
            await asyncio.wait({self._reading}, timeout=_LOOKUP_S)
        return self._named

    async def _read(self) -> None:
        began, found = self._monotonic(), dict[Place, None]()
        for anima in [*self._animas.values()]:
            try:
                found |= dict.fromkeys(room for audience in await anima.engine.audiences() for room in audience.rooms)
            except (MemoryFault, OSError) as fault:
                log.warning("which rooms a memory names could not be read", extra={"fault": str(fault)})
        self._named, self._read_at = tuple(found), began


def addresses_in(contacts: Contacts) -> Callable[[Person], Sequence[Person]]:
    """All addresses of one person, as they linked them."""

    def addresses(person: Person) -> Sequence[Person]:
        return [Person.parse(item) for item in contacts.addresses(str(person))]

    return addresses


def _is_near(present: PresentPlace, room: Place) -> bool:
    """A person reads rooms of several workspaces; who reads a room is of one."""
    if present.platform != room.platform:
        return False
    return isinstance(present, Person) or present.workspace == room.workspace


def _concerns(what: PresentPlace, present_place: PresentPlace) -> bool:
    if isinstance(what, Place) and not what.channel:
        return isinstance(present_place, Place) and (present_place.platform, present_place.workspace) == (
            what.platform,
            what.workspace,
        )
    return what == present_place
