"""A fleet of real parts in a town: bots, delivery and memory as in the product, on the loop on which nothing waits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import time
from pathlib import Path
from typing import TypeVar

from bots.anima.anima import Anima, AnimaTraits
from bots.delivery.contract import RetryPatience, turn_id
from bots.delivery.embedded import EmbeddedDelivery, SqliteWriter
from bots.delivery.store import Database
from bots.people.calling import CallSettings
from bots.people.room_members import RoomMembership
from bots.people.roster import Board
from bots.ports import ChatMessage, ChatModel, ToolSpec
from bots.schedule.night_watch import SleepHours
from bots.turn.live_answer import StreamPace
from memory.index.keeper import BackgroundStep, IndexBackground
from memory.vocabulary.address import Account, Membership, Person, Place
from memory.vocabulary.errors import AddressError
from tests.bots.house import House
from tests.memory.word_embedder import WordEmbedder
from tests.proof.model import Obeying
from tests.proof.plan import Plan
from tests.proof.platform import Square, TownPlatform
from tests.proof.town import Town

T = TypeVar("T")
_QUIET = 3
"""So often in a row nothing is under way before a step is over."""

Believe = Callable[[Membership], Membership]
"""What the memories are given instead of the rooms: a gate that a test has broken."""


class _WriterAtOnce(SqliteWriter):
    """The delivery's writer, whose thread is left without work."""

    async def do(self, operation: Callable[[Database], T]) -> T:
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        self._commit([(operation, loop, done)])
        return await done


class _Behind(IndexBackground):
    """What an index does behind the questions is done when a step is over: no thread is quicker in one twin."""

    def ask(self, owner: object, step: BackgroundStep) -> None:
        self._steps[owner] = step

    def settle(self, owner: object, within_s: float | None = None) -> bool:
        while self._steps:
            each, step = self._steps.popitem()
            if step():
                self._steps.setdefault(each, step)
        return True


@dataclass(kw_only=True)
class TownHouse(House):
    """The house of tests/bots on the platforms of a town."""

    square: Square
    believe: Believe = lambda rooms: rooms

    def __post_init__(self) -> None:
        super().__post_init__()
        self.world = self.square  # type: ignore[assignment]
        self.worlds = {"town": self.square}  # type: ignore[dict-item]
        self.adapter = _Anywhere(self.square)  # type: ignore[assignment]

    def _delivery(self, patience: RetryPatience) -> EmbeddedDelivery:
        delivery = super()._delivery(patience)
        delivery._writer.__class__ = _WriterAtOnce
        return delivery

    async def _anima(self, name: str, model: ChatModel, rooms: RoomMembership) -> Anima:
        anima = await super()._anima(name, model, rooms)
        anima.engine.parts.keeper._background = _Behind()
        return anima

    def _membership(self, rooms: RoomMembership) -> Membership:
        return self.believe(rooms)

    async def at_hand(self) -> None:
        """What is found by its meaning is so again after a restart, whether the index was lost or not."""
        if self.embedder is not None:
            for anima in self.animas.values():
                await anima.engine.open_index()
                anima.engine.parts.keeper._background.settle(anima.engine.parts.keeper)

    async def quiet(self) -> None:
        """Until nothing is under way: no turn, no command, no note, nothing to form or to index."""
        calm = 0
        while calm < _QUIET:
            for _ in range(4):
                await asyncio.sleep(0)
            if await self._is_busy():
                calm = 0
                await asyncio.sleep(0.01)
                continue
            for anima in self.animas.values():
                await anima.engine.formed()
            calm += 1
        for anima in self.animas.values():
            anima.engine.parts.keeper._background.settle(anima.engine.parts.keeper)

    async def _is_busy(self) -> bool:
        fleet = self.fleet
        assert fleet is not None
        return bool(
            await fleet.delivery.waiting()
            or not fleet.sink.is_idle
            or not fleet._context.thinking.used_memories._background.is_idle
            or self.conversing._compressing
        )


@dataclass(frozen=True, slots=True)
class _Anywhere:
    """The adapter of whichever platform is asked."""

    square: Square

    async def members(self, place: Place) -> frozenset[str] | None:
        return await self.square.adapter_of(place.platform).members(place)

    async def readable(self, present: Person | Place, rooms: Sequence[Place]) -> frozenset[Place]:
        return await self.square.adapter_of(present.platform).readable(present, rooms)


def house_of(plan: Plan, home: Path, square: Square, watch: Callable[..., None], believe: Believe) -> TownHouse:
    """The fleet of the plan; `watch` hears (place, anima, messages, tools) of every prompt."""
    for platform in sorted({room.place.platform for room in plan.layout.rooms.values()}):
        TownPlatform(square=square, account=Account(platform, "main"))

    def watcher(anima: str) -> Callable[[Sequence[ChatMessage], Sequence[ToolSpec]], None]:
        def see(messages: Sequence[ChatMessage], tools: Sequence[ToolSpec]) -> None:
            watch(_place_of_turn(), anima, messages, tools)

        return see

    return TownHouse(
        home=home,
        models={name: Obeying(watcher(name), plan.context_tokens) for name in plan.animas},
        clock=square.clock,  # type: ignore[arg-type]
        boards=tuple(boards_of(plan, square.town)),
        calls=CallSettings(
            enabled=bool(plan.callees),
            channels=tuple(sorted({room.place.platform for room in plan.layout.rooms.values()})),
            people=tuple(str(square.town.address(one)) for one in plan.callees),
            approvers=tuple(str(square.town.address(one)) for one in (*sorted(plan.owners), *sorted(plan.admins))),
        ),
        aliases={key: (str(one.person),) for key, one in plan.layout.people.items()} if plan.leaves else {},
        traits_of={"bob": AnimaTraits(history_share=plan.history_share, supervisor="alice")},
        chance=square.chance,
        hours=SleepHours(report=time(3, 10), cards=time(3, 20)),
        owners=frozenset(str(square.town.address(one)) for one in plan.owners),
        admins=frozenset(str(square.town.address(one)) for one in plan.admins),
        guests=plan.guests,
        pace=StreamPace(first_text_s=0.5, typing_s=4.0),
        traits=AnimaTraits(history_share=plan.history_share),
        square=square,
        believe=believe,
        embedder=WordEmbedder() if plan.embeds else None,
    )


def boards_of(plan: Plan, town: Town) -> Iterator[Board]:
    """Those that are there now, named by their number, with all animas; letters are seen on them."""
    for number, sides in enumerate(plan.layout.boards if town.founded else ()):
        places = [plan.layout.rooms[key].place for key in sorted(sides)]
        rooms = tuple((Account(one.platform, "main"), str(one).partition(":")[2]) for one in places)
        yield Board(name=f"board{number}", animas=plan.animas, rooms=rooms, letters=True)


def _place_of_turn() -> Place | None:
    try:
        return Place.parse(turn_id.get().rpartition("/")[0])
    except AddressError:
        return None
