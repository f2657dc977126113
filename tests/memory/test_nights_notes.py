"""What a night notes of memories counts in recall, and counts no more when the batch is undone."""

from __future__ import annotations

import pytest

from memory.vocabulary.change import Change
from memory.vocabulary.fact import DORMANT, INVALIDATED, QUARANTINED, RETRACTED, WOKEN, FactChange
from tests.memory.stage import ADA, TEAM, Stage


@pytest.fixture
async def stage(tmp_path):
    stage = await Stage.open(tmp_path)
    yield stage
    await stage.engine.close()


def noted(stage, type, *ids):
    note = FactChange(ts=stage.now, key=f"night/{type}/{ids}", type=type, ids=ids, because="in the night")
    return Change(kind="note", because="in the night", note=note)


async def primed(stage, text="When is tea served?"):
    stage.now = stage.now.replace(hour=stage.now.hour + 1)
    return (await stage.engine.prime(stage.cue(text), deadline_s=60)).text("related_knowledge")


@pytest.mark.ledger("STR-07", "SLP-13")
async def test_a_note_that_was_laid_to_rest_comes_to_mind_no_more_until_it_is_woken_or_undone(stage, tmp_path):
    tea = tmp_path / "animas" / "alice" / "knowledge" / "tea.md"
    tea.parent.mkdir(parents=True, exist_ok=True)
    tea.write_text(f"---\naudience: {TEAM}\n---\nTea is served at four.\n")
    assert "Tea is served" in await primed(stage)

    await stage.engine.apply("night 1", [noted(stage, DORMANT, "knowledge/tea.md")])
    assert "Tea is served" not in await primed(stage)
    assert await stage.found("tea served")

    await stage.engine.undo("night 1")
    assert "Tea is served" in await primed(stage)

    await stage.engine.apply("night 2", [noted(stage, DORMANT, "knowledge/tea.md")])
    await stage.engine.apply("day", [noted(stage, WOKEN, "knowledge/tea.md")])
    assert "Tea is served" in await primed(stage)


@pytest.mark.ledger("LOG-12", "SLP-16")
@pytest.mark.parametrize("type", [RETRACTED, QUARANTINED, INVALIDATED])
async def test_a_batch_that_is_undone_leaves_the_index_as_it_was_also_when_it_is_made_anew(stage, type):
    fact = await stage.engine.facts.add("Tea is served at four.", str(ADA), TEAM)
    other = await stage.engine.facts.add("Tea leaves are kept in the cellar.", str(ADA), TEAM)
    stage.now = stage.now.replace(hour=stage.now.hour + 1)
    before = await stage.found("tea")
    assert sorted(before) == sorted([fact.text, other.text])

    await stage.engine.apply("night", [noted(stage, type, fact.id)])
    stage.now = stage.now.replace(hour=stage.now.hour + 1)
    assert fact.text not in await stage.found("tea")
    await stage.engine.undo("night")

    assert sorted(await stage.found("tea")) == sorted(before)
    await stage.engine.rebuild()
    assert sorted(await stage.found("tea")) == sorted(before)
    assert (await stage.engine.verify()).problems == ()
