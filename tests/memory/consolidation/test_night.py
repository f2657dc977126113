"""A night is a transaction: it ends at a step or before it, goes on where it was, and is undone bit for bit."""

from __future__ import annotations

from datetime import timedelta

import pytest

from memory.vocabulary.change import Change, NotKept
from memory.vocabulary.fact import FORMED, Fact, FactChange
from tests.memory.stage import TEAM, Stage, here


@pytest.fixture
async def stage(tmp_path):
    stage = await Stage.open(tmp_path, forms=False)
    yield stage
    await stage.engine.close()


def fact(stage, number, value, days=0, audience=TEAM, **more):
    at = stage.now - timedelta(days=days)
    return Fact(
        id=f"fact:{number:016}",
        text=f"Ada lives in {value}.",
        category="fact",
        recorded_at=at,
        valid_from=at,
        observed_at=at,
        value=value,
        person="slack:T01/ada",
        audience=str(audience),
        **{"slot": "ada home", **more},
    )


def form(stage, *facts):
    stage.engine.parts.retracting.note(
        [FactChange(ts=one.recorded_at, key=f"formed/{one.id}", type=FORMED, fact=one) for one in facts]
    )


@pytest.mark.ledger("SLP-13", "SLP-16")
async def test_what_was_replaced_sleeps_is_found_by_a_search_and_awake_again_when_the_night_is_undone(stage):
    form(stage, fact(stage, 1, "porto", days=40), fact(stage, 2, "ghent", days=3))

    planned = await stage.engine.sleep("daily", stage.now, dry_run=True)
    report = await stage.engine.sleep("daily", stage.now)

    assert planned.state == "planned"
    assert report.state == "done"
    assert planned.counts == report.counts == {"dormant": 1}
    assert stage.engine.strength_of("fact:0000000000000001").asleep_since == stage.now
    assert await stage.engine.sleep("daily", stage.now) == report
    undone = await stage.engine.undo_night()
    assert undone.state == "undone"
    assert stage.engine.strength_of("fact:0000000000000001").asleep_since is None


@pytest.mark.ledger("SLP-06")
@pytest.mark.parametrize(
    ("path", "kept"), [("procedures/tea.md", 5), ("knowledge/_subjects/ada.md", 5), ("knowledge/tea.md", 9)]
)
async def test_a_month_lets_go_old_texts_of_procedures_and_of_what_facts_tell_but_the_newest_five(stage, path, kept):
    file = here(path)
    for number in range(9):
        change = Change(kind="write", path=file, text=f"Number {number}.\n", because="told", expects=None)
        await stage.engine.apply(f"told-{number}", [change])
        stage.now += timedelta(days=1)
    young = len(await stage.engine.versions(file))
    await stage.say("Good night.")
    await stage.engine.sleep("monthly", stage.now + timedelta(days=40))
    still = len(await stage.engine.versions(file))
    await stage.engine.sleep("monthly", stage.now + timedelta(days=75))

    assert young == still == 9
    assert len(await stage.engine.versions(file)) == kept
    with pytest.raises(NotKept):
        await stage.engine.undo_night("daily-2026-11-16")
