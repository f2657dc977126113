"""Diversity, likeness of texts, sub-tiers, co-activation and the doubt about a source."""

from __future__ import annotations

from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.theories import coactivation, source_confidence, sub_tiers
from memory.theories.diversity import diverse
from memory.theories.text_cosine import text_cosine
from tests.each import each

share = st.floats(0, 1)
words = st.lists(st.sampled_from("abcde"), max_size=12)


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


@pytest.mark.ledger("RET-10")
def test_texts_are_alike_by_their_words():
    assert text_cosine(["a", "b"], ["b", "c"]) == pytest.approx(0.5)
    assert text_cosine(["a", "a", "b"], ["a"]) == pytest.approx(2 / sqrt(5))
    assert text_cosine(["a"], ["b"]) == 0
    assert text_cosine([], ["b"]) == 0


@given(words, words)
def test_likeness_of_texts_has_no_direction_and_is_whole_with_itself(one, other):
    assert text_cosine(one, other) == pytest.approx(text_cosine(other, one))
    assert text_cosine(one, one) == pytest.approx(1.0 if one else 0.0)


@pytest.mark.ledger("RET-14")
@each(
    ("sub_tier", "factor"),
    [
        ("personal", 1.1),
        ("observed", 1.0),
        ("vicarious", 0.9),
        ("schematic", 1.1),
        ("procedural", 1.05),
        ("factual", 1.0),
        ("", 1.0),
    ],
)
def test_each_sub_tier_has_its_factor(sub_tier, factor):
    assert sub_tiers.factor(sub_tier) == factor


@pytest.mark.ledger("STR-08")
def test_where_an_episode_comes_from_is_its_sub_tier():
    sources = ("user_message", "assistant_message", "system", "federation")

    assert [sub_tiers.episodic_sub_tier(source) for source in sources] == [
        "personal",
        "observed",
        "observed",
        "vicarious",
    ]


@pytest.mark.ledger("STR-08")
@each(
    ("category", "states_a_rule", "tells_how", "expected"),
    [
        ("pattern", False, False, "schematic"),
        ("fact", True, False, "schematic"),
        ("fact", True, True, "schematic"),
        ("skill", True, False, "procedural"),
        ("procedure", False, False, "procedural"),
        ("fact", False, True, "procedural"),
        ("fact", False, False, "factual"),
    ],
)
def test_what_knowledge_says_is_its_sub_tier(category, states_a_rule, tells_how, expected):
    assert sub_tiers.semantic_sub_tier(category, states_a_rule, tells_how) == expected


@pytest.mark.ledger("RET-16")
def test_from_the_third_time_together_one_brings_the_other():
    twice = coactivation.counted([("b", "a"), ("a", "b", "a")])
    thrice = coactivation.counted([("b", "a"), ("a", "b"), ("a", "b", "c")])

    assert coactivation.boost("a", ["b"], twice) == 0
    assert coactivation.boost("a", ["b", "c"], thrice) == 0.05
    assert coactivation.boost("c", ["a", "b"], thrice) == 0
    assert coactivation.boost("a", ["a"], thrice) == 0


@pytest.mark.ledger("RET-16")
def test_being_together_adds_two_per_cent_of_stability_and_only_the_first_eight_are():
    assert coactivation.stability_days(10.0) == pytest.approx(10.2)
    assert [coactivation.together(["a"] * many) for many in (0, 1, 2, 8, 500)] == [0, 0, 2, 8, 8]


@given(st.lists(st.lists(st.sampled_from("abcd"), max_size=5), max_size=12))
def test_pairs_are_counted_whatever_the_order_within(together):
    shuffled = [list(reversed(ids)) for ids in together]

    pairs = coactivation.counted(together)

    assert pairs == coactivation.counted(shuffled)
    assert all(pairs[pair] == sum({*pair} <= set(ids) for ids in together) for pair in pairs)


@pytest.mark.ledger("RET-17")
def test_a_doubtful_source_is_ranked_down_and_never_out():
    assert source_confidence.doubt(0.3) == 0
    assert source_confidence.doubt(0.9) == 0
    assert source_confidence.doubt(0.15) == pytest.approx(0.5)
    assert source_confidence.doubt(0.0) == 1
    assert source_confidence.factor(0.15) == pytest.approx(0.75)
    assert source_confidence.factor(0.0) == 0.5


@given(share, share)
def test_a_surer_source_never_stands_lower(one, other):
    less, more = sorted((one, other))

    assert 0 <= source_confidence.doubt(more) <= source_confidence.doubt(less) <= 1
