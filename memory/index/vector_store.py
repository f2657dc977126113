"""The vectors of one anima: what is known of each in SQLite, its numbers as bytes in a file beside that, and an exact
scan of them.

A row of SQLite tells where in the file its bytes stand, and their sum: bytes that no row tells of are nobody's, and
those that differ from the sum are damage. Blocking; call it from a thread.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import TypeAlias
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from memory.index.database import IndexDatabase, raising_damage
from memory.index.entry import ENTRY_KEY, IndexEntry, SearchScope
from memory.vocabulary.errors import IndexDamaged

Vector: TypeAlias = NDArray[np.float32]
"""Of length one."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class EmbeddedEntry:
    """A vector and what a search may be narrowed by. `hash` is that of the text which was embedded."""

    id: str
    hash: bytes
    audience: str
    kind: str
    stamp: float
    vector: Vector


def embedded_text(entry: IndexEntry, vector: Vector) -> EmbeddedEntry:
    """The entry's vector with what the entry says of itself."""
    return EmbeddedEntry(
        id=entry.id,
        hash=text_hash(entry),
        audience=entry.audience,
        kind=entry.kind,
        stamp=vector_stamp(entry),
        vector=vector,
    )


def text_hash(entry: IndexEntry) -> bytes:
    return blake2b(entry.meaning.encode(errors="replace"), digest_size=12).digest()


def vector_stamp(entry: IndexEntry) -> float:
    return entry.at.timestamp() if entry.at else 0.0


# --- int8 -----------------------------------------------------------------------------------------------------------
# Vectors as bytes: rows of one length in one file that is appended to, mapped into memory and never written twice.


VectorBytes = NDArray[np.int8]
"""Rows of whole numbers from -127 to 127: each dimension's, by which is searched, and then what each lost by rounding,
in 254ths, by which the best are measured again. A row times its scale is a vector of length one."""

QUANTISATION_STEPS = 254

VectorFileState = tuple[int, int, int]
"""By which it is seen that somebody else has touched a file: its inode, its size, when it was written."""


def quantise(vectors: Vector) -> tuple[VectorBytes, NDArray[np.float32]]:
    """The rows in bytes, and the scale of each."""
    exact: NDArray[np.float64] = vectors.astype(np.float64)
    largest = np.abs(exact).max(axis=1, keepdims=True, initial=0)
    largest[largest == 0] = 1
    spread = exact * (127 / largest)
    coarse = np.rint(spread)
    fine = np.rint((spread - coarse) * QUANTISATION_STEPS)
    lengths = np.linalg.norm(coarse + fine / QUANTISATION_STEPS, axis=1)
    lengths[lengths == 0] = 1
    return np.concatenate([coarse, fine], axis=1).astype(np.int8), (1 / lengths).astype(np.float32)


def dequantise(rows: VectorBytes, scales: NDArray[np.float32]) -> Vector:
    """The vectors again; no component is off by more than a 64,000th of the largest."""
    coarse, fine = np.split(rows.astype(np.float32), 2, axis=1)
    vectors: Vector = (coarse + fine / np.float32(QUANTISATION_STEPS)) * scales[:, np.newaxis]
    return vectors


class VectorFile:
    """`width` bytes a row. What follows the last row that the store knows of was never finished, and is nobody's."""

    def __init__(self, path: Path, width: int) -> None:
        self.path = path
        self.width = width

    def append(self, rows: VectorBytes) -> int:
        """Write the rows behind all others; the place of the first. They are on the disk before the store is told."""
        fd = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            first = os.fstat(fd).st_size // self.width
            os.ftruncate(fd, first * self.width)  # a row that a crash cut short
            content = memoryview(rows.tobytes())
            written = 0
            while written < len(content):
                written += os.pwrite(fd, content[written:], first * self.width + written)
            os.fdatasync(fd)
        finally:
            os.close(fd)
        return first

    def mapped(self) -> VectorBytes:
        """All rows, as they are on the disk. No file has none."""
        state = self.state()
        count = state[1] // self.width if state else 0
        if not count:
            return np.empty((0, self.width), np.int8)
        return np.memmap(self.path, np.int8, "r", shape=(count, self.width))

    def state(self) -> VectorFileState | None:
        """None: it is not there."""
        try:
            found = os.stat(self.path)
        except OSError:
            return None
        return found.st_ino, found.st_size, found.st_mtime_ns


# --- exact ----------------------------------------------------------------------------------------------------------
# The exact scan: every vector that may be found, against the question.
#
# Whom a vector is for is looked at first, and what the reader may not see is not even measured.


RankedIds = list[tuple[str, float]]
"""Entry ids and cosines, best first."""

_SMALLEST = 64
_SAME = 1e-6
"""Cosines that differ by less are equal: the newer entry comes first then, wherever it stands in the block."""

_MORE = 16
"""So many more than twice what is wanted are measured finely: rounding moves a cosine by 0.002 at most."""

_AT_ONCE = 256
"""Rows that are widened to floats together: more of them numpy hands to several threads, which wait for one another
longer than they work (at 2,048 a search of 50,000 took 191 ms of CPU in place of 11, on two busy cores)."""


@dataclass(frozen=True, slots=True)
class PlacedVector:
    """An entry's vector in the file, and what a search may be narrowed by."""

    row: int
    id: str
    audience: str
    kind: str
    stamp: float
    slot: int
    scale: float


class VectorBlock:
    """The vectors of one model, in its file, with what is known of each in memory. Not for two threads at once."""

    def __init__(self, file: VectorFile, placed: Sequence[PlacedVector] = ()) -> None:
        self._file = file
        self._ids: list[str] = []
        self._places: dict[str, int] = {}
        self._codes: dict[str, int] = {}  # of audiences and kinds
        self._rows = np.empty(0, np.int64)
        self._scales = np.empty(0, np.float32)
        self._stamps = np.empty(0, np.float64)
        self._audiences = np.empty(0, np.int32)
        self._kinds = np.empty(0, np.int32)
        self._is_searched = np.empty(0, np.bool_)
        self.add(placed)

    @property
    def is_as_it_was(self) -> bool:
        """Whether nobody else has touched the file; what is mapped must not be cut off under a reader's feet."""
        return self._file.state() == self._state

    def add(self, placed: Sequence[PlacedVector]) -> None:
        """What stands in the file since the last time. A vector of an id that is there already takes its place."""
        self._matrix, self._state = self._file.mapped(), self._file.state()
        self._reserve(len(self._matrix))
        for item in placed:
            self.remove((item.id,))
            place = item.slot
            self._rows[place], self._scales[place], self._stamps[place] = item.row, item.scale, item.stamp
            self._audiences[place], self._kinds[place] = self._code(item.audience), self._code(item.kind)
            self._is_searched[place] = item.kind != ENTRY_KEY
            self._ids[place], self._places[item.id] = item.id, place

    def remove(self, ids: Iterable[str]) -> None:
        for id in ids:
            place = self._places.pop(id, None)
            if place is not None:
                self._is_searched[place] = False

    def of(self, ids: Iterable[str]) -> dict[str, Vector]:
        """The vectors of those that are here."""
        found = {id: place for id in ids if (place := self._places.get(id)) is not None}
        return dict(zip(found, self._vectors(np.fromiter(found.values(), np.intp)), strict=True))

    def cosines(self, ids: Iterable[str], query: Vector) -> dict[str, float]:
        """Of those that are here."""
        found = {id: place for id in ids if (place := self._places.get(id)) is not None}
        if 2 * query.size != self._file.width:
            return {}
        places = np.fromiter(found.values(), np.intp)
        return dict(zip(found, (self._vectors(places) @ query).tolist(), strict=True))

    def nearest_of_each(
        self, query: Vector, withins: Sequence[SearchScope], limit: int, among: NDArray[np.bool_] | None = None
    ) -> list[RankedIds]:
        """The best by cosine for each of several conditions, of one scan; of all, or of what is `among`."""
        if not self._places or limit < 1 or 2 * query.size != self._file.width:
            return [[] for _ in withins]
        masks = [self._admitted(within) if among is None else self._admitted(within) & among for within in withins]
        if not masks:
            return []
        places = np.flatnonzero(np.logical_or.reduce(masks))
        cosines = np.zeros(len(self._ids), np.float32)
        cosines[places] = self._measured(places, query)
        return [self._best(query, cosines, np.flatnonzero(mask), limit) for mask in masks]

    def among(self, rows: Collection[int], filed: int) -> NDArray[np.bool_]:
        """Those of these rows of the store, and of all rows above the last one that is filed."""
        return np.isin(self._rows, np.fromiter(rows, np.int64)) | (self._rows > filed)

    def _measured(self, places: NDArray[np.intp], query: Vector) -> NDArray[np.float32]:
        cosines = np.empty(places.size, np.float32)
        for first in range(0, places.size, _AT_ONCE):
            some = places[first : first + _AT_ONCE]
            is_one_piece = some[-1] - some[0] + 1 == some.size
            coarse = self._matrix[:, : query.size]
            rows = coarse[some[0] : some[-1] + 1] if is_one_piece else coarse[some]
            np.matmul(rows.astype(np.float32), query, out=cosines[first : first + some.size])
        return cosines * self._scales[places]

    def _vectors(self, places: NDArray[np.intp]) -> Vector:
        return dequantise(self._matrix[places], self._scales[places])

    def _best(self, query: Vector, whole: Vector, places: NDArray[np.intp], limit: int) -> RankedIds:
        if not places.size:
            return []
        cosines = whole[places]
        if places.size > (more := 2 * limit + _MORE):
            last = np.partition(cosines, places.size - more)[places.size - more]
            places = places[np.flatnonzero(cosines >= last - _SAME)]
        # Finely, and row by row: in the product of the whole, where a row stands moves its last digit, and a rebuild
        # would tell.
        exact = np.einsum("ij,j->i", self._vectors(places), query, dtype=np.float64)
        found = zip(exact.tolist(), self._stamps[places].tolist(), places.tolist(), strict=True)
        order = sorted((-round(cosine, 6), -moment, self._ids[place]) for cosine, moment, place in found)
        return [(id, min(1.0, -cosine)) for cosine, _, id in order[:limit]]

    def _admitted(self, within: SearchScope) -> NDArray[np.bool_]:
        admitted: NDArray[np.bool_] = self._is_searched & self._are(within.audiences)[self._audiences]
        if within.kinds:
            admitted &= self._are(within.kinds)[self._kinds]
        if within.since:
            admitted &= self._stamps >= within.since.timestamp()
        if within.until:
            admitted &= self._stamps <= within.until.timestamp()
        for id in within.without:
            if (place := self._places.get(id)) is not None:
                admitted[place] = False
        return admitted

    def _are(self, names: Collection[str]) -> NDArray[np.bool_]:
        """By code, whether the name is one of these."""
        among = np.zeros(max(1, len(self._codes)), np.bool_)
        among[[code for name in names if (code := self._codes.get(name)) is not None]] = True
        return among

    def _code(self, name: str) -> int:
        return self._codes.setdefault(name, len(self._codes))

    def _reserve(self, size: int) -> None:
        more = size - len(self._ids)
        if more > 0:
            self._ids += [""] * more
            for name in ("_rows", "_scales", "_stamps", "_audiences", "_kinds", "_is_searched"):
                held = getattr(self, name)
                setattr(self, name, np.concatenate([held, np.zeros(more, held.dtype)]))


# --- vector store ---------------------------------------------------------------------------------------------------


STORE_VERSION = 2

_TABLES = (
    "CREATE TABLE models (number INTEGER PRIMARY KEY, name TEXT UNIQUE, width INTEGER, "
    "generation INTEGER DEFAULT 0, filed INTEGER DEFAULT 0)",
    "CREATE TABLE vectors (row INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT UNIQUE, hash BLOB, model INTEGER, "
    "audience TEXT, kind TEXT, stamp REAL, slot INTEGER, scale REAL, checksum INTEGER)",
    "CREATE TABLE withdrawn (row INTEGER PRIMARY KEY)",
    f"PRAGMA user_version = {STORE_VERSION}",
)

_COLUMNS = "v.row, v.id, v.audience, v.kind, v.stamp, v.slot, v.scale, v.hash, v.checksum"
_SEARCHED = f"v.kind <> '{ENTRY_KEY}'"
_OF_MODEL = "v.model = (SELECT number FROM models WHERE name = ?)"
_THOSE = "id IN (SELECT value FROM json_each(?))"

_FEWEST = 1024
"""Places of a file that is small enough to be left as it is, whatever of it is dead."""


@dataclass(frozen=True, slots=True)
class KnownVector:
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
        self._database = IndexDatabase(path, self._prepare, self._is_sound)
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

    def placed(self, model: str, ids: Collection[str] | None = None) -> list[PlacedVector]:
        """Of these entries, or of all. Raises IndexDamaged where bytes are not as they were written."""
        among, values = ("", (model,)) if ids is None else (f" AND v.{_THOSE}", (model, _array(ids)))
        rows = self._database.all(f"SELECT {_COLUMNS} FROM vectors v WHERE {_OF_MODEL}{among} ORDER BY v.row", values)
        file = self.file(model)
        if rows and (file is None or not _are_whole(rows, file)):
            raise IndexDamaged("a vector is not as it was written")
        return [PlacedVector(*tuple(row)[:7]) for row in rows]

    def unfiled(self, model: str, limit: int) -> tuple[list[int], Vector]:
        """Rows that are not in Chroma, oldest first, and their vectors."""
        return self._vectors(model, f"v.row > {self.filed_to(model):d} AND {_SEARCHED} ORDER BY v.row", limit)

    def first(self, model: str) -> Vector:
        """One vector, as a row; none where there is none."""
        return self._vectors(model, _SEARCHED, 1)[1]

    def known(self, ids: Collection[str]) -> Mapping[str, KnownVector]:
        """What is kept of these entries, of whatever model."""
        rows = self._database.all(
            "SELECT v.id, v.hash, m.name, v.audience, v.kind, v.stamp FROM vectors v JOIN models m "
            f"ON m.number = v.model WHERE v.{_THOSE}",
            (_array(ids),),
        )
        return {row["id"]: KnownVector(*tuple(row)[1:]) for row in rows}

    def ids_after(self, row: int, limit: int) -> list[tuple[int, str]]:
        """Row and id of the next vectors, of whatever model."""
        found = self._database.all("SELECT row, id FROM vectors WHERE row > ? ORDER BY row LIMIT ?", (row, limit))
        return [(item["row"], item["id"]) for item in found]

    def withdrawn(self) -> list[int]:
        return [row["row"] for row in self._database.all("SELECT row FROM withdrawn")]

    # ----------------------------------------------------------------------------------------------- keeping

    def keep(self, vectors: Sequence[EmbeddedEntry], model: str) -> None:
        """All of them or none; a vector that was there gives way."""
        if not vectors:
            return
        latest = list({vector.id: vector for vector in vectors}.values())
        try:
            rows, scales = quantise(np.stack([np.asarray(item.vector, np.float32) for item in latest]))
        except ValueError as error:
            raise IndexDamaged("vectors of one model differ in length") from error
        with self.writing(), raising_damage():
            self._withdraw([item.id for item in latest])
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
                    _values(item, row["number"], first + place, float(scale), content.tobytes())
                    for place, (item, scale, content) in enumerate(zip(latest, scales, rows, strict=True))
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
            with self.writing(), raising_damage():
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
        return list(numbers), dequantise(held[list(slots)], np.asarray(scales, np.float32))

    def _prepare(self, database: sqlite3.Connection) -> None:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = NORMAL")
        database.execute("PRAGMA cache_size = -512")
        version = int(database.execute("PRAGMA user_version").fetchone()[0])
        if version not in (0, 1, STORE_VERSION):
            raise sqlite3.DatabaseError("vectors of another version")
        if version == STORE_VERSION:
            return
        database.execute("BEGIN IMMEDIATE")
        before = list(_of_version_1(database)) if version else []
        for statement in _TABLES:
            database.execute(statement)
        for number, name, vectors in before:
            self._take_over(database, number, name, vectors)
        database.execute("COMMIT")

    def _take_over(
        self, database: sqlite3.Connection, number: int, name: str, vectors: Sequence[EmbeddedEntry]
    ) -> None:
        rows, scales = quantise(np.stack([vector.vector for vector in vectors]))
        database.execute("INSERT INTO models (number, name, width) VALUES (?,?,?)", (number, name, rows.shape[1]))
        first = self._file(number, 0, rows.shape[1]).append(rows)
        database.executemany(
            "INSERT INTO vectors (id, hash, model, audience, kind, stamp, slot, scale, checksum) "
            "VALUES (?,?,?,?,?,?,?,?,?)",
            [
                _values(vector, number, first + place, float(scale), content.tobytes())
                for place, (vector, scale, content) in enumerate(zip(vectors, scales, rows, strict=True))
            ],
        )

    def _is_sound(self, database: sqlite3.Connection) -> bool:
        for number, width, generation in database.execute("SELECT number, width, generation FROM models").fetchall():
            rows = database.execute(f"SELECT {_COLUMNS} FROM vectors v WHERE v.model = ?", (number,)).fetchall()
            if not _are_whole(rows, self._file(number, generation, width)):
                return False
        return True


def _of_version_1(database: sqlite3.Connection) -> Iterator[tuple[int, str, list[EmbeddedEntry]]]:
    """The vectors that a home of 2026 kept in SQLite alone; what is not as it was written is left out and made anew."""
    models = database.execute("SELECT number, name FROM models").fetchall()
    rows = database.execute("SELECT id, hash, model, audience, kind, stamp, checksum, vector FROM vectors").fetchall()
    database.execute("DROP TABLE models")
    database.execute("DROP TABLE vectors")
    database.execute("DROP TABLE withdrawn")
    for number, name in models:
        vectors = [
            EmbeddedEntry(
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


def _values(embedded_entry: EmbeddedEntry, model: int, slot: int, scale: float, content: bytes) -> tuple[object, ...]:
    # The place is not summed: it changes when the file is written anew.
    checksum = _sum(
        f"{embedded_entry.id}\0{scale}",
        embedded_entry.hash,
        embedded_entry.audience,
        embedded_entry.kind,
        embedded_entry.stamp,
        content,
    )
    return (
        embedded_entry.id,
        embedded_entry.hash,
        model,
        embedded_entry.audience,
        embedded_entry.kind,
        embedded_entry.stamp,
        slot,
        scale,
        checksum,
    )


def _sum(
    id: object, hash: object, audience: object, kind: object, stamp: object, content: bytes | memoryview | None
) -> int:
    words = f"{id}\0{hash!r}\0{audience}\0{kind}\0{stamp}".encode(errors="replace")
    return crc32(content or b"", crc32(words))


def _array(values: Collection[str] | Collection[int]) -> str:
    return json.dumps(list(values))
