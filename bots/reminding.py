"""Reminders that are due: each is put once into the lane of the talk in which it was wished for.

The inbox makes it exactly once: a reminder has a key of its own there, so that a crash between handing it over and
noting that does no harm. What became due while nobody ran is handed over at the start.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import datetime

from bots.addressing import fold
from bots.delivery.seam import Delivery
from bots.errors import NotStored
from bots.message import Message
from bots.mind import Mind
from bots.parcel import Occasion, lane_of, pack_heard
from bots.prospective import ANYONE, origin_of
from memory.archive.reminders import DROPPED, FIRED, Intention
from memory.vocabulary.address import Place
from memory.vocabulary.errors import AddressError, MemoryFault
from memory.vocabulary.ports import Clock

log = logging.getLogger(__name__)
#: The clock of a machine may be set while we sleep.
_LONGEST_SLEEP_S = 30.0
_AFTER_A_FAULT_S = 5.0


class Reminding:
    """Watches over the reminders of all animas. `changed` is set when one is kept or dropped."""

    def __init__(self, minds: Mapping[str, Mind], delivery: Delivery, clock: Clock, changed: asyncio.Event) -> None:
        self._minds = minds
        self._delivery = delivery
        self._clock = clock
        self._changed = changed

    async def keep_watch(self) -> None:
        """Sleep until the next one is due; while there is none, until one is kept."""
        while True:
            self._changed.clear()
            try:
                pause = self._until(await self.look())
            except (NotStored, MemoryFault, OSError):
                log.warning("reminders could not be looked at or handed over; it is tried again", exc_info=True)
                pause = _AFTER_A_FAULT_S
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), pause)

    async def look(self) -> datetime | None:
        """Hand over what is due; when the next one is. Raises NotStored, StorageFault."""
        now, coming = self._clock(), []
        for mind in [*self._minds.values()]:
            for one in await asyncio.to_thread(mind.reminders.kept):
                if one.at is not None and one.at <= now:
                    await self._hand_over(mind, one)
                elif one.at is not None:
                    coming.append(one.at)
        return min(coming, default=None)

    async def joined(self, message: Message) -> None:
        """Somebody has joined a room: hand over what waited for that. Raises NotStored, StorageFault."""
        for mind in [*self._minds.values()]:
            for one in _waiting_for(message, await asyncio.to_thread(mind.reminders.kept)):
                await self._hand_over(mind, one)

    async def _hand_over(self, mind: Mind, intention: Intention) -> None:
        try:
            heard = replace(origin_of(intention), occasion=Occasion(kind="reminder", id=intention.id))
        except ValueError:
            log.exception("a reminder cannot be read and is dropped", extra={"reminder": intention.id})
            await asyncio.to_thread(mind.reminders.change, intention.id, DROPPED, self._clock())
            return
        message = heard.message
        key = f"{message.key}:reminder:{intention.id}"
        await self._delivery.accept(lane_of(mind.name, message), key, pack_heard(heard))
        await asyncio.to_thread(mind.reminders.change, intention.id, FIRED, self._clock())

    def _until(self, due: datetime | None) -> float | None:
        if due is None:
            return None
        return min(max((due - self._clock()).total_seconds(), 0.0), _LONGEST_SLEEP_S)


def _waiting_for(message: Message, kept: list[Intention]) -> Iterator[Intention]:
    if message.author_is_self:
        return
    for one in kept:
        if one.joiner and _room_of(one) == message.place.room and _is_named(one.joiner, message.author_name):
            yield one


def _is_named(wanted: str, name: str) -> bool:
    """By the whole name or one word of it; where words are not parted, by its beginning."""
    sought, full = fold(wanted), fold(name)
    return wanted == ANYONE or sought in (full, *full.split()) or (not sought.isascii() and full.startswith(sought))


def _room_of(intention: Intention) -> Place | None:
    with suppress(AddressError):
        return Place.parse(intention.place).room
    return None
