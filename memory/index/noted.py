"""Noted: which notes of the memory log bring a fact's entry or end it, and which of them count no more."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from memory.index.database import Database
from memory.vocabulary.fact import (
    BRINGING,
    INVALIDATED,
    MERGED,
    QUARANTINED,
    RELEASED,
    RETRACTED,
    FactChange,
    concerned,
)

TABLES = """
CREATE TABLE noted (
    id TEXT, key TEXT, type TEXT, stamp REAL, brings INTEGER, path TEXT, line INTEGER, offset INTEGER,
    PRIMARY KEY (id, stamp, key, path, offset)) WITHOUT ROWID;
CREATE INDEX noted_by_key ON noted (key);
CREATE INDEX noted_in_file ON noted (path);
CREATE TABLE undone (key TEXT, path TEXT, PRIMARY KEY (key, path)) WITHOUT ROWID;
"""

_KINDS = frozenset({*BRINGING, RELEASED, QUARANTINED, INVALIDATED, RETRACTED})


@dataclass(frozen=True, slots=True, kw_only=True)
class Noted:
    """What a note is to the fact `id`: `brings`: it holds that fact. It stands at `path`, `line`, `offset`."""

    id: str
    key: str
    type: str
    stamp: float
    brings: bool
    path: str
    line: int
    offset: int


@dataclass(frozen=True, slots=True)
class Standing:
    """What the notes about one fact that count make of it: who `brought` it, and since when it is believed no more."""

    brought: Noted | None
    ended: datetime | None


class Notes:
    """The tables of one text index. Blocking."""

    def __init__(self, database: Database) -> None:
        self._run, self._all = database.run, database.all

    def add(self, note: FactChange, path: str, line: int, offset: int) -> list[str]:
        """Keep it; the ids of the facts that it concerns."""
        if note.type not in _KINDS:
            return []
        ids = list(concerned(note) or note.turns)
        brought = note.fact.id if note.fact and note.type in (*BRINGING, RELEASED) else None
        for id in ids:
            values = (id, note.key, note.type, note.ts.timestamp(), int(id == brought), path, line, offset)
            self._run("INSERT OR IGNORE INTO noted VALUES (?, ?, ?, ?, ?, ?, ?, ?)", values)
        return ids

    def undo(self, keys: Collection[str], path: str) -> None:
        """The notes of these keys count no more, says a note in this file."""
        for key in keys:
            self._run("INSERT OR IGNORE INTO undone VALUES (?, ?)", (key, path))

    def is_undone(self, key: str) -> bool:
        return bool(self._all("SELECT 1 FROM undone WHERE key = ? LIMIT 1", (key,)))

    def of_keys(self, keys: Collection[str]) -> list[Noted]:
        """Those notes, once a fact that they concern."""
        return self._found("key IN (SELECT value FROM json_each(?))", json.dumps(list(keys)))

    def standing(self, id: str) -> Standing | None:
        """Of a fact; None where it was retracted, or no note about it counts."""
        notes = self._found("id = ? AND NOT EXISTS (SELECT 1 FROM undone WHERE undone.key = noted.key)", id)
        if not notes or any(note.type == RETRACTED for note in notes):
            return None
        ends = (_last(notes, QUARANTINED), _last(notes, MERGED), *_first(notes, INVALIDATED))
        ended = min((end.stamp for end in ends if end), default=None)
        brings = [note for note in notes if note.brings]
        brought = next((note for note in brings if note.type in BRINGING), next(iter(brings), None))
        return Standing(brought, None if ended is None else datetime.fromtimestamp(ended, UTC))

    def forget_file(self, path: str) -> tuple[list[str], list[str]]:
        """Drop what was read from it: the facts that it concerned, and the keys of notes which count again now."""
        noted = self._all("DELETE FROM noted WHERE path = ? RETURNING id", (path,))
        undone = self._all("DELETE FROM undone WHERE path = ? RETURNING key", (path,))
        return list(dict.fromkeys(row["id"] for row in noted)), [row["key"] for row in undone]

    def _found(self, condition: str, value: str) -> list[Noted]:
        rows = self._all(f"SELECT * FROM noted WHERE {condition} ORDER BY stamp, key", (value,))
        return [Noted(**{**dict(row), "brings": bool(row["brings"])}) for row in rows]


def _last(notes: Sequence[Noted], type: str) -> Noted | None:
    """The last note that ends the fact in this way, unless it was released later."""
    last = next((note for note in reversed(notes) if note.type in (type, RELEASED) and not _is_heir(note)), None)
    return last if last and last.type == type else None


def _is_heir(note: Noted) -> bool:
    return note.type == MERGED and note.brings


def _first(notes: Sequence[Noted], type: str) -> list[Noted]:
    return [note for note in notes if note.type == type][:1]
