"""Tiers, the decay of categories, what may sleep, and what is held fast."""

from __future__ import annotations

from itertools import product
from math import exp, inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.theories.tiers import (
    ANCHORED_ACTS,
    BIRTH_TIER,
    TIER_CAPACITIES,
    TIER_PACES,
    access_threshold,
    anchors_permit,
    decay_rate_a_day,
    decayed_share,
    felt_days,
    is_demoted,
    is_dormancy_candidate,
    is_promoted,
    least_retention_days,
)
from tests.each import each

anything = st.floats(allow_nan=True, allow_infinity=True)
share = st.floats(0, 1)
days = st.floats(0, 1e5)
counts = st.integers(0, 1000)
tiers = st.sampled_from(list(TIER_PACES))
categories = st.sampled_from(["preference", "entity", "correction", "fact", "decision", "plan", "other", ""])


def test_time_runs_ten_times_in_mind_three_times_in_what_was_lived_through_and_not_at_all_asleep():
    assert {tier: felt_days(2, tier) for tier in TIER_PACES} == {
        "working": 20,
        "episodic": 6,
        "semantic": 2,
        "dormant": 0,
    }
    assert felt_days(inf, "dormant") == 0
    assert felt_days(-1, "working") == 0
    assert BIRTH_TIER == "episodic"
    assert TIER_CAPACITIES == {"working": 9}


def promoted(accesses=0, utility=0.5, age_days=0.0, shared=0, **anchors):
    return is_promoted(access_count=accesses, utility=utility, age_days=age_days, shared=shared, **anchors)


@pytest.mark.ledger("STR-06")
def test_each_of_three_proofs_promotes():
    assert not promoted(accesses=2, utility=0.69, age_days=30, shared=2)
    assert promoted(accesses=3)
    assert promoted(utility=0.7, age_days=7)
    assert not promoted(utility=1, age_days=6.9)
    assert promoted(shared=3)


@pytest.mark.ledger("STR-06", "FOR-18")
def test_what_is_anchored_is_never_promoted():
    assert not promoted(accesses=99, is_pinned=True)
    assert not promoted(accesses=99, is_immutable=True)


def test_only_what_is_idle_and_useless_falls_asleep():
    assert is_demoted(idle_days=60, utility=0.19)
    assert not is_demoted(idle_days=59.9, utility=0.0)
    assert not is_demoted(idle_days=900, utility=0.2)


@pytest.mark.parametrize("protection", ["is_pinned", "is_immutable", "is_flashbulb"])
def test_what_is_protected_never_falls_asleep(protection):
    assert not is_demoted(idle_days=900, utility=0.0, **{protection: True})


@given(counts, share, days, counts, counts, share, days, counts)
def test_more_proof_never_undoes_a_promotion(accesses, utility, age, shared, more, better, older, common):
    if promoted(accesses, utility, age, shared):
        assert promoted(accesses + more, max(utility, better), age + older, shared + common)


@given(days, share, days, share)
def test_more_idleness_and_less_use_never_wake_what_fell_asleep(idle, utility, longer, worse):
    if is_demoted(idle_days=idle, utility=utility):
        assert is_demoted(idle_days=idle + longer, utility=min(utility, worse))


def test_each_category_decays_at_its_own_rate():
    rates = {
        name: decay_rate_a_day(name) for name in ("preference", "entity", "correction", "fact", "decision", "plan")
    }

    assert rates == {"preference": 0, "entity": 0, "correction": 0, "fact": 0.005, "decision": 0.02, "plan": 0.05}
    assert decayed_share("fact", 100) == pytest.approx(exp(-0.5))
    assert decayed_share("decision", 50) == pytest.approx(exp(-1))
    assert decayed_share("other", 30) == pytest.approx(exp(-1.5))


@given(anything)
def test_what_someone_likes_or_is_does_not_grow_old(elapsed):
    assert all(decayed_share(category, elapsed) == 1 for category in ("preference", "entity", "correction"))


def test_a_decision_that_was_only_lived_through_decays_three_times_as_fast():
    assert decayed_share("decision", felt_days(10, "episodic")) == pytest.approx(decayed_share("decision", 10) ** 3)
    assert decayed_share("decision", felt_days(1000, "dormant")) == 1


@given(categories, days, days)
def test_what_is_left_falls_with_time(category, one, other):
    early, late = sorted((one, other))

    assert 0 <= decayed_share(category, late) <= decayed_share(category, early) <= 1


@given(categories, tiers, anything)
def test_no_input_takes_decay_out_of_bounds(category, tier, elapsed):
    assert 0 <= decayed_share(category, elapsed) <= 1
    assert felt_days(elapsed, tier) >= 0


def test_the_threshold_is_the_mean_of_the_accesses():
    assert access_threshold([0, 1, 2, 9]) == 3
    assert access_threshold([]) == 0


@each(
    ("category", "age", "expected"),
    [
        ("decision", 45, False),
        ("decision", 45.1, True),
        ("fact", 14, False),
        ("fact", 14.1, True),
        ("plan", 7, False),
        ("plan", 7.1, True),
        ("correction", 1e9, False),
        ("preference", inf, False),
        ("entity", 1e9, False),
    ],
)
def test_what_is_used_too_little_may_sleep_once_it_is_old_enough_for_its_category(category, age, expected):
    assert is_dormancy_candidate(2, age, category, threshold=3) is expected
    assert not is_dormancy_candidate(3, age, category, threshold=3)


@given(st.lists(counts, min_size=1), categories, days)
def test_what_is_used_most_is_never_a_candidate(accesses, category, age):
    assert not is_dormancy_candidate(max(accesses), age, category, access_threshold(accesses))
    assert least_retention_days(category) >= 7


def test_each_anchor_forbids_its_own():
    pinned = {act for act in ANCHORED_ACTS if not anchors_permit(act, is_pinned=True, is_immutable=False)}
    immutable = {act for act in ANCHORED_ACTS if not anchors_permit(act, is_pinned=False, is_immutable=True)}

    assert pinned == {"forget", "trim", "demote", "promote"}
    assert immutable == {"update", "merge", "demote", "promote"}
    assert all(anchors_permit(act, is_pinned=False, is_immutable=False) for act in ANCHORED_ACTS)


@each(("act", "is_pinned", "is_immutable"), list(product(ANCHORED_ACTS, (True, False), (True, False))))
def test_the_anchors_are_independent(act, is_pinned, is_immutable):
    by_each = anchors_permit(act, is_pinned=is_pinned, is_immutable=False) and anchors_permit(
        act, is_pinned=False, is_immutable=is_immutable
    )

    assert anchors_permit(act, is_pinned=is_pinned, is_immutable=is_immutable) is by_each
