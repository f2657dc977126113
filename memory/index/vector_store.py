"""The vectors of one anima in one SQLite file: complete, transactional, and what Chroma is made from again.

Blocking; call it from a thread.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from zlib import crc32

from memory.index.database import Database
from memory.index.embedded import Embedded, Vector, joined, packed, unpacked
from memory.index.entry import KEY
from memory.index.errors import IndexDamaged

VERSION = 1

_TABLES = f"""
CREATE TABLE models (number INTEGER PRIMARY KEY, name TEXT UNIQUE);
CREATE TABLE vectors (
    row INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT UNIQUE, hash BLOB, model INTEGER, audience TEXT, kind TEXT,
    stamp REAL, filed INTEGER DEFAULT 0, checksum INTEGER, vector BLOB);
CREATE INDEX unfiled ON vectors (row) WHERE filed = 0;
CREATE TABLE withdrawn (row INTEGER PRIMARY KEY);
PRAGMA user_version = {VERSION};
"""

_COLUMNS = "v.row, v.id, v.hash, v.audience, v.kind, v.stamp, v.checksum, v.vector"
_SEARCHED = f"v.kind <> '{KEY}'"
_OF_MODEL = "v.model = (SELECT number FROM models WHERE name = ?)"


@dataclass(frozen=True, slots=True)
class Known:
    """What is kept of an entry's vector, without the vector."""

    hash: bytes
    model: str
    audience: str
    kind: str
    stamp: float


class VectorStore:
    """`filed` rows are in Chroma too; `withdrawn` are numbers of rows that Chroma has still to forget."""

    def __init__(self, path: Path) -> None:
        self._database = Database(path, _prepare, _is_sound)
        self.path = path
        self.writing = self._database.writing
        self.is_sound = self._database.is_sound
        self.close = self._database.close
        self.discard = self._database.discard

    # ------------------------------------------------------------------------------------------------ asking

    def count(self, model: str) -> int:
        row = self._database.one(f"SELECT count(*) AS n FROM vectors v WHERE {_OF_MODEL}", (model,))
        return int(row["n"]) if row else 0

    def filed(self, model: str) -> int:
        row = self._database.one(f"SELECT count(*) AS n FROM vectors v WHERE filed AND {_OF_MODEL}", (model,))
        return int(row["n"]) if row else 0

    def of(self, ids: Collection[str], model: str) -> dict[str, Vector]:
        """The vectors of those that have one."""
        rows, vectors = self._rows(f"v.id IN (SELECT value FROM json_each(?)) AND {_OF_MODEL}", (_array(ids), model))
        return {row[1]: vector for row, vector in zip(rows, vectors, strict=True)}

    def matrix(self, ids: Collection[str], model: str) -> tuple[list[str], Vector]:
        """Those of the ids that have a vector, and their vectors as rows; one by one that would take far longer.

        Nobody looks whether a byte has changed: a key leads to a turn, which is looked at itself.
        """
        rows = self._database.all(
            f"SELECT v.id, v.vector FROM vectors v WHERE v.id IN (SELECT value FROM json_each(?)) AND {_OF_MODEL}",
            (_array(ids), model),
        )
        return [row[0] for row in rows], joined([row[1] for row in rows])

    def rows(self, numbers: Collection[int], model: str) -> list[Embedded]:
        return self._read(f"v.row IN (SELECT value FROM json_each(?)) AND {_OF_MODEL}", (_array(numbers), model))

    def all(self, model: str) -> list[Embedded]:
        """What may be searched; keys are only looked up."""
        return self._read(f"{_SEARCHED} AND {_OF_MODEL}", (model,))

    def tail(self, model: str, limit: int = -1) -> list[Embedded]:
        """What is not in Chroma, oldest first."""
        return self._read(f"v.filed = 0 AND {_SEARCHED} AND {_OF_MODEL} ORDER BY v.row LIMIT {limit:d}", (model,))

    def filed_sample(self, model: str, limit: int) -> list[Embedded]:
        return self._read(f"v.filed AND {_OF_MODEL} LIMIT {limit:d}", (model,))

    def known(self, ids: Collection[str]) -> Mapping[str, Known]:
        """What is kept of these entries, of whatever model."""
        rows = self._database.all(
            "SELECT v.id, v.hash, m.name, v.audience, v.kind, v.stamp FROM vectors v JOIN models m "
            "ON m.number = v.model WHERE v.id IN (SELECT value FROM json_each(?))",
            (_array(ids),),
        )
        return {row["id"]: Known(*tuple(row)[1:]) for row in rows}

    def ids_after(self, row: int, limit: int) -> list[tuple[int, str]]:
        """Row and id of the next vectors, of whatever model."""
        found = self._database.all("SELECT row, id FROM vectors WHERE row > ? ORDER BY row LIMIT ?", (row, limit))
        return [(one["row"], one["id"]) for one in found]

    def withdrawn(self) -> list[int]:
        return [row["row"] for row in self._database.all("SELECT row FROM withdrawn")]

    # ----------------------------------------------------------------------------------------------- keeping

    def keep(self, vectors: Sequence[Embedded], model: str) -> None:
        """All of them or none; a vector that was there gives way."""
        with self.writing():
            self._withdraw([one.id for one in vectors])
            self._database.run("INSERT OR IGNORE INTO models (name) VALUES (?)", (model,))
            number = self._database.one("SELECT number FROM models WHERE name = ?", (model,))
            assert number is not None
            self._database.run_each(
                "INSERT INTO vectors (id, hash, model, audience, kind, stamp, checksum, vector) "
                "VALUES (?,?,?,?,?,?,?,?)",
                (_values(one, number["number"]) for one in vectors),
            )

    def replace_with(self, other: VectorStore) -> None:
        """Take the file of another store over; the other is closed for good."""
        self._database.replace_with(other._database)

    def remove(self, ids: Collection[str]) -> None:
        with self.writing():
            self._withdraw(ids)

    def mark_filed(self, numbers: Iterable[int]) -> None:
        with self.writing():
            self._database.run_each("UPDATE vectors SET filed = 1 WHERE row = ?", ((number,) for number in numbers))

    def unfile(self) -> None:
        """Chroma has nothing any more."""
        with self.writing():
            self._database.run("UPDATE vectors SET filed = 0 WHERE filed")
            self._database.run("DELETE FROM withdrawn")

    def forget_withdrawn(self, numbers: Iterable[int]) -> None:
        with self.writing():
            self._database.run_each("DELETE FROM withdrawn WHERE row = ?", ((number,) for number in numbers))

    def _withdraw(self, ids: Collection[str]) -> None:
        those = "id IN (SELECT value FROM json_each(?))"
        self._database.run(
            f"INSERT OR IGNORE INTO withdrawn SELECT row FROM vectors WHERE filed AND {those}", (_array(ids),)
        )
        self._database.run(f"DELETE FROM vectors WHERE {those}", (_array(ids),))

    def _read(self, clause: str, values: Sequence[object]) -> list[Embedded]:
        rows, vectors = self._rows(clause, values)
        return [
            Embedded(id=id, hash=hash, audience=audience, kind=kind, stamp=stamp, vector=vector, row=row)
            for (row, id, hash, audience, kind, stamp, _, _), vector in zip(rows, vectors, strict=True)
        ]

    def _rows(self, clause: str, values: Sequence[object]) -> tuple[list[sqlite3.Row], Sequence[Vector]]:
        """Rows that are as they were written, and their vectors."""
        rows = self._database.all(f"SELECT {_COLUMNS} FROM vectors v WHERE {clause}", values)
        if any(_checksum(row) != row[6] for row in rows):
            raise IndexDamaged("a vector is not as it was written")
        try:
            return rows, list(unpacked([row[7] for row in rows])) if rows else []
        except ValueError as error:
            raise IndexDamaged("vectors of one model differ in length") from error


def _prepare(database: sqlite3.Connection) -> None:
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = NORMAL")
    database.execute("PRAGMA cache_size = -512")
    version = int(database.execute("PRAGMA user_version").fetchone()[0])
    if version == 0:
        database.executescript(f"BEGIN; {_TABLES} COMMIT;")
    elif version != VERSION:
        raise sqlite3.DatabaseError("vectors of another version")


def _is_sound(database: sqlite3.Connection) -> bool:
    return all(_checksum(row) == row["checksum"] for row in database.execute(f"SELECT {_COLUMNS} FROM vectors v"))


def _values(one: Embedded, model: int) -> tuple[object, ...]:
    blob = packed(one.vector)
    checksum = _sum(one.id, one.hash, one.audience, one.kind, one.stamp, blob)
    return one.id, one.hash, model, one.audience, one.kind, one.stamp, checksum, blob


def _checksum(row: sqlite3.Row) -> int:
    _, id, hash, audience, kind, stamp, _, blob = row
    return _sum(id, hash, audience, kind, stamp, blob)


def _sum(id: object, hash: object, audience: object, kind: object, stamp: object, blob: object) -> int:
    """SQLite does not notice a byte that changed inside a value; a vector with one would be believed."""
    words = f"{id}\0{hash!r}\0{audience}\0{kind}\0{stamp}".encode(errors="replace")
    return crc32(blob if isinstance(blob, bytes) else b"", crc32(words))


def _array(values: Collection[str] | Collection[int]) -> str:
    return json.dumps(list(values))
