"""The sources' recipes on candidates: what each looks at decides, as it was written."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from memory.engine import MemoryEngine
from memory.index.entry import Entry
from memory.recall.as_written import rank_as_written
from memory.recall.candidate import Candidate
from memory.recall.query import understand
from memory.vocabulary.strength import Strength
from tests.memory.stage import TEAM, Stage

NOW = datetime(2026, 11, 20, tzinfo=UTC)
ASKED = understand("What is it?", NOW, UTC, [])


def candidate(id, similarity, days=0.0, text="words", **more):
    entry = Entry(id=id, kind="turn", text=text, path="x", audience="org", at=NOW - timedelta(days=days))
    return Candidate(entry=entry, similarity=similarity, **more)


def order(name, *candidates, strengths=None):
    def strength_of(id):
        return (strengths or {}).get(id, Strength())

    ranked = rank_as_written(name, ASKED, candidates, NOW, strength_of)
    return [one.candidate.entry.id for one in ranked], {one.candidate.entry.id: one.score for one in ranked}


@pytest.mark.ledger("RET-07")
def test_spreading_adds_recency_uses_and_activation_to_likeness():
    ids, scores = order("spreading", candidate("old", 0.5, days=30), candidate("linked", 0.3, days=30, activation=1.0))

    assert ids == ["linked", "old"]
    assert scores == pytest.approx({"old": 0.5 + 0.1, "linked": 0.3 + 0.1 + 0.5})


@pytest.mark.ledger("RET-07")
def test_utility_weighs_what_is_useful_and_important():
    strengths = {"useful": Strength(utility=1.0, importance=1.0)}

    ids, scores = order("utility", candidate("alike", 0.8), candidate("useful", 0.5), strengths=strengths)

    assert ids == ["useful", "alike"]
    assert scores == pytest.approx({"alike": 0.48 + 0.1 + 0.1, "useful": 0.3 + 0.2 + 0.2})


@pytest.mark.ledger("RET-06", "RET-10")
def test_cognitive_puts_what_adds_something_before_what_repeats():
    first = candidate("first", 0.9, days=1, text="the red boat in the harbour", lexical=1.0)
    again = candidate("again", 0.89, days=1, text="the red boat in the harbour", lexical=0.9)
    other = candidate("other", 0.86, days=1, text="a green hill", lexical=0.1)

    ids, _ = order("cognitive", first, again, other, candidate("far", 0.0, days=9, text="unlike", lexical=0.0))

    assert ids == ["first", "other", "again", "far"]


@pytest.mark.ledger("RET-07")
@pytest.mark.parametrize("recipe", ["spreading", "cognitive", "utility"])
async def test_an_engine_can_rank_as_the_sources_did(tmp_path, recipe):
    stage = await Stage.open(tmp_path)
    await stage.say("The staging password rotates every month.")
    await stage.say("Lunch was good.")
    await stage.engine.close()

    engine = await MemoryEngine.open(tmp_path / "animas" / "alice", clock=lambda: stage.now, recipe=recipe)
    found = await engine.search("How often does the staging password rotate?", TEAM)
    await engine.close()

    assert found[0].text == "The staging password rotates every month."
    assert recipe in {reason.signal for reason in found[0].reasons}


async def test_a_recipe_that_there_is_not_is_refused_by_name(tmp_path):
    with pytest.raises(ValueError, match="soup"):
        await MemoryEngine.open(tmp_path / "animas" / "alice", recipe="soup")
