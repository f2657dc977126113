"""A terminal with one person at it, for the contract suite and the console's own tests."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta

from adapters.console.adapter import ConsoleAdapter
from adapters.console.inbound import Seat
from adapters.console.outbound import Shown
from bots.message import Act, File, Message, Receipt, Send
from bots.ports import Capabilities, Sink
from memory.vocabulary.address import Account, Person, Place
from tests.contracts.adapter import RecordingSink

ACCOUNT = Account("console", "main")
ADA = Person("console", "", "ada")
ROOM = Place("console", "", "general")
DIRECT = Place("console", "dm", "ada")


class Ticking:
    """A clock that goes on by a millisecond at each look."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 20, 9, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.now += timedelta(milliseconds=1)
        return self.now


class Table:
    """A hub at which Ada sits, in a room and in her direct talk; what each seat was shown."""

    def __init__(self, clock: Ticking | None = None) -> None:
        self.hub = ConsoleAdapter(ACCOUNT, clock or Ticking(), "alice")
        self.shown: dict[Place, list[Shown]] = {ROOM: [], DIRECT: []}
        self.seats = {place: Seat(person=ADA, place=place, show=kept.append) for place, kept in self.shown.items()}
        self._sitting = ExitStack()
        for seat in self.seats.values():
            self._sitting.enter_context(self.hub.sit(seat))


class Observed:
    """The hub, with what each act showed noted beside its place and id."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.inner = table.hub
        self.account = self.inner.account
        self.posts: list[tuple[Place, str, str]] = []

    def capabilities(self, place: Place) -> Capabilities:
        return self.inner.capabilities(place)

    async def run(self, sink: Sink) -> None:
        await self.inner.run(sink)

    async def perform(self, act: Act, nonce: str, in_doubt: bool = False) -> Receipt:
        shown = self.table.shown.get(act.place, [])
        before = len(shown)
        receipt = await self.inner.perform(act, nonce, in_doubt)
        if isinstance(act, Send) and len(shown) > before:
            self.posts.append((act.place, receipt.message_id, shown[-1].text))
        return receipt

    async def history(self, place: Place, after: str) -> list[Message]:
        return await self.inner.history(place, after)

    async def posted(self, place: Place, nonces: Sequence[str], question: str) -> bool | None:
        return await self.inner.posted(place, nonces, question)

    async def rooms(self, since: datetime) -> Mapping[Place, str]:
        return await self.inner.rooms(since)

    async def direct(self, person: Person) -> Place:
        return await self.inner.direct(person)

    async def readable(self, present: Person | Place, rooms: Sequence[Place]) -> frozenset[Place]:
        return await self.inner.readable(present, rooms)

    def fetch(self, file: File) -> AsyncGenerator[bytes]:
        return self.inner.fetch(file)

    async def find(self, query: str) -> list[Person | Place]:
        return await self.inner.find(query)


class ConsoleStage:
    """A Stage: the person takes the seat in the place where they want to speak."""

    def __init__(self) -> None:
        self.table = Table()
        self.adapter = Observed(self.table)
        self.sink = RecordingSink()
        self.place = ROOM
        self.direct = DIRECT

    async def say(self, text: str, *, place: Place | None = None) -> str:
        known = len(self.sink.messages)
        await self.table.hub.hear(text, self.table.seats[place or self.place])
        return (await self.sink.heard(known + 1))[-1].id

    async def buttons(self, place: Place, post: str) -> list[tuple[str, str]]:
        return []

    async def press(self, place: Place, post: str, value: str) -> None:
        raise NotImplementedError("a terminal has nothing to press")

    async def posts(self, place: Place) -> list[tuple[str, str]]:
        return [(one, text) for where, one, text in self.adapter.posts if where == place]
