"""A fleet that dies in an answer: at the next start the same post becomes the whole answer, and nothing is doubled."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from adapters.models.scripted import ScriptedModel
from bots.ports import Chunk, ToolCall
from bots.turn.prime import facts_of_journal
from memory.archive.unfinished_turns import JournalStart
from tests.bots.house import House, until
from tests.bots.platform import MAIN

BEGINNING = "It was a long and stormy night in the harbour. " * 15
DIES = [Chunk(text=BEGINNING), 30.0]


def house(tmp_path: Path, *script: object) -> House:
    return House(home=tmp_path, models={"alice": ScriptedModel(list(script))}, grace_s=0.0)  # type: ignore[arg-type]


async def die_while_visible(place: House, text: str = "tell me a story") -> None:
    talk = place.world.direct("ada")
    async with place.open():
        await place.world.say("ada", talk, text)
        await until(lambda: bool(place.world.posts))


@pytest.mark.ledger("PLT-11", "PLT-12", "LOG-08")
async def test_the_post_that_was_visible_becomes_the_whole_answer(tmp_path: Path) -> None:
    place = house(tmp_path, DIES, "The whole story.")
    await die_while_visible(place)
    assert place.world.posts[0].text.endswith(" …")
    async with place.open():
        await place.settled()

    (post,) = place.world.posts
    assert post.text == "The whole story."
    assert [event.content for event in place.log("alice", "response_sent")] == ["The whole story."]
    assert len(place.log("alice", "message_received")) == 1


@pytest.mark.ledger("LOG-07", "LOG-08")
async def test_what_was_journaled_is_logged_as_interrupted_and_the_model_is_told(tmp_path: Path) -> None:
    place = house(tmp_path, DIES, "The whole story.")
    await die_while_visible(place)
    assert len(place.journals("alice")) == 1
    async with place.open():
        await place.settled()

    (event,) = place.log("alice", "error")
    assert event.content == BEGINNING
    assert "interrupted" in event.summary
    assert event.meta["reply_to"] == place.world.said[0].id
    assert event.meta["audience"] == "person:chat:W/ada"
    assert place.journals("alice") == []
    model = place.models["alice"]
    assert isinstance(model, ScriptedModel)
    assert "You were interrupted while answering it" in model.asked[1].messages[-2].content


@pytest.mark.ledger("LOG-07", "LOG-08", "PLT-11")
async def test_a_tool_that_was_in_use_is_told_as_unknown(tmp_path: Path) -> None:
    call = ToolCall(id="1", name="search_memory", arguments='{"query": "keys"}')
    place = house(tmp_path, [Chunk(text="Let me look. ", tool_calls=(call,), end="tool_calls")], DIES, "Found.")
    hanging = asyncio.Event()

    async def hang(*_: object, **__: object) -> None:
        hanging.set()
        await asyncio.Event().wait()

    talk = place.world.direct("ada")
    async with place.open():
        place.animas["alice"].engine.search = hang  # type: ignore[method-assign, assignment]
        await place.world.say("ada", talk, "where are the keys?")
        await asyncio.wait_for(hanging.wait(), 5)
        await asyncio.sleep(0.03)
    model = ScriptedModel(["Found."])
    place.models["alice"] = model
    async with place.open():
        await place.settled()

    assert "Whether your use of search_memory took effect is unknown" in model.asked[0].messages[-2].content
    assert place.world.posts[-1].text == "Found."
    assert len(place.world.posts) == 1


@pytest.mark.ledger("PLT-11")
async def test_an_answer_that_was_whole_is_sent_without_asking_the_model_again(tmp_path: Path) -> None:
    place = house(tmp_path, "The whole story.", "Another story.")
    stuck = asyncio.Event()

    async def never_kept(*_: object) -> None:
        stuck.set()
        await asyncio.Event().wait()

    place.remember = never_kept
    async with place.open():
        await place.world.say("ada", place.world.direct("ada"), "tell me a story")
        await asyncio.wait_for(stuck.wait(), 5)
    place.remember = None
    assert place.world.posts == []
    async with place.open():
        await place.settled()

    assert [post.text for post in place.world.posts] == ["The whole story."]
    assert place.journals("alice") == []


@pytest.mark.ledger("PLT-11", "PLT-12")
async def test_it_may_die_again_and_again_and_the_answer_is_there_once(tmp_path: Path) -> None:
    place = house(tmp_path, DIES, DIES, DIES, DIES, "The whole story.")
    model = place.models["alice"]
    assert isinstance(model, ScriptedModel)
    await die_while_visible(place)
    for deaths in range(1, 4):
        async with place.open():
            await until(lambda: len(model.asked) > deaths)  # noqa: B023
    async with place.open():
        await place.settled()

    (post,) = place.world.posts
    assert post.text == "The whole story."


@pytest.mark.ledger("LOG-08")
async def test_an_answer_whose_turn_is_over_is_logged_at_the_start_and_put_away(tmp_path: Path) -> None:
    place = house(tmp_path, "Hello.")
    async with place.open():
        await place.ask("ada", place.world.direct("ada"), "hello")
        start = JournalStart(
            turn="gone",
            trigger="message",
            started_at=place.clock(),
            sender="chat:W/ada",
            facts=facts_of_journal("chat:W/D-ada", "person:chat:W/ada", "000042", "alice@chat:W/elsewhere"),
        )
        journal = place.animas["alice"].records.journal.open(start)
        journal.text(BEGINNING)
    async with place.open():
        await place.settled()
    async with place.open():
        await place.settled()

    (event,) = place.log("alice", "error")
    assert (event.content, event.channel) == (BEGINNING, "chat:W/D-ada")
    assert (event.meta["audience"], event.meta["reply_to"]) == ("person:chat:W/ada", "000042")
    assert place.journals("alice") == []
    assert len(place.world.posts) == 1


@pytest.mark.ledger("PLT-14", "PLT-11")
async def test_what_was_said_while_it_was_down_is_answered_after_the_start_once_and_in_order(tmp_path: Path) -> None:
    place = house(tmp_path, "One.", "Two.", "Three.")
    room = place.world.add_room("talk", "ada")
    async with place.open():
        await place.ask("ada", room, "alice, first", mentions=MAIN)
    await place.world.say("ada", room, "alice, second")
    await place.world.say("ada", room, "ambient")
    await place.world.say("ada", room, "alice, third")
    async with place.open():
        await until(lambda: len(place.world.posts) == 3)
        await place.settled()
    async with place.open():
        await place.settled()

    assert [post.text for post in place.world.posts] == ["One.", "Two.", "Three."]
    assert [event.content for event in place.log("alice", "message_received")] == [
        "alice, first",
        "alice, second",
        "ambient",
        "alice, third",
    ]


@pytest.mark.ledger("PLT-14")
async def test_a_room_in_which_somebody_began_to_talk_while_it_was_down_is_heard(tmp_path: Path) -> None:
    place = house(tmp_path, "Hello.", "Welcome.")
    async with place.open():
        await place.ask("ada", place.world.direct("ada"), "hello")
    place.clock.pass_(seconds=30)
    await place.world.say("bea", place.world.add_room("new", "bea"), "alice, are you there?")
    async with place.open():
        await until(lambda: len(place.world.posts) == 2)
        await place.settled()

    assert place.world.posts[-1].place.channel == "new"
