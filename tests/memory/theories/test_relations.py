"""How memories are linked, walked along and pruned."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.theories.association import reached, relation_between
from memory.vocabulary.fact import RELATION_KINDS, Relation
from tests.each import each

ids = st.sampled_from("abcdef")
links = st.builds(
    Relation,
    source=ids,
    target=ids,
    kind=st.sampled_from(RELATION_KINDS),
    confidence=st.sampled_from([0.4, 0.5, 0.7, 1.0]),
)
many = st.lists(links, max_size=40)


def link(source, target, kind="related_to", confidence=0.4):
    return Relation(source=source, target=target, kind=kind, confidence=confidence)


@pytest.mark.ledger("FOR-15")
@each(
    ("entities", "words", "is_same_category", "expected"),
    [
        (2, 0.0, False, ("same_entity", 0.7)),
        (5, 0.9, True, ("same_entity", 0.7)),
        (1, 0.31, False, ("elaborates", 0.5)),
        (1, 0.30, False, None),
        (1, 0.30, True, ("related_to", 0.4)),
        (0, 0.9, True, ("related_to", 0.4)),
        (0, 0.9, False, None),
        (0, 0.15, True, None),
        (0, 0.16, True, ("related_to", 0.4)),
    ],
)
def test_what_two_memories_share_tells_how_they_are_related(entities, words, is_same_category, expected):
    assert relation_between(entities, words, is_same_category) == expected


def test_a_walk_is_bounded_by_hops_and_kinds():
    chain = [link("a", "b", "causes"), link("c", "b", "causes"), link("c", "d", "elaborates"), link("d", "a")]

    assert reached({"a"}, chain, hops=1) == {"b": 1, "d": 1}
    assert reached({"a"}, chain, hops=2) == {"b": 1, "d": 1, "c": 2}
    assert reached({"a"}, chain, hops=9, kinds={"causes"}) == {"b": 1, "c": 2}
    assert reached({"a", "c"}, chain, hops=1, kinds={"causes", "elaborates"}) == {"b": 1, "d": 1}
    assert reached({"a"}, chain, hops=0) == {}
    assert reached(set(), chain, hops=3) == {}


@given(many, st.sets(ids, max_size=3), st.integers(-1, 6))
def test_a_longer_walk_reaches_no_less_and_nothing_nearer(relations, start, hops):
    near, far = reached(start, relations, hops), reached(start, relations, hops + 1)

    assert near.items() <= far.items()
    assert not start & far.keys()
    assert all(1 <= distance <= hops + 1 for distance in far.values())
