"""The platforms of a town are adapters like the real ones."""

from __future__ import annotations

import random

import pytest

from bots.message import Kind, Message
from memory.vocabulary.address import Account, Place
from tests.contracts.adapter import AdapterContract, RecordingSink, Stage
from tests.proof.platform import Now, Square, TownPlatform
from tests.proof.town import Town
from tests.proof.worlds import slack


class _Stage:
    def __init__(self) -> None:
        self.town = Town(slack(random.Random(1)))
        self.square = Square(town=self.town, clock=Now())
        self.adapter = TownPlatform(square=self.square, account=Account("slack", "main"))
        self.sink = RecordingSink()
        self.place = self.town.layout.rooms["core"].place
        self.direct = self.town.layout.rooms["dm ada"].place

    async def say(self, text: str, *, place: Place | None = None) -> str:
        return await self._hear(Kind.MESSAGE, place or self.place, text)

    async def posts(self, place: Place) -> list[tuple[str, str]]:
        return [(post.id, post.texts[-1]) for (where, _), post in self.square.posts.items() if where == place.room]

    async def buttons(self, place: Place, post: str) -> list[tuple[str, str]]:
        return [(one.label, one.value) for one in self.square.posts[place.room, post].act.choices]

    async def press(self, place: Place, post: str, value: str) -> None:
        await self._hear(Kind.BUTTON, place, value, target=post)

    async def _hear(self, kind: Kind, place: Place, text: str, target: str = "") -> str:
        self.square.step += 1
        number = self.square.message_id(self.square.step)
        message = Message(
            kind=kind,
            account=self.adapter.account,
            place=place,
            id=number,
            order=number,
            author=self.town.address("ada"),
            author_name="Ada",
            at=self.square.clock(),
            audience=self.town.audience(self.town.key_of(place)),
            text=text,
            is_direct=place == self.direct,
            target=target,
        )
        await self.square.hand_over(message)
        return number


class TestTownPlatform(AdapterContract):
    @pytest.fixture
    async def stage(self) -> Stage:
        return _Stage()

    def lose_next_answer(self, stage: Stage) -> None:
        assert isinstance(stage, _Stage)
        stage.square.losing = 1
