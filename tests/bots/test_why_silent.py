"""Of each message that was heard and not answered, the reason is told of the branch that decided so."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from adapters.models.scripted import ScriptedModel
from bots.message import Kind, Silence
from memory.vocabulary.address import Place
from tests.bots.house import House, board, until
from tests.bots.test_who_answers import Parrot

pytestmark = pytest.mark.ledger("PLT-17")
ROUNDS = 13


@dataclass
class Causes:
    """Messages with the cause that was made: (place, message id, anima, reason)."""

    town: House
    room: Place
    rng: random.Random
    made: list[tuple[Place, str, str, Silence]] = field(default_factory=list)

    async def in_passing(self) -> None:
        text = self.rng.choice(["lunch?", "the build is green", "alice was here yesterday", "who has the key"])
        await self._say("ada", text, {"alice": Silence.NOT_ADDRESSED, "bob": Silence.NOT_ADDRESSED})

    async def to_another(self) -> None:
        await self._say("ada", "@bob are you there?", {"alice": Silence.TO_OTHERS})

    async def to_the_first(self) -> None:
        await self._say("ada", "alice: good morning", {"bob": Silence.TO_OTHERS})

    async def a_bot_in_passing(self) -> None:
        causes = {"alice": Silence.BOT_IN_PASSING, "bob": Silence.BOT_IN_PASSING}
        await self._say("builder", f"build {self.rng.random()} passed", causes, is_bot=True)

    async def a_bot_that_calls(self) -> None:
        causes = {"alice": Silence.BOT, "bob": Silence.BOT}
        await self._say("builder", f"@alice build {self.rng.random()} failed", causes, is_bot=True)

    async def _say(self, person: str, text: str, causes: dict[str, Silence], **how: bool) -> None:
        id = await self.town.world.say(person, self.room, text, **how)  # type: ignore[arg-type]
        self.made += [(self.room, id, anima, why) for anima, why in causes.items()]


async def told(town: House, place: Place, id: str, anima: str) -> str:
    """What `why` says to somebody of the room."""
    post = await town.command("ada", place, f"why {anima} --turn {id}")
    return post.text


async def test_of_two_hundred_messages_with_a_known_cause_each_is_told_the_right_one(tmp_path: Path) -> None:
    town = House(
        home=tmp_path, models={"alice": Parrot(), "bob": Parrot()}, boards=(board("alice", "bob", rooms=["talk"]),)
    )
    causes = Causes(town, town.world.add_room("talk", "ada", "builder"), random.Random(1))
    kinds = (
        causes.in_passing,
        causes.to_another,
        causes.to_the_first,
        causes.a_bot_in_passing,
        causes.a_bot_that_calls,
    )
    async with town.open():
        for _ in range(ROUNDS * 2):
            for kind in kinds:
                await kind()
                await town.settled()
        answers = [(await told(town, place, id, anima), why) for place, id, anima, why in causes.made]

    assert len(answers) >= 200
    assert [(text, why) for text, why in answers if why not in text] == []


async def test_a_room_that_answers_questions_says_that_it_was_none(tmp_path: Path) -> None:
    town = House(
        home=tmp_path,
        models={"alice": Parrot()},
        boards=(board("alice", rooms=["talk"]),),
    )
    town.boards = (type(town.boards[0])(name="board", animas=("alice",), rooms=town.boards[0].rooms, ambient="smart"),)
    room = town.world.add_room("talk", "ada")
    async with town.open():
        id = await town.world.say("ada", room, "the build is green")
        await town.settled()
        text = await told(town, room, id, "alice")

    assert Silence.NO_QUESTION in text


async def test_a_stopped_answer_and_a_deleted_question_are_told_as_such(tmp_path: Path) -> None:
    town = House(home=tmp_path, models={"alice": ScriptedModel([[60.0], "Late."])})
    talk = town.world.direct("ada")
    async with town.open() as fleet:
        stopped = await town.world.say("ada", talk, "think hard")
        await until(lambda: bool(town.models["alice"].asked))  # type: ignore[attr-defined]
        gone = await town.world.say("ada", talk, "and this?")
        await town.world.say("ada", talk, "", kind=Kind.DELETE, target=gone)
        await fleet.stop_turns(place=str(talk))
        await town.settled()
        texts = [await told(town, talk, id, "alice") for id in (stopped, gone)]

    assert Silence.STOPPED in texts[0]
    assert Silence.TAKEN_BACK in texts[1]


async def test_nobody_elsewhere_is_told_why(tmp_path: Path) -> None:
    town = House(home=tmp_path, models={"alice": Parrot()}, boards=(board("alice", rooms=["talk", "other"]),))
    town.boards = (board("alice", rooms=["talk"]),)
    room, elsewhere = town.world.add_room("talk", "ada"), town.world.direct("bob")
    async with town.open() as fleet:
        id = await town.world.say("ada", room, "nobody is meant")
        await town.settled()
        here = await told(town, room, id, "alice")
        there = (await town.command("bob", elsewhere, f"why alice --turn {id}")).text
        steps = await fleet.delivery.trace(id)

    assert Silence.NOT_ADDRESSED in here
    assert "did not answer" not in there
    assert [step.what for step in steps if Silence.NOT_ADDRESSED in step.detail] == ["silent"]
