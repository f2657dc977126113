"""Late messages: after a minute the model is told, after ten the person is asked."""

from __future__ import annotations

from pathlib import Path

import pytest

from adapters.models.scripted import ScriptedModel
from tests.bots.house import House, until


async def written_while_away(tmp_path: Path, minutes: float) -> tuple[House, ScriptedModel]:
    model = ScriptedModel(["Hello.", "Here is your answer."])
    place = House(home=tmp_path, models={"alice": model})
    talk = place.world.direct("ada")
    async with place.open():
        await place.ask("ada", talk, "hello")
    await place.world.say("ada", talk, "are you there?")
    place.clock.pass_(minutes=minutes)
    async with place.open():
        await until(lambda: len(place.world.posts) == 2)
        await place.settled()
    return place, model


@pytest.mark.ledger("PLT-11")
async def test_a_message_older_than_ten_minutes_is_asked_about_and_recorded(tmp_path: Path) -> None:
    place, model = await written_while_away(tmp_path, 11)

    assert place.world.posts[-1].text.startswith("You wrote “are you there?” 11 min ago")
    assert len(model.asked) == 1
    assert [event.content for event in place.log("alice", "message_received")] == ["hello", "are you there?"]


@pytest.mark.ledger("PLT-11")
async def test_a_message_of_a_few_minutes_is_answered_and_the_model_knows_that_it_is_late(tmp_path: Path) -> None:
    """P5: the label."""
    place, model = await written_while_away(tmp_path, 5)

    label = "*(late: you wrote this 5 min ago, while I was away)*"
    assert place.world.posts[-1].text == f"{label}\n\nHere is your answer."
    assert place.log("alice", "response_sent")[-1].content == "Here is your answer."
    assert "written 5 min ago" in model.asked[-1].messages[-2].content


@pytest.mark.ledger("PLT-11")
async def test_a_message_of_a_few_seconds_is_not_called_late(tmp_path: Path) -> None:
    place, model = await written_while_away(tmp_path, 0.5)

    assert place.world.posts[-1].text == "Here is your answer."
    assert "while you were away" not in model.asked[-1].messages[-2].content
