"""`/stop`: a turn ends within a second, what is visible says so, and the lane goes on."""

from __future__ import annotations

from pathlib import Path
from time import monotonic

import pytest

from adapters.models.scripted import ScriptedModel
from bots.message import Send, Typing
from bots.ports import Chunk
from tests.bots.house import House, until
from tests.bots.platform import MAIN

SILENT = [60.0]
SPEAKING = [Chunk(text="The answer begins "), 60.0]


def house(tmp_path: Path, *script: object) -> House:
    return House(home=tmp_path, models={"alice": ScriptedModel(list(script))})  # type: ignore[arg-type]


@pytest.mark.ledger("OPS-10")
async def test_a_turn_of_a_silent_model_ends_within_a_second_and_the_lane_goes_on(tmp_path: Path) -> None:
    place = house(tmp_path, SILENT, "Next.")
    talk = place.world.direct("ada")
    async with place.open() as fleet:
        await place.world.say("ada", talk, "think hard")
        await until(lambda: bool(place.models["alice"].asked))  # type: ignore[attr-defined]
        began = monotonic()
        stopped = await fleet.stop_turns(place=str(talk))
        took = monotonic() - began
        await place.settled()
        assert place.world.posts == []
        await place.ask("ada", talk, "and now?")

    assert stopped == 1
    assert took < 1.0
    assert [post.text for post in place.world.posts] == ["Next."]
    assert any(isinstance(act, Typing) and act.done for act in place.adapter.acts)
    assert place.journals("alice") == []


@pytest.mark.ledger("OPS-10", "PLT-09")
async def test_what_is_visible_ends_with_a_mark_is_recorded_and_remembered(tmp_path: Path) -> None:
    place = house(tmp_path, SPEAKING, "Next.")
    talk = place.world.direct("ada")
    async with place.open() as fleet:
        await place.world.say("ada", talk, "think hard")
        await until(lambda: bool(place.world.posts))
        assert await fleet.stop_turns("alice") == 1
        await place.settled()
        await place.ask("ada", talk, "and now?")

    first, second = place.world.posts
    assert first.text == "The answer begins\n\n*(stopped)*"
    assert second.text == "Next."
    assert place.log("alice", "response_sent")[0].content == first.text
    model = place.models["alice"]
    assert isinstance(model, ScriptedModel)
    asked, answered, again = [message.content for message in model.asked[1].messages if message.role != "system"]
    assert asked.endswith("] Ada: think hard")
    assert (answered, again) == (first.text, "and now?")


@pytest.mark.ledger("OPS-10", "PLT-09")
async def test_a_draft_that_was_seen_stays_with_a_mark(tmp_path: Path) -> None:
    place = house(tmp_path, SPEAKING)
    place.adapter.streaming = "draft"
    async with place.open() as fleet:
        await place.world.say("ada", place.world.direct("ada"), "think hard")
        await until(lambda: any(isinstance(act, Typing) and act.preview for act in place.adapter.acts))
        await fleet.stop_turns()
        await place.settled()

    assert [post.text for post in place.world.posts] == ["The answer begins\n\n*(stopped)*"]


@pytest.mark.ledger("OPS-10", "FLT-10")
async def test_the_command_stops_the_turns_of_its_room_with_its_threads_and_no_others(tmp_path: Path) -> None:
    place = house(tmp_path, SILENT)
    place.adapter.answers_in_threads = True
    place.grace_s = 0.0
    room, other = place.world.add_room("talk", "ada"), place.world.add_room("other", "ada")
    model = place.models["alice"]
    assert isinstance(model, ScriptedModel)
    async with place.open() as fleet:
        root = await place.world.say("ada", room, "ambient")
        thread = type(room)(room.platform, room.workspace, room.channel, root)
        await place.world.say("ada", room, "alice, one", mentions=MAIN)
        await place.world.say("ada", thread, "alice, two", mentions=MAIN, reply_to=root)
        await place.world.say("ada", other, "alice, three", mentions=MAIN)
        await until(lambda: len(model.asked) == 3)
        answer = await place.command("ada", room, "stop")
        await until(lambda: sum(state.running for state in fleet.animas()) == 1)

    assert answer.text == "Stopped 2 turns."
    assert answer.private_to is not None


@pytest.mark.ledger("OPS-10")
async def test_where_nothing_runs_nothing_is_stopped(tmp_path: Path) -> None:
    place = house(tmp_path, "Yes.")
    async with place.open() as fleet:
        assert await fleet.stop_turns() == 0


@pytest.mark.process
@pytest.mark.ledger("OPS-10", "PLT-12")
async def test_a_post_that_hangs_at_the_platform_delays_no_stop_and_is_marked_when_it_is_through(
    tmp_path: Path,
) -> None:
    place = house(tmp_path, SPEAKING, "Next.")
    talk = place.world.direct("ada")
    async with place.open() as fleet:
        place.adapter.gate.clear()
        await place.world.say("ada", talk, "think hard")
        await until(lambda: bool(place.adapter.shown(Send)))
        began = monotonic()
        assert await fleet.stop_turns() == 1
        took = monotonic() - began
        place.adapter.gate.set()
        await place.settled()
        await place.ask("ada", talk, "and now?")

    assert took < 1.0
    assert [post.text for post in place.world.posts] == ["The answer begins\n\n*(stopped)*", "Next."]


@pytest.mark.ledger("FLT-01", "ANI-03")
async def test_a_shutdown_lets_an_open_turn_end_and_begins_no_new_one(tmp_path: Path) -> None:
    place = house(tmp_path, [0.1, Chunk(text="Done."), Chunk(end="stop")], "After the start.")
    talk = place.world.direct("ada")
    model = place.models["alice"]
    assert isinstance(model, ScriptedModel)
    async with place.open():
        await place.world.say("ada", talk, "one")
        await place.world.say("ada", talk, "two")
        await until(lambda: bool(model.asked))

    assert [post.text for post in place.world.posts] == ["Done."]
    assert len(model.asked) == 1
    async with place.open():
        await place.settled()
    assert [post.text for post in place.world.posts] == ["Done.", "After the start."]
