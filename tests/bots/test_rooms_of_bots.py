"""Animas with accounts of their own in one room: colleagues to each other, and never for ever."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Sequence
from datetime import datetime
from pathlib import Path

import pytest

from bots.message import Act, Kind, Message, Receipt, Send
from bots.ports import ChatMessage, Chunk, ToolSpec
from memory.vocabulary.address import Audience, Person
from tests.bots.house import House, board, own
from tests.bots.platform import WORKSPACE, MemoryAdapter

NAMES = ("alice", "bob", "carol", "dave", "eve")


class Provoked:
    """Always calls on a colleague, with ever new words."""

    name = "provoked"
    context_tokens = 32_000

    def __init__(self, me: str, rng: random.Random) -> None:
        self._others = [name for name in NAMES if name != me]
        self._rng = rng
        self._said = 0

    async def stream(
        self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec], deadline: datetime
    ) -> AsyncIterator[Chunk]:
        self._said += 1
        yield Chunk(text=f"@{self._rng.choice(self._others)} what do you think of point {self._said}?")
        yield Chunk(end="stop")


class Echoing(MemoryAdapter):
    """What an account posts the others hear, as from a bot."""

    async def perform(self, act: Act, nonce: str, in_doubt: bool = False) -> Receipt:
        receipt = await super().perform(act, nonce, in_doubt)
        if isinstance(act, Send):
            asyncio.get_running_loop().create_task(self._echo(act, receipt.message_id))
        return receipt

    async def _echo(self, act: Act, id: str) -> None:
        assert isinstance(act, Send)
        author = Person(self.account.platform, WORKSPACE, f"B-{self.account.name}")
        for other in self.world.adapters:
            if other is not self and other.sink is not None:
                message = Message(
                    kind=Kind.MESSAGE,
                    account=other.account,
                    place=act.place,
                    id=id,
                    order=id,
                    author=author,
                    author_name=self.account.name,
                    at=self.world.clock(),
                    audience=Audience.group(act.place),
                    text=act.text,
                    author_is_bot=True,
                )
                await other.sink.deliver(message)


@pytest.mark.ledger("ANI-21")
@pytest.mark.parametrize("seed", range(3))
async def test_after_a_persons_last_line_four_bot_messages_at_most_and_one_notice(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    house = House(
        home=tmp_path,
        models={name: Provoked(name, rng) for name in NAMES},
        own={own(name): name for name in NAMES},
        boards=(board(*NAMES, rooms=["talk"], accounts=[own(name) for name in NAMES]),),
    )
    house.world.adapters.clear()
    for name in NAMES:
        Echoing(world=house.world, account=own(name), streaming="none")
    room = house.world.add_room("talk", "ada")
    bursts = []
    async with house.open():
        for _ in range(2):
            house.clock.pass_(minutes=30)
            called = rng.sample(NAMES, 2)
            bursts.append(await house.ask("ada", room, f"@{called[0]} @{called[1]} begin"))
            await asyncio.sleep(0.8)
            await house.settled()
            before = [post.id for burst in bursts[:-1] for post in burst]
            bursts[-1] = [post for post in house.world.posts if post.id not in before]

    for burst in bursts:
        notices = [post for post in burst if "among ourselves" in post.text]
        assert 2 < len(burst) - len(notices) <= 4
        assert len(notices) == 1
