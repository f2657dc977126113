"""A weak memory that something strong comes after."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.theories.synaptic_tagging import captures, is_captured, is_tagged, stability_days

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


def captured(hours, is_same_session=True, is_captured_already=False):
    return is_captured(
        NOON,
        NOON + timedelta(hours=hours),
        is_same_session=is_same_session,
        is_captured_already=is_captured_already,
    )


@pytest.mark.ledger("FOR-14")
def test_the_weak_are_tagged_and_the_strong_capture():
    assert [is_tagged(importance) for importance in (0.0, 0.49, 0.5, 0.9)] == [True, True, False, False]
    assert [captures(importance) for importance in (0.3, 0.69, 0.7, 1.0)] == [False, False, True, True]


@pytest.mark.ledger("FOR-14")
def test_a_tag_lasts_four_hours_from_when_it_was_set():
    assert [captured(hours) for hours in (-0.1, 0, 2, 4, 4.01, 100)] == [False, True, True, True, False, False]


@pytest.mark.ledger("FOR-14")
def test_only_the_same_session_captures_and_only_once():
    assert not captured(1, is_same_session=False)
    assert not captured(1, is_captured_already=True)


@pytest.mark.ledger("FOR-14")
def test_what_is_captured_is_firmer_by_three_tenths():
    assert stability_days(10) == pytest.approx(13)


@given(st.floats(-10, 10), st.integers(-12, 12))
def test_a_tag_does_not_mind_in_which_zone_the_hour_is_told(hours, offset):
    elsewhere = (NOON + timedelta(hours=hours)).astimezone(timezone(timedelta(hours=offset)))

    told = is_captured(NOON, elsewhere, is_same_session=True, is_captured_already=False)

    assert told == captured(hours)


@given(st.floats(allow_nan=True, allow_infinity=True))
def test_no_input_takes_the_stability_out_of_bounds(days):
    assert 0.001 <= stability_days(days) <= 1_000_000
