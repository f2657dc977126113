"""How deeply a memory is stored, what it is worth to its users, and how important it is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.theories.retention import strengths_after_recall
from memory.theories.salience import importance_level, importance_of
from memory.theories.utility import BIRTH_UTILITY, earned, utility_after_use
from tests.each import each

anything = st.floats(allow_nan=True, allow_infinity=True)
share = st.floats(0, 1)
stored = st.floats(1, 10)


@pytest.mark.ledger("STR-02")
def test_a_recall_stores_a_tenth_of_what_is_missing_times_its_effort():
    assert strengths_after_recall(1, 1) == pytest.approx(1.09)
    assert strengths_after_recall(1, 0) == pytest.approx(1.99)
    assert strengths_after_recall(5.5, 0.6) == pytest.approx(5.5 + 0.45 * 0.5)
    assert strengths_after_recall(10, 0) == 10


@pytest.mark.ledger("STR-02")
@given(stored, share, share)
def test_storage_never_falls_and_grows_more_the_harder_the_recall_was(storage, one, other):
    hard, easy = sorted((one, other))

    assert storage <= strengths_after_recall(storage, easy) <= strengths_after_recall(storage, hard) <= 10


@given(stored, stored, share)
def test_what_was_stored_deeper_stays_deeper_after_the_same_recall(one, other, retrieval):
    less, more = sorted((one, other))

    assert strengths_after_recall(less, retrieval) <= strengths_after_recall(more, retrieval) + 1e-9


@given(anything, anything)
def test_no_input_takes_storage_out_of_bounds(storage, retrieval):
    assert 1 <= strengths_after_recall(storage, retrieval) <= 10


@pytest.mark.ledger("STR-03")
def test_a_use_moves_utility_a_tenth_of_the_way():
    assert utility_after_use(0.5, True) == pytest.approx(0.55)
    assert utility_after_use(0.5, False) == pytest.approx(0.45)
    assert utility_after_use(0.9, False) == pytest.approx(0.81)
    assert earned([]) == BIRTH_UTILITY == 0.5
    assert earned([True, False]) == pytest.approx(0.495)


def test_twelve_failures_earn_a_utility_that_forgetting_can_see():
    useless = earned([False] * 12)

    assert useless == pytest.approx(0.5 * 0.9**12)
    assert useless < 0.15


@given(share, share, st.booleans())
def test_the_more_useful_stays_the_more_useful(one, other, helped):
    less, more = sorted((one, other))

    assert utility_after_use(less, False) <= less <= utility_after_use(less, True)
    assert utility_after_use(less, helped) <= utility_after_use(more, helped) + 1e-9


@given(anything, st.booleans())
def test_no_input_takes_utility_out_of_bounds(utility, helped):
    assert 0 <= utility_after_use(utility, helped) <= 1


def all_at(value, boost=1.0):
    return importance_of(novelty=value, arousal=value, reward=value, attention=value, boost=boost)


@pytest.mark.ledger("FOR-10")
def test_importance_weighs_four_channels():
    # 0.25 · 0.4 + 0.3 · 0.2 + 0.25 · 0.5 + 0.2 · 0.6 = 0.1 + 0.06 + 0.125 + 0.12
    assert importance_of(novelty=0.4, arousal=0.2, reward=0.5, attention=0.6) == pytest.approx(0.405)
    assert importance_of(novelty=1, arousal=0, reward=0, attention=0) == 0.25
    assert importance_of(novelty=0, arousal=1, reward=0, attention=0) == 0.3
    assert importance_of(novelty=0, arousal=0, reward=1, attention=0) == 0.25
    assert importance_of(novelty=0, arousal=0, reward=0, attention=1) == 0.2
    assert all_at(1) == 1


@pytest.mark.ledger("FOR-10")
def test_the_circumstances_boost_importance_within_their_bounds_and_its_own():
    assert all_at(0.5, boost=1.2) == pytest.approx(0.6)
    assert all_at(0.5, boost=9) == pytest.approx(0.65)
    assert all_at(0.5, boost=-1) == pytest.approx(0.35)
    assert all_at(0.9, boost=1.3) == 1


@pytest.mark.ledger("FOR-10")
@each(
    ("value", "expected"),
    [
        (1, "critical"),
        (0.8, "critical"),
        (0.79, "high"),
        (0.6, "high"),
        (0.59, "normal"),
        (0.4, "normal"),
        (0.39, "low"),
        (0, "low"),
    ],
)
def test_importance_has_four_levels(value, expected):
    assert importance_level(value) == expected
    assert importance_level(all_at(value)) == expected


@given(*[anything] * 5)
def test_no_input_takes_importance_out_of_bounds(novelty, arousal, reward, attention, boost):
    assert 0 <= importance_of(novelty=novelty, arousal=arousal, reward=reward, attention=attention, boost=boost) <= 1


@given(share, share, share, share, share)
def test_importance_grows_with_each_channel(novelty, arousal, reward, attention, more):
    channels = {"novelty": novelty, "arousal": arousal, "reward": reward, "attention": attention}

    for name, value in channels.items():
        assert importance_of(**channels) <= importance_of(**channels | {name: max(value, more)}) + 1e-9
