"""Whenever the fleet dies and however often: each question has one answer, whole, in order, recorded once."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Sequence
from datetime import datetime
from pathlib import Path

import pytest

from bots.errors import Unreachable
from bots.ports import ChatMessage, Chunk, ToolSpec
from tests.bots.house import House, until

QUESTIONS = 8


class Slow:
    """Answers each question with itself, in pieces, after a while."""

    name = "slow"
    context_tokens = 32_000

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    async def stream(
        self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec], deadline: datetime
    ) -> AsyncIterator[Chunk]:
        for word in whole(messages[-1].content).split(" "):
            await asyncio.sleep(self._rng.uniform(0, 0.02))
            yield Chunk(text=f"{word} ")
        yield Chunk(end="stop")


def whole(question: str) -> str:
    return f"To {question} I say yes, and this is all of it"


@pytest.mark.ledger("PLT-11", "PLT-12", "OPS-11")
@pytest.mark.parametrize("seed", range(3))
async def test_each_question_has_one_whole_answer(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    place = House(home=tmp_path, models={"alice": Slow(rng)}, grace_s=0.0)
    talks = [place.world.direct("ada"), place.world.direct("bea")]
    asked = 0
    for _ in range(12):
        async with place.open():
            for _ in range(rng.randint(0, 2)):
                if asked < QUESTIONS:
                    await place.world.say(("ada", "bea")[asked % 2], talks[asked % 2], f"question {asked}")
                    asked += 1
            place.adapter.lost_answers = rng.choice([0, 0, 1])
            place.adapter.faults = rng.choice([[], [], [Unreachable("no connection")]])
            await asyncio.sleep(rng.uniform(0, 0.08))
    async with place.open():
        while asked < QUESTIONS:
            await place.world.say(("ada", "bea")[asked % 2], talks[asked % 2], f"question {asked}")
            asked += 1
        await until(lambda: len(place.world.posts) >= QUESTIONS)
        await place.settled()

    for parity, talk in enumerate(talks):
        expected = [whole(f"question {number}") for number in range(parity, QUESTIONS, 2)]
        assert [post.text.strip() for post in place.world.seen(talk)] == expected
    assert sorted(event.content for event in place.log("alice", "message_received")) == sorted(
        f"question {number}" for number in range(QUESTIONS)
    )
    assert len(place.log("alice", "response_sent")) == QUESTIONS
    assert place.journals("alice") == []
