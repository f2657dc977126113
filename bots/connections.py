"""The accounts of a fleet: each is listened to, begun again when it breaks, and catches up with what it has missed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from contextlib import suppress

from bots.background import Background
from bots.catch_up import CatchUp
from bots.crew import Crew
from bots.ports import Adapter, Connection
from bots.reception import Reception
from bots.rim import is_end, name_of
from memory.vocabulary.address import Account

log = logging.getLogger(__name__)
#: An account that held for so long is no longer one that breaks again and again. Seconds.
_HELD_S = 60.0
_UNSTORED = "what is said cannot be stored now: free some space on the home's disk"


class Connections:
    """Their states, and what is done when they change."""

    def __init__(
        self,
        crew: Crew,
        catch_up: CatchUp,
        background: Background,
        reception: Callable[[], Reception],
        connected: Callable[[Adapter], None],
        told: Callable[[str, bool], None],
    ) -> None:
        """`connected` is called whenever an account is, `told` of each change by name: is it connected?"""
        self._crew, self._catch_up, self._background = crew, catch_up, background
        self._reception, self._connected, self._told = reception, connected, told
        self._states: dict[Account, tuple[Connection, str]] = dict.fromkeys(crew.adapters, (Connection.CONNECTING, ""))
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
            if account not in self._crew.terminals
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
                if is_end(bug):
                    raise
                log.error("an account broke; it begins again", extra={"account": str(adapter.account)}, exc_info=bug)
                why = name_of(bug)
            tries = 1 if now() - began > _HELD_S else tries + 1
            await self.became(adapter.account, Connection.CONNECTING, f"trying again ({why}; see the log)")
            await asyncio.sleep(min(_HELD_S, self._crew.retry_s * 2.0 ** min(tries, 16)))

    async def became(self, account: Account, state: Connection, detail: str) -> None:
        """Raises nothing: an adapter that tells of its state is not the one to mend a disk."""
        adapter = self._crew.adapters[account]
        self._tell(account, state, detail)
        if account in self._crew.terminals:
            return
        if state is Connection.CONNECTED:
            self._connected(adapter)
            self._reception().hold(account)
            self._background.spawn(self._fetch_missed(adapter))
        else:
            await self._catch_up.lost(adapter)

    def cannot_store(self, account: Account) -> None:
        """What is said is not acknowledged; not every platform says it again, so it is fetched once there is room."""
        if account in self._deaf or account in self._crew.terminals:
            return
        self._deaf.add(account)
        self._background.spawn(self._hear_again(account))

    def _tell(self, account: Account, state: Connection, detail: str) -> None:
        """Each change once; a try that says nothing of itself changes nothing."""
        before = self._states[account]
        if state is before[0] is Connection.CONNECTING and not detail:
            return
        self._states[account] = (state, detail)
        self._told(str(account), state is Connection.CONNECTED)
        self._changed.set()
        if before != (state, detail) and account not in self._crew.terminals:
            told = f"{state}: {detail}" if detail else str(state)
            self._crew.announce({"event": "account", "name": str(account), "state": told})

    async def _fetch_missed(self, adapter: Adapter) -> None:
        reception = self._reception()
        try:
            await self._catch_up.back(adapter, reception.store, first_round=lambda: reception.release(adapter.account))
        finally:
            reception.release(adapter.account)

    async def _hear_again(self, account: Account) -> None:
        adapter = self._crew.adapters[account]
        self._tell(account, self._states[account][0], _UNSTORED)
        try:
            await self._catch_up.lost(adapter)
            await self._catch_up.back(adapter, self._reception().store)
        finally:
            self._deaf.discard(account)
            if self._states[account][1] == _UNSTORED:
                self._tell(account, self._states[account][0], "")
