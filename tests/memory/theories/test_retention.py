"""How memories fade, and how firm they become."""

from __future__ import annotations

from math import inf, nan, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.theories.retention import (
    CURVES,
    FSRS6_CURVE,
    LEAST_STABILITY_DAYS,
    MOST_STABILITY_DAYS,
    SOURCE_CURVE,
    grown_stability,
    interval,
    is_due,
    retention_after,
)

anything = st.floats(allow_nan=True, allow_infinity=True)
days = st.floats(0, 1e5)
stabilities = st.floats(0.01, 1e4)
curves = st.sampled_from(list(CURVES.values()))


@pytest.mark.ledger("STR-01")
def test_the_curve_of_the_source_is_an_inverse_square():
    assert retention_after(0, 5) == 1
    assert retention_after(9, 1) == pytest.approx(0.25)
    assert retention_after(5, 5) == pytest.approx(0.81)
    assert retention_after(7 * 5, 5) == pytest.approx((9 / 16) ** 2)
    assert retention_after(0.5, 0.5) == pytest.approx(0.81)


@pytest.mark.ledger("STR-01")
def test_the_curve_of_fsrs_six_goes_through_nine_tenths_at_its_stability():
    assert FSRS6_CURVE.factor == pytest.approx(0.98035, abs=5e-6)
    assert retention_after(12, 12, FSRS6_CURVE) == pytest.approx(0.9)
    assert retention_after(7, 1, FSRS6_CURVE) == pytest.approx(0.728, abs=5e-4)
    assert retention_after(30, 1, FSRS6_CURVE) == pytest.approx(0.591, abs=5e-4)


@pytest.mark.ledger("STR-01")
def test_a_config_chooses_a_curve_by_name():
    assert CURVES == {"source": SOURCE_CURVE, "fsrs6": FSRS6_CURVE}


@pytest.mark.ledger("STR-01")
def test_what_is_due_is_told_by_the_curve():
    # (0.3^-1/2 - 1) · 9 = 7.43
    assert interval(1, 0.3) == pytest.approx(9 / sqrt(0.3) - 9)
    assert [is_due(t, 1) for t in (7.4, 7.5)] == [False, True]
    assert [is_due(t, 10, FSRS6_CURVE) for t in (9.9, 10.1)] == [False, True]


@given(curves, stabilities, st.floats(0.05, 1))
def test_after_its_interval_the_wanted_retention_is_left(curve, stability, wanted):
    assert retention_after(interval(stability, wanted, curve), stability, curve) == pytest.approx(wanted)


@given(curves, days, days, stabilities, stabilities)
def test_retention_falls_with_time_and_more_slowly_the_firmer_a_memory_is(curve, one, other, weak, firm):
    early, late = sorted((one, other))
    weak, firm = sorted((weak, firm))

    assert retention_after(late, weak, curve) <= retention_after(early, weak, curve)
    assert retention_after(late, weak, curve) <= retention_after(late, firm, curve)


@pytest.mark.ledger("STR-01")
@given(curves, anything, anything, anything)
def test_no_input_takes_retention_interval_or_stability_out_of_bounds(curve, elapsed, stability, other):
    assert 0 <= retention_after(elapsed, stability, curve) <= 1
    assert 0 <= interval(stability, other, curve) < inf
    assert LEAST_STABILITY_DAYS <= grown_stability(stability, other) <= MOST_STABILITY_DAYS


def test_what_lies_in_the_future_has_not_faded():
    assert retention_after(-3, 1) == 1
    assert retention_after(nan, 1) == 1
    assert retention_after(inf, 1) == 0


@given(stabilities, st.floats(0, 10))
def test_nothing_that_makes_a_memory_firmer_makes_it_weaker(stability, factor):
    assert grown_stability(stability, factor) >= stability
