"""The formulas of the recipes of comparison give what their sources say."""

from __future__ import annotations

from math import exp, inf, log, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.formulas import (
    FACTORS,
    base_level,
    boost,
    diverse,
    drifted,
    frequency,
    pairs_of,
    recency,
    sub_tier,
    written_activation,
)
from memory.theories.text_retrieval import text_cosine
from tests.each import each

share = st.floats(0, 1)
ages = st.floats(0, 1e5)
words = st.lists(st.sampled_from("abcde"), max_size=12)


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
def test_frequency_is_logarithmic_and_has_no_bound():
    assert frequency(0) == 0
    assert frequency(9) == pytest.approx(log(10))
    assert frequency(1000) == pytest.approx(6.9088, abs=1e-4)


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


@pytest.mark.ledger("STR-03")
def test_utility_drifts_to_a_half_and_never_past_it():
    assert drifted(0.9, 0) == 0.9
    assert drifted(0.9, 100) == pytest.approx(0.5 + 0.4 * exp(-1))
    assert drifted(0.1, 50) == pytest.approx(0.5 - 0.4 * exp(-0.5))
    assert drifted(0.1, 300) < 0.5
    assert drifted(0.1, inf) == 0.5


@given(share, st.floats(0, 1e4), st.floats(0, 1e4))
def test_drifting_twice_is_drifting_once_for_as_long(utility, first, then):
    assert drifted(drifted(utility, first), then) == pytest.approx(drifted(utility, first + then))


@given(share, share, st.floats(0, 1e4))
def test_drift_stays_in_bounds_and_keeps_the_order(one, other, days):
    less, more = sorted((one, other))

    assert 0 <= drifted(less, days) <= drifted(more, days) <= 1


def test_a_month_of_drift_would_hide_twelve_failures_from_what_forgets():
    assert drifted(0.5 * 0.9**12, 30) > 0.2


@pytest.mark.ledger("STR-08", "RET-14")
@each(
    ("kind", "text", "category", "source", "expected"),
    [
        ("turn", "I always forget", "", "user_message", "personal"),
        ("episode", "We met", "", "federation", "vicarious"),
        ("episode", "We met", "", "", "observed"),
        ("episode", "We met", "", "system", "observed"),
        ("knowledge", "Always restart the proxy first", "", "", "schematic"),
        ("knowledge", "必ず再起動する", "", "", "schematic"),
        ("fact", "Her zaman önce yedekle", "", "", "schematic"),
        ("knowledge", "How to restart the proxy", "", "", "procedural"),
        ("knowledge", "再起動の方法", "", "", "procedural"),
        ("procedure", "Never skip a step", "", "", "procedural"),
        ("knowledge", "Never skip a step", "skill", "", "procedural"),
        ("knowledge", "Always do it so: how to restart", "fact", "", "schematic"),
        ("knowledge", "Ada likes tea", "pattern", "", "schematic"),
        ("fact", "The port is 8080", "", "", "factual"),
    ],
)
def test_source_category_and_words_make_the_sub_tier(kind, text, category, source, expected):
    assert sub_tier(kind, text, category, source) == expected


@pytest.mark.ledger("RET-14")
def test_each_sub_tier_has_its_factor():
    assert FACTORS == {
        "personal": 1.1, "observed": 1.0, "vicarious": 0.9, "schematic": 1.1, "procedural": 1.05, "factual": 1.0,
    }  # fmt: skip


@pytest.mark.ledger("RET-10")
def test_what_repeats_gives_way_to_what_is_new():
    alike = {frozenset("ab"): 0.9, frozenset("ac"): 0.1, frozenset("bc"): 0.2}
    # after a: b = 0.63 - 0.27 = 0.36, c = 0.42 - 0.03 = 0.39
    assert diverse("abc", [1.0, 0.9, 0.6], lambda x, y: alike[frozenset((x, y))], 3) == ["a", "c", "b"]


@pytest.mark.ledger("RET-10")
def test_likeness_is_measured_against_everything_that_is_chosen_already():
    alike = {frozenset("ab"): 0.0, frozenset("ac"): 0.8, frozenset("ad"): 0.2, frozenset("bc"): 0.0}
    likeness = alike | {frozenset("bd"): 0.3, frozenset("cd"): 0.0}
    # after a and b: c = 0.56 - 0.24 = 0.32, d = 0.49 - 0.09 = 0.40
    found = diverse("abcd", [1.0, 0.9, 0.8, 0.7], lambda x, y: likeness[frozenset((x, y))], 4)

    assert found == ["a", "b", "d", "c"]


@given(st.lists(share, max_size=12), st.integers(0, 15))
def test_with_relevance_alone_diversity_is_a_plain_ranking(relevance, limit):
    numbers = list(range(len(relevance)))

    found = diverse(numbers, relevance, lambda x, y: 1.0, limit, relevance_share=1.0)

    assert found == sorted(numbers, key=lambda at: -relevance[at])[:limit]


@given(st.lists(st.tuples(share, words), max_size=10))
def test_diversity_neither_loses_nor_doubles_anything_and_the_best_stays_first(found):
    numbers = list(range(len(found)))
    relevance = [one for one, _ in found]

    order = diverse(numbers, relevance, lambda x, y: text_cosine(found[x][1], found[y][1]), len(found))

    assert sorted(order) == numbers
    assert not found or relevance[order[0]] == max(relevance)


@pytest.mark.ledger("RET-16")
def test_from_the_third_time_together_one_brings_the_other():
    twice = pairs_of([("b", "a"), ("a", "b", "a")])
    thrice = pairs_of([("b", "a"), ("a", "b"), ("a", "b", "c")])

    assert boost("a", ["b"], twice) == 0
    assert boost("a", ["b", "c"], thrice) == 0.05
    assert boost("c", ["a", "b"], thrice) == 0
    assert boost("a", ["a"], thrice) == 0


@given(st.lists(st.lists(st.sampled_from("abcd"), max_size=5), max_size=12))
def test_pairs_are_counted_whatever_the_order_within(together):
    shuffled = [list(reversed(ids)) for ids in together]

    pairs = pairs_of(together)

    assert pairs == pairs_of(shuffled)
    assert all(pairs[pair] == sum({*pair} <= set(ids) for ids in together) for pair in pairs)
