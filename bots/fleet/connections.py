"""The accounts of a fleet: each is listened to, begun again when it breaks, and catches up with what it has missed.

A gap is opened (durably) when the account is lost or the process starts, at the last message of each room that was
heard; it is closed when all that was missed in the room is accepted. A crash in between leaves it open, so that
nothing is skipped because something newer was heard meanwhile. The inbox knows by its keys what it has already.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Container, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from bots.delivery.contract import Delivery
from bots.delivery.error_boundary import BackgroundTasks, fault_name, is_cancelled_or_ending
from bots.errors import Refused, SendFault
from bots.fleet.fleet_parts import Accounts
from bots.message import Kind, Message
from bots.people.roster import Roster
from bots.ports import Adapter, Connection
from bots.rooms.boards import BOARD_SIGN
from bots.rooms.dispatch import AnnounceDoubt
from bots.rooms.reception import Reception
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
StoreMessages = Callable[[Message], Awaitable[bool]]


@dataclass(slots=True)
class _CatchUpRound:
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
        self._again: dict[Adapter, _CatchUpRound] = {}
        self._unwritten: dict[Adapter, datetime] = {}  # gaps that a full disk did not take

    async def start(self, adapters: Sequence[Adapter]) -> None:
        """Before anything is connected: everybody was away since the last message, as far as is known.

        A platform's events may have been taken in out of order: what came shortly before that one may be missing, too.
        """
        last = await self._delivery.last_accepted()
        for adapter in adapters:
            await self._open(adapter, (last or self._clock()) - OVERLAP, exact=False)

    async def lost(self, adapter: Adapter) -> None:
        """The connection is gone, perhaps for a while already: that is noticed late. Raises nothing: what a full disk
        does not take now is written down before anything is fetched."""
        since = self._clock() - OVERLAP
        try:
            await self._open(adapter, since, exact=True)
        except Exception as trouble:
            log.warning("a gap could not be written down yet", extra={"why": type(trouble).__name__})
            self._unwritten[adapter] = min(since, self._unwritten.get(adapter, since))

    async def back(self, adapter: Adapter, store: StoreMessages, first_round: Callable[[], None] = lambda: None) -> int:
        """Fetch what was missed, again and again until nothing is left open; how many messages were new.

        `first_round` is called when all rooms have been asked once. While it runs, another call only begins a new
        round, and waits for the end.
        """
        if (running := self._again.get(adapter)) is not None:
            running.wake.set()
            await running.over.wait()
            return 0
        running = self._again[adapter] = _CatchUpRound()
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

    async def _round(self, adapter: Adapter, store: StoreMessages) -> tuple[int, bool]:
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

    async def _close(self, adapter: Adapter, store: StoreMessages, address: str, gaps: Mapping[str, str]) -> int | None:
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
        if who.startswith(BOARD_SIGN):
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
                return [message for message in await adapter.history(place, order) if message.kind in _CAUGHT_UP]
            except Refused:
                log.warning("history may not be read; what was missed here stays missed", extra={"place": str(place)})
                return []
            except SendFault as fault:
                wish = getattr(fault, "retry_after_s", None)
                await asyncio.sleep(self._pause_s * 2.0**tries if wish is None else wish)
        return None


# --- connections ----------------------------------------------------------------------------------------------------
# The accounts of a fleet: each is listened to, begun again when it breaks, and catches up with what it has missed.


#: An account that held for so long is no longer one that breaks again and again. Seconds.
_HELD_S = 60.0
_UNSTORED = "what is said cannot be stored now: free some space on the home's disk"


class Connections:
    """Their states, and what is done when they change."""

    def __init__(
        self,
        accounts: Accounts,
        announce: AnnounceDoubt,
        catch_up: CatchUp,
        background: BackgroundTasks,
        reception: Callable[[], Reception],
        connected: Callable[[Adapter], None],
        changed: Callable[[str, bool], None],
    ) -> None:
        """`connected` is called whenever an account is, `changed` of each change by name: is it connected?"""
        self._accounts, self._announce = accounts, announce
        self._catch_up, self._background = catch_up, background
        self._reception, self._connected, self._state_changed = reception, connected, changed
        self._states: dict[Account, tuple[Connection, str]] = dict.fromkeys(
            accounts.adapters, (Connection.CONNECTING, "")
        )
        self._changed = asyncio.Event()
        self._deaf: set[Account] = set()  # accounts of which something could not be stored

    def add(self, account: Account) -> None:
        """One more, that is not listened to yet."""
        self._states[account] = (Connection.CONNECTING, "")

    def is_connected(self, account: Account) -> bool:
        return self._states[account][0] is Connection.CONNECTED

    def shown(self) -> Mapping[str, str]:
        """The platforms' accounts; the terminals of this machine are no news."""
        return {
            str(account): f"{state}: {detail}" if detail else str(state)
            for account, (state, detail) in self._states.items()
            if account not in self._accounts.terminals
        }

    async def settled(self, timeout_s: float) -> None:
        """Return when each account is connected or has failed for good, at the latest after the time-out."""
        with suppress(TimeoutError):
            async with asyncio.timeout(timeout_s):
                while any(state is Connection.CONNECTING for state, _ in self._states.values()):
                    self._changed.clear()
                    await self._changed.wait()

    async def listen(self, adapter: Adapter) -> None:
        """One account; what breaks in an adapter begins it again, and touches no other account."""
        tries, now = 0, asyncio.get_running_loop().time
        while True:
            began = now()
            try:
                return await adapter.run(self._reception())
            except BaseException as bug:
                if is_cancelled_or_ending(bug):
                    raise
                log.error("an account broke; it begins again", extra={"account": str(adapter.account)}, exc_info=bug)
                why = fault_name(bug)
            tries = 1 if now() - began > _HELD_S else tries + 1
            await self.became(adapter.account, Connection.CONNECTING, f"trying again ({why}; see the log)")
            await asyncio.sleep(min(_HELD_S, self._accounts.retry_s * 2.0 ** min(tries, 16)))

    async def became(self, account: Account, state: Connection, detail: str) -> None:
        """Raises nothing: an adapter that tells of its state is not the one to mend a disk."""
        adapter = self._accounts.adapters[account]
        self._tell(account, state, detail)
        if account in self._accounts.terminals:
            return
        if state is Connection.CONNECTED:
            self._connected(adapter)
            self._reception().hold(account)
            self._background.spawn(self._fetch_missed(adapter))
        else:
            await self._catch_up.lost(adapter)

    def cannot_store(self, account: Account) -> None:
        """What is said is not acknowledged; not every platform says it again, so it is fetched once there is room."""
        if account in self._deaf or account in self._accounts.terminals:
            return
        self._deaf.add(account)
        self._background.spawn(self._hear_again(account))

    def _tell(self, account: Account, state: Connection, detail: str) -> None:
        """Each change once; a try that says nothing of itself changes nothing."""
        before = self._states[account]
        if state is before[0] is Connection.CONNECTING and not detail:
            return
        self._states[account] = (state, detail)
        self._state_changed(str(account), state is Connection.CONNECTED)
        self._changed.set()
        if before != (state, detail) and account not in self._accounts.terminals:
            shown = f"{state}: {detail}" if detail else str(state)
            self._announce({"event": "account", "name": str(account), "state": shown})

    async def _fetch_missed(self, adapter: Adapter) -> None:
        reception = self._reception()
        try:
            await self._catch_up.back(adapter, reception.store, first_round=lambda: reception.release(adapter.account))
        finally:
            reception.release(adapter.account)

    async def _hear_again(self, account: Account) -> None:
        adapter = self._accounts.adapters[account]
        self._tell(account, self._states[account][0], _UNSTORED)
        try:
            await self._catch_up.lost(adapter)
            await self._catch_up.back(adapter, self._reception().store)
        finally:
            self._deaf.discard(account)
            if self._states[account][1] == _UNSTORED:
                self._tell(account, self._states[account][0], "")
