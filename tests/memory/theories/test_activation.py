"""Recency, frequency, base level and the spreading of activation."""

from __future__ import annotations

from math import exp, inf, log, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.theories.base_level import base_level, written_activation
from memory.theories.frequency import frequency, raw_frequency
from memory.theories.recency import recency
from memory.theories.spreading_activation import graph, spread

ages = st.floats(0, 1e5)
uses = st.integers(0, 10_000)
links = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9), st.floats(0.1, 1)), max_size=25)
hits = st.dictionaries(st.integers(0, 9), st.floats(0.01, 1), min_size=1, max_size=4)


@pytest.mark.ledger("RET-07")
def test_recency_halves_every_thirty_days():
    assert recency(0) == 1
    assert recency(30) == 0.5
    assert recency(15) == pytest.approx(1 / sqrt(2))
    assert recency(90) == 0.125
    assert recency(-3) == 1


@given(ages, ages)
def test_recency_falls_with_age_and_stays_between_nought_and_one(one, other):
    younger, older = sorted((one, other))

    assert 0 <= recency(older) <= recency(younger) <= 1


@pytest.mark.ledger("RET-07")
def test_frequency_is_logarithmic_and_its_lawful_form_ends_at_twenty():
    assert raw_frequency(0) == 0
    assert raw_frequency(9) == pytest.approx(log(10))
    assert raw_frequency(1000) == pytest.approx(6.9088, abs=1e-4)
    assert frequency(4) == pytest.approx(log(5) / log(21))
    assert frequency(20) == 1
    assert frequency(1000) == 1


@given(uses, uses)
def test_frequency_grows_with_use(one, other):
    fewer, more = sorted((one, other))

    assert 0 <= frequency(fewer) <= frequency(more) <= 1


@pytest.mark.ledger("RET-08")
def test_the_written_activation_is_next_to_nothing_after_a_day():
    assert written_activation(1, 60) == pytest.approx(0.1143, abs=1e-4)
    assert written_activation(1, 3600) == pytest.approx(1 / 61)
    assert written_activation(1, 86400) == pytest.approx(0.0034, abs=1e-4)
    assert written_activation(0, 3600) == written_activation(1, 3600)
    assert written_activation(10, 86400) == pytest.approx(0.0329, abs=1e-4)
    assert written_activation(5, 0) == 1


@given(st.integers(1, 1000), st.floats(1, 1e9))
def test_the_written_activation_is_the_logistic_of_its_base_level(count, seconds):
    level = log(max(count, 1)) - 0.5 * log(seconds)

    assert written_activation(count, seconds) == pytest.approx(1 / (1 + exp(-level)))


@pytest.mark.ledger("RET-08")
def test_the_full_base_level_adds_up_uses_in_hours():
    assert base_level([1]) == 0
    assert base_level([4, 16]) == pytest.approx(log(0.75))
    assert base_level([]) == -inf
    assert base_level([0]) == pytest.approx(log(sqrt(60)))


@pytest.mark.ledger("RET-08")
def test_uses_that_are_not_kept_are_spread_evenly_from_the_first_to_the_oldest_kept():
    # mean of age^-0.5 from 4 to 16 hours: (√16 - √4) / (0.5 · 12) = 1/3; two such uses beside 1/√4
    assert base_level([4], uses=3, first_age_hours=16) == pytest.approx(log(0.5 + 2 / 3))
    assert base_level([4], uses=3, first_age_hours=4) == pytest.approx(log(1.5))


@pytest.mark.ledger("RET-08")
@given(st.integers(20, 200), st.floats(1, 500))
def test_the_closed_form_is_near_the_whole_sum(count, spacing):
    every = [spacing * n for n in range(1, count + 1)]

    assert base_level(every[:10], uses=count, first_age_hours=every[-1]) == pytest.approx(base_level(every), abs=0.05)


@given(st.lists(st.floats(0, 1e4), min_size=1, max_size=10), st.floats(0, 1e4), st.integers(0, 50))
def test_an_older_memory_has_no_higher_base_level_and_another_use_raises_it(kept, later, more):
    older = [age + later for age in kept]
    count = len(kept) + more

    now = base_level(kept, count, max(kept) + 5)
    assert base_level(older, count, max(older) + 5) <= now + 1e-9
    assert base_level([*kept, 0.0], count + 1, max(kept) + 5) > now


@pytest.mark.ledger("RET-09")
def test_activation_goes_along_links_and_home():
    # a - b, walk home from a: a = 1/2 + b/2, b = a/2, so a = 2/3 and b = 1/3
    assert spread(graph([("a", "b", 1.0)]), {"a": 1.0}) == pytest.approx({"a": 1, "b": 1 / 2})
    # a - b - c: b = 1/3, a = 7/12, c = 1/12
    chain = graph([("a", "b", 1.0), ("b", "c", 1.0), ("c", "d", 1.0)])
    assert spread({k: chain[k] for k in "abc"} | {"c": {"b": 1.0}}, {"a": 3.0}) == pytest.approx(
        {"a": 1, "b": 4 / 7, "c": 1 / 7}
    )
    assert set(spread(chain, {"a": 1.0})) == {"a", "b", "c"}
    assert set(spread(chain, {"a": 1.0}, max_hops=1)) == {"a", "b"}
    assert spread(chain, {}) == {}


def test_the_stronger_link_carries_more():
    reached = spread(graph([("a", "b", 1.0), ("a", "c", 0.75), ("a", "c", 0.5), ("a", "a", 9.0)]), {"a": 1.0})

    assert reached["b"] / reached["c"] == pytest.approx(1 / 0.75)


@pytest.mark.ledger("RET-09")
@given(links, hits)
def test_activation_stays_between_nought_and_one_and_the_most_is_one(edges, start):
    reached = spread(graph(edges), start)

    assert set(start) <= set(reached)
    assert all(0 <= share <= 1 for share in reached.values())
    assert max(reached.values()) == 1


@given(hits)
def test_what_nothing_leads_to_keeps_the_share_it_came_with(start):
    reached = spread({}, start)

    most = max(start.values())
    assert reached == pytest.approx({node: weight / most for node, weight in start.items()})
