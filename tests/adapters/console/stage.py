"""A terminal with one person at it, for the contract suite and the console's own tests."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from adapters.console.adapter import ConsoleAdapter
from bots.message import Act, Message, Receipt, Send
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


class Terminal:
    """What was entered and what was written."""

    def __init__(self, place: Place = DIRECT, *, is_terminal: bool = False, clock: Ticking | None = None) -> None:
        self.entered: asyncio.Queue[str | None] = asyncio.Queue()
        self.written: list[str] = []
        self.adapter = ConsoleAdapter(
            account=ACCOUNT,
            place=place,
            person=ADA,
            person_name="Ada",
            lines=self._lines(),
            write=self.written.append,
            clock=clock or Ticking(),
            anima_name="alice",
            is_terminal=is_terminal,
            rooms=frozenset({ROOM, DIRECT}),
        )

    @property
    def text(self) -> str:
        return "".join(self.written)

    def enter(self, line: str | None) -> None:
        self.entered.put_nowait(line)

    async def _lines(self) -> AsyncIterator[str]:
        while (line := await self.entered.get()) is not None:
            yield line


class Observed:
    """The adapter, with what each act wrote noted beside its place and id."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self.inner = terminal.adapter
        self.account = self.inner.account
        self.posts: list[tuple[Place, str, str]] = []

    def capabilities(self, place: Place) -> Capabilities:
        return self.inner.capabilities(place)

    async def run(self, sink: Sink) -> None:
        await self.inner.run(sink)

    async def perform(self, act: Act, nonce: str, in_doubt: bool = False) -> Receipt:
        before = len(self.terminal.written)
        receipt = await self.inner.perform(act, nonce, in_doubt)
        written = "".join(self.terminal.written[before:])
        if isinstance(act, Send) and written:
            self.posts.append((act.place, receipt.message_id, written.partition("> ")[2].strip()))
        return receipt

    async def history(self, place: Place, after: str) -> list[Message]:
        return await self.inner.history(place, after)

    async def find(self, query: str) -> list[Person | Place]:
        return await self.inner.find(query)


class ConsoleStage:
    """A Stage: the person takes the seat in the place where they want to speak."""

    def __init__(self) -> None:
        self.terminal = Terminal(ROOM)
        self.adapter = Observed(self.terminal)
        self.sink = RecordingSink()
        self.place = ROOM
        self.direct = DIRECT

    async def say(self, text: str, *, place: Place | None = None) -> str:
        console = self.terminal.adapter
        console.seat = replace(console.seat, place=place or self.place)
        known = len(self.sink.messages)
        self.terminal.enter(text)
        return (await self.sink.heard(known + 1))[-1].id

    async def buttons(self, place: Place, post: str) -> list[tuple[str, str]]:
        return []

    async def press(self, place: Place, post: str, value: str) -> None:
        raise NotImplementedError("a terminal has nothing to press")

    async def posts(self, place: Place) -> list[tuple[str, str]]:
        return [(one, text) for where, one, text in self.adapter.posts if where == place]
