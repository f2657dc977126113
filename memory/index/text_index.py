"""The text index: SQLite FTS5 over one anima's memories, filtered by audience inside the query.

Blocking; call it from a thread. Nothing is opened before the first use, and `close` may be followed by use.
"""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path

from memory.index.database import IndexDatabase
from memory.index.entry import (
    DOCUMENT_ENTRY_KINDS,
    ENTRY_KEY,
    FACT_KIND,
    FACT_KINDS,
    KEPT_KIND,
    IndexEntry,
    SearchScope,
)
from memory.index.text_tables import (
    CHECKED_TABLES,
    SCHEMA_VERSION,
    SESSION_GAP_S,
    AmendmentTables,
    GoneWords,
    NotedTables,
    is_schema_sound,
    prepare_schema,
    schema_version,
    table_checksum,
)
from memory.language.analyser import is_cjk, terms
from memory.language.answer_kinds import OfferedAnswer, offered_answer

ENTRY_COLUMNS = ", ".join(f"m.{column}" for column in IndexEntry._fields)


def entries_of_rows(rows: Iterable[sqlite3.Row], within: SearchScope) -> list[IndexEntry]:
    return [entry_of_row(row) for row in rows if row["id"] not in within.without]


def entry_of_row(row: sqlite3.Row) -> IndexEntry:
    """`row` has the columns, which are the fields in their order, and nothing else."""
    *before, at, speaker, person, place, message, own, trust, source = row[:16]
    since, until, ended, confidence, session, number, offers = row[16:]
    moment = datetime.fromisoformat(at) if at else None
    said = (moment, speaker, person, place, message, bool(own), trust, source)
    true = (_moment(since), _moment(until), _moment(ended))
    return IndexEntry._make((*before, *said, *true, confidence, session, number, _unpacked(offers)))


def _moment(stamp: float | None) -> datetime | None:
    return None if stamp is None else datetime.fromtimestamp(stamp, UTC)


def indexed_words(kinds: Collection[str]) -> str:
    """The table of words that a search of these kinds goes through."""
    return "fact_words" if kinds and set(kinds) <= set(FACT_KINDS) else "words"


def row_stamp(entry: IndexEntry) -> float:
    return entry.at.timestamp() if entry.at else 0.0


def packed_texts(found: OfferedAnswer) -> str:
    return f"{found.time:g} {found.number:g} {found.names:g} {found.myself:g}"


@lru_cache(maxsize=256)  # there are hardly more kinds than that
def _unpacked(packed: str) -> OfferedAnswer:
    time, number, names, myself = map(float, packed.split())
    return OfferedAnswer(time=time, number=number, names=names, myself=myself)


def quoted_term(term: str) -> str:
    """A term as FTS5 takes it; one that ends in a star is a beginning, and so is a single character of CJK."""
    is_beginning = term.endswith("*") or (len(term) == 1 and is_cjk(term))
    quoted = '"' + term.removesuffix("*").replace('"', '""') + '"'
    return f"{quoted}*" if is_beginning else quoted


# --- word counts ----------------------------------------------------------------------------------------------------
# How often words stand in the text index, and which of them choose between entries.


EVERYWHERE_SHARE = 0.15
"""Share of all entries from which a word does not choose between them any more."""

_COUNTING = "SELECT {1} AS n, count(*) AS times FROM (SELECT 1 FROM {0}{2} WHERE {0} MATCH ?{3} LIMIT ?)"
_OF_THESE = (
    " JOIN memories m INDEXED BY scope ON m.row = {0}.rowid",
    " AND +m.audience IN (SELECT value FROM json_each(?))",
)
WORD_CHUNK = 100
"""Words that are counted by one statement; SQLite joins five hundred at most."""

MANY_WORDS, MOST_WORDS = 50, 3000
"""So few entries are always worth to be looked at; so many never, where other words are rarer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WordOccurrences:
    """In how many entries and sessions a term stands; in which rows, and how often in each session, of those asked.

    Documents, which tell again what was said, are counted only where nothing else has the term."""

    entries: int
    sessions: int
    rows: Sequence[int]
    times: Mapping[int, int]


class WordCounts:
    """`known` tells how many entries some audiences have."""

    def __init__(self, database: IndexDatabase, known: Callable[[Collection[str]], int]) -> None:
        self._all, self._one = database.all, database.one
        self._known = known

    def telling(self, wanted: Sequence[str], within: SearchScope) -> Sequence[str]:
        """Without the words that stand nearly everywhere in what these may read, where there are others: they cost
        most and decide nothing."""
        if len(wanted) < 3:
            return wanted
        known = self._known(within.audiences)
        many = int(max(MANY_WORDS, min(MOST_WORDS, EVERYWHERE_SHARE * known)))
        often = self._times(wanted, within.kinds, many + 1)
        if max(often.values()) <= many:
            return wanted
        whole = self._one("SELECT coalesce(sum(memories), 0) FROM audiences")
        if whole is not None and known < int(whole[0]):  # of what stands in few entries, few may be read
            theirs = [term for term in wanted if often[term] > 0]
            often |= self._times(theirs, within.kinds, many + 1, json.dumps(sorted(within.audiences)))
        rare = [term for term in wanted if often[term] <= many]
        return rare if sum(often[term] > 0 for term in rare) >= 2 else wanted

    def _times(self, terms: Sequence[str], kinds: Collection[str], most: int, of: str = "") -> dict[str, int]:
        """In how many entries each term stands, counted up to `most`; `of` these audiences alone."""
        words, times = indexed_words(kinds), dict[str, int]()
        join, clause = (part.format(words) for part in _OF_THESE) if of else ("", "")
        for chunk in (terms[at : at + WORD_CHUNK] for at in range(0, len(terms), WORD_CHUNK)):
            each = " UNION ALL ".join(_COUNTING.format(words, number, join, clause) for number in range(len(chunk)))
            values = [value for term in chunk for value in (quoted_term(term), *filter(None, (of,)), most)]
            times |= {chunk[int(row["n"])]: int(row["times"]) for row in self._all(each, values)}
        return times

    def occurrences(self, term: str, within: SearchScope, among: Mapping[int, int]) -> WordOccurrences:
        """How often the term stands anywhere, and where among these rows and in their sessions."""
        clause, values = within.sql()
        words = indexed_words(within.kinds)
        found = self._all(
            f"SELECT m.row, m.session, m.kind FROM {words} JOIN memories m INDEXED BY scope ON m.row = {words}.rowid "
            f"WHERE {words} MATCH ? AND {clause}",
            (quoted_term(term), *values),
        )
        said = [session for _, session, kind in found if kind not in DOCUMENT_ENTRY_KINDS]
        times = Counter(said or [session for _, session, _ in found])
        return WordOccurrences(
            entries=len(said) or len(found),
            sessions=len(times),
            rows=[row for row, *_ in found if row in among],
            times={session: times[session] for session in among.values() if session in times},
        )


# --- sessions -------------------------------------------------------------------------------------------------------
# Sessions of the text index: turns of one place that follow each other, with what stands beside each.


class SessionTable:
    def __init__(self, database: IndexDatabase) -> None:
        self._run, self._all, self._one = database.run, database.all, database.one

    def of(self, entry: IndexEntry) -> int:
        """The session that the turn belongs to; a turn between two sessions makes them one."""
        stamp = row_stamp(entry)
        near = self._all(
            "SELECT id FROM sessions WHERE place = ? AND audience = ? AND last >= ? AND first <= ? ORDER BY id",
            (entry.place, entry.audience, stamp - SESSION_GAP_S, stamp + SESSION_GAP_S),
        )
        if not near:
            made = self._run(
                "INSERT INTO sessions (place, audience, first, last, turns, terms) VALUES (?, ?, ?, ?, 0, 0)",
                (entry.place, entry.audience, stamp, stamp),
            )
            return int(made.lastrowid or 0)
        kept, *merged = [int(row["id"]) for row in near]
        for other in merged:
            self._run("UPDATE memories SET session = ? WHERE session = ?", (kept, other))
            self._run(
                "UPDATE sessions SET turns = sessions.turns + o.turns, terms = sessions.terms + o.terms, "
                "first = min(sessions.first, o.first), last = max(sessions.last, o.last) "
                "FROM (SELECT * FROM sessions WHERE id = ?) AS o WHERE sessions.id = ?",
                (other, kept),
            )
            self._run("DELETE FROM sessions WHERE id = ?", (other,))
        return kept

    def neighbours(
        self, entries: Sequence[IndexEntry], within: SearchScope
    ) -> dict[str, tuple[IndexEntry | None, IndexEntry | None]]:
        """The turns said before and after each entry in its session, by the entry's id."""
        beside = self._all(
            "SELECT h.id, "
            "(SELECT row FROM memories WHERE session = h.session AND (stamp, row) < (h.stamp, h.row) "
            "ORDER BY stamp DESC, row DESC LIMIT 1), "
            "(SELECT row FROM memories WHERE session = h.session AND (stamp, row) > (h.stamp, h.row) "
            "ORDER BY stamp, row LIMIT 1) "
            "FROM memories h WHERE h.session > 0 AND h.row IN (SELECT value FROM json_each(?))",
            (json.dumps([entry.row for entry in entries]),),
        )
        found: dict[int | None, IndexEntry] = {entry.row: entry for entry in entries}
        missing = {row for _, *both in beside for row in both if row is not None and row not in found}
        clause, values = within.sql()
        rows = self._all(
            f"SELECT {ENTRY_COLUMNS} FROM memories m WHERE m.row IN (SELECT value FROM json_each(?)) AND {clause}",
            (json.dumps(sorted(missing)), *values),
        )
        found |= {entry.row: entry for entry in map(entry_of_row, rows) if entry.id not in within.without}
        return {id: (found.get(before), found.get(after)) for id, before, after in beside}

    def sizes(self, sessions: Collection[int], within: SearchScope) -> tuple[int, float, dict[int, int]]:
        """How many sessions there are, their mean number of terms, and the terms of those that are asked for."""
        whole = self._one(
            "SELECT count(*), coalesce(avg(terms), 0) FROM sessions WHERE audience IN (SELECT value FROM json_each(?))",
            (json.dumps(sorted(within.audiences)),),
        )
        sizes = self._all(
            "SELECT id, terms FROM sessions WHERE id IN (SELECT value FROM json_each(?))",
            (json.dumps(sorted(sessions)),),
        )
        assert whole is not None
        return int(whole[0]), float(whole[1]), dict(map(tuple, sizes))


# --- text -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SeenFile:
    """How far a file has been read."""

    size: int
    changed: int
    lines: int


# FTS5's own bm25() counts over the rows of all audiences. What is too frequent still counts a little, as there.
_MATCHING = """
WITH hits AS MATERIALIZED (
    SELECT wanted.key AS term, m.row AS row, m.stamp AS stamp, m.terms AS terms, {clause} AS fits
    FROM json_each(?) AS wanted CROSS JOIN {words} ON {words} MATCH wanted.value
    JOIN memories m INDEXED BY scope ON m.row = {words}.rowid
    WHERE +m.audience IN (SELECT value FROM json_each(?))),
rare AS MATERIALIZED (
    SELECT term, max(1e-6, ln((? - count(*) + 0.5) / (count(*) + 0.5))) AS weight FROM hits GROUP BY term),
best AS (
    SELECT row, stamp, sum(weight) * 2.2 / (1 + 1.2 * (0.25 + 0.75 * terms / ?)) AS score
    FROM hits JOIN rare USING (term) WHERE fits GROUP BY row)
SELECT {columns} FROM best JOIN memories m ON m.row = best.row ORDER BY score DESC, best.stamp DESC, m.id LIMIT ?"""

_DOCUMENTS = json.dumps(sorted(DOCUMENT_ENTRY_KINDS))
_TABLES = {FACT_KIND: ("fact_words",), KEPT_KIND: ("words", "fact_words")}
"""Where the words of a kind are; else in `words` alone."""


class TextIndex:
    """One anima's index in one SQLite file."""

    def __init__(
        self, path: Path, notice: Callable[[str, bool], None] = lambda id, is_there: None, *, with_keys: bool = True
    ) -> None:
        """`with_keys`: turns are found by each thing that they state, too."""
        self.path = path
        self.with_keys = with_keys
        self._notice = notice  # told the id of what is added (True) or removed (False), before it is committed
        self._is_blank = False
        self._database = IndexDatabase(path, self._prepare, is_schema_sound)
        self.amends, self.gone_words = AmendmentTables(self._database), GoneWords(self._database)
        self.notes = NotedTables(self._database)
        self.sessions = SessionTable(self._database)
        self.word_counts = WordCounts(self._database, self.count)
        self._run, self._all, self._one = self._database.run, self._database.all, self._database.one
        self.writing = self._database.writing
        self.is_sound = self._database.is_sound
        self.close = self._database.close
        self.discard = self._database.discard

    # ------------------------------------------------------------------------------------------------ finding

    def match(self, wanted: Sequence[str], within: SearchScope, limit: int) -> list[IndexEntry]:
        """The best entries by BM25, best first.

        How rare a word is, and how long an entry usually is, is counted over what these audiences have alone: what
        others wrote changes no order. That a word stands in an entry counts, not how often.
        """
        if not wanted:
            return []
        clause, values = within.sql()
        named = json.dumps(sorted(within.audiences))
        entries, length = self._measures(named)
        terms = [quoted_term(term) for term in dict.fromkeys(wanted)]
        statement = _MATCHING.format(words=indexed_words(within.kinds), clause=clause, columns=ENTRY_COLUMNS)
        most = limit + len(within.without)
        rows = self._all(statement, (*values, json.dumps(terms), named, entries, length, most))
        return entries_of_rows(rows, within)[:limit]

    def _measures(self, named: str) -> tuple[int, float]:
        """How many entries these audiences have, and how many words an entry of theirs has on average."""
        row = self._one(
            "SELECT coalesce(sum(memories + facts), 0), coalesce(sum(terms), 0) FROM audiences "
            "WHERE name IN (SELECT value FROM json_each(?))",
            (named,),
        )
        entries, terms = (row[0], row[1]) if row else (0, 0)
        return max(1, entries), max(1.0, terms / max(1, entries))

    def size(self) -> int:
        """How many entries there are, keys too."""
        row = self._one("SELECT count(*) FROM memories", ())
        return int(row[0]) if row else 0

    def count(self, audiences: Collection[str]) -> int:
        """How many entries these audiences have, without facts and keys; without documents where there is more."""
        named = json.dumps(sorted(audiences))
        row = self._one(
            "SELECT coalesce(sum(memories), 0), (SELECT count(*) FROM memories WHERE kind <> 'turn' AND kind IN "
            "(SELECT value FROM json_each(?)) AND audience IN (SELECT value FROM json_each(?))) "
            "FROM audiences WHERE name IN (SELECT value FROM json_each(?))",
            (_DOCUMENTS, named, named),
        )
        assert row is not None
        return int(row[0] - row[1] or row[0])

    def count_kinds(self, audiences: Collection[str]) -> dict[str, int]:
        """How many entries of each kind these audiences have, without keys."""
        rows = self._all(
            """SELECT kind, count(*) AS n FROM memories
               WHERE kind <> ? AND audience IN (SELECT value FROM json_each(?)) GROUP BY kind ORDER BY kind""",
            (ENTRY_KEY, json.dumps(sorted(audiences))),
        )
        return {row["kind"]: row["n"] for row in rows}

    def has_documents(self, kinds: Collection[str]) -> bool:
        """Whether anything of these kinds is kept that is no turn; far quicker than a search that finds nothing."""
        return (
            self._one(
                "SELECT 1 FROM memories WHERE kind <> 'turn' AND kind IN (SELECT value FROM json_each(?)) LIMIT 1",
                (json.dumps(sorted(kinds)),),
            )
            is not None
        )

    def state(self, within: SearchScope) -> str:
        """Another one whenever something of this is added, changed or gone; documents alone are looked at quickly."""
        clause, values = within.sql()
        quickly = "" if "turn" in within.kinds else "m.kind <> 'turn' AND "
        row = self._one(
            f"SELECT group_concat(m.row || ' ' || m.checksum) FROM memories m WHERE {quickly}{clause}", tuple(values)
        )
        return str(row[0]) if row else ""

    def audiences(self) -> list[str]:
        """Every audience that something is kept for."""
        return [row["name"] for row in self._all("SELECT name FROM audiences WHERE memories + facts > 0", ())]

    def speakers(self, audiences: Collection[str]) -> list[str]:
        """Everyone who has spoken, as displayed."""
        rows = self._all(
            "SELECT DISTINCT name FROM speakers WHERE audience IN (SELECT value FROM json_each(?)) ORDER BY name",
            (json.dumps(sorted(audiences)),),
        )
        return [row["name"] for row in rows]

    def persons(self, audiences: Collection[str]) -> list[tuple[str, str]]:
        """Names as displayed, and the addresses of those who spoke under them."""
        rows = self._all(
            "SELECT DISTINCT name, person FROM speakers "
            "WHERE audience IN (SELECT value FROM json_each(?)) ORDER BY name, person",
            (json.dumps(sorted(audiences)),),
        )
        return [(row["name"], row["person"]) for row in rows]

    def latest(self, within: SearchScope, limit: int) -> list[IndexEntry]:
        """The newest entries, newest first."""
        clause, values = within.sql()
        rows = self._all(
            f"SELECT {ENTRY_COLUMNS} FROM memories m WHERE {clause} ORDER BY m.stamp DESC, m.row DESC LIMIT ?",
            (*values, limit + len(within.without)),
        )
        return entries_of_rows(rows, within)[:limit]

    def said_before(self, place: str, audience: str, moment: datetime, limit: int) -> list[IndexEntry]:
        """The last turns of a place before this moment, to these readers, newest first."""
        rows = self._all(
            f"SELECT {ENTRY_COLUMNS} FROM sessions s JOIN memories m ON m.session = s.id "
            "WHERE s.place = ? AND s.audience = ? AND m.stamp < ? "
            "ORDER BY s.last DESC, m.stamp DESC, m.row DESC LIMIT ?",
            (place, audience, moment.timestamp(), limit),
        )
        return [entry_of_row(row) for row in rows]

    def said_after(self, place: str, audience: str, moment: datetime, limit: int) -> list[IndexEntry]:
        """The first turns of a place after this moment, to these readers, in their order."""
        rows = self._all(
            f"SELECT {ENTRY_COLUMNS} FROM sessions s JOIN memories m ON m.session = s.id "
            "WHERE s.place = ? AND s.audience = ? AND m.stamp > ? ORDER BY m.stamp, m.row LIMIT ?",
            (place, audience, moment.timestamp(), limit),
        )
        return [entry_of_row(row) for row in rows]

    def entries(self, ids: Collection[str], within: SearchScope | None = None) -> dict[str, IndexEntry]:
        """Those of the ids that are there, and may be found."""
        clause, values = within.sql() if within else ("1", [])
        rows = self._all(
            f"SELECT {ENTRY_COLUMNS} FROM memories m WHERE m.id IN (SELECT value FROM json_each(?)) AND {clause}",
            (json.dumps(list(ids)), *values),
        )
        return {row["id"]: entry_of_row(row) for row in rows}

    def paths(self, audience: str, kinds: Collection[str]) -> list[str]:
        """The documents of these kinds that are for this audience from end to end, in one order."""
        rows = self._all(
            "SELECT path FROM memories WHERE kind <> 'turn' AND kind IN (SELECT value FROM json_each(?)) "
            "GROUP BY path HAVING min(audience) = ? AND max(audience) = ? ORDER BY path",
            (json.dumps(list(kinds)), audience, audience),
        )
        return [row["path"] for row in rows]

    def of_file(self, path: str) -> list[IndexEntry]:
        """All that was read from a file, in its order."""
        return [
            entry_of_row(item)
            for item in self._all(f"SELECT {ENTRY_COLUMNS} FROM memories m WHERE m.path = ? ORDER BY m.row", (path,))
        ]

    def after(self, row: int, limit: int) -> list[IndexEntry]:
        """The next entries in the order of their rows."""
        return [
            entry_of_row(item)
            for item in self._all(
                f"SELECT {ENTRY_COLUMNS} FROM memories m WHERE m.row > ? ORDER BY m.row LIMIT ?", (row, limit)
            )
        ]

    def checksums(self) -> dict[str, int]:
        """Of every entry, by its id."""
        return {row["id"]: row["checksum"] for row in self._all("SELECT id, checksum FROM memories")}

    # ------------------------------------------------------------------------------------------------ keeping

    def seen(self) -> dict[str, SeenFile]:
        """How far each file has been read."""
        return {
            row["path"]: SeenFile(row["size"], row["changed"], row["lines"])
            for row in self._all("SELECT * FROM files", ())
        }

    def seen_of(self, path: str) -> SeenFile | None:
        row = self._one("SELECT * FROM files WHERE path = ?", (path,))
        return SeenFile(row["size"], row["changed"], row["lines"]) if row else None

    def mark_seen(self, path: str, seen: SeenFile) -> None:
        self._run("INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?)", (path, seen.size, seen.changed, seen.lines))

    def add(self, entry: IndexEntry) -> None:
        """Keep an entry; one with its id that is there already stays."""
        if self.has(entry.id):
            return
        self._notice(entry.id, True)
        body = terms(entry.searchable) if entry.kind != ENTRY_KEY else []
        session = self.sessions.of(entry) if entry.kind == "turn" and entry.place else 0
        values = (
            *(entry.id, entry.kind, entry.text, entry.path, entry.line, entry.last_line, entry.offset),
            *(entry.at and entry.at.isoformat(), row_stamp(entry), entry.speaker, entry.person, entry.place),
            *(entry.audience, entry.message, int(entry.own), entry.trust, entry.source, len(body)),
            packed_texts(offered_answer(entry.text) if entry.kind != ENTRY_KEY else OfferedAnswer()),
            *(entry.valid_from and entry.valid_from.timestamp(), entry.valid_until and entry.valid_until.timestamp()),
            entry.confidence,
        )
        cursor = self._run(
            f"INSERT INTO memories ({', '.join(CHECKED_TABLES)}, session, checksum) "
            f"VALUES ({'?, ' * len(CHECKED_TABLES)}?, ?)",
            (*values, session, table_checksum(values)),
        )
        if entry.kind == ENTRY_KEY:
            return
        is_fact = entry.kind == FACT_KIND
        for table in _TABLES.get(entry.kind, ("words",)):
            self._run(f"INSERT INTO {table} (rowid, body) VALUES (?, ?)", (cursor.lastrowid, " ".join(body)))
        self._run(
            "INSERT INTO audiences VALUES (?, ?, ?, ?) ON CONFLICT (name) DO UPDATE "
            "SET memories = memories + excluded.memories, facts = facts + excluded.facts, "
            "terms = terms + excluded.terms",
            (entry.audience, int(not is_fact), int(is_fact), len(body)),
        )
        if entry.speaker and entry.kind == "turn":
            self._run("INSERT OR IGNORE INTO speakers VALUES (?, ?, ?)", (entry.speaker, entry.audience, entry.person))
        if session:
            self._run(
                "UPDATE sessions SET turns = turns + 1, terms = terms + ?, first = min(first, ?), last = max(last, ?) "
                "WHERE id = ?",
                (len(body), row_stamp(entry), row_stamp(entry), session),
            )

    def keys_of(self, sources: Collection[str]) -> dict[str, list[str]]:
        """The ids of what each of these turns states: facts that were understood from it, and keys."""
        found: dict[str, list[str]] = {}
        for row in self._all(
            "SELECT source, id FROM memories WHERE source <> '' AND invalidated_at IS NULL "
            "AND source IN (SELECT value FROM json_each(?))",
            (json.dumps(list(sources)),),
        ):
            found.setdefault(row["source"], []).append(row["id"])
        return found

    def facts_of(self, source: str) -> list[str]:
        """The facts that are ways to find this turn, over or not; of no turn, those that are held by themselves."""
        rows = self._all(
            "SELECT id FROM memories WHERE source = ? AND kind IN (SELECT value FROM json_each(?))",
            (source, json.dumps(sorted(FACT_KINDS))),
        )
        return [row["id"] for row in rows]

    def sources_of(self, facts: Sequence[str]) -> list[str]:
        """The turns that these facts were understood from, each once, in their order."""
        rows = self._all(
            "SELECT id, source FROM memories WHERE invalidated_at IS NULL AND id IN (SELECT value FROM json_each(?))",
            (json.dumps(list(facts)),),
        )
        source = {row["id"]: row["source"] for row in rows}
        return list(dict.fromkeys(source[id] for id in facts if source.get(id)))

    def of_message(self, message: str) -> IndexEntry | None:
        """The entry of a platform's message."""
        row = self._one(f"SELECT {ENTRY_COLUMNS} FROM memories m WHERE message = ?", (message,)) if message else None
        return entry_of_row(row) if row else None

    def has(self, id: str) -> bool:
        return self._one("SELECT 1 FROM memories WHERE id = ?", (id,)) is not None

    def remove_keys(self, source: str) -> None:
        """What the turn stated one by one."""
        rows = self._all("SELECT row FROM memories WHERE source = ? AND source <> '' AND kind = ?", (source, ENTRY_KEY))
        self.remove([row["row"] for row in rows])

    def remove_ids(self, ids: Collection[str]) -> None:
        self.remove([entry.row for entry in self.entries(ids).values()])

    def end(self, ids: Collection[str], at: datetime | None) -> None:
        """These facts are not believed any more since then, but were before; None: they are believed again."""
        self._run(
            "UPDATE memories SET invalidated_at = ? WHERE id IN (SELECT value FROM json_each(?))",
            (at and at.timestamp(), json.dumps(list(ids))),
        )

    def remove(self, rows: Iterable[int]) -> None:
        for row in rows:
            self._run(
                "UPDATE sessions SET turns = turns - 1, terms = terms - (SELECT terms FROM memories WHERE row = ?) "
                "WHERE id = (SELECT session FROM memories WHERE row = ?)",
                (row, row),
            )
            self._run(
                "UPDATE audiences SET memories = memories - (m.kind <> ?), facts = facts - (m.kind = ?), "
                "terms = audiences.terms - m.terms "
                "FROM memories m WHERE m.row = ? AND m.kind <> ? AND m.audience = audiences.name",
                (FACT_KIND, FACT_KIND, row, ENTRY_KEY),
            )
            for table in ("words", "fact_words"):
                self._run(f"DELETE FROM {table} WHERE rowid = ?", (row,))
            for gone in self._all("DELETE FROM memories WHERE row = ? RETURNING id", (row,)):
                self._notice(gone["id"], False)
        self._run("DELETE FROM sessions WHERE turns <= 0", ())

    def forget_file(self, path: str) -> None:
        """Drop all that was read from a file."""
        self.remove([row["row"] for row in self._all("SELECT row FROM memories WHERE path = ?", (path,))])
        self._run("DELETE FROM files WHERE path = ?", (path,))

    # ----------------------------------------------------------------------------------------------- lifetime

    def began_blank(self) -> bool:
        """Whether the file had to be made since this was last asked: then all of the archive is new to it."""
        self._database.touch()
        blank, self._is_blank = self._is_blank, False
        return blank

    def replace_with(self, other: TextIndex) -> None:
        """Take the file of another index over; the other is closed for good."""
        self._database.replace_with(other._database)

    def _prepare(self, database: sqlite3.Connection) -> None:
        self._is_blank = prepare_schema(database) or self._is_blank
        if schema_version(database) != SCHEMA_VERSION:
            raise sqlite3.DatabaseError("an index of another version")
