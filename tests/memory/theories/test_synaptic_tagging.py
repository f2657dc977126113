"""A weak memory that something strong comes after."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.theories.retention import captured_stability_days, is_tagged, tag_captures


@pytest.mark.ledger("FOR-14")
def test_the_weak_are_tagged_and_the_strong_capture():
    assert [is_tagged(importance) for importance in (0.0, 0.49, 0.5, 0.9)] == [True, True, False, False]
    assert [tag_captures(importance) for importance in (0.3, 0.69, 0.7, 1.0)] == [False, False, True, True]


@pytest.mark.ledger("FOR-14")
def test_what_is_captured_is_firmer_by_three_tenths():
    assert captured_stability_days(10) == pytest.approx(13)


@given(st.floats(allow_nan=True, allow_infinity=True))
def test_no_input_takes_the_stability_out_of_bounds(days):
    assert 0.001 <= captured_stability_days(days) <= 1_000_000
