"""Catch-up: what was said while an account was away is fetched from the platform's history, place by place.

The inbox knows by its keys what was seen before and drops it; so asking for too much is safe.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
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
#: A half-open socket is noticed late: begin that much before the loss was told.
OVERLAP = timedelta(minutes=2)
_TRIES = 5
_CAUGHT_UP = frozenset({Kind.MESSAGE, Kind.EDIT})
Store = Callable[[Message], Awaitable[bool]]


class CatchUp:
    """Remembers since when each account was away, and fetches from there when it is back."""

    def __init__(self, delivery: Delivery, roster: Roster, clock: Clock, pause_s: float = 1.0) -> None:
        self._delivery = delivery
        self._roster = roster
        self._clock = clock
        self._pause_s = pause_s
        self._away_since: dict[Adapter, datetime] = {}

    def start(self, adapters: list[Adapter], last_heard: datetime | None) -> None:
        """Before anything is connected: all were away since the last message, as far as is known."""
        for adapter in adapters:
            self._away_since[adapter] = last_heard or self._clock() + OVERLAP  # a first start answers nothing old

    def lost(self, adapter: Adapter) -> None:
        self._away_since.setdefault(adapter, self._clock())

    async def back(self, adapter: Adapter, store: Store) -> int:
        """Fetch what was missed; returns how many messages were new."""
        since = self._away_since.pop(adapter, self._clock()) - OVERLAP
        cursors = {**await self._unheard(adapter, since), **await self._cursors(adapter, since)}
        new = 0
        for place, order in sorted(cursors.items()):
            if adapter.capabilities(place).history:
                for message in await self._missed(adapter, place, order):
                    new += await store(message)
        if new:
            log.info("caught up", extra={"account": str(adapter.account), "messages": new})
        return new

    async def _missed(self, adapter: Adapter, place: Place, order: str) -> list[Message]:
        """Asked again while the platform cannot be reached; the next loss of the account ends it."""
        for tries in range(1, _TRIES + 1):
            try:
                return [one for one in await adapter.history(place, order) if one.kind in _CAUGHT_UP]
            except Unreachable as away:
                pause = self._pause_s * 2.0**tries if away.retry_after_s is None else away.retry_after_s
                await asyncio.sleep(pause)
            except Exception:
                log.exception("history could not be read", extra={"place": str(place)})
                break
        log.warning("what was missed here stays missed", extra={"place": str(place)})
        return []

    async def _unheard(self, adapter: Adapter, since: datetime) -> Mapping[Place, str]:
        """Rooms in which nothing was ever heard: somebody may have begun to talk in them."""
        try:
            return await adapter.rooms(since)
        except SendFault as fault:
            log.info("rooms could not be listed: %s", type(fault).__name__)
            return {}

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
