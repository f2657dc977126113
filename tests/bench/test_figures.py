"""Percentiles by the nearest rank."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.bench.figures import spread


def test_of_a_hundred_times_the_fiftieth_and_the_ninety_ninth_are_taken():
    found = spread([number / 1000 for number in range(100, 0, -1)])

    assert (found.count, found.p50_ms, found.p99_ms, found.most_ms) == (100, 50.0, 99.0, 100.0)


def test_of_nothing_there_is_nothing():
    assert spread([]).count == 0


@given(st.lists(st.floats(0, 100), min_size=1, max_size=300))
def test_percentiles_rise_and_were_measured(times):
    found = spread(times)
    measured = {round(one * 1000, 1) for one in times}

    assert found.p50_ms <= found.p99_ms <= found.most_ms == pytest.approx(round(max(times) * 1000, 1))
    assert {found.p50_ms, found.p99_ms, found.most_ms} <= measured
