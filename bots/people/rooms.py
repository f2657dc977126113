"""Who can read which room: looked up from the platforms before recall, at most ten minutes old within it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from memory.vocabulary.address import Person, Place
from memory.vocabulary.ports import Clock

log = logging.getLogger(__name__)
FRESH = timedelta(minutes=10)
_LOOKUP_S = 1.0
_MOST_ROOMS = 20

#: room -> addresses of all who can read it; None where the platform cannot tell.
LookUp = Callable[[Place], Awaitable[frozenset[str] | None]]


@dataclass(frozen=True, slots=True)
class _Known:
    readers: frozenset[str]
    at: datetime


class Rooms:
    """Membership (memory.vocabulary.ports) from look-ups; where nothing is known, the answer is no."""

    def __init__(self, look_up: LookUp, clock: Clock) -> None:
        self._look_up = look_up
        self._clock = clock
        self._known: dict[Place, _Known] = {}
        self._crossings: dict[Place, int] = {}
        self._asked: dict[Place, int] = {}
        self._rounds = 0

    def reads(self, person: Person, room: Place) -> bool:
        known = self._known.get(room.room)
        return known is not None and self._clock() - known.at <= FRESH and str(person) in known.readers

    async def refresh(self, rooms: list[Place]) -> None:
        """Look up what is not fresh, twenty rooms at once, for a second at most: those first that wait the longest."""
        stale = sorted((room for room in rooms if not self._is_fresh(room)), key=self._last_asked)[:_MOST_ROOMS]
        for room in stale:
            self._asked[room.room] = self._rounds = self._rounds + 1
        if stale:
            await asyncio.wait([asyncio.ensure_future(self._refresh(room)) for room in stale], timeout=_LOOKUP_S)

    def forget(self, room: Place) -> None:
        """Somebody joined or left."""
        self._known.pop(room.room, None)
        self._crossings[room.room] = self._crossings.get(room.room, 0) + 1

    def _last_asked(self, room: Place) -> int:
        return self._asked.get(room.room, 0)

    def _is_fresh(self, room: Place) -> bool:
        known = self._known.get(room.room)
        return known is not None and self._clock() - known.at <= FRESH / 2

    async def _refresh(self, room: Place) -> None:
        crossings = self._crossings.get(room.room, 0)
        try:
            readers = await self._look_up(room.room)
        except Exception as trouble:
            log.info("members could not be looked up: %s", type(trouble).__name__)
            return
        if readers is None or crossings != self._crossings.get(room.room, 0):
            self._known.pop(room.room, None)  # unknown, or somebody crossed the threshold meanwhile
        else:
            self._known[room.room] = _Known(readers, self._clock())
