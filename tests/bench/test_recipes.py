"""The recipes of comparison: formulas, what each looks at, and a recall that goes by each."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.questions import INTENTS, intent
from bench.recipes import (
    RECALLS,
    Evidence,
    cognitive,
    diversified,
    rank_as_written,
    rank_routed,
    recall_of,
    spreading,
    utility,
)
from memory.index.entry import IndexEntry
from memory.recall.candidate_search import RecallCandidate
from memory.recall.query import Query, understand_query
from memory.recall.ranking import RankedCandidate
from memory.vocabulary.fact import Strength
from tests.each import each
from tests.memory.stage import TEAM, Stage

NOW = datetime(2026, 11, 20, tzinfo=UTC)
ASKED = understand_query("What is it?", NOW, UTC, [])


def candidate(id, similarity, days=0.0, speaker="", text="words", **more):
    at = NOW - timedelta(days=days)
    entry = IndexEntry(id=id, kind="turn", text=text, path="x", audience="org", at=at, speaker=speaker)
    return RecallCandidate(entry=entry, similarity=similarity, **more)


def order(formula, *candidates, strengths=None):
    def strength_of(id):
        return (strengths or {}).get(id, Strength())

    ranked = rank_as_written(formula, ASKED, candidates, NOW, strength_of)
    return [best.candidate.entry.id for best in ranked], {best.candidate.entry.id: best.score for best in ranked}


def test_recipes_are_known_by_name_and_a_wrong_name_tells_the_right_ones():
    assert [recall_of(name) for name in RECALLS] == [*RECALLS.values()]
    with pytest.raises(ValueError, match="default, routed, spreading, cognitive, utility"):
        recall_of("soup")


@pytest.mark.ledger("RET-07")
def test_spreading_adds_recency_use_and_activation_to_likeness():
    fresh = Evidence(sim=0.8)
    old = Evidence(sim=0.8, age_days=60, access_count=9, pagerank=0.5)

    assert spreading(fresh) == pytest.approx(1.0)
    assert spreading(old) == pytest.approx(0.8 + 0.05 + 0.1 * log(10) + 0.25)


@pytest.mark.ledger("RET-07")
def test_cognitive_weighs_four_parts_adds_two_and_multiplies_by_two():
    evidence = Evidence(
        sim=0.5,
        rrf=2 / 61,
        age_seconds=3600,
        access_count=1,
        importance=0.6,
        matching_entities=2,
        is_same_session_episode=True,
        sub_tier=1.1,
        mood=1.1,
    )
    # 0.2 + 0.3/61 + 0.09 + 0.15·2/61, + 0.2 + 0.15, · 1.21
    assert cognitive(evidence) == pytest.approx((0.2 + 0.6 / 61 + 0.09 + 0.35) * 1.21)
    assert cognitive(Evidence(sim=1.0, age_seconds=86400, importance=1.0)) == pytest.approx(0.551017, abs=1e-6)


@pytest.mark.ledger("RET-07")
def test_utility_lets_likeness_dominate():
    assert utility(Evidence(sim=0.9, utility=0.7, importance=0.3)) == pytest.approx(0.74)


@pytest.mark.ledger("RET-07")
@pytest.mark.parametrize("score", [spreading, cognitive, utility])
@given(sims=st.tuples(st.floats(0, 1), st.floats(0, 1)), uses=st.integers(0, 100), days=st.floats(0, 900))
def test_of_two_alike_in_all_else_the_likelier_stands_higher(score, sims, uses, days):
    less, more = sorted(sims)

    assert score(Evidence(sim=less, access_count=uses, age_days=days)) <= score(
        Evidence(sim=more, access_count=uses, age_days=days)
    )


def test_ten_uses_outweigh_a_clear_difference_of_likeness_in_spreading():
    assert spreading(Evidence(sim=0.5, access_count=10)) > spreading(Evidence(sim=0.7))


def test_a_day_after_its_use_activation_and_rank_move_cognitive_by_less_than_a_hundredth():
    best = Evidence(sim=0.5, access_count=1, age_seconds=86400, rrf=2 / 61)
    worst = Evidence(sim=0.5, access_count=0, age_seconds=86400 * 900)

    assert 0 < cognitive(best) - cognitive(worst) < 0.01


@pytest.mark.ledger("RET-07")
def test_spreading_looks_at_the_age_and_the_activation_of_a_candidate():
    ids, scores = order(spreading, candidate("old", 0.5, days=30), candidate("linked", 0.3, days=30, activation=1.0))

    assert ids == ["linked", "old"]
    assert scores == pytest.approx({"old": 0.5 + 0.1, "linked": 0.3 + 0.1 + 0.5})


@pytest.mark.ledger("RET-07")
def test_utility_looks_at_what_is_useful_and_important():
    strengths = {"useful": Strength(utility=1.0, importance=1.0)}

    ids, scores = order(utility, candidate("alike", 0.8), candidate("useful", 0.5), strengths=strengths)

    assert ids == ["useful", "alike"]
    assert scores == pytest.approx({"alike": 0.48 + 0.1 + 0.1, "useful": 0.3 + 0.2 + 0.2})


@pytest.mark.ledger("STR-03")
def test_what_was_useful_long_ago_is_expected_to_be_worth_what_any_memory_is():
    strengths = {"long ago": Strength(utility=1.0), "lately": Strength(utility=1.0, last_access=NOW)}

    _, scores = order(utility, candidate("long ago", 0.5, days=900), candidate("lately", 0.5), strengths=strengths)

    assert scores["lately"] - scores["long ago"] == pytest.approx(0.2 * 0.5, abs=1e-4)


@pytest.mark.ledger("RET-06", "RET-10")
def test_what_adds_something_comes_before_what_repeats_by_words():
    first = candidate("first", 0.9, days=1, text="the red boat in the harbour", lexical=1.0)
    again = candidate("again", 0.89, days=1, text="the red boat in the harbour", lexical=0.9)
    other = candidate("other", 0.86, days=1, text="a green hill", lexical=0.1)
    far = candidate("far", 0.0, days=9, text="unlike", lexical=0.0)

    ranked = rank_as_written(cognitive, ASKED, [first, again, other, far], NOW, lambda _: Strength())

    assert [found.candidate.entry.id for found in diversified(ranked, {})] == ["first", "other", "again", "far"]


@pytest.mark.ledger("RET-10")
def test_what_adds_something_comes_before_what_repeats_by_vectors():
    ranked = [
        RankedCandidate(candidate(id, 0.5), score, (), ()) for id, score in (("first", 9), ("again", 8), ("other", 7.9))
    ]
    vectors = {"first": np.array([1.0, 0.0]), "again": np.array([1.0, 0.0]), "other": np.array([0.0, 1.0])}

    best = diversified([*ranked, RankedCandidate(candidate("far", 0.0), 0.0, (), ())], vectors)

    assert [found.candidate.entry.id for found in best] == ["first", "other", "again", "far"]


@pytest.mark.ledger("RET-16", "RET-19")
async def test_what_three_replies_showed_together_speaks_for_one_another_in_recall(tmp_path):
    stage = await Stage.open(tmp_path, recall=recall_of("cognitive"), forms=False)
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


def routed(id, similarity=0.5, lexical=0.5, speaker="Ada", days=1):
    return candidate(id, similarity, days, lexical=lexical, speaker=speaker)


class FakeUnderstood:
    """ "linked" is linked to the best, "liked" tells a preference."""

    def categories(self, ids):
        return {id: {"preference" if id == "liked" else "fact"} for id in ids}

    def linked(self, ids, kinds, hops):
        assert (set(kinds), hops) == ({"causes", "elaborates"}, 2)
        return {"linked"}


def ranked(name, *candidates, used=()):
    query = Query(text="What of Bob?", terms=("bob",), named=frozenset({"Bob"}), days=(), zone=UTC)

    def strength_of(id):
        return Strength(utility=0.9 if id in used else 0.5)

    (wanted,) = (known for known in INTENTS if known.name == name)
    found = rank_routed(query, candidates, wanted, strength_of, FakeUnderstood())
    return [best.candidate.entry.id for best in found]


NEAR, WORDY = routed("near", 0.8, 0.3), routed("wordy", 0.3, 0.7)


@pytest.mark.ledger("RET-12")
@each(
    ("name", "candidates", "used", "first"),
    [
        ("factual", (NEAR, WORDY), (), "near"),
        ("factual", (routed("new"), routed("used", 0.45)), ("used",), "used"),
        ("general", (routed("new"), routed("used", 0.45)), ("used",), "new"),
        ("temporal", (routed("old", 0.9, 0.9, days=9), routed("late", 0.1, 0.1)), (), "late"),
        ("causal", (NEAR, routed("linked", 0.1, 0.0)), (), "linked"),
        ("entity_profile", (NEAR, routed("bob's", 0.1, 0.0, "Bob")), (), "bob's"),
        ("preference", (NEAR, routed("liked", 0.1, 0.0)), (), "liked"),
        ("general", (NEAR, routed("liked", 0.1, 0.0), routed("linked", 0.1, 0.0)), (), "near"),
    ],
)
def test_each_intent_has_something_else_go_first(name, candidates, used, first):
    assert ranked(name, *candidates, used=used)[0] == first
    assert ranked(name, *reversed(candidates), used=used)[0] == first


@pytest.mark.ledger("RET-12")
@pytest.mark.parametrize(("name", "limit"), [("factual", 10), ("temporal", 15), ("causal", 20)])
def test_each_intent_wants_so_many(name, limit):
    assert len(ranked(name, *(routed(f"c{number}") for number in range(40)))) == limit


@pytest.mark.ledger("RET-12")
async def test_who_asks_when_is_told_what_was_replaced_too(tmp_path):
    stage = await Stage.open(tmp_path, recall=recall_of("routed"))
    try:
        for text in ("I live in Porto.", "The bus is late.", "I live in Ghent."):
            await stage.say(text)
            stage.now += timedelta(days=2)
        await stage.engine.settled()

        when, where = ("When did Ada live in Porto?", "Where does Ada live?")
        assert (intent(when).name, intent(where).name) == ("temporal", "factual")
        for question in (when, where):
            texts = [one.text for one in await stage.engine.recalled(stage.cue(question))]
            assert texts.index("I live in Ghent.") == 0
            assert "I live in Porto." in texts
    finally:
        await stage.engine.close()
