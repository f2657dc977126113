"""Vector indexes pass the contract, scanned exactly and with Chroma before the store."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from zlib import crc32

import numpy as np
import pytest

from memory.index.chroma import Chroma
from memory.index.entry import SearchScope
from memory.index.vectors import VectorIndex
from memory.vocabulary.errors import IndexDamaged
from tests.contracts import vectors as contract
from tests.contracts.vectors import EVERYONE, QUERIES, ROWS, SIZE, oracle, rows, sentences, settle


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
    assert all(
        id not in gone for query in QUERIES for id, _ in filed.nearest(query, SearchScope(audiences=["team"]), 40)
    )


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


def test_a_scan_holds_nearly_all_of_the_first_fifty_that_floats_give(tmp_path):
    rng = np.random.default_rng(7)
    many = rng.normal(size=(3_000, 384)).astype(np.float32)
    many /= np.linalg.norm(many, axis=1, keepdims=True)
    index = VectorIndex(tmp_path / "vectors.sqlite3", "m")
    index.keep(rows(many[:-50]))

    shares = []
    for query in many[-50:]:
        true = oracle(rows(many[:-50]), query, EVERYONE, 50)
        shares.append(len({id for id, _ in index.nearest(query, EVERYONE, 50)} & set(true)) / 50)

    assert np.mean(shares) >= 0.99


@pytest.mark.parametrize("damage", ["cut", "flipped", "deleted"])
def test_a_file_of_vectors_that_somebody_touches_while_it_is_mapped_is_not_believed(tmp_path, damage):
    lost = []
    index = VectorIndex(tmp_path / "vectors.sqlite3", "m", lost=lambda: lost.append(True))
    index.keep(ROWS)
    assert index.nearest(QUERIES[0], EVERYONE, 3)
    path = index.store.file("m").path
    if damage == "cut":
        os.truncate(path, 1000)
    elif damage == "flipped":
        path.write_bytes(bytes([path.read_bytes()[0] ^ 0x5A]) + path.read_bytes()[1:])
    else:
        path.unlink()

    assert index.nearest(QUERIES[0], EVERYONE, 3) == []
    assert lost == [True]


def test_a_row_that_a_crash_cut_short_is_nobodys(tmp_path):
    index = VectorIndex(tmp_path / "vectors.sqlite3", "m")
    index.keep(ROWS[:40])
    with index.store.file("m").path.open("ab") as stream:
        stream.write(b"torn")
    index.keep(ROWS[40:])

    assert [id for id, _ in index.nearest(ROWS[50].vector, EVERYONE, 1)] == ["e50"]
    assert index.is_sound()


def test_a_file_of_which_most_is_dead_is_written_anew_and_answers_alike(tmp_path):
    index = VectorIndex(tmp_path / "vectors.sqlite3", "m")
    many = rows(sentences(3_000))
    index.keep(many)
    index.remove([row.id for row in many[:2_500]])
    before, size = index.nearest(QUERIES[0], EVERYONE, 20), index.store.file("m").state()[1]

    settle(index)

    assert index.nearest(QUERIES[0], EVERYONE, 20) == before
    assert index.store.file("m").state()[1] * 6 == size
    assert len(list(tmp_path.glob("*-int8-*"))) == 1
    index.close()
    assert index.nearest(QUERIES[0], EVERYONE, 20) == before


def test_vectors_of_the_first_version_are_taken_over_without_embedding(tmp_path):
    path = tmp_path / "vectors.sqlite3"
    with sqlite3.connect(path) as old:
        old.executescript(
            "CREATE TABLE models (number INTEGER PRIMARY KEY, name TEXT UNIQUE);"
            "CREATE TABLE vectors (row INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT UNIQUE, hash BLOB, model INTEGER,"
            "audience TEXT, kind TEXT, stamp REAL, filed INTEGER DEFAULT 0, checksum INTEGER, vector BLOB);"
            "CREATE INDEX unfiled ON vectors (row) WHERE filed = 0;"
            "CREATE TABLE withdrawn (row INTEGER PRIMARY KEY); INSERT INTO models VALUES (1, 'm');"
            "PRAGMA user_version = 1;"
        )
        for row in ROWS:
            blob = row.vector.astype("<f2").tobytes()
            words = f"{row.id}\0{row.hash!r}\0{row.audience}\0{row.kind}\0{row.stamp}".encode()
            values = (row.id, row.hash, row.audience, row.kind, row.stamp, crc32(blob, crc32(words)), blob)
            old.execute("INSERT INTO vectors VALUES (NULL, ?, ?, 1, ?, ?, ?, 1, ?, ?)", values)
    old.close()
    (tmp_path / "chroma").mkdir()
    index = VectorIndex(path, "m", Chroma(tmp_path / "chroma", 50_000))

    settle(index)

    assert index.count() == SIZE
    assert not (tmp_path / "chroma").exists()
    for query in QUERIES:
        assert [id for id, _ in index.nearest(query, EVERYONE, 5)] == oracle(ROWS, query, EVERYONE, 5)


def test_where_others_took_chromas_places_all_that_may_be_read_is_found(filed):
    own = SearchScope(audiences=["team"], kinds=["knowledge"])

    for query in QUERIES:
        assert [id for id, _ in filed.nearest(query, own, 5)] == oracle(ROWS, query, own, 5)


def test_chromadb_is_not_imported_by_an_exact_scan(tmp_path):
    script = (
        "import sys; from pathlib import Path; from tests.contracts.vectors import EVERYONE, QUERIES, ROWS, settle\n"
        "from memory.index.chroma import Chroma; from memory.index.vectors import VectorIndex\n"
        "at = Path(sys.argv[1]); index = VectorIndex(at / 'v.sqlite3', 'm', Chroma(at / 'chroma', 50_000))\n"
        "index.keep(ROWS); settle(index); print(len(index.nearest(QUERIES[0], EVERYONE, 5)), 'chromadb' in sys.modules)"
    )
    ran = subprocess.run([sys.executable, "-c", script, str(tmp_path)], capture_output=True, text=True, check=True)

    assert ran.stdout.split() == ["5", "False"]
