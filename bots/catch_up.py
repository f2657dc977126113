"""Catch-up: what was said while an account was away is fetched from the platform's history, place by place.

A gap is opened (durably) when the account is lost or the process starts, at the last message of each room that was
heard; it is closed when all that was missed in the room is accepted. A crash in between leaves it open, so that nothing
is skipped because something newer was heard meanwhile. The inbox knows by its keys what was seen before and drops it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Container, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from bots.boards.boards import SIGN
from bots.delivery.seam import Delivery
from bots.errors import Refused, SendFault
from bots.message import Kind, Message
from bots.ports import Adapter
from bots.roster import Roster
from memory.vocabulary.address import Account, Place
from memory.vocabulary.errors import AddressError
from memory.vocabulary.ports import Clock

log = logging.getLogger(__name__)
#: A connection that is gone, or was renewed without a word, may have missed something before that was noticed.
OVERLAP = timedelta(minutes=2)
_TRIES = 5
_LONGEST_PAUSE_S = 60.0
_CAUGHT_UP = frozenset({Kind.MESSAGE, Kind.EDIT})
#: The gap of rooms in which nothing was heard yet; its cursor is a time.
_UNHEARD = "*"
Store = Callable[[Message], Awaitable[bool]]


@dataclass(slots=True)
class _Running:
    """A catch-up under way: a new round is wanted; it is over."""

    wake: asyncio.Event = field(default_factory=asyncio.Event)
    over: asyncio.Event = field(default_factory=asyncio.Event)


class CatchUp:
    """Opens gaps, and closes them by asking for history."""

    def __init__(self, delivery: Delivery, roster: Roster, clock: Clock, pause_s: float = 1.0) -> None:
        self._delivery = delivery
        self._roster = roster
        self._clock = clock
        self._pause_s = pause_s
        self._again: dict[Adapter, _Running] = {}
        self._unwritten: dict[Adapter, datetime] = {}  # gaps that a full disk did not take

    async def start(self, adapters: Sequence[Adapter]) -> None:
        """Before anything is connected: everybody was away since the last message, as far as is known.

        A platform's events may have been taken in out of order: what came shortly before that one may be missing, too.
        """
        heard = await self._delivery.last_accepted()
        for adapter in adapters:
            await self._open(adapter, (heard or self._clock()) - OVERLAP, exact=False)

    async def lost(self, adapter: Adapter) -> None:
        """The connection is gone, perhaps for a while already: that is noticed late. Raises nothing: what a full disk
        does not take now is written down before anything is fetched."""
        since = self._clock() - OVERLAP
        try:
            await self._open(adapter, since, exact=True)
        except Exception as trouble:
            log.warning("a gap could not be written down yet", extra={"why": type(trouble).__name__})
            self._unwritten[adapter] = min(since, self._unwritten.get(adapter, since))

    async def back(self, adapter: Adapter, store: Store, first_round: Callable[[], None] = lambda: None) -> int:
        """Fetch what was missed, again and again until nothing is left open; how many messages were new.

        `first_round` is called when all rooms have been asked once. While it runs, another call only begins a new
        round, and waits for the end.
        """
        if (running := self._again.get(adapter)) is not None:
            running.wake.set()
            await running.over.wait()
            return 0
        running = self._again[adapter] = _Running()
        wake = running.wake
        new, pause = 0, self._pause_s
        try:
            while True:
                found, is_done = await self._round(adapter, store)
                new += found
                first_round()
                if is_done:
                    break
                with suppress(TimeoutError):
                    await asyncio.wait_for(wake.wait(), pause)
                pause = self._pause_s if wake.is_set() else min(2 * pause, _LONGEST_PAUSE_S)
                wake.clear()
        finally:
            del self._again[adapter]
            running.over.set()
        if new:
            log.info("caught up", extra={"account": str(adapter.account), "messages": new})
        return new

    async def _round(self, adapter: Adapter, store: Store) -> tuple[int, bool]:
        """How many messages were new, and whether no gap is left."""
        try:
            if (since := self._unwritten.get(adapter)) is not None:
                await self._open(adapter, since, exact=False)
                self._unwritten.pop(adapter, None)
            account = str(adapter.account)
            if not await self._delivery.gaps(account):
                await self._open(adapter, self._clock() - OVERLAP, exact=False)
            gaps = await self._delivery.gaps(account)
        except Exception as trouble:
            log.warning("what was missed could not be asked for; trying again", exc_info=trouble)
            return 0, False
        closed = [await self._close(adapter, store, address, gaps) for address in gaps]
        return sum(found or 0 for found in closed), None not in closed

    async def _close(self, adapter: Adapter, store: Store, address: str, gaps: Mapping[str, str]) -> int | None:
        """How many messages of the gap were new; None when it stays open."""
        new, cursor = 0, gaps[address]
        try:
            if address == _UNHEARD:
                found = await self._missed_unheard(adapter, datetime.fromisoformat(cursor), gaps)
            else:
                found = await self._missed(adapter, Place.parse(address), cursor)
            if found is None:
                return None
            for message in found:
                new += await store(message)
            await self._delivery.close_gap(str(adapter.account), address)
        except Exception as trouble:
            log.warning("what was missed could not be taken in; trying again", exc_info=trouble)
            return None
        return new

    async def _open(self, adapter: Adapter, since: datetime, *, exact: bool) -> None:
        cursors = {_UNHEARD: since.isoformat()}
        for lane, key in (await self._delivery.latest(None if exact else since)).items():
            anima, _, address = lane.partition("@")
            try:
                place = Place.parse(address)
            except AddressError:
                continue
            if place.platform != adapter.account.platform or not self._listens(adapter.account, anima, place):
                continue
            room, order = str(place.room), key.partition(":")[0]
            cursors[room] = max(order, cursors.get(room, ""))
        await self._delivery.open_gaps(str(adapter.account), cursors)

    def _listens(self, account: Account, who: str, place: Place) -> bool:
        """Whether the anima, or the board, hears the place by this account."""
        if who.startswith(SIGN):
            return any(account in board.serves(place) for board in self._roster.boards_of(place))
        return who in self._roster.here(account, place)

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
            except Refused:
                log.warning("history may not be read; what was missed here stays missed", extra={"place": str(place)})
                return []
            except SendFault as fault:
                wish = getattr(fault, "retry_after_s", None)
                await asyncio.sleep(self._pause_s * 2.0**tries if wish is None else wish)
        return None
