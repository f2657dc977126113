"""All terminals of a fleet as one account: who sits at which place comes and goes, the account stays.

An answer for a place at which nobody sits waits until somebody does.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from datetime import datetime

from adapters.console.adapter import ConsoleAdapter
from adapters.console.inbound import direct_place
from adapters.console.outbound import capabilities
from bots.errors import Refused, Unreachable
from bots.message import Act, File, Message, Receipt, Typing
from bots.ports import Capabilities, Connection, Sink
from memory.vocabulary.address import Account, Person, Place


class ConsoleHub:
    """The console's Adapter in a fleet; each terminal is a ConsoleAdapter of the same account."""

    def __init__(self, account: Account) -> None:
        self.account = account
        self._terminals: list[ConsoleAdapter] = []
        self._sink: Sink | None = None
        self._open = asyncio.Event()

    def capabilities(self, place: Place) -> Capabilities:
        return capabilities()

    async def run(self, sink: Sink) -> None:
        self._sink = sink
        self._open.set()
        await sink.connection(self.account, Connection.CONNECTED)
        await asyncio.Event().wait()

    async def sit(self, terminal: ConsoleAdapter, until: Callable[[], Awaitable[None]] | None = None) -> None:
        """Let the person at the terminal talk; returns at the end of their input, and after `until` has."""
        await self._open.wait()
        assert self._sink is not None
        self._terminals.append(terminal)
        try:
            await terminal.run(self._sink)
            if until is not None:
                await until()
        finally:
            self._terminals.remove(terminal)

    async def perform(self, act: Act, nonce: str, in_doubt: bool = False) -> Receipt:
        """Show it at each terminal of the place. Raises Unreachable where there is none."""
        here = [one for one in self._terminals if one.seat.place.room == act.place.room]
        receipts = [await terminal.perform(act, nonce, in_doubt) for terminal in here]
        if receipts:
            return receipts[0]
        if isinstance(act, Typing):
            return Receipt()
        raise Unreachable(f"nobody sits at {act.place}")

    async def history(self, place: Place, after: str) -> list[Message]:
        """A terminal remembers nothing."""
        return []

    async def rooms(self, since: datetime) -> Mapping[Place, str]:
        return {}

    def fetch(self, file: File) -> AsyncGenerator[bytes]:
        raise Refused(f"at a terminal nobody sends files, and not {file.name!r}")

    async def find(self, query: str) -> list[Person | Place]:
        return [found for terminal in self._terminals for found in await terminal.find(query)]

    async def direct(self, person: Person) -> Place:
        return direct_place(person)

    async def readable(self, present: Person | Place, rooms: Sequence[Place]) -> frozenset[Place]:
        """Nobody tells who sits down in a room of this machine."""
        return frozenset()
