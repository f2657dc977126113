"""The sources' recipes on candidates: what each looks at decides, as it was written."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from memory.engine import MemoryEngine
from memory.index.entry import Entry
from memory.options import Options
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

    engine = await MemoryEngine.open(
        tmp_path / "animas" / "alice", clock=lambda: stage.now, options=Options(recipe=recipe)
    )
    found = await engine.search("How often does the staging password rotate?", TEAM)
    await engine.close()

    assert found[0].text == "The staging password rotates every month."
    assert recipe in {reason.signal for reason in found[0].reasons}


async def test_a_recipe_that_there_is_not_is_refused_by_name(tmp_path):
    with pytest.raises(ValueError, match="soup"):
        await MemoryEngine.open(tmp_path / "animas" / "alice", options=Options(recipe="soup"))


@pytest.mark.ledger("STR-03")
def test_what_was_useful_long_ago_is_expected_to_be_worth_what_any_memory_is():
    strengths = {"long ago": Strength(utility=1.0), "lately": Strength(utility=1.0, last_access=NOW)}

    _, scores = order("utility", candidate("long ago", 0.5, days=900), candidate("lately", 0.5), strengths=strengths)

    assert scores["lately"] - scores["long ago"] == pytest.approx(0.2 * 0.5, abs=1e-4)


@pytest.mark.ledger("RET-16", "RET-19")
async def test_what_three_replies_showed_together_speaks_for_one_another_in_recall(tmp_path):
    stage = await Stage.open(tmp_path, recipe="cognitive", forms=False)
    for text in ("The vault opens at noon", "The vault is painted blue", "The vault stands in Porto"):
        await stage.say(text)

    async def scores():
        stage.now += timedelta(hours=1)
        return {one.id: one.score for one in await stage.engine.search("vault", TEAM)}

    async def shown(number):
        cue = stage.cue("vault?", key=f"turn{number}")
        primed = await stage.engine.prime(cue, deadline_s=60)
        await stage.engine.answered(cue, primed, "It opens at noon, and is painted blue all over")

    for number in range(2):
        await shown(number)
    twice = await scores()
    await shown(2)
    thrice = await scores()

    gained = {id: thrice[id] - twice[id] for id in thrice}
    assert gained["e0"] - gained["e2"] == pytest.approx(0.05, abs=0.02)
    assert gained["e1"] - gained["e2"] == pytest.approx(0.05, abs=0.02)
    await stage.engine.close()
