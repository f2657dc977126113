"""The tables of the text index: what became of messages, words that are gone, notes of facts.

They may be read in any order and before the message itself: what counts is the message as it stands now. What is gone
is gone for good; of several edits the latest counts.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import blake2b
from zlib import crc32

from memory.index.database import IndexDatabase
from memory.index.entry import message_key
from memory.language.analyser import terms
from memory.vocabulary.event import AMENDING, EDITED, Event
from memory.vocabulary.fact import (
    BRINGING,
    INVALIDATED,
    MERGED,
    QUARANTINED,
    RELEASED,
    RETRACTED,
    FactChange,
    concerned_facts,
)

AMEND_TABLES = """
CREATE TABLE amends (
    subject TEXT, event TEXT, stamp REAL, text TEXT, path TEXT, line INTEGER, offset INTEGER,
    PRIMARY KEY (subject, event)) WITHOUT ROWID;
CREATE INDEX amends_of_file ON amends (path);
CREATE TABLE amended (id TEXT PRIMARY KEY, message TEXT, path TEXT, line INTEGER, offset INTEGER) WITHOUT ROWID;
CREATE INDEX amended_message ON amended (message);
"""
_FIELDS = ("subject", "event", "stamp", "text", "path", "line", "offset")


@dataclass(frozen=True, slots=True, kw_only=True)
class Amendment:
    """`subject` is the message (room and platform id), or the id of the event by which it was said; `text` its new
    words, None where it is gone. `event` tells of it, at `stamp` (seconds), and stands at `path`, `line`, `offset`."""

    subject: str
    event: str
    stamp: float
    text: str | None
    path: str
    line: int
    offset: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OriginalMessage:
    """Where a message that was amended stands as it was said: event `id`, message, file, line, bytes."""

    id: str
    message: str
    path: str
    line: int
    offset: int


class AmendmentTables:
    """The tables of one text index. Blocking."""

    def __init__(self, database: IndexDatabase) -> None:
        self._run, self._all = database.run, database.all

    def add(self, amend: Amendment) -> None:
        """Once an event."""
        values = (amend.subject, amend.event, amend.stamp, amend.text, amend.path, amend.line, amend.offset)
        self._run("INSERT OR IGNORE INTO amends VALUES (?, ?, ?, ?, ?, ?, ?)", values)

    def keep(self, original: OriginalMessage) -> None:
        values = (original.id, original.message, original.path, original.line, original.offset)
        self._run("INSERT OR IGNORE INTO amended VALUES (?, ?, ?, ?, ?)", values)

    def originals(self, subject: str) -> list[OriginalMessage]:
        """Those that are known of this message or event."""
        rows = self._all(
            "SELECT id, message, path, line, offset FROM amended WHERE id = ?1 OR message = ?1", (subject,)
        )
        return [OriginalMessage(**dict(row)) for row in rows]

    def latest(self, subjects: Collection[str]) -> dict[str, Amendment]:
        """What holds of each of these, by subject."""
        rows = self._all(
            f"SELECT {', '.join(_FIELDS)} FROM amends WHERE subject IN (SELECT value FROM json_each(?))",
            (_list(subjects),),
        )
        return latest_amendment(Amendment(**dict(row)) for row in rows)

    def of_events(self, ids: Collection[str]) -> dict[str, Amendment]:
        """What holds of the messages that were said by these events, by event."""
        rows = self._all(
            "SELECT o.id AS said, a.* FROM amended o JOIN amends a ON a.subject IN (o.id, o.message) "
            "WHERE o.id IN (SELECT value FROM json_each(?))",
            (_list(ids),),
        )
        return _standing((row["said"], Amendment(**{name: row[name] for name in _FIELDS})) for row in rows)

    def words(self, subjects: Collection[str]) -> list[str]:
        """All that the edits of these ever said."""
        rows = self._all(
            "SELECT text FROM amends WHERE text IS NOT NULL AND subject IN (SELECT value FROM json_each(?))",
            (_list(subjects),),
        )
        return [row["text"] for row in rows]

    def places(self, subject: str) -> list[tuple[str, int]]:
        """Files and lines at which the words of this message stand, old and new."""
        rows = self._all(
            "SELECT path, line FROM amends WHERE subject = ?1 AND text IS NOT NULL "
            "UNION SELECT path, line FROM amended WHERE id = ?1 OR message = ?1",
            (subject,),
        )
        return [(row["path"], row["line"]) for row in rows]

    def forget(self, events: Collection[str]) -> list[str]:
        """Drop what these events told; the subjects."""
        rows = self._all(
            "DELETE FROM amends WHERE event IN (SELECT value FROM json_each(?)) RETURNING subject", (_list(events),)
        )
        return list(dict.fromkeys(row["subject"] for row in rows))

    def forget_file(self, path: str) -> list[str]:
        """Drop what was read from it; the subjects."""
        rows = self._all("DELETE FROM amends WHERE path = ? RETURNING subject", (path,))
        self._run("DELETE FROM amended WHERE path = ?", (path,))
        return list(dict.fromkeys(row["subject"] for row in rows))


def amendment_of(event: Event, path: str, line: int, offset: int = 0) -> Amendment | None:
    """What the event tells of a message that was said before; None where it tells of none."""
    if event.type not in AMENDING or not (subject := message_key(event)):
        return None
    return Amendment(
        subject=subject,
        event=event.id or f"{path}#L{line}",
        stamp=event.ts.timestamp(),
        text=event.content if event.type == EDITED and not event.is_confided else None,
        path=path,
        line=line,
        offset=offset,
    )


def standing_text(amends: Iterable[Amendment]) -> Amendment:
    """The one of them that holds."""
    return max(amends, key=_order)


def latest_amendment(amends: Iterable[Amendment]) -> dict[str, Amendment]:
    """What holds of each subject."""
    return _standing((amend.subject, amend) for amend in amends)


def _standing(amends: Iterable[tuple[str, Amendment]]) -> dict[str, Amendment]:
    found: dict[str, Amendment] = {}
    for of, amend in amends:
        found[of] = standing_text((amend, found.get(of, amend)))
    return found


def _order(amend: Amendment) -> tuple[bool, float, str, int]:
    return amend.text is None, amend.stamp, amend.path, amend.line


def _list(values: Collection[str]) -> str:
    return json.dumps([value for value in values if value])


# --- gone words -----------------------------------------------------------------------------------------------------
# Gone words: what messages said that were edited, deleted or forgotten since, so that nobody quotes it any more.
#
# Kept are no words, but the hashes of runs of them, with the audience of the message. What the anima said is looked at
# line by line: a line that has such a run is told without it, unless somebody still says it where those who are told it
# can read.


GONE_WORD_TABLES = """
CREATE TABLE gone_words (run INTEGER, audience TEXT, source TEXT, PRIMARY KEY (run, audience, source)) WITHOUT ROWID;
CREATE INDEX gone_of ON gone_words (source);
"""

LONGEST_GONE = 4
"""Words of a run; of a shorter message all of them."""

FEWEST_GONE_LETTERS = 8
"""A message of less is said by everybody."""

GONE_LEFT_OUT = "[…]"


class GoneWords:
    """The table of one text index. Blocking."""

    def __init__(self, database: IndexDatabase) -> None:
        self._run, self._all, self._run_each = database.run, database.all, database.run_each

    def put(self, source: str, audience: str, before: Iterable[str], now: str) -> None:
        """What the message `source` said `before` and does not say `now`."""
        gone = {run for text in before for run in _of_message(text)} - _worded(terms(now)).keys()
        self._run("DELETE FROM gone_words WHERE source = ?", (source,))
        self._run_each("INSERT OR IGNORE INTO gone_words VALUES (?, ?, ?)", [(run, audience, source) for run in gone])

    def without(self, texts: Sequence[str], could_hear: Callable[[str], bool]) -> list[str]:
        """The texts without the lines that quote a message which their speaker `could_hear` (by its audience)."""
        if not self._all("SELECT 1 FROM gone_words LIMIT 1"):
            return list(texts)
        runs = {line: _worded(terms(line)) for text in texts for line in text.splitlines()}
        gone = self._among({run for found in runs.values() for run in found}, could_hear)
        words = {run: found[run] for found in runs.values() for run in found.keys() & gone}
        gone -= {run for run, said in words.items() if self._is_said(said, could_hear)}
        quoting = {line for line, found in runs.items() if found.keys() & gone}
        return [_without(text, quoting) for text in texts]

    def _is_said(self, words: Sequence[str], could_hear: Callable[[str], bool]) -> bool:
        """Whether a person's message that stands has these words in a row."""
        rows = self._all(
            "SELECT DISTINCT m.audience FROM words JOIN memories m ON m.row = words.rowid "
            "WHERE words MATCH ? AND m.kind = 'turn' AND NOT m.own",
            ('"' + " ".join(words).replace('"', '""') + '"',),
        )
        return any(could_hear(row["audience"]) for row in rows)

    def _among(self, runs: Collection[int], could_hear: Callable[[str], bool]) -> set[int]:
        rows = self._all(
            "SELECT run, audience FROM gone_words WHERE run IN (SELECT value FROM json_each(?))",
            (json.dumps(sorted(runs)),),
        )
        heard = {audience: could_hear(audience) for audience in {row["audience"] for row in rows}}
        return {row["run"] for row in rows if heard[row["audience"]]}


def _without(text: str, quoting: Collection[str]) -> str:
    if not quoting:
        return text
    return "\n".join(GONE_LEFT_OUT if line in quoting else line for line in text.splitlines())


def _of_message(text: str) -> Iterator[int]:
    words = terms(text)
    if sum(map(len, words)) < FEWEST_GONE_LETTERS:
        return
    length = min(LONGEST_GONE, len(words))
    yield from (_hash(words[at : at + length]) for at in range(len(words) - length + 1))


def _worded(words: Sequence[str]) -> dict[int, Sequence[str]]:
    """The runs of every length that a run of a message may have, with their words."""
    each = (words[at : at + length] for length in range(1, LONGEST_GONE + 1) for at in range(len(words) - length + 1))
    return {_hash(run): run for run in each}


def _hash(words: Sequence[str]) -> int:
    digest = blake2b(" ".join(words).encode(errors="replace"), digest_size=8).digest()
    return int.from_bytes(digest, signed=True)


# --- noted ----------------------------------------------------------------------------------------------------------
# Noted: which notes of the memory log bring a fact's entry or end it, and which of them count no more.


NOTED_TABLES = """
CREATE TABLE noted (
    id TEXT, key TEXT, type TEXT, stamp REAL, brings INTEGER, path TEXT, line INTEGER, offset INTEGER,
    PRIMARY KEY (id, stamp, key, path, offset)) WITHOUT ROWID;
CREATE INDEX noted_by_key ON noted (key);
CREATE INDEX noted_in_file ON noted (path);
CREATE TABLE undone (key TEXT, path TEXT, PRIMARY KEY (key, path)) WITHOUT ROWID;
"""

_KINDS = frozenset({*BRINGING, RELEASED, QUARANTINED, INVALIDATED, RETRACTED})


@dataclass(frozen=True, slots=True, kw_only=True)
class NotedFact:
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
class NotedStanding:
    """What the notes about one fact that count make of it: who `brought` it, and since when it is believed no more."""

    brought: NotedFact | None
    ended: datetime | None


class NotedTables:
    """The tables of one text index. Blocking."""

    def __init__(self, database: IndexDatabase) -> None:
        self._run, self._all = database.run, database.all

    def add(self, note: FactChange, path: str, line: int, offset: int) -> list[str]:
        """Keep it; the ids of the facts that it concerns."""
        if note.type not in _KINDS:
            return []
        ids = list(concerned_facts(note) or note.turns)
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

    def of_keys(self, keys: Collection[str]) -> list[NotedFact]:
        """Those notes, once a fact that they concern."""
        return self._found("key IN (SELECT value FROM json_each(?))", json.dumps(list(keys)))

    def standing(self, id: str) -> NotedStanding | None:
        """Of a fact; None where it was retracted, or no note about it counts."""
        notes = self._found("id = ? AND NOT EXISTS (SELECT 1 FROM undone WHERE undone.key = noted.key)", id)
        if not notes or any(note.type == RETRACTED for note in notes):
            return None
        ends = (_last(notes, QUARANTINED), _last(notes, MERGED), *_first(notes, INVALIDATED))
        ended = min((end.stamp for end in ends if end), default=None)
        brings = [note for note in notes if note.brings]
        brought = next((note for note in brings if note.type in BRINGING), next(iter(brings), None))
        return NotedStanding(brought, None if ended is None else datetime.fromtimestamp(ended, UTC))

    def forget_file(self, path: str) -> tuple[list[str], list[str]]:
        """Drop what was read from it: the facts that it concerned, and the keys of notes which count again now."""
        noted = self._all("DELETE FROM noted WHERE path = ? RETURNING id", (path,))
        undone = self._all("DELETE FROM undone WHERE path = ? RETURNING key", (path,))
        return list(dict.fromkeys(row["id"] for row in noted)), [row["key"] for row in undone]

    def _found(self, condition: str, value: str) -> list[NotedFact]:
        rows = self._all(f"SELECT * FROM noted WHERE {condition} ORDER BY stamp, key", (value,))
        return [NotedFact(**{**dict(row), "brings": bool(row["brings"])}) for row in rows]


def _last(notes: Sequence[NotedFact], type: str) -> NotedFact | None:
    """The last note that ends the fact in this way, unless it was released later."""
    last = next((note for note in reversed(notes) if note.type in (type, RELEASED) and not _is_heir(note)), None)
    return last if last and last.type == type else None


def _is_heir(note: NotedFact) -> bool:
    return note.type == MERGED and note.brings


def _first(notes: Sequence[NotedFact], type: str) -> list[NotedFact]:
    return [note for note in notes if note.type == type][:1]


# --- schema ---------------------------------------------------------------------------------------------------------
# The tables of the text index.


SCHEMA_VERSION = 12
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
{AMEND_TABLES}{GONE_WORD_TABLES}{NOTED_TABLES}
PRAGMA user_version = {SCHEMA_VERSION};
"""


def prepare_schema(database: sqlite3.Connection) -> bool:
    """Set the connection up, and make the tables where there are none; True: there were none."""
    database.row_factory = sqlite3.Row
    database.execute("PRAGMA journal_mode = WAL")
    database.execute("PRAGMA synchronous = NORMAL")
    database.execute("PRAGMA cache_size = -512")
    if schema_version(database) != 0:
        return False
    database.executescript(f"BEGIN; {_TABLES} COMMIT;")
    return True


def schema_version(database: sqlite3.Connection) -> int:
    """0 for an empty database."""
    return int(database.execute("PRAGMA user_version").fetchone()[0])


def is_schema_sound(database: sqlite3.Connection) -> bool:
    """Whether memories and words are as they were written: SQLite sees no byte that changed inside a value."""
    for table in ("words", "fact_words"):
        database.execute(f"INSERT INTO {table} ({table}) VALUES ('integrity-check')")
    rows = database.execute(f"SELECT checksum, {', '.join(CHECKED_TABLES)} FROM memories")
    return all(table_checksum(values) == written for written, *values in rows)


CHECKED_TABLES = (
    *("id", "kind", "text", "path", "line", "last_line", "offset", "at", "stamp", "speaker", "person", "place"),
    *("audience", "message", "own", "trust", "source", "terms", "offered"),
    *("valid_from", "valid_until", "confidence"),
)
"""The columns that are written once and for all."""


def table_checksum(values: Iterable[object]) -> int:
    """Of the values of CHECKED, in this order."""
    return crc32(repr(list(values)).encode(errors="replace"))
