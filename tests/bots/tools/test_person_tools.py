"""A model sets, lists, moves and cancels the reminders of whom it answers, and forgets what they ask it to."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

import pytest

from adapters.models.scripted import ScriptedModel
from bots.ports import Chunk, ToolCall
from tests.bots.house import House
from tests.bots.platform import Posted

pytestmark = pytest.mark.ledger("ANI-11", "ANI-12")


def calling(tool: str, **arguments: str) -> list[Chunk]:
    call = ToolCall(id="1", name=tool, arguments=json.dumps(arguments))
    return [Chunk(tool_calls=(call,), end="tool_calls")]


def results(house: House) -> list[str]:
    """What the tools gave, in order."""
    asked = house.models["alice"].asked  # type: ignore[attr-defined]
    return [request.messages[-1].content for request in asked if request.messages[-1].role == "tool"]


async def test_a_reminder_that_the_model_sets_comes_once_and_is_not_asked_about_again(tmp_path: Path) -> None:
    house = House(home=tmp_path, models={})
    at = (house.clock() + timedelta(hours=2)).isoformat()
    house.models["alice"] = ScriptedModel([calling("set_reminder", text="water the plants", at=at), "It is set."])
    async with house.open():
        said = await house.ask("ada", house.world.direct("ada"), "remind me in two hours to water the plants")
        kept = house.animas["alice"].records.reminders.kept()

    assert [post.text for post in said] == ["It is set."]
    assert [(item.text, item.person) for item in kept] == [("water the plants", "chat:W/ada")]
    assert results(house)[0].startswith("It is set: ")


async def test_reminders_are_listed_moved_and_cancelled_for_whom_they_are_and_nobody_else(tmp_path: Path) -> None:
    house = House(home=tmp_path, models={})
    at = (house.clock() + timedelta(hours=2)).isoformat()
    later = (house.clock() + timedelta(hours=5)).isoformat()
    script = [calling("set_reminder", text="tea", at=at), "Set.", calling("list_reminders"), "Nothing."]
    house.models["alice"] = model = ScriptedModel(script)
    async with house.open():
        await house.ask("ada", house.world.direct("ada"), "tea in two hours please")
        await house.ask("ben", house.world.direct("ben"), "what does ada have?")
        records = house.animas["alice"].records.reminders
        (first,) = records.kept()
    assert results(house)[-1] == "There are none."

    house.models["alice"] = model = ScriptedModel(
        [
            calling("move_reminder", id=first.id, at=later),
            "Moved.",
            calling("cancel_reminder", id="nonsense"),
            "No such.",
        ]
    )
    async with house.open():
        await house.ask("ada", house.world.direct("ada"), "make that three hours later")
        (moved,) = house.animas["alice"].records.reminders.kept()
        await house.ask("ada", house.world.direct("ada"), "and cancel nonsense")

    assert (moved.text, moved.at.isoformat() if moved.at else "") == ("tea", later)
    assert moved.id != first.id
    assert results(house)[-1].startswith("Error: there is no reminder 'nonsense'")
    assert model.asked


@pytest.mark.parametrize(
    ("at", "told"), [("tomorrow", "is no day and time"), ("2020-01-01T09:00", "is over; it is 20")]
)
async def test_a_time_that_is_none_or_over_is_refused(tmp_path: Path, at: str, told: str) -> None:
    house = House(home=tmp_path, models={"alice": ScriptedModel([calling("set_reminder", text="tea", at=at), "Hm."])})
    async with house.open():
        await house.ask("ada", house.world.direct("ada"), "tea please")
        assert house.animas["alice"].records.reminders.kept() == []

    assert told in results(house)[0]


async def test_what_they_ask_to_have_forgotten_is_believed_no_more(tmp_path: Path) -> None:
    script = ["Noted.", calling("forget_fact", fact="Ghent"), "Done."]
    house = House(home=tmp_path, models={"alice": ScriptedModel(script)})
    talk = house.world.direct("ada")
    async with house.open():
        await house.ask("ada", talk, "I live in Ghent.")
        engine = house.animas["alice"].engine
        await engine.formed()
        said: list[Posted] = await house.ask("ada", talk, "that is wrong")
        audience = house.world.said[0].audience
        left = [fact.text for fact in await engine.facts.believed(audience) if "Ghent" in fact.text]

    assert results(house)[0].startswith("Forgotten: ")
    assert left == []
    assert said
