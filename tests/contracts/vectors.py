"""The laws that every vector index obeys: subclass `VectorContract` and give it an `index`."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory.index.entry import SearchScope
from memory.index.vector_store import EmbeddedEntry
from memory.index.vectors import VectorIndex

pytestmark = pytest.mark.ledger("RET-03")

AUDIENCES = ("team", "ada", "bob", "org")
KINDS = ("turn", "knowledge")
EVERYONE = SearchScope(audiences=AUDIENCES)
SIZE = 300


def sentences(count, dimensions=48, seed=1):
    """Vectors as sentences have them: some topics, and all of one language."""
    rng = np.random.default_rng(seed)
    topics = rng.normal(size=(40, dimensions))
    rows = topics[rng.integers(0, 40, count)] + 0.9 * rng.normal(size=(count, dimensions)) + 0.4
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


def rows(vectors):
    return [
        EmbeddedEntry(
            id=f"e{n}",
            hash=b"",
            audience=AUDIENCES[n % 4],
            kind=KINDS[n % 7 == 0],
            stamp=float(n),
            vector=vector,
        )
        for n, vector in enumerate(vectors)
    ]


ROWS = rows(sentences(SIZE))
QUERIES = sentences(30, seed=2)


def is_admitted(row, within):
    return (
        row.audience in within.audiences
        and (not within.kinds or row.kind in within.kinds)
        and (not within.since or row.stamp >= within.since.timestamp())
        and (not within.until or row.stamp <= within.until.timestamp())
        and row.id not in within.without
    )


def oracle(among, query, within, limit):
    """Ids by cosine, worked out one by one."""
    cosines = {row.id: float(row.vector @ query) for row in among if is_admitted(row, within)}
    return sorted(cosines, key=lambda id: -cosines[id])[:limit]


def settle(index):
    while index.file():
        pass


moments = st.one_of(st.none(), st.integers(0, SIZE).map(lambda n: datetime.fromtimestamp(n, UTC)))
withins = st.builds(
    SearchScope,
    audiences=st.sets(st.sampled_from([*AUDIENCES, "nobody"])),
    kinds=st.sets(st.sampled_from([*KINDS, "skill"])),
    since=moments,
    until=moments,
    without=st.sets(st.sampled_from([row.id for row in ROWS]), max_size=5),
)


class VectorContract:
    """`index` is empty; `least` is the share of the true ten that must be found."""

    least = 1.0

    @pytest.fixture(scope="class")
    @classmethod
    def full(cls, make):
        index = make()
        index.keep(ROWS)
        settle(index)
        yield index
        index.close()

    @pytest.fixture
    def index(self, make):
        index = make()
        yield index
        index.close()

    def test_the_nearest_are_those_of_an_oracle_and_their_cosines_are_true(self, full):
        found = {n: full.nearest(query, EVERYONE, 10) for n, query in enumerate(QUERIES)}

        true = {n: oracle(ROWS, query, EVERYONE, 10) for n, query in enumerate(QUERIES)}
        hits = sum(len({id for id, _ in found[n]} & set(true[n])) for n in true)
        assert hits >= self.least * 10 * len(QUERIES)
        vectors = {row.id: row.vector for row in ROWS}
        assert all(abs(cosine - vectors[id] @ QUERIES[n]) < 0.002 for n in found for id, cosine in found[n])
        assert all([cosine for _, cosine in one] == sorted((c for _, c in one), reverse=True) for one in found.values())

    # One law for two classes is meant; each has its own examples.
    @settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.differing_executors])
    @given(within=withins, query=st.sampled_from(list(QUERIES)), limit=st.integers(1, 20))
    def test_nothing_is_found_that_may_not_be_and_all_that_may_be(self, full, within, query, limit):
        found = [id for id, _ in full.nearest(query, within, limit)]

        admitted = {row.id for row in ROWS if is_admitted(row, within)}
        assert set(found) <= admitted
        assert len(found) == len(set(found)) == min(limit, len(admitted))

    def test_vectors_are_given_for_those_that_have_one(self, full):
        found = full.of(["e3", "e299", "nobody"])

        assert set(found) == {"e3", "e299"}
        assert all(np.allclose(found[f"e{n}"], ROWS[n].vector, atol=0.002) for n in (3, 299))
        assert full.count() == SIZE

    def test_what_is_removed_is_found_no_more_and_what_comes_back_is_found_again(self, index):
        index.keep(ROWS)
        settle(index)
        best = index.nearest(ROWS[7].vector, EVERYONE, 1)[0][0]

        index.remove([best])
        gone = dict(index.nearest(ROWS[7].vector, EVERYONE, SIZE))
        settle(index)
        still_gone = dict(index.nearest(ROWS[7].vector, EVERYONE, SIZE))
        index.keep([ROWS[7]])

        assert best == "e7"
        assert best not in gone
        assert best not in still_gone
        assert not index.of(["nobody"])
        assert index.nearest(ROWS[7].vector, EVERYONE, 1)[0][0] == best
        assert index.count() == SIZE

    def test_a_vector_that_is_kept_twice_is_there_once_and_a_new_one_takes_its_place(self, index):
        index.keep(ROWS)
        settle(index)
        index.keep(ROWS[:20])
        index.keep([replace(ROWS[5], vector=-ROWS[5].vector, audience="bob")])
        settle(index)

        found = index.nearest(-ROWS[5].vector, SearchScope(audiences=["bob"]), 3)
        assert index.count() == SIZE
        assert found[0][0] == "e5"
        assert "e5" not in dict(index.nearest(ROWS[5].vector, SearchScope(audiences=["ada"]), SIZE))

    def test_nothing_is_lost_by_closing(self, index):
        index.keep(ROWS)
        settle(index)
        before = [index.nearest(query, EVERYONE, 10) for query in QUERIES[:5]]
        index.close()

        after = [index.nearest(query, EVERYONE, 10) for query in QUERIES[:5]]

        settle(index)
        opened = [index.nearest(query, EVERYONE, 10) for query in QUERIES[:5]]
        assert before == after == opened

    def test_vectors_of_another_model_are_as_if_they_were_not_there(self, index, make):
        index.keep(ROWS[:40])
        settle(index)
        other = VectorIndex(index.store.path, "another model", index.chroma)

        assert other.nearest(QUERIES[0], EVERYONE, 10) == []
        assert other.of(["e1"]) == {}
        assert other.count() == 0
        other.keep(rows(sentences(60, dimensions=16)))
        settle(other)
        assert len(other.nearest(sentences(1, dimensions=16)[0], EVERYONE, 10)) == 10
        assert index.count() == 0

    def test_an_empty_index_finds_nothing(self, index):
        assert index.nearest(QUERIES[0], EVERYONE, 10) == []
        assert index.of(["e1"]) == {}
        assert index.count() == 0
