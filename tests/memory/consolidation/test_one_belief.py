"""No text that is derived tells as current what recall holds to be past."""

from __future__ import annotations

from datetime import timedelta

import pytest

from memory.vocabulary.address import Person
from tests.memory.recall.test_holding import ScriptedBelief
from tests.memory.stage import ADA, TEAM, Stage

LIFE = (
    ("My sister lives in Ghent.", "she packed her boxes for Antwerp"),
    ("Our standup is at nine in room four.", "we meet at ten from today on"),
    ("I will send the report to Ben on Friday.", "Carla took the report off my hands"),
)
"""What was said, and what took its place."""


async def told(tmp_path) -> Stage:
    on = await Stage.open(tmp_path, belief=ScriptedBelief(dict.fromkeys(LIFE, 0.95)))
    for old, _ in LIFE:
        await on.say(old, name="Ada", person=str(ADA))
        on.now += timedelta(hours=1)
    await on.engine.formed()
    return on


async def derived(on: Stage) -> dict[str, str]:
    """Every text that the product makes of facts and shows to a person or a model."""
    engine = on.engine
    primed = await engine.prime(on.cue("what is new?", sender=Person.parse(str(ADA)), sender_name="Ada"), budget=4000)
    profile = primed.text("sender_profile")
    found = {"me": "\n".join(fact.text for fact in await engine.facts.believed(TEAM)), "profile": profile}
    found["important"] = primed.text("important")
    for number, (old, _) in enumerate(LIFE):
        for item in await engine.search(old, TEAM):
            if item.kind != "turn" and not item.outdated:
                found[f"search {number} {item.path}"] = item.text
    documents = engine.parts.stores.documents
    for path in [*documents.paths("knowledge")]:
        found[f"read {path}"] = await engine.read(path, TEAM)
    return found


def telling(texts: dict[str, str], facts: list[str]) -> list[str]:
    return [name for name, text in texts.items() for fact in facts if " ".join(fact.split()) in " ".join(text.split())]


@pytest.mark.ledger("RET-24", "SLP-18", "FOR-17")
@pytest.mark.parametrize("is_slept", [False, True])
async def test_no_derived_text_tells_as_current_what_recall_holds_to_be_past(tmp_path, is_slept):
    on = await told(tmp_path)
    on.now += timedelta(days=1)
    await on.engine.sleep("daily", on.now)
    facts = [fact.text for fact in await on.engine.facts.believed(TEAM)]
    before = telling(await derived(on), facts)
    for _, new in LIFE:
        await on.say(new, name="Ada", person=str(ADA))
    await on.engine.formed()
    if is_slept:
        on.now += timedelta(days=1)
        await on.engine.sleep("daily", on.now)

    assert facts
    assert any(name.startswith("read ") for name in before)
    assert "me" in before
    assert "profile" in before
    assert telling(await derived(on), facts) == []
