"""The sources' recipes give what their formulas give, and the notes about them are true."""

from __future__ import annotations

from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.recall.source_recipes import SOURCE_RECIPES, Evidence, cognitive, spreading, utility


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
def test_the_recipes_go_by_the_names_of_the_sources():
    assert set(SOURCE_RECIPES) == {"spreading", "cognitive", "utility"}


@pytest.mark.ledger("RET-07")
@pytest.mark.parametrize("name", SOURCE_RECIPES)
@given(sims=st.tuples(st.floats(0, 1), st.floats(0, 1)), uses=st.integers(0, 100), days=st.floats(0, 900))
def test_of_two_alike_in_all_else_the_likelier_stands_higher(name, sims, uses, days):
    less, more = sorted(sims)
    score = SOURCE_RECIPES[name]

    assert score(Evidence(sim=less, access_count=uses, age_days=days)) <= score(
        Evidence(sim=more, access_count=uses, age_days=days)
    )


def test_ten_uses_outweigh_a_clear_difference_of_likeness_in_spreading():
    assert spreading(Evidence(sim=0.5, access_count=10)) > spreading(Evidence(sim=0.7))


def test_a_day_after_its_use_activation_and_rank_move_cognitive_by_less_than_a_hundredth():
    best = Evidence(sim=0.5, access_count=1, age_seconds=86400, rrf=2 / 61)
    worst = Evidence(sim=0.5, access_count=0, age_seconds=86400 * 900)

    assert 0 < cognitive(best) - cognitive(worst) < 0.01
