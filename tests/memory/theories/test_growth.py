"""What grows with what was used: neighbours, pairs, and the trust in a procedure."""

from __future__ import annotations

from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.theories import association, retention
from memory.theories.utility import ProcedureRecord, confidence, lower_bound, revised, tried

anything = st.floats(allow_nan=True, allow_infinity=True)
counts = st.integers(0, 10_000)


@pytest.mark.ledger("FOR-16")
def test_the_neighbours_of_what_is_accessed_grow_a_fiftieth_firmer():
    assert retention.neighbour_stability_days(10) == pytest.approx(10.2)


@pytest.mark.ledger("FOR-16", "RET-16")
@given(anything)
def test_no_growth_takes_a_stability_out_of_bounds(days):
    assert 0.001 <= retention.neighbour_stability_days(days) <= 1_000_000
    assert 0.001 <= association.coactivated_stability_days(days) <= 1_000_000


def record(successes=0, failures=0, version=1):
    return ProcedureRecord(
        successes=successes,
        failures=failures,
        lifetime_successes=successes,
        lifetime_failures=failures,
        version=version,
    )


def test_confidence_begins_at_four_tenths_distilled_and_a_half_revised():
    assert confidence(record()) == pytest.approx(0.4)
    assert confidence(record(version=2)) == 0.5
    assert confidence(record(3, 1)) == pytest.approx(3.8 / 6)
    assert confidence(record(3, 1, version=2)) == pytest.approx(4 / 6)


@given(st.integers(100, 10_000), st.integers(100, 10_000))
def test_confidence_tends_to_the_share_that_worked(successes, failures):
    assert confidence(record(successes, failures)) == pytest.approx(successes / (successes + failures), abs=0.01)


def test_a_revision_begins_anew_and_the_lifetime_goes_on():
    mended = revised(tried(tried(ProcedureRecord(), worked=False), worked=True))

    assert mended == ProcedureRecord(lifetime_successes=1, lifetime_failures=1, version=2)
    assert tried(mended, worked=False) == ProcedureRecord(
        failures=1, lifetime_successes=1, lifetime_failures=2, version=2
    )


def test_the_lower_bound_is_wilsons():
    # n = 10 and p = 4.8 / 10; z = 1 gives (0.48 + 0.05 - √(0.02496 + 0.0025)) / 1.1
    half = ProcedureRecord(lifetime_successes=4, lifetime_failures=4)

    assert lower_bound(half, z=0) == pytest.approx(4.8 / 10)
    assert lower_bound(half, z=1) == pytest.approx((0.48 + 0.05 - sqrt(0.48 * 0.52 / 10 + 0.0025)) / 1.1)


@given(counts, counts)
def test_one_more_success_raises_confidence_and_its_lower_bound_and_one_more_failure_lowers_them(successes, failures):
    now = record(successes, failures)
    better, worse = tried(now, worked=True), tried(now, worked=False)

    assert 0 < confidence(worse) < confidence(now) < confidence(better) < 1
    assert 0 <= lower_bound(worse) < lower_bound(now) < lower_bound(better) < confidence(better)


@given(st.integers(1, 100), st.integers(0, 100))
def test_a_procedure_that_had_to_be_mended_is_relied_on_no_more_for_it(successes, failures):
    before = record(successes, failures)

    assert lower_bound(revised(before)) == lower_bound(before)


@given(st.integers(), st.integers(), st.integers())
def test_no_count_takes_confidence_out_of_bounds(successes, failures, version):
    assert 0 <= confidence(record(successes, failures, version)) <= 1
    assert 0 <= lower_bound(record(successes, failures, version)) <= 1
