"""Catch-up: what was said while an account was away is fetched from the platform's history, place by place.

A gap is opened (durably) when the account is lost or the process starts, at the last message of each room that was
heard; it is closed when all that was missed in the room is accepted. A crash in between leaves it open, so that nothing
is skipped because something newer was heard meanwhile. The inbox knows by its keys what was seen before and drops it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Container, Sequence
from datetime import datetime, timedelta

from bots.delivery.seam import Delivery
from bots.errors import SendFault, Unreachable
from bots.message import Kind, Message
from bots.ports import Adapter
from bots.roster import Roster
from memory.vocabulary.address import Place
from memory.vocabulary.errors import AddressError
from memory.vocabulary.ports import Clock

log = logging.getLogger(__name__)
#: A connection that is gone, or was renewed without a word, may have missed something before that was noticed.
OVERLAP = timedelta(minutes=2)
_TRIES = 5
_CAUGHT_UP = frozenset({Kind.MESSAGE, Kind.EDIT})
#: The gap of rooms in which nothing was heard yet; its cursor is a time.
_UNHEARD = "*"
Store = Callable[[Message], Awaitable[bool]]


class CatchUp:
    """Opens gaps, and closes them by asking for history."""

    def __init__(self, delivery: Delivery, roster: Roster, clock: Clock, pause_s: float = 1.0) -> None:
        self._delivery = delivery
        self._roster = roster
        self._clock = clock
        self._pause_s = pause_s
        self._one_at_a_time: dict[Adapter, asyncio.Lock] = {}

    async def start(self, adapters: Sequence[Adapter]) -> None:
        """Before anything is connected: everybody was away since the last message, as far as is known."""
        heard = await self._delivery.last_accepted()
        for adapter in adapters:
            await self._open(adapter, heard or self._clock(), exact=True)

    async def lost(self, adapter: Adapter) -> None:
        """The connection is gone, perhaps for a while already: that is noticed late."""
        await self._open(adapter, self._clock() - OVERLAP, exact=True)

    async def back(self, adapter: Adapter, store: Store) -> int:
        """Fetch what was missed; returns how many messages were new."""
        async with self._one_at_a_time.setdefault(adapter, asyncio.Lock()):
            if not await self._delivery.gaps(str(adapter.account)):
                await self._open(adapter, self._clock() - OVERLAP, exact=False)
            new = 0
            account = str(adapter.account)
            gaps = await self._delivery.gaps(account)
            for address, cursor in gaps.items():
                if address == _UNHEARD:
                    found = await self._missed_unheard(adapter, datetime.fromisoformat(cursor), gaps)
                else:
                    found = await self._missed(adapter, Place.parse(address), cursor)
                if found is None:
                    continue  # stays open until the account is back again
                for message in found:
                    new += await store(message)
                await self._delivery.close_gap(account, address)
            if new:
                log.info("caught up", extra={"account": account, "messages": new})
            return new

    async def _open(self, adapter: Adapter, since: datetime, *, exact: bool) -> None:
        cursors = {_UNHEARD: since.isoformat()}
        for lane, key in (await self._delivery.latest(None if exact else since)).items():
            anima, _, address = lane.partition("@")
            try:
                place = Place.parse(address)
            except AddressError:
                continue
            if place.platform != adapter.account.platform or anima not in self._roster.here(adapter.account, place):
                continue
            room, order = str(place.room), key.partition(":")[0]
            cursors[room] = max(order, cursors.get(room, ""))
        await self._delivery.open_gaps(str(adapter.account), cursors)

    async def _missed_unheard(self, adapter: Adapter, since: datetime, heard: Container[str]) -> list[Message] | None:
        """Rooms in which somebody may have begun to talk while nobody listened."""
        try:
            rooms = await adapter.rooms(since)
        except SendFault as fault:
            log.info("rooms could not be listed: %s", type(fault).__name__)
            return None
        found: list[Message] = []
        for place, order in rooms.items():
            if str(place) in heard:
                continue
            missed = await self._missed(adapter, place, order)
            if missed is None:
                return None
            found += missed
        return sorted(found, key=lambda message: message.at)

    async def _missed(self, adapter: Adapter, place: Place, order: str) -> list[Message] | None:
        """What the platform still has, oldest first; None while it cannot be asked."""
        if not adapter.capabilities(place).history:
            return []
        for tries in range(1, _TRIES + 1):
            try:
                return [one for one in await adapter.history(place, order) if one.kind in _CAUGHT_UP]
            except Unreachable as away:
                pause = self._pause_s * 2.0**tries if away.retry_after_s is None else away.retry_after_s
                await asyncio.sleep(pause)
            except Exception:
                log.exception("history could not be read; what was missed here stays missed")
                return []
        return None
