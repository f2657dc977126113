"""The vectors of one anima: what is known of each in SQLite, and its numbers as bytes in a file beside that.

A row of SQLite tells where in the file its bytes stand, and their sum: bytes that no row tells of are nobody's, and
those that differ from the sum are damage. Blocking; call it from a thread.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from zlib import crc32

import numpy as np

from memory.index.database import Database, damage_told
from memory.index.embedded import Embedded, Vector
from memory.index.entry import KEY
from memory.index.errors import IndexDamaged
from memory.index.exact import Placed
from memory.index.int8 import VectorFile, quantised, widened

VERSION = 2

_TABLES = (
    "CREATE TABLE models (number INTEGER PRIMARY KEY, name TEXT UNIQUE, width INTEGER, "
    "generation INTEGER DEFAULT 0, filed INTEGER DEFAULT 0)",
    "CREATE TABLE vectors (row INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT UNIQUE, hash BLOB, model INTEGER, "
    "audience TEXT, kind TEXT, stamp REAL, slot INTEGER, scale REAL, checksum INTEGER)",
    "CREATE TABLE withdrawn (row INTEGER PRIMARY KEY)",
    f"PRAGMA user_version = {VERSION}",
)

_COLUMNS = "v.row, v.id, v.audience, v.kind, v.stamp, v.slot, v.scale, v.hash, v.checksum"
_SEARCHED = f"v.kind <> '{KEY}'"
_OF_MODEL = "v.model = (SELECT number FROM models WHERE name = ?)"
_THOSE = "id IN (SELECT value FROM json_each(?))"

_FEWEST = 1024
"""Places of a file that is small enough to be left as it is, whatever of it is dead."""


@dataclass(frozen=True, slots=True)
class Known:
    """What is kept of an entry's vector, without the vector."""

    hash: bytes
    model: str
    audience: str
    kind: str
    stamp: float


class VectorStore:
    """Rows up to a model's `filed` are in Chroma too; `withdrawn` are numbers of rows that Chroma has still to forget.

    No number is given twice, and a text that changes gets another one.
    """

    def __init__(self, path: Path) -> None:
        self._database = Database(path, self._prepare, self._is_sound)
        self.path = path
        self.writing = self._database.writing
        self.is_sound = self._database.is_sound
        self.close = self._database.close
        self.discard = self._database.discard

    # ------------------------------------------------------------------------------------------------ asking

    def count(self, model: str) -> int:
        row = self._database.one(f"SELECT count(*) AS n FROM vectors v WHERE {_OF_MODEL}", (model,))
        return int(row["n"]) if row else 0

    def searched(self, model: str) -> int:
        """How many a search goes through; keys are only looked up."""
        row = self._database.one(f"SELECT count(*) AS n FROM vectors v WHERE {_SEARCHED} AND {_OF_MODEL}", (model,))
        return int(row["n"]) if row else 0

    def filed(self, model: str) -> int:
        """How many of them Chroma has."""
        row = self._database.one(
            f"SELECT count(*) AS n FROM vectors v WHERE v.row <= ? AND {_SEARCHED} AND {_OF_MODEL}",
            (self.filed_to(model), model),
        )
        return int(row["n"]) if row else 0

    def filed_to(self, model: str) -> int:
        """The last row that Chroma has; it gets them in order."""
        row = self._database.one("SELECT filed FROM models WHERE name = ?", (model,))
        return int(row["filed"]) if row else 0

    def file(self, model: str) -> VectorFile | None:
        """Where the bytes stand; None: the model has none."""
        row = self._database.one("SELECT number, width, generation FROM models WHERE name = ?", (model,))
        return self._file(row["number"], row["generation"], row["width"]) if row else None

    def placed(self, model: str, ids: Collection[str] | None = None) -> list[Placed]:
        """Of these entries, or of all. Raises IndexDamaged where bytes are not as they were written."""
        among, values = ("", (model,)) if ids is None else (f" AND v.{_THOSE}", (model, _array(ids)))
        rows = self._database.all(f"SELECT {_COLUMNS} FROM vectors v WHERE {_OF_MODEL}{among} ORDER BY v.row", values)
        file = self.file(model)
        if rows and (file is None or not _are_whole(rows, file)):
            raise IndexDamaged("a vector is not as it was written")
        return [Placed(*tuple(row)[:7]) for row in rows]

    def unfiled(self, model: str, limit: int) -> tuple[list[int], Vector]:
        """Rows that are not in Chroma, oldest first, and their vectors."""
        return self._vectors(model, f"v.row > {self.filed_to(model):d} AND {_SEARCHED} ORDER BY v.row", limit)

    def first(self, model: str) -> Vector:
        """One vector, as a row; none where there is none."""
        return self._vectors(model, _SEARCHED, 1)[1]

    def known(self, ids: Collection[str]) -> Mapping[str, Known]:
        """What is kept of these entries, of whatever model."""
        rows = self._database.all(
            "SELECT v.id, v.hash, m.name, v.audience, v.kind, v.stamp FROM vectors v JOIN models m "
            f"ON m.number = v.model WHERE v.{_THOSE}",
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
        if not vectors:
            return
        latest = list({one.id: one for one in vectors}.values())
        try:
            rows, scales = quantised(np.stack([np.asarray(one.vector, np.float32) for one in latest]))
        except ValueError as error:
            raise IndexDamaged("vectors of one model differ in length") from error
        with self.writing(), damage_told():
            self._withdraw([one.id for one in latest])
            self._database.run("INSERT OR IGNORE INTO models (name, width) VALUES (?, ?)", (model, rows.shape[1]))
            row = self._database.one("SELECT number, width, generation FROM models WHERE name = ?", (model,))
            assert row is not None
            if row["width"] != rows.shape[1]:
                raise IndexDamaged("vectors of one model differ in length")
            first = self._file(row["number"], row["generation"], row["width"]).append(rows)
            self._database.run_each(
                "INSERT INTO vectors (id, hash, model, audience, kind, stamp, slot, scale, checksum) "
                "VALUES (?,?,?,?,?,?,?,?,?)",
                (
                    _values(one, row["number"], first + place, float(scale), content.tobytes())
                    for place, (one, scale, content) in enumerate(zip(latest, scales, rows, strict=True))
                ),
            )

    def remove(self, ids: Collection[str]) -> None:
        with self.writing():
            self._withdraw(ids)

    def compact(self) -> bool:
        """Write the files anew of which most is dead; whether there were any."""
        sparse = [
            row for row in self._database.all("SELECT number, width, generation FROM models") if self._is_sparse(row)
        ]
        for row in sparse:
            with self.writing(), damage_told():
                self._compact(row["number"], row["generation"], row["width"])
            self._file(row["number"], row["generation"], row["width"]).path.unlink(missing_ok=True)
        return bool(sparse)

    def replace_with(self, other: VectorStore) -> None:
        """Take the files of another store over; the other is closed for good."""
        self._database.replace_with(other._database)

    def mark_filed(self, model: str, row: int) -> None:
        """Chroma has all up to this row."""
        with self.writing():
            self._database.run("UPDATE models SET filed = ? WHERE name = ?", (row, model))

    def unfile(self) -> None:
        """Chroma has nothing any more."""
        with self.writing():
            self._database.run("UPDATE models SET filed = 0 WHERE filed")
            self._database.run("DELETE FROM withdrawn")

    def forget_withdrawn(self, numbers: Iterable[int]) -> None:
        with self.writing():
            self._database.run_each("DELETE FROM withdrawn WHERE row = ?", ((number,) for number in numbers))

    # ---------------------------------------------------------------------------------------------------------

    def _file(self, number: int, generation: int, width: int) -> VectorFile:
        return VectorFile(self.path.with_name(f"{self.path.name}-int8-{number}-{generation}"), width)

    def _withdraw(self, ids: Collection[str]) -> None:
        self._database.run(
            "INSERT OR IGNORE INTO withdrawn SELECT v.row FROM vectors v JOIN models m ON m.number = v.model "
            f"WHERE v.row <= m.filed AND {_SEARCHED} AND v.{_THOSE}",
            (_array(ids),),
        )
        self._database.run(f"DELETE FROM vectors WHERE {_THOSE}", (_array(ids),))

    def _is_sparse(self, row: sqlite3.Row) -> bool:
        state = self._file(row["number"], row["generation"], row["width"]).state()
        places = state[1] // row["width"] if state else 0
        if places <= _FEWEST:
            return False
        alive = self._database.one("SELECT count(*) AS n FROM vectors WHERE model = ?", (row["number"],))
        return alive is not None and places > 2 * alive["n"]

    def _compact(self, number: int, generation: int, width: int) -> None:
        rows = self._database.all("SELECT row, slot FROM vectors WHERE model = ? ORDER BY row", (number,))
        held, fresh = self._file(number, generation, width).mapped(), self._file(number, generation + 1, width)
        slots = [row["slot"] for row in rows]
        if slots and max(slots) >= len(held):
            raise IndexDamaged("a file of vectors ends too soon")
        fresh.path.unlink(missing_ok=True)  # of a time that did not come to its end
        fresh.append(held[slots])
        self._database.run_each(
            "UPDATE vectors SET slot = ? WHERE row = ?", ((slot, row["row"]) for slot, row in enumerate(rows))
        )
        self._database.run("UPDATE models SET generation = ? WHERE number = ?", (generation + 1, number))

    def _vectors(self, model: str, clause: str, limit: int) -> tuple[list[int], Vector]:
        file = self.file(model)
        found = self._database.all(
            f"SELECT v.row, v.slot, v.scale FROM vectors v WHERE {_OF_MODEL} AND {clause} LIMIT {limit:d}", (model,)
        )
        if file is None or not found:
            return [], np.empty((0, 0), np.float32)
        numbers, slots, scales = zip(*found, strict=True)
        held = file.mapped()
        if max(slots) >= len(held):
            raise IndexDamaged("a file of vectors ends too soon")
        return list(numbers), widened(held[list(slots)], np.asarray(scales, np.float32))

    def _prepare(self, database: sqlite3.Connection) -> None:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = NORMAL")
        database.execute("PRAGMA cache_size = -512")
        version = int(database.execute("PRAGMA user_version").fetchone()[0])
        if version not in (0, 1, VERSION):
            raise sqlite3.DatabaseError("vectors of another version")
        if version == VERSION:
            return
        database.execute("BEGIN IMMEDIATE")
        before = list(_of_version_1(database)) if version else []
        for statement in _TABLES:
            database.execute(statement)
        for number, name, vectors in before:
            self._take_over(database, number, name, vectors)
        database.execute("COMMIT")

    def _take_over(self, database: sqlite3.Connection, number: int, name: str, vectors: Sequence[Embedded]) -> None:
        rows, scales = quantised(np.stack([one.vector for one in vectors]))
        database.execute("INSERT INTO models (number, name, width) VALUES (?,?,?)", (number, name, rows.shape[1]))
        first = self._file(number, 0, rows.shape[1]).append(rows)
        database.executemany(
            "INSERT INTO vectors (id, hash, model, audience, kind, stamp, slot, scale, checksum) "
            "VALUES (?,?,?,?,?,?,?,?,?)",
            [
                _values(one, number, first + place, float(scale), content.tobytes())
                for place, (one, scale, content) in enumerate(zip(vectors, scales, rows, strict=True))
            ],
        )

    def _is_sound(self, database: sqlite3.Connection) -> bool:
        for number, width, generation in database.execute("SELECT number, width, generation FROM models").fetchall():
            rows = database.execute(f"SELECT {_COLUMNS} FROM vectors v WHERE v.model = ?", (number,)).fetchall()
            if not _are_whole(rows, self._file(number, generation, width)):
                return False
        return True


def _of_version_1(database: sqlite3.Connection) -> Iterator[tuple[int, str, list[Embedded]]]:
    """The vectors that a home of 2026 kept in SQLite alone; what is not as it was written is left out and made anew."""
    models = database.execute("SELECT number, name FROM models").fetchall()
    rows = database.execute("SELECT id, hash, model, audience, kind, stamp, checksum, vector FROM vectors").fetchall()
    database.execute("DROP TABLE models")
    database.execute("DROP TABLE vectors")
    database.execute("DROP TABLE withdrawn")
    for number, name in models:
        vectors = [
            Embedded(
                id=id,
                hash=hash,
                audience=audience,
                kind=kind,
                stamp=stamp,
                vector=np.frombuffer(blob, "<f2").astype("f4"),
            )
            for id, hash, model, audience, kind, stamp, checksum, blob in rows
            if model == number and checksum == _sum(id, hash, audience, kind, stamp, blob)
        ]
        if vectors:
            yield number, name, vectors


def _are_whole(rows: Sequence[sqlite3.Row], file: VectorFile) -> bool:
    """Whether SQLite and the file say what was written. Nobody else sees a byte that changed inside a value."""
    held, width = memoryview(file.mapped().reshape(-1).view(np.uint8)), file.width  # type: ignore[arg-type]
    for _, id, audience, kind, stamp, slot, scale, hash, checksum in rows:
        if not isinstance(slot, int) or not 0 <= slot * width <= len(held) - width:
            return False
        content = held[slot * width : (slot + 1) * width]
        if checksum != _sum(f"{id}\0{scale}", hash, audience, kind, stamp, content):
            return False
    return True


def _values(one: Embedded, model: int, slot: int, scale: float, content: bytes) -> tuple[object, ...]:
    # The place is not summed: it changes when the file is written anew.
    checksum = _sum(f"{one.id}\0{scale}", one.hash, one.audience, one.kind, one.stamp, content)
    return one.id, one.hash, model, one.audience, one.kind, one.stamp, slot, scale, checksum


def _sum(
    id: object, hash: object, audience: object, kind: object, stamp: object, content: bytes | memoryview | None
) -> int:
    words = f"{id}\0{hash!r}\0{audience}\0{kind}\0{stamp}".encode(errors="replace")
    return crc32(content or b"", crc32(words))


def _array(values: Collection[str] | Collection[int]) -> str:
    return json.dumps(list(values))
