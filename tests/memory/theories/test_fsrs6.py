"""FSRS-6, by hand, by law, and beside the library of its authors."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from math import exp

import fsrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.theories.retention import FSRS6_CURVE, LearnedState, ReviewGrade, first_review, next_review, retention_after

BORN = datetime(2026, 1, 1, tzinfo=UTC)

grades = st.sampled_from(ReviewGrade)
recalls = st.sampled_from([ReviewGrade.HARD, ReviewGrade.GOOD, ReviewGrade.EASY])
learned = st.builds(LearnedState, stability_days=st.floats(0.001, 1e5), difficulty=st.floats(1, 10))
histories = st.lists(st.tuples(st.integers(0, 900) | st.integers(0, 3), grades), max_size=25)


@pytest.mark.ledger("STR-01")
def test_the_first_grade_tells_stability_and_difficulty():
    assert [first_review(grade).stability_days for grade in ReviewGrade] == [0.212, 1.2931, 2.3065, 8.2956]
    assert [first_review(grade).difficulty for grade in ReviewGrade] == pytest.approx(
        [6.4133, 6.4133 - exp(0.8334) + 1, 6.4133 - exp(1.6668) + 1, 1]
    )


@pytest.mark.ledger("STR-01")
def test_good_recalls_just_before_it_is_due_make_it_ever_firmer():
    now, stabilities = first_review(ReviewGrade.GOOD), []
    for _ in range(4):
        now = next_review(now, now.stability_days, ReviewGrade.GOOD)
        stabilities.append(now.stability_days)

    # at t = S a tenth is lost: 2.3065 (1 + e^1.8722 · 8.882 · 2.3065^-0.1666 · (e^0.0796 - 1))
    assert stabilities[0] == pytest.approx(
        2.3065 * (1 + exp(1.8722) * (3.5867 + exp(1.6668)) * 2.3065**-0.1666 * (exp(0.0796) - 1))
    )
    assert stabilities == pytest.approx([11.91, 49.66, 173.8, 526.9], rel=1e-3)


@pytest.mark.ledger("STR-01")
def test_a_lapse_of_something_firm_leaves_little():
    after = next_review(LearnedState(stability_days=30, difficulty=5), 30, ReviewGrade.AGAIN)

    # 1.4835 · 5^-0.0614 · (31^0.2629 - 1) · e^0.16483
    assert after.stability_days == pytest.approx(1.4835 * 5**-0.0614 * (31**0.2629 - 1) * exp(0.16483))
    assert after.stability_days == pytest.approx(2.32, abs=0.01)


@pytest.mark.ledger("STR-01")
@settings(max_examples=60)
@given(grades, histories)
def test_any_history_of_whole_days_ends_where_the_library_ends(grade, history):
    scheduler = fsrs.Scheduler(enable_fuzzing=False)
    card, at = fsrs.Card(card_id=1, due=BORN), BORN
    card, _ = scheduler.review_card(card, fsrs.Rating(grade), at)
    now = first_review(grade)

    for days, grade in history:
        at += timedelta(days=days)
        assert retention_after(days, now.stability_days, FSRS6_CURVE) == pytest.approx(
            scheduler.get_card_retrievability(card, at), abs=1e-6
        )
        card, _ = scheduler.review_card(card, fsrs.Rating(grade), at)
        now = next_review(now, days, grade)
        assert now.stability_days == pytest.approx(card.stability, rel=1e-6, abs=1e-6)
        assert now.difficulty == pytest.approx(card.difficulty, rel=0, abs=1e-6)


@given(learned, st.floats(0, 1e4), recalls)
def test_no_recall_makes_a_memory_softer(before, days, grade):
    assert next_review(before, days, grade).stability_days >= before.stability_days


@given(learned, st.floats(1, 1e4))
def test_the_better_the_recall_the_firmer_and_easier_it_is_after(before, days):
    after = [next_review(before, days, grade) for grade in ReviewGrade]

    assert [one.stability_days for one in after] == sorted(one.stability_days for one in after)
    assert [one.difficulty for one in after] == sorted((one.difficulty for one in after), reverse=True)


@given(learned, st.floats(1, 1e4), st.floats(1, 1e4), recalls)
def test_the_nearer_it_was_to_being_lost_the_firmer_a_recall_makes_it(before, one, other, grade):
    early, late = sorted((one, other))

    assert next_review(before, early, grade).stability_days <= next_review(before, late, grade).stability_days


@pytest.mark.ledger("STR-01")
@given(*[st.floats(allow_nan=True, allow_infinity=True)] * 3, grades)
def test_no_input_takes_what_is_learned_out_of_bounds(stability, difficulty, elapsed, grade):
    after = next_review(LearnedState(stability_days=stability, difficulty=difficulty), elapsed, grade)

    assert 0.001 <= after.stability_days <= 1_000_000
    assert 1 <= after.difficulty <= 10
