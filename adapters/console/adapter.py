"""The terminal as a platform: talk to an anima without any token."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from datetime import UTC, datetime, timedelta
from itertools import count

from adapters.console.inbound import Seat, direct_place, heard
from adapters.console.outbound import capabilities, readable, shown
from bots.errors import NotStored, Refused
from bots.message import Act, Delete, Edit, Message, React, Receipt, Send, Typing
from bots.ports import Capabilities, Connection, Sink
from memory.vocabulary.address import Account, Person, Place
from memory.vocabulary.ports import Clock

_PROMPT = "you> "
_THINKING = "…"
_NOT_KEPT = "(That could not be stored, so nobody will answer it. Free some disk space, then say it again.)"
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
#: How many nonces are remembered: far more than can be in doubt at once.
_MOST_NONCES = 10_000


class ConsoleAdapter:
    """One person at one terminal, in one place.

    `lines` is what the person enters (None: nobody enters anything, as in `chat --once`, and run() waits for its
    cancellation); at its end run() returns. `write` gets text as it is to appear, line ends included. `is_terminal`
    adds the prompt and the sign of thinking. `rooms` are further places that can be posted to; posts into other
    places than the seat's name their place.
    """

    def __init__(
        self,
        *,
        account: Account,
        place: Place,
        person: Person,
        person_name: str,
        lines: AsyncIterator[str] | None,
        write: Callable[[str], None],
        clock: Clock,
        anima_name: str = "anima",
        is_terminal: bool = False,
        rooms: frozenset[Place] = frozenset(),
    ) -> None:
        self.account = account
        self.seat = Seat(account=account, place=place, person=person, person_name=person_name)
        self._lines = lines
        self._write = write
        self._clock = clock
        self._anima_name = anima_name
        self._is_terminal = is_terminal
        self._rooms = rooms | {place.room}
        self._count = count()
        self._receipts: dict[str, Receipt] = {}
        self._thinking = False
        self._prompted = False

    def capabilities(self, place: Place) -> Capabilities:
        return capabilities()

    async def run(self, sink: Sink) -> None:
        """Hand over what is entered; returns at the end of input."""
        await sink.connection(self.account, Connection.CONNECTED)
        if self._lines is None:
            await asyncio.Event().wait()
            return
        self._prompt()
        async for line in self._lines:
            self._prompted = False
            await self._hear(line, sink)
        self._clear()
        if self._is_terminal:
            self._write("\n")

    async def perform(self, act: Act, nonce: str, in_doubt: bool = False) -> Receipt:
        """Raises Refused for a place that is none of this terminal's. The same nonce is shown once."""
        if nonce in self._receipts:
            return self._receipts[nonce]
        if isinstance(act, Typing):
            self._type(act)
            return Receipt()
        self._check(act.place)
        receipt = self._perform(act)
        self._receipts[nonce] = receipt
        if len(self._receipts) > _MOST_NONCES:
            del self._receipts[next(iter(self._receipts))]
        return receipt

    async def history(self, place: Place, after: str) -> list[Message]:
        """A terminal remembers nothing."""
        return []

    async def rooms(self, since: datetime) -> Mapping[Place, str]:
        return {}

    async def direct(self, person: Person) -> Place:
        return direct_place(person)

    async def find(self, query: str) -> list[Person | Place]:
        """The person at the terminal, and its rooms."""
        wanted = query.casefold().strip()
        named: list[tuple[str, Person | Place]] = [(f"{self.seat.person_name} {self.seat.person.id}", self.seat.person)]
        named.extend((room.channel, room) for room in sorted(self._rooms))
        return [found for name, found in named if wanted and wanted in name.casefold()]

    async def _hear(self, line: str, sink: Sink) -> None:
        at = self._clock()
        message = heard(line, self.seat, self._new_id(at), at)
        if message is None:
            self._prompt()
            return
        try:
            await sink.deliver(message)
        except NotStored:
            self._show(_NOT_KEPT)

    def _perform(self, act: Send | Edit | Delete | React) -> Receipt:
        at = self._clock()
        match act:
            case Send():
                self._show(self._where(act.place) + shown(act, self._anima_name))
                return Receipt(message_id=self._new_id(at), at=at)
            case Edit():
                self._show(f"{self._where(act.place)}(changed) {readable(act.text)}")
            case React():
                self._show(f"{self._where(act.place)}({act.reaction})")
            case Delete():
                self._show(f"{self._where(act.place)}(a message was taken back)")
        return Receipt(message_id=act.message_id, at=at)

    def _check(self, place: Place) -> None:
        if place.room not in self._rooms:
            known = ", ".join(map(str, sorted(self._rooms)))
            raise Refused(f"there is no place {place} at this terminal; it has {known}")

    def _where(self, place: Place) -> str:
        return "" if place.room == self.seat.place.room else f"[{place.channel}] "

    def _new_id(self, at: datetime) -> str:
        """Sorts, and is unique over restarts: the nanosecond, then a number within this process."""
        nanoseconds = (at - _EPOCH) // timedelta(microseconds=1) * 1000
        return f"{nanoseconds:020d}-{next(self._count):06d}"

    def _type(self, act: Typing) -> None:
        if not self._is_terminal or act.place.room != self.seat.place.room:
            return
        if act.done:
            self._clear()
        elif not self._thinking:
            self._clear()
            self._write(_THINKING)
            self._thinking = True

    def _show(self, text: str) -> None:
        self._clear()
        self._write(f"{text}\n")
        self._prompt()

    def _clear(self) -> None:
        """Take away the sign of thinking, or the prompt in front of which nothing has been entered."""
        if self._thinking or self._prompted:
            self._write("\r\x1b[K")
        self._thinking = self._prompted = False

    def _prompt(self) -> None:
        if self._is_terminal and self._lines is not None and not self._prompted:
            self._write(_PROMPT)
            self._prompted = True
