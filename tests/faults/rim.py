"""The exception fuzz: every call at the rim raises every class that the libraries can raise.

A fleet of real parts talks over the platform in memory, one message a case. Each message must end delivered (one post,
one record), in doubt, or as a dead letter; no lane may be left open, no account failed. Calls that a fleet makes for
nobody's message are asked directly: they may raise what bots know, and nothing else.
"""

from __future__ import annotations

import asyncio
import random
import re
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bots.delivery.error_boundary import ErrorBoundary
from bots.errors import Halted, InDoubt, NotStored, Refused, SendFault, Unreachable
from bots.message import Act, Delete, Edit, Message, React, Receipt, Send, Typing
from bots.ports import ChatMessage, Chunk, Connection, Sink, ToolSpec
from memory.vocabulary.address import Account, Person, Place
from tests.bots.house import House
from tests.bots.platform import PLATFORM, MemoryAdapter, World
from tests.faults.raised import raised

#: What is raised where: before the platform took it, after, each time; at the look-up of a lost answer; and so on.
IN_TALKS = ("post", "posted", "post each time", "lookup", "edit", "edit each time", "typing", "history", "store")
ALONE = ("delete", "react", "find", "direct", "readable", "rooms", "past")
_SLOW = ("edit", "edit each time", "typing")
_WORD = re.compile(r"\bcase\d+\b")


@dataclass(slots=True)
class Case:
    """One call that raises one thing."""

    number: int
    where: str
    odd: BaseException
    left: int = 1
    was_raised: bool = False
    message: Message | None = None

    def __post_init__(self) -> None:
        if self.where.endswith("each time"):
            self.left = 1000

    def due(self) -> bool:
        self.left -= 1
        self.was_raised = True
        return self.left >= 0

    @property
    def name(self) -> str:
        return f"{self.where} × {type(self.odd).__module__}.{type(self.odd).__qualname__}"


@dataclass(slots=True, kw_only=True)
class Tally:
    """What became of the cases; the lists name those that broke the law."""

    cases: int = 0
    classes: int = 0
    delivered: int = 0
    dead: int = 0
    in_doubt: int = 0
    refused_or_known: int = 0  # calls for nobody's message
    ended: dict[str, int] = field(default_factory=dict)
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    stuck_lanes: list[str] = field(default_factory=list)
    dead_accounts: list[str] = field(default_factory=list)
    let_out: list[str] = field(default_factory=list)
    unreached: list[str] = field(default_factory=list)
    """Cases that ended before the call that was to raise, and so show nothing: an answer that was there too soon to be
    edited, and no others."""

    def end(self, what: str) -> None:
        self.ended[what] = self.ended.get(what, 0) + 1

    @property
    def clean(self) -> bool:
        return not (self.lost or self.doubled or self.stuck_lanes or self.dead_accounts or self.let_out)


class Talker:
    """Answers each question with its case; slowly where the answer is to be seen while it is written."""

    name = "talker"
    context_tokens = 32_000

    def __init__(self, slow: set[str]) -> None:
        self._slow = slow

    async def stream(
        self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec], deadline: datetime
    ) -> AsyncIterator[Chunk]:
        asked = next(message.content for message in reversed(messages) if message.role == "user")
        word = (_WORD.findall(asked) or ["case"])[-1]
        yield Chunk(text=f"This is the answer to {word}")
        if word in self._slow:
            await asyncio.sleep(0.06)
        yield Chunk(text=", and no more.")
        yield Chunk(end="stop")


class Odd(MemoryAdapter):
    """The platform's account, with a case for each talk."""

    def __init__(self, world: World) -> None:
        super().__init__(world=world)
        self.cases: dict[str, Case] = {}  # channel -> case

    async def perform(self, act: Act, nonce: str, in_doubt: bool = False) -> Receipt:
        case = self.cases.get(act.place.channel)
        where = case.where.removesuffix(" each time") if case is not None else ""
        match act:
            case Send() if case is not None:
                if where == "lookup":
                    if not in_doubt:
                        await super().perform(act, nonce)
                        raise InDoubt("the answer was lost")
                    if case.due():
                        raise case.odd
                if where == "post" and case.due():
                    raise case.odd
                if where == "posted" and case.due():
                    await super().perform(act, nonce, in_doubt)
                    raise case.odd
            case Edit() if case is not None and where == "edit" and case.due():
                raise case.odd
            case Typing() if case is not None and where == "typing" and case.due():
                raise case.odd
        return await super().perform(act, nonce, in_doubt)

    async def history(self, place: Place, after: str) -> list[Message]:
        case = self.cases.get(place.channel)
        if case is not None and case.where == "history" and case.due():
            raise case.odd
        return await super().history(place, after)


class Line(MemoryAdapter):
    """An account of its own whose connection breaks once."""

    def __init__(self, world: World, number: int, odd: BaseException) -> None:
        super().__init__(world=world, account=Account(PLATFORM, f"line{number}"))
        self._odd: BaseException | None = odd

    def hears(self, place: Place) -> bool:
        return False

    async def run(self, sink: Sink) -> None:
        odd, self._odd = self._odd, None
        if odd is not None:
            raise odd
        await super().run(sink)


def cases(sample: int = 0, seed: int = 1) -> list[Case]:
    """All of them, or a sample in which each call has its share."""
    pairs = [(where, odd) for where in (*IN_TALKS, "run", *ALONE) for odd in raised() if not _is_a_lie(where, odd)]
    if sample:
        pairs = random.Random(seed).sample(pairs, sample)
    return [Case(number, where, odd) for number, (where, odd) in enumerate(pairs)]


def _is_a_lie(where: str, odd: BaseException) -> bool:
    """What an adapter may not say: that what the platform has is surely not there, that a room must not be read."""
    if where == "posted":
        return isinstance(odd, Unreachable | Refused | Halted)
    return where == "history" and isinstance(odd, Refused)


async def run(asked: Sequence[Case], progress: Callable[[str], None] = lambda _: None) -> Tally:
    """Carry all of them out."""
    tally = Tally(cases=len(asked), classes=len({type(case.odd) for case in asked}))
    for number in range(0, len(asked), 400):
        some = asked[number : number + 400]
        with tempfile.TemporaryDirectory(prefix="anima-rim-") as folder:
            await _talks(Path(folder), [case for case in some if case.where in (*IN_TALKS, "run")], tally)
        await _alone([case for case in some if case.where in ALONE], tally)
        progress(f"{min(number + 400, len(asked))} of {len(asked)} cases")
    return tally


# ---------------------------------------------------------------------------------------------------- in talks


async def _talks(folder: Path, some: Sequence[Case], tally: Tally) -> None:
    house = House(home=folder, models={"alice": Talker({f"case{case.number}" for case in some if case.where in _SLOW})})
    house.world.adapters.clear()
    house.adapter = odd = Odd(house.world)
    lines = [Line(house.world, case.number, case.odd) for case in some if case.where == "run"]
    talking = [case for case in some if case.where != "run"]
    async with house.open() as fleet:
        memory = house.animas["alice"].engine
        memory.recent = _choking(memory.recent, odd)  # type: ignore[method-assign]
        await asyncio.gather(*(_say(house, case) for case in talking if case.where != "history"))
        await _quiet(fleet)
    for case in (one for one in talking if one.where == "history"):
        await _say(house, case, hears=False)  # while nobody listens
    async with house.open() as fleet:
        await _quiet(fleet, {case.number for case in talking}, house)
        tally.stuck_lanes += sorted(await fleet.delivery.waiting())
        tally.dead_accounts += [f"{name}: {state}" for name, state in fleet.accounts().items() if state != "connected"]
        doubts = {doubt.lane for doubt in await fleet.delivery.doubts()}
        dead = {letter.lane for letter in await fleet.delivery.dead()}
    tally.delivered += len(lines)
    posts = Counter(word for post in house.world.posts for word in set(_WORD.findall(post.text)) if _is_answer(post))
    for case in talking:
        _count(case, posts[f"case{case.number}"], _lane(case), doubts, dead, tally)


def _is_answer(post: Any) -> bool:
    return post.text.startswith(("This is the answer", "*(late"))


def _lane(case: Case) -> str:
    assert case.message is not None
    return f"alice@{case.message.place}"


def _count(case: Case, posts: int, lane: str, doubts: set[str], dead: set[str], tally: Tally) -> None:
    if posts > 1:
        tally.doubled.append(case.name)
    if not case.was_raised:
        tally.unreached.append(case.name)
    end = "in_doubt" if lane in doubts else "dead" if lane in dead else "delivered" if posts == 1 else "lost"
    tally.end(f"{case.where}: {end}")
    if end == "lost":
        tally.lost.append(case.name)
    else:
        setattr(tally, end, getattr(tally, end) + 1)


async def _say(house: House, case: Case, *, hears: bool = True) -> None:
    """As a platform does: what is not acknowledged is handed over again."""
    person = f"p{case.number}"
    talk = house.world.direct(person)
    house.adapter.cases[talk.channel] = case  # type: ignore[attr-defined]
    author = Person(PLATFORM, "W", person)
    if case.message is None:
        sink, house.adapter.sink = house.adapter.sink, None
        await house.world.say(person, talk, f"please answer case{case.number}")
        house.adapter.sink = sink
        case.message = house.world.said[-1]
    assert case.message.author == author
    if not hears:
        return
    for _ in range(50):
        try:
            assert house.adapter.sink is not None
            await house.adapter.sink.deliver(house.adapter.as_heard(case.message))
            return
        except NotStored:
            await asyncio.sleep(0.02)


def _choking(recent: Any, odd: Odd) -> Any:
    async def chokes(place: Place, most: int, **how: Any) -> Any:
        case = odd.cases.get(place.channel)
        if case is not None and case.where == "store" and case.due():
            raise case.odd
        return await recent(place, most, **how)

    return chokes


async def _quiet(fleet: Any, numbers: set[int] | None = None, house: House | None = None) -> None:
    """Until nothing is open, and each account is connected."""
    loop = asyncio.get_running_loop()
    end = loop.time() + 300.0
    while loop.time() < end:
        states = set(fleet.accounts().values())
        open_ = await fleet.delivery.waiting()
        gaps = await fleet.delivery.gaps("chat:main") if numbers is not None else {}
        if not open_ and states <= {str(Connection.CONNECTED)} and not gaps:
            return
        await asyncio.sleep(0.1)


# ---------------------------------------------------------------------------------------------------- alone


async def _alone(some: Sequence[Case], tally: Tally) -> None:
    """What is asked for nobody's message: it may raise what bots know, and nothing else."""
    place, person = Place(PLATFORM, "W", "talk"), Person(PLATFORM, "W", "ada")
    for case in some:
        inner = _Raising(case.odd)
        rim = ErrorBoundary(inner)  # type: ignore[arg-type]
        calls: dict[str, Callable[[], Any]] = {
            "delete": lambda: rim.perform(Delete(place=place, message_id="1"), ""),  # noqa: B023
            "react": lambda: rim.perform(React(place=place, message_id="1", reaction="eyes"), ""),  # noqa: B023
            "find": lambda: rim.find("ada"),  # noqa: B023
            "direct": lambda: rim.direct(person),  # noqa: B023
            "readable": lambda: rim.readable(person, [place]),  # noqa: B023
            "rooms": lambda: rim.rooms(datetime.now(UTC)),  # noqa: B023
            "past": lambda: rim.history(place, ""),  # noqa: B023
        }
        try:
            await calls[case.where]()
        except SendFault:
            tally.refused_or_known += 1
            continue
        except BaseException as out:
            tally.let_out.append(f"{case.name}: {type(out).__name__}")
            continue
        tally.let_out.append(f"{case.name}: nothing")


class _Raising:
    """Every verb raises it."""

    account = Account(PLATFORM, "main")

    def __init__(self, odd: BaseException) -> None:
        self._odd = odd

    def __getattr__(self, verb: str) -> Any:
        async def call(*_: object, **__: object) -> object:
            raise self._odd

        return call
