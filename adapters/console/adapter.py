"""The terminal as a platform: one account, and whoever sits at a terminal of it; talk without any token.

People come and go, the account stays: an answer for a place at which nobody sits waits until somebody does.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from itertools import count

from adapters.console.inbound import Seat, direct_place, heard, said
from adapters.console.outbound import Shown, capabilities, post_text
from bots.errors import NotStored, Refused, Unreachable
from bots.message import Act, Delete, Edit, File, Message, React, Receipt, Send, Typing
from bots.ports import Capabilities, Connection, Sink
from memory.vocabulary.address import Account, Person, Place
from memory.vocabulary.ports import Clock

_NOT_KEPT = "(That could not be stored, so nobody will answer it. Free some disk space, then say it again.)"
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
#: How many nonces are remembered: far more than can be in doubt at once.
_MOST_NONCES = 10_000


class ConsoleAdapter:
    """The console's Adapter. `anima` is whose account it is: what nobody else says, it says."""

    def __init__(self, account: Account, clock: Clock, anima: str = "anima") -> None:
        self.account = account
        self._clock = clock
        self._anima = anima
        self._seats: list[Seat] = []
        self._sink: Sink | None = None
        self._open = asyncio.Event()
        self._count = count()
        self._receipts: dict[str, Receipt] = {}

    def capabilities(self, place: Place) -> Capabilities:
        return capabilities()

    async def run(self, sink: Sink) -> None:
        self._sink = sink
        self._open.set()
        await sink.connection(self.account, Connection.CONNECTED)
        await asyncio.Event().wait()

    @contextmanager
    def sit(self, seat: Seat) -> Iterator[None]:
        """Show the seat what is said in its place, while inside."""
        self._seats.append(seat)
        try:
            yield
        finally:
            self._seats.remove(seat)

    async def hear(self, line: str, seat: Seat) -> None:
        """What was entered at the seat; a blank line says nothing."""
        await self._open.wait()
        assert self._sink is not None
        at = self._clock()
        message = heard(line, self.account, seat, self._new_id(at), at)
        if message is None:
            return
        try:
            await self._sink.deliver(message)
        except NotStored:
            seat.show(Shown(text=_NOT_KEPT))

    def message(self, text: str, seat: Seat) -> Message:
        """The text as the person at the seat says it now."""
        at = self._clock()
        return said(text, self.account, seat, self._new_id(at), at)

    async def perform(self, act: Act, nonce: str, in_doubt: bool = False) -> Receipt:
        """Show it at each terminal of the place, once for a nonce. Raises Unreachable where there is none."""
        if nonce and nonce in self._receipts:
            return self._receipts[nonce]
        here = [seat for seat in self._seats if seat.place.room == act.place.room]
        if not here and not isinstance(act, Typing):
            raise Unreachable(f"nobody sits at {act.place}")
        shown = self._shown(act)
        for seat in here:
            seat.show(shown)
        if isinstance(act, Typing):
            return Receipt()
        at = self._clock()
        receipt = Receipt(message_id=self._new_id(at) if isinstance(act, Send) else act.message_id, at=at)
        self._remember(nonce, receipt)
        return receipt

    async def history(self, place: Place, after: str) -> list[Message]:
        """A terminal remembers nothing."""
        return []

    async def posted(self, place: Place, nonces: Sequence[str], question: str) -> bool | None:
        """A terminal remembers nothing."""
        return None

    async def rooms(self, since: datetime) -> Mapping[Place, str]:
        return {}

    def fetch(self, file: File) -> AsyncGenerator[bytes]:
        raise Refused(f"at a terminal nobody sends files, and not {file.name!r}")

    async def direct(self, person: Person) -> Place:
        return direct_place(person)

    async def find(self, query: str) -> list[Person | Place]:
        """The people at terminals, and the places where they sit."""
        wanted = query.casefold().strip()
        named: list[tuple[str, Person | Place]] = [(seat.name, seat.person) for seat in self._seats]
        named += [(seat.place.channel, seat.place.room) for seat in self._seats]
        return list(dict.fromkeys(found for name, found in named if wanted and wanted in name.casefold()))

    async def readable(self, present: Person | Place, rooms: Sequence[Place]) -> frozenset[Place]:
        """Nobody tells who sits down in a room of this machine."""
        return frozenset()

    def _shown(self, act: Act) -> Shown:
        match act:
            case Typing():
                return Shown(kind="over" if act.done else "draft", name=self._anima, text=act.preview)
            case Send():
                return Shown(name=act.persona.name if act.persona else self._anima, text=post_text(act))
            case Edit():
                return Shown(text=f"(changed) {act.text}")
            case React():
                return Shown(text=f"({act.reaction})")
            case Delete():
                return Shown(text="(a message was taken back)")

    def _remember(self, nonce: str, receipt: Receipt) -> None:
        self._receipts[nonce] = receipt
        if len(self._receipts) > _MOST_NONCES:
            del self._receipts[next(iter(self._receipts))]

    def _new_id(self, at: datetime) -> str:
        """Sorts, and is unique over restarts: the nanosecond, then a number within this process."""
        nanoseconds = (at - _EPOCH) // timedelta(microseconds=1) * 1000
        return f"{nanoseconds:020d}-{next(self._count):06d}"
