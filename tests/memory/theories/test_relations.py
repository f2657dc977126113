"""How memories are linked, walked along and pruned."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.theories.relations import between, hub, joined, pruned, reached
from memory.vocabulary.relation import KINDS, MUTUAL, Relation

KEPT = ("supersedes", "contradicts", "causes")

ids = st.sampled_from("abcdef")
links = st.builds(
    Relation,
    source=ids,
    target=ids,
    kind=st.sampled_from(KINDS),
    confidence=st.sampled_from([0.4, 0.5, 0.7, 1.0]),
)
many = st.lists(links, max_size=40)


def link(source, target, kind="related_to", confidence=0.4):
    return Relation(source=source, target=target, kind=kind, confidence=confidence)


@pytest.mark.ledger("FOR-15")
@pytest.mark.parametrize(
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
    assert between(entities, words, is_same_category) == expected


@pytest.mark.ledger("FOR-15")
def test_relations_never_double():
    known = (link("a", "b", "elaborates", 0.5), link("a", "c"))
    arriving = [
        link("a", "b", "elaborates", 0.9),
        link("b", "a", "elaborates", 0.5),
        link("c", "a", confidence=0.3),
        link("a", "c", "same_entity", 0.7),
        link("d", "d"),
    ]

    assert joined(known, arriving) == (
        link("a", "b", "elaborates", 0.9),
        link("a", "c"),
        link("b", "a", "elaborates", 0.5),
        link("a", "c", "same_entity", 0.7),
    )


@pytest.mark.ledger("FOR-15")
@given(many, many)
def test_joining_again_adds_nothing_and_every_link_is_unlike_the_others(known, arriving):
    whole = joined(known, arriving)
    ends = [frozenset({r.source, r.target}) if r.kind in MUTUAL else (r.source, r.target) for r in whole]

    assert joined(whole, arriving) == whole
    assert len(set(zip(ends, (r.kind for r in whole), strict=True))) == len(whole)


@pytest.mark.ledger("FOR-15")
def test_the_thousand_and_first_relation_prunes_to_nine_hundred_the_least_sure_first():
    full = [link(str(number), "x", confidence=number / 2000) for number in range(1000)]

    assert pruned(full) == tuple(full)

    left = pruned([link("new", "x", "causes", 0.0), *full])
    assert len(left) == 900
    assert left == (link("new", "x", "causes", 0.0), *full[101:])


@pytest.mark.ledger("FOR-15")
def test_of_those_as_sure_the_kind_that_says_more_stays():
    some = [link("a", "b", kind, 0.5) for kind in ("related_to", "elaborates", "same_entity")]

    assert [relation.kind for relation in pruned(some, most=2, to=2)] == ["elaborates", "same_entity"]
    assert [relation.kind for relation in pruned(some, most=2, to=1)] == ["elaborates"]


@pytest.mark.ledger("FOR-15")
@given(many, st.integers(0, 40), st.integers(0, 40))
def test_what_supersedes_contradicts_or_causes_is_never_pruned(relations, most, to):
    left = pruned(relations, most, to)
    kept = [relation for relation in relations if relation.kind in KEPT]

    assert [relation for relation in left if relation.kind in KEPT] == kept
    if len(relations) > most:
        assert len(left) == min(len(relations), max(to, len(kept)))
    else:
        assert left == tuple(relations)


@pytest.mark.ledger("FOR-15")
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


@pytest.mark.ledger("FOR-15")
def test_the_hub_of_an_entity_is_everything_that_mentions_it():
    mentions = {"m1": {"entity://tech/redis"}, "m2": {"entity://org/acme"}, "m3": ["entity://tech/redis", "x"]}

    assert hub("entity://tech/redis", mentions) == ["m1", "m3"]
    assert hub("entity://tech/docker", mentions) == []
