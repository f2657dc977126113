"""The spreading of activation."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.theories.association import spread_activation, weighted_graph

links = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9), st.floats(0.1, 1)), max_size=25)
hits = st.dictionaries(st.integers(0, 9), st.floats(0.01, 1), min_size=1, max_size=4)


@pytest.mark.ledger("RET-09")
def test_activation_goes_along_links_and_home():
    # a - b, walk home from a: a = 1/2 + b/2, b = a/2, so a = 2/3 and b = 1/3
    assert spread_activation(weighted_graph([("a", "b", 1.0)]), {"a": 1.0}) == pytest.approx({"a": 1, "b": 1 / 2})
    # a - b - c: b = 1/3, a = 7/12, c = 1/12
    chain = weighted_graph([("a", "b", 1.0), ("b", "c", 1.0), ("c", "d", 1.0)])
    assert spread_activation({k: chain[k] for k in "abc"} | {"c": {"b": 1.0}}, {"a": 3.0}) == pytest.approx(
        {"a": 1, "b": 4 / 7, "c": 1 / 7}
    )
    assert set(spread_activation(chain, {"a": 1.0})) == {"a", "b", "c"}
    assert set(spread_activation(chain, {"a": 1.0}, max_hops=1)) == {"a", "b"}
    assert spread_activation(chain, {}) == {}


def test_the_stronger_link_carries_more():
    reached = spread_activation(
        weighted_graph([("a", "b", 1.0), ("a", "c", 0.75), ("a", "c", 0.5), ("a", "a", 9.0)]), {"a": 1.0}
    )

    assert reached["b"] / reached["c"] == pytest.approx(1 / 0.75)


@pytest.mark.ledger("RET-09")
@given(links, hits)
def test_activation_stays_between_nought_and_one_and_the_most_is_one(edges, start):
    reached = spread_activation(weighted_graph(edges), start)

    assert set(start) <= set(reached)
    assert all(0 <= share <= 1 for share in reached.values())
    assert max(reached.values()) == 1


@given(hits)
def test_what_nothing_leads_to_keeps_the_share_it_came_with(start):
    reached = spread_activation({}, start)

    most = max(start.values())
    assert reached == pytest.approx({node: weight / most for node, weight in start.items()})
