"""A send of which nobody knows whether it arrived: an event, a line for whoever watches, a word at the next start."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from adapters.models.scripted import ScriptedModel
from bots.errors import Refused
from bots.message import Kind
from tests.bots.house import House, until
from tests.bots.platform import MAIN


def house(tmp_path: Path, *script: object) -> House:
    models = {"alice": ScriptedModel(list(script) or ["The answer."])}  # type: ignore[arg-type]
    return House(home=tmp_path, models=models, owners=frozenset({"chat:W/ada"}))


async def doubtful(place: House) -> str:
    """Ask in a room; the platform takes the answer, or not, and cannot tell. The question's id."""
    place.adapter.can_tell = False
    place.adapter.lost_answers = 1
    room = place.world.add_room("talk", "ada")
    async with place.open():
        await place.ask("ada", room, "alice, hello", mentions=MAIN)
    return place.world.said[0].id


@pytest.mark.ledger("PLT-12", "OPS-11")
async def test_it_is_an_error_event_that_names_the_question(tmp_path: Path) -> None:
    place = house(tmp_path)
    question = await doubtful(place)

    (event,) = place.log("alice", "error")
    assert event.meta["in_doubt"] is True
    assert event.meta["reply_to"] == question
    assert event.content == "The answer."
    assert event.meta["audience"] == "group:chat:W/talk"
    assert place.log("alice", "response_sent") == []


@pytest.mark.ledger("PLT-12")
async def test_whoever_watches_is_told_at_once_and_the_chat_is_not(tmp_path: Path) -> None:
    place = house(tmp_path)
    question = await doubtful(place)

    (line,) = [line for line in place.told if line["event"] == "delivery_in_doubt"]
    assert line["reply_to"] == question
    assert (line["anima"], line["place"], line["account"]) == ("alice", "chat:W/talk", "chat:main")
    assert len(place.world.posts) == 1


@pytest.mark.ledger("PLT-12", "OPS-11")
async def test_the_chat_is_told_once_as_a_reply_after_the_next_start(tmp_path: Path) -> None:
    place = house(tmp_path)
    question = await doubtful(place)
    place.clock.pass_(seconds=5)
    async with place.open():
        await until(lambda: len(place.world.posts) == 2)
        await place.settled()
    place.clock.pass_(seconds=5)
    async with place.open():
        await place.settled()

    note = place.world.posts[-1]
    assert len(place.world.posts) == 2
    assert note.reply_to == question
    assert "cannot tell whether my answer reached you" in note.text
    assert len(place.models["alice"].asked) == 1  # type: ignore[attr-defined]


@pytest.mark.ledger("PLT-12", "FLT-10")
async def test_status_and_trace_show_it_to_the_asker_only(tmp_path: Path) -> None:
    place = house(tmp_path)
    question = await doubtful(place)
    room = place.world.said[0].place
    async with place.open():
        status = await place.command("ada", room, "status")
        trace = await place.command("ada", room, f"trace {question}")

    assert "doubt" in status.text
    assert "in_doubt" in trace.text
    assert {str(post.private_to) for post in (status, trace)} == {"chat:W/ada"}


@pytest.mark.ledger("PLT-12")
async def test_where_the_platform_can_look_it_up_nothing_is_in_doubt(tmp_path: Path) -> None:
    place = house(tmp_path)
    place.adapter.lost_answers = 1
    async with place.open():
        (post,) = await place.ask("ada", place.world.direct("ada"), "hello")

    assert place.log("alice", "error") == []
    assert place.log("alice", "response_sent")[0].meta["message_id"] == post.id


@pytest.mark.ledger("PLT-12", "FLT-10")
async def test_what_was_refused_is_a_dead_letter_that_can_be_sent_again(tmp_path: Path) -> None:
    place = house(tmp_path)
    talk = place.world.direct("ada")
    place.adapter.faults = [Refused("no permission")]
    async with place.open():
        assert await place.ask("ada", talk, "hello") == []
        listed = await place.command("ada", talk, "dead list")
        number = listed.text.removeprefix("- ").partition(":")[0]
        await place.world.say("ada", talk, f"dead resend {number}", kind=Kind.COMMAND)
        await until(lambda: any(post.text == "The answer." for post in place.world.posts))
        await place.settled()
        after = await place.command("ada", talk, "dead list")

    assert "no permission" in listed.text
    assert after.text == "There are no dead letters."
    assert len(place.models["alice"].asked) == 1  # type: ignore[attr-defined]
    assert [event.content for event in place.log("alice", "response_sent")] == ["The answer."]


@pytest.mark.ledger("PRI-12", "FLT-10")
async def test_why_shows_what_came_to_mind_and_which_signals_brought_it(tmp_path: Path) -> None:
    place = house(tmp_path, "Noted.", "It is red.")
    room = place.world.add_room("talk", "ada")
    async with place.open():
        await place.ask("ada", replace(room, thread="one"), "alice, my bicycle is painted bright red.", mentions=MAIN)
        # In a thread of its own the history does not show it already.
        await place.ask("ada", replace(room, thread="two"), "alice, what colour is my bicycle?", mentions=MAIN)
        answer = await place.command("ada", room, "why")

    assert "bicycle is painted bright red" in answer.text
    assert "because" in answer.text
    assert str(answer.private_to) == "chat:W/ada"


@pytest.mark.ledger("PRI-12", "AUD-02")
async def test_why_tells_a_room_nothing_of_a_direct_talk(tmp_path: Path) -> None:
    place = house(tmp_path, "Noted.")
    room = place.world.add_room("talk", "ada", "bea")
    async with place.open():
        await place.ask("ada", place.world.direct("ada"), "My bicycle is painted bright red.")
        answer = await place.command("bea", room, "why")
        of_ada = await place.command("ada", room, "why")

    assert "bicycle" not in answer.text + of_ada.text
    assert "ada" not in answer.text


@pytest.mark.ledger("FLT-10")
@pytest.mark.parametrize("words", ["dead list", "trace 000001"])
async def test_a_member_may_not_see_what_is_for_admins(tmp_path: Path, words: str) -> None:
    place = house(tmp_path)
    async with place.open():
        answer = await place.command("bea", place.world.direct("bea"), words)

    assert "is for admins" in answer.text


@pytest.mark.ledger("OPS-07")
async def test_the_life_of_a_message_can_be_traced_from_its_arrival_to_its_answer(tmp_path: Path) -> None:
    place = house(tmp_path)
    async with place.open() as fleet:
        await place.ask("ada", place.world.direct("ada"), "hello")
        steps = [step.what for step in await fleet.delivery.trace(place.world.said[0].id)]

    assert steps == ["accepted", "thinking", "recalled", "model", "answering", "sending", "sent", "done"]
