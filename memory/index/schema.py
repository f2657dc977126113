"""The tables of the text index."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from zlib import crc32

from memory.index import amends, gone_words, noted

VERSION = 12
"""Raise it with every change of tables or analyser: an index of another version is made anew."""

SESSION_GAP_S = 3 * 3600.0
"""Silence that ends a session of a conversation."""

# Facts say again what turns say: their words are kept apart, or every word of a turn that told one would count twice;
# those of a fact that stands by itself are in both. A fact that is no longer believed stays, with its end.
# `scope` holds what a search is narrowed by, so that the many rows which a word is in are not all read whole.
_TABLES = f"""
CREATE TABLE files (path TEXT PRIMARY KEY, size INTEGER, changed INTEGER, lines INTEGER) WITHOUT ROWID;
CREATE TABLE memories (
    row INTEGER PRIMARY KEY, id TEXT UNIQUE, kind TEXT, text TEXT, path TEXT, line INTEGER, last_line INTEGER,
    offset INTEGER, at TEXT, stamp REAL, speaker TEXT, person TEXT, place TEXT, audience TEXT, message TEXT,
    own INTEGER, session INTEGER, trust TEXT, source TEXT, terms INTEGER, offered TEXT, valid_from REAL,
    valid_until REAL, invalidated_at REAL, confidence REAL, checksum INTEGER);
CREATE INDEX scope ON memories (
    row, audience, kind, stamp, session, valid_from, valid_until, invalidated_at, id, terms);
CREATE INDEX in_session ON memories (session, stamp, row);
CREATE INDEX of_kind ON memories (kind) WHERE kind <> 'turn';
CREATE INDEX in_file ON memories (path);
CREATE INDEX of_source ON memories (source, id) WHERE source <> '';
CREATE INDEX of_message ON memories (message) WHERE message <> '';
CREATE TABLE sessions (
    id INTEGER PRIMARY KEY, place TEXT, audience TEXT, first REAL, last REAL, turns INTEGER, terms INTEGER);
CREATE INDEX of_place ON sessions (place, audience, last);
CREATE TABLE audiences (name TEXT PRIMARY KEY, memories INTEGER, facts INTEGER, terms INTEGER) WITHOUT ROWID;
CREATE TABLE speakers (name TEXT, audience TEXT, person TEXT, PRIMARY KEY (name, audience, person)) WITHOUT ROWID;
CREATE VIRTUAL TABLE words USING fts5 (body, tokenize = 'porter unicode61');
CREATE VIRTUAL TABLE fact_words USING fts5 (body, tokenize = 'porter unicode61');
{amends.TABLES}{gone_words.TABLES}{noted.TABLES}
PRAGMA user_version = {VERSION};
"""


def prepare(database: sqlite3.Connection) -> bool:
    """Set the connection up, and make the tables where there are none; True: there were none."""
    database.row_factory = sqlite3.Row
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = NORMAL")
    database.execute("PRAGMA cache_size = -512")
    if version(database) != 0:
        return False
    database.executescript(f"BEGIN; {_TABLES} COMMIT;")
    return True


def version(database: sqlite3.Connection) -> int:
    """0 for an empty database."""
    return int(database.execute("PRAGMA user_version").fetchone()[0])


def is_sound(database: sqlite3.Connection) -> bool:
    """Whether memories and words are as they were written: SQLite sees no byte that changed inside a value."""
    for table in ("words", "fact_words"):
        database.execute(f"INSERT INTO {table} ({table}) VALUES ('integrity-check')")
    rows = database.execute(f"SELECT checksum, {', '.join(CHECKED)} FROM memories")
    return all(checksum(values) == written for written, *values in rows)


CHECKED = (
    *("id", "kind", "text", "path", "line", "last_line", "offset", "at", "stamp", "speaker", "person", "place"),
    *("audience", "message", "own", "trust", "source", "terms", "offered"),
    *("valid_from", "valid_until", "confidence"),
)
"""The columns that are written once and for all."""


def checksum(values: Iterable[object]) -> int:
    """Of the values of CHECKED, in this order."""
    return crc32(repr(list(values)).encode(errors="replace"))
