"""Vector indexes pass the contract, scanned exactly and with Chroma before the store."""

from __future__ import annotations

import pytest

from memory.index.chroma import Chroma
from memory.index.errors import IndexDamaged
from memory.index.vectors import VectorIndex
from memory.index.within import Within
from tests.contracts import vectors as contract
from tests.contracts.vectors import EVERYONE, QUERIES, ROWS, oracle, rows, sentences, settle


class TestExact(contract.VectorContract):
    @pytest.fixture(scope="class")
    @classmethod
    def make(cls, tmp_path_factory):
        return lambda: VectorIndex(tmp_path_factory.mktemp("index") / "vectors.sqlite3", "m")


@pytest.mark.process
class TestChroma(contract.VectorContract):
    """All but a tail of 44 is filed in Chroma."""

    least = 0.95

    @pytest.fixture(scope="class")
    @classmethod
    def make(cls, tmp_path_factory):
        def make():
            folder = tmp_path_factory.mktemp("index")
            return VectorIndex(folder / "vectors.sqlite3", "m", Chroma(folder / "chroma", 50, batch=64))

        return make

    def test_it_is_chroma_that_is_asked(self, full):
        assert full.chroma.is_ready
        assert full.filed() == 256


@pytest.mark.process
@pytest.mark.ledger("RET-03")
@pytest.mark.parametrize("size", [1_500, pytest.param(5_000, marks=pytest.mark.slow)])
def test_chroma_finds_nineteen_of_twenty_among_thousands(tmp_path, size):
    index = VectorIndex(tmp_path / "vectors.sqlite3", "m", Chroma(tmp_path / "chroma", 512))
    many = rows(sentences(size, dimensions=96, seed=3))
    index.keep(many)
    settle(index)
    queries = sentences(40, dimensions=96, seed=4)

    hits = 0
    for query in queries:
        true = oracle(many, query, EVERYONE, 10)
        hits += len({id for id, _ in index.nearest(query, EVERYONE, 10)} & set(true))

    assert index.filed() >= size - 1_000
    index.close()
    assert hits >= 0.95 * 10 * len(queries)


def test_an_index_without_vectors_has_no_cosines_and_complains_of_nothing(tmp_path, caplog):
    index = VectorIndex(tmp_path / "vectors.sqlite3", "m")

    assert index.cosines(["a", "b"], QUERIES[0]) == {}
    assert caplog.records == []


@pytest.fixture
def filed(tmp_path):
    index = VectorIndex(tmp_path / "vectors.sqlite3", "m", Chroma(tmp_path / "chroma", 50))
    index.keep(ROWS)
    settle(index)
    yield index
    index.close()


@pytest.mark.process
def test_a_row_that_chroma_brings_back_is_nobodys(filed):
    gone = [one.id for one in filed.store.placed("m")[:100]]
    filed.store.remove(gone)  # and Chroma is not told
    filed.reload()

    assert filed.chroma.count() == 300
    assert all(id not in gone for query in QUERIES for id, _ in filed.nearest(query, Within(audiences=["team"]), 40))


@pytest.mark.process
def test_questions_are_answered_by_a_scan_while_chroma_is_closed(filed):
    before = [filed.nearest(query, EVERYONE, 5) for query in QUERIES]
    filed.chroma.close()

    assert [filed.nearest(query, EVERYONE, 5) for query in QUERIES] == before
    assert not filed.chroma.is_ready


def test_a_vector_in_which_a_byte_changed_is_not_believed(tmp_path):
    lost = []
    index = VectorIndex(tmp_path / "vectors.sqlite3", "m", lost=lambda: lost.append(True))
    index.keep(ROWS[:5])
    index.store._database.run("UPDATE vectors SET audience = 'bob' WHERE id = 'e1'")

    with pytest.raises(IndexDamaged):
        index.store.placed("m")
    assert index.nearest(QUERIES[0], EVERYONE, 3) == []
    assert lost == [True]
