"""The platform in memory is an adapter like the real ones."""

from __future__ import annotations

import pytest

from memory.vocabulary.address import Place
from tests.bots.platform import Clock, MemoryAdapter, World
from tests.contracts.adapter import AdapterContract, RecordingSink, Stage


class _Stage:
    def __init__(self) -> None:
        self.world = World(Clock())
        self.adapter = MemoryAdapter(world=self.world)
        self.sink = RecordingSink()
        self.place = self.world.add_room("talk", "ada")
        self.direct = self.world.direct("ada")

    async def say(self, text: str, *, place: Place | None = None) -> str:
        return await self.world.say("ada", place or self.place, text)

    async def posts(self, place: Place) -> list[tuple[str, str]]:
        return [(one.id, one.text) for one in self.world.seen(place)]

    async def buttons(self, place: Place, post: str) -> list[tuple[str, str]]:
        found = next(one for one in self.world.posts if one.id == post)
        return [(one.label, one.value) for one in found.choices]

    async def press(self, place: Place, post: str, value: str) -> None:
        await self.world.press("ada", place, post, value)


class TestMemoryAdapter(AdapterContract):
    @pytest.fixture
    async def stage(self) -> Stage:
        return _Stage()

    def lose_next_answer(self, stage: Stage) -> None:
        assert isinstance(stage, _Stage)
        stage.adapter.lost_answers = 1
