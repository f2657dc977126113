"""Catch-up: what was said while an account was away is fetched from the platform's history, place by place.

The inbox knows by its keys what was seen before and drops it; so asking for too much is safe.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime, timedelta

from bots.delivery.seam import Delivery
from bots.message import Kind, Message
from bots.ports import Adapter
from bots.roster import Roster
from memory.vocabulary.address import Place
from memory.vocabulary.errors import AddressError
from memory.vocabulary.ports import Clock

log = logging.getLogger(__name__)
#: A half-open socket is noticed late: begin that much before the loss was told.
OVERLAP = timedelta(minutes=2)


class CatchUp:
    """Remembers when each account was lost, and fetches from there when it is back."""

    def __init__(self, delivery: Delivery, roster: Roster, clock: Clock) -> None:
        self._delivery = delivery
        self._roster = roster
        self._clock = clock
        self._lost_at: dict[Adapter, datetime] = {}

    def lost(self, adapter: Adapter) -> None:
        self._lost_at.setdefault(adapter, self._clock())

    async def back(self, adapter: Adapter, store: Callable[[Message], Awaitable[bool]]) -> int:
        """Fetch what was missed; returns how many messages were new."""
        lost_at = self._lost_at.pop(adapter, self._clock())
        new = 0
        for place, order in (await self._cursors(adapter, lost_at - OVERLAP)).items():
            if not adapter.capabilities(place).history:
                continue
            try:
                missed = await adapter.history(place, order)
            except Exception:
                log.exception("history could not be fetched", extra={"place": str(place)})
                continue
            for message in missed:
                if message.kind is Kind.MESSAGE:
                    new += await store(message)
        if new:
            log.info("caught up", extra={"account": str(adapter.account), "messages": new})
        return new

    async def _cursors(self, adapter: Adapter, before: datetime) -> Mapping[Place, str]:
        """Place -> the order after which history is asked for; the earliest of its lanes."""
        cursors: dict[Place, str] = {}
        for lane, key in (await self._delivery.latest(before)).items():
            anima, _, address = lane.partition("@")
            try:
                place = Place.parse(address)
            except AddressError:
                continue
            if place.platform != adapter.account.platform or anima not in self._roster.here(adapter.account, place):
                continue
            order = key.rpartition(":")[0]
            cursors[place] = min(order, cursors.get(place, order))
        return cursors
