"""The latest of a room is found whatever was said elsewhere."""

from __future__ import annotations

from datetime import timedelta

import pytest

from memory.vocabulary.address import Place
from memory.vocabulary.event import Event
from tests.memory.stage import ROOM, Stage


@pytest.mark.audit("A9")
@pytest.mark.ledger("AUD-01")
async def test_what_was_said_elsewhere_pushes_nothing_out_of_what_a_room_heard_last(tmp_path):
    stage = await Stage.open(tmp_path)
    said = await stage.say("the key is under the mat")
    log = stage.engine.parts.stores.log()
    other = Place("slack", "T01", "C09")
    for number in range(1300):
        log.append(_event(stage, other, number))

    found = await stage.engine.recent(ROOM, 200)
    await stage.engine.close()

    assert [event.content for event in found] == [said.content]


@pytest.mark.audit("A9")
async def test_of_what_a_room_heard_the_limit_counts_what_is_wanted_alone(tmp_path):
    stage = await Stage.open(tmp_path)
    wanted = [await stage.say("yes", thread="1") for _ in range(3)]
    for _ in range(20):
        await stage.say("no")

    found = await stage.engine.recent(ROOM, 2, wanted=lambda event: event.content == "yes")
    late = await stage.engine.recent(ROOM, 9, since=wanted[-1].ts, wanted=lambda event: event.content == "yes")
    await stage.engine.close()

    assert [event.id for event in found] == [event.id for event in wanted[1:]]
    assert [event.id for event in late] == [wanted[-1].id]


def _event(stage, place, number):
    stage.now += timedelta(seconds=1)
    return Event(
        ts=stage.now,
        type="message_received",
        content=f"elsewhere {number}",
        sender="slack:T01/U09",
        channel=str(place),
        meta={"id": f"x{number}", "audience": f"group:{place}"},
    )
