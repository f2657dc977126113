"""A feeling is shown by a face or a reaction, and its line by nobody."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bots.message import React, Send
from bots.turn.think import split_emotion, without_unfinished_emotion
from tests.bots.acting import Acting
from tests.bots.house import House, board
from tests.each import each

FACE = "https://example.org/smile.png"
LINE = "<!-- emotion: smile -->"


def house_at(folder: Path, expression: str, streaming: str = "none") -> House:
    house = House(
        home=folder, models={"alice": Acting({"": [f"Gladly.\n{LINE}"]})}, boards=(board("alice", rooms=["talk"]),)
    )
    house.traits = replace(house.traits, expressions={"smile": expression})
    house.adapter.streaming = streaming
    house.world.add_room("talk", "ada")
    return house


@pytest.mark.ledger("ANI-19")
async def test_an_answer_wears_the_face_of_its_feeling(tmp_path: Path) -> None:
    house = house_at(tmp_path, FACE)
    async with house.open():
        (post,) = await house.ask("ada", house.world.add_room("talk", "ada"), "@alice help me?")

    assert post.text == "Gladly."
    assert post.persona is not None
    assert (post.persona.name, post.persona.avatar) == ("alice", FACE)
    assert [event.content for event in house.log("alice", "response_sent")] == ["Gladly."]
    assert house.adapter.shown(React) == []


@pytest.mark.ledger("ANI-19")
async def test_a_feeling_that_is_an_emoji_is_a_reaction_to_the_question(tmp_path: Path) -> None:
    house = house_at(tmp_path, "🎉")
    async with house.open():
        (post,) = await house.ask("ada", house.world.add_room("talk", "ada"), "@alice help me?")

    (reaction,) = house.adapter.shown(React)
    assert isinstance(reaction, React)
    assert (reaction.reaction, reaction.message_id) == ("🎉", house.world.said[0].id)
    assert post.persona is not None
    assert post.persona.avatar == ""


@pytest.mark.ledger("ANI-19")
async def test_the_line_is_in_no_version_of_a_post_that_is_written_before_ones_eyes(tmp_path: Path) -> None:
    house = house_at(tmp_path, "🎉", "edits")
    async with house.open():
        await house.ask("ada", house.world.add_room("talk", "ada"), "@alice help me?")

    assert all("emotion" not in act.text for act in house.adapter.acts if isinstance(act, Send))
    assert all("<!--" not in text for post in house.world.posts for text in post.texts)


@each(
    ("text", "expected"),
    [
        (f"Yes.\n{LINE}", ("Yes.", "smile")),
        (f"Yes. {LINE} \n", ("Yes.", "smile")),
        (f"{LINE} Yes.", (f"{LINE} Yes.", "")),
        ("Yes. <!-- audience: org -->", ("Yes. <!-- audience: org -->", "")),
        ("Yes.", ("Yes.", "")),
    ],
)
def test_the_last_line_alone_names_a_feeling(text: str, expected: tuple[str, str]) -> None:
    assert split_emotion(text) == expected


@each("end", ["<!--", "<!-- emo", "<!-- emotion: smile", "<!-- emotion: smile --", LINE])
def test_what_may_become_that_line_is_not_shown(end: str) -> None:
    assert without_unfinished_emotion(f"Yes.\n{end}") == "Yes."
