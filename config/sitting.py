"""People at terminals: the console of `start`, `chat NAME`, and `chat` beside a running fleet."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass

from adapters.console.adapter import ConsoleAdapter
from adapters.console.hub import ConsoleHub
from bots.fleet import Fleet
from bots.message import Kind, Message
from config.control import Session
from config.options import ChatOptions
from config.rendering import DONE, FAILED, Say
from memory.vocabulary.address import Audience, Person, Place

#: A model may take three minutes; then comes its apology.
_ONCE_WITHIN_S = 200.0
#: What was said before the end of input is answered first.
_LAST_ANSWERS_S = 30.0


@dataclass(frozen=True, slots=True)
class Lobby:
    """A running fleet and the terminals' accounts by name: "main", and one an anima."""

    fleet: Fleet
    hubs: Mapping[str, ConsoleHub]

    async def talk(
        self, hub: str, seat: Seat, lines: AsyncIterator[str], write: Callable[[str], None], *, is_terminal: bool
    ) -> None:
        """Until the person's input ends and what they said is answered."""
        terminal = self._terminal(hub, seat, lines, write, is_terminal=is_terminal)
        waiting = asyncio.create_task(self._sit_and_wait(hub, terminal, seat.place))
        await waiting

    async def once(self, hub: str, seat: Seat, text: str) -> str | None:
        """Say one thing and return the reply's whole text; None when none came."""
        terminal = self._terminal(hub, seat, None, lambda _: None, is_terminal=False)
        sitting = asyncio.create_task(self.hubs[hub].sit(terminal))
        try:
            return await self.fleet.ask(seat.anima, self._message(hub, seat, text), _ONCE_WITHIN_S)
        finally:
            sitting.cancel()
            await asyncio.wait({sitting})

    async def _sit_and_wait(self, hub: str, terminal: ConsoleAdapter, place: Place) -> None:
        # A terminal that is left at once would take no more answers, so it stays until they are there.
        await self.hubs[hub].sit(terminal, until=lambda: self.fleet.idle(place, _LAST_ANSWERS_S))

    def _terminal(
        self,
        hub: str,
        seat: Seat,
        lines: AsyncIterator[str] | None,
        write: Callable[[str], None],
        *,
        is_terminal: bool,
    ) -> ConsoleAdapter:
        return ConsoleAdapter(
            account=self.hubs[hub].account,
            place=seat.place,
            person=seat.person,
            person_name=seat.person.id,
            lines=lines,
            write=write,
            clock=self.fleet.clock,
            anima_name=seat.anima,
            is_terminal=is_terminal,
        )

    def _message(self, hub: str, seat: Seat, text: str) -> Message:
        at = self.fleet.clock()
        number = f"{int(at.timestamp() * 1_000_000_000):020d}-000000"
        is_direct = seat.place.workspace == "dm"
        return Message(
            kind=Kind.MESSAGE,
            account=self.hubs[hub].account,
            place=seat.place,
            id=number,
            order=number,
            author=seat.person,
            author_name=seat.person.id,
            at=at,
            audience=Audience.person(seat.person) if is_direct else Audience.open(seat.place),
            text=text,
            is_direct=is_direct,
            mentions_app=True,
        )


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits where, talking to whom."""

    person: Person
    place: Place
    anima: str

    @classmethod
    def of(cls, options: ChatOptions) -> Seat:
        """`dm` is the talk of this person alone; everything else a room of the console."""
        person = Person.parse(options.person)
        place = Place("console", "dm", person.id) if options.place == "dm" else Place("console", "", options.place)
        return cls(person, place, options.name)


async def chat(lobby: Lobby, options: ChatOptions, say: Say, lines: AsyncIterator[str], *, is_terminal: bool) -> int:
    """`chat NAME`, here or beside a running fleet."""
    if options.name not in lobby.hubs or options.name == "main":
        names = ", ".join(name for name in lobby.hubs if name != "main")
        say("stderr", f"{options.name}: no such anima; there are: {names or 'none'}\n")
        return FAILED
    seat = Seat.of(options)
    if options.once is None:
        await lobby.talk(options.name, seat, lines, lambda text: say("stdout", text), is_terminal=is_terminal)
        return DONE
    reply = await lobby.once(options.name, seat, options.once)
    if reply is None:
        say("stderr", f"{options.name} did not answer; `trace` and logs/fleet.log tell more\n")
        return FAILED
    say("stdout", (json.dumps({"reply": reply}, ensure_ascii=False) if options.json else reply) + "\n")
    return DONE


async def chat_beside(lobby: Lobby, options: ChatOptions, session: Session) -> int:
    """`chat` of a client of the control socket. What it writes goes out in order."""
    said: asyncio.Queue[tuple[str, str] | None] = asyncio.Queue()

    async def forward() -> None:
        while (item := await said.get()) is not None:
            stream, text = item
            await session.say(text, "stderr" if stream == "stderr" else "stdout")

    async def lines() -> AsyncIterator[str]:
        while (line := await session.line()) is not None:
            yield line

    forwarding = asyncio.create_task(forward())
    try:
        return await chat(
            lobby,
            options,
            lambda stream, text: said.put_nowait((stream, text)),
            lines(),
            is_terminal=session.is_terminal,
        )
    finally:
        said.put_nowait(None)
        await asyncio.wait({forwarding}, timeout=5.0)
