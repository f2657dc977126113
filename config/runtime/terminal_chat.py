"""People at terminals: the console of `start`, `chat [NAME]`, and `chat` beside a running fleet."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import ExitStack, asynccontextmanager
from dataclasses import asdict, dataclass

from adapters.console.adapter import ConsoleAdapter
from adapters.console.inbound import Seat, direct_place, lines_of
from adapters.console.outbound import Screen, Show, Shown, plain_posts
from bots.commands.command import CommandUsageError, anima_called
from bots.fleet.fleet import Fleet
from bots.people.addressing import named_in
from config.command_line.arguments import DONE, FAILED, ChatOptions, Say, is_terminal, to_terminal
from config.command_line.control import Session
from config.home import Home
from memory.vocabulary.address import Person, Place

#: A model may take three minutes; then comes its apology.
_ONCE_WITHIN_S = 200.0
#: What was said before the end of input is answered first.
_LAST_ANSWERS_S = 30.0
#: Of a pipe too: to whoever writes it there, it is no message.
LEAVING = ("/quit", "/exit")
#: The account of the terminals that is no anima's own.
MAIN = "main"
_NOBODY = "Nobody lives here yet, so nobody answers: `/anima create NAME` makes an anima; then start again."


@asynccontextmanager
async def terminal_at_hand(home: Home, *, as_json: bool = False) -> AsyncIterator[Screen]:
    """The terminal of this process, or the pipe that it has instead."""
    if not as_json and is_terminal():
        from adapters.console.terminal import Terminal

        async with Terminal(home.history).open() as screen:
            yield screen
    else:
        yield Screen(lines=lines_of(sys.stdin), show=plain_posts(lambda text: to_terminal("stdout", text)))


@dataclass(frozen=True, slots=True)
class Lobby:
    """A running fleet and the terminals' accounts by name: MAIN, and one an anima."""

    fleet: Fleet
    hubs: Mapping[str, ConsoleAdapter]

    async def talk(self, person: Person, place: Place, screen: Screen, partner: str = "") -> None:
        """Until the person's input ends and what they said is answered. `partner` is talked to first, else the first
        anima."""
        names = [anima.name for anima in self.fleet.animas() if anima.enabled and anima.name in self.hubs]
        partner = partner or next(iter(names), "")
        seat = Seat(person=person, place=place, show=screen.show)
        with ExitStack() as seats:
            for hub in self.hubs.values():
                seats.enter_context(hub.sit(seat))
            if len(names) > 1:
                screen.show(Shown(kind="with", name=partner))
            async for line in screen.lines:
                if line.strip() in LEAVING:
                    break
                partner = await self._hear(line, seat, partner, names)
            # A terminal that is left at once would take no more answers, so it stays until they are there.
            if not screen.leaves:
                await self.fleet.idle(place, _LAST_ANSWERS_S)

    async def once(self, anima: str, person: Person, place: Place, text: str) -> tuple[str | None, bool]:
        """Say one thing; the reply's whole text (None when none came), and whether it is the model's answer."""
        seat, hub = Seat(person=person, place=place, show=lambda _: None), self.hubs[anima]
        with hub.sit(seat):
            message = hub.message(text, seat)
            reply = await self.fleet.ask(anima, message, _ONCE_WITHIN_S)
            report = await self.fleet.why(anima, message.id)
            return reply, reply is not None and (report is None or report.is_answered)

    async def _hear(self, line: str, seat: Seat, partner: str, names: list[str]) -> str:
        """Hand the line to whom it is for; who is talked to from now on."""
        first, _, rest = line.strip().partition(" ")
        if first == "/with":
            return self._with(rest.strip(), seat.show) or partner
        if first.startswith("/"):
            await self.hubs[partner or MAIN].hear(line, seat)
            return partner
        if not names:
            seat.show(Shown(text=_NOBODY))
            return ""
        called = named_in(line, names, anywhere_in_front=True) or (partner,)
        if called[0] != partner:
            seat.show(Shown(kind="with", name=called[0]))
        for name in called:
            await self.hubs[name].hear(line, seat)
        return called[0]

    def _with(self, name: str, show: Show) -> str:
        try:
            found = anima_called(self.fleet, name).name
        except CommandUsageError as error:
            show(Shown(text=str(error)))
            return ""
        show(Shown(kind="with", name=found))
        return found


def place_of(options: ChatOptions) -> Place:
    """`dm` is the talk of this person alone; everything else a room of the console."""
    person = Person.parse(options.person)
    return direct_place(person) if options.place == "dm" else Place("console", "", options.place)


async def chat(lobby: Lobby, options: ChatOptions, say: Say, screen: Screen) -> int:
    """`chat [NAME]`, here or beside a running fleet."""
    names = [name for name in lobby.hubs if name != MAIN]
    name = options.name or next(iter(names), "")
    if name not in names:
        say("stderr", f"{name or 'chat'}: no such anima; there are: {', '.join(names) or 'none'}\n")
        return FAILED
    person, place = Person.parse(options.person), place_of(options)
    if options.once is None:
        await lobby.talk(person, place, screen, name)
        return DONE
    reply, is_answer = await lobby.once(name, person, place, options.once)
    if reply is None:
        say("stderr", f"{name} did not answer; `trace` and logs/fleet.log tell more\n")
        return FAILED
    if not is_answer:
        say("stderr", f"{reply}\n")
        return FAILED
    say("stdout", (json.dumps({"reply": reply}, ensure_ascii=False) if options.json else reply) + "\n")
    return DONE


async def chat_beside(lobby: Lobby, options: ChatOptions, session: Session) -> int:
    """`chat` of a client of the control socket. What it is shown goes out in order."""
    going: asyncio.Queue[tuple[str, object] | None] = asyncio.Queue()

    async def forward() -> None:
        while (item := await going.get()) is not None:
            await session.tell({item[0]: item[1]})

    async def lines() -> AsyncIterator[str]:
        while (line := await session.line()) is not None:
            yield line

    def say(stream: str, text: str) -> None:
        going.put_nowait((stream, text))

    def show(shown: Shown) -> None:
        going.put_nowait(("show", asdict(shown)))

    forwarding = asyncio.create_task(forward())
    plain = plain_posts(lambda text: say("stdout", text))
    screen = Screen(lines=lines(), show=show if session.is_terminal else plain, leaves=session.is_terminal)
    try:
        return await chat(lobby, options, say, screen)
    finally:
        going.put_nowait(None)
        await asyncio.wait({forwarding}, timeout=5.0)
