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

from memory.index.amends import Amends
from memory.index.database import Database
from memory.index.entry import DOCUMENTS, FACT, FACTS, KEPT, KEY, Entry
from memory.index.gone_words import GoneWords
from memory.index.noted import Notes
from memory.index.schema import CHECKED, SESSION_GAP_S, VERSION, checksum, is_sound, prepare, version
from memory.index.within import Within
from memory.languages.analyser import is_cjk, terms
from memory.languages.answers import Offered, offered

_COLUMNS = ", ".join(f"m.{column}" for column in Entry._fields)


EVERYWHERE = 0.15
"""Share of all entries from which a word does not choose between them any more."""

_COUNTING = "SELECT {1} AS n, count(*) AS times FROM (SELECT 1 FROM {0}{2} WHERE {0} MATCH ?{3} LIMIT ?)"
_OF_THESE = (
    " JOIN memories m INDEXED BY scope ON m.row = {0}.rowid",
    " AND +m.audience IN (SELECT value FROM json_each(?))",
)
CHUNK = 100
"""Words that are counted by one statement; SQLite joins five hundred at most."""

MANY, MOST = 50, 3000
"""So few entries are always worth to be looked at; so many never, where other words are rarer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Occurrences:
    """In how many entries and sessions a term stands; in which rows, and how often in each session, of those asked.

    Documents, which tell again what was said, are counted only where nothing else has the term."""

    entries: int
    sessions: int
    rows: Sequence[int]
    times: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Seen:
    """How far a file has been read."""

    size: int
    changed: int
    lines: int


_DOCUMENTS = json.dumps(sorted(DOCUMENTS))
_TABLES = {FACT: ("fact_words",), KEPT: ("words", "fact_words")}
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
        self._database = Database(path, self._prepare, is_sound)
        self.amends, self.gone_words = Amends(self._database), GoneWords(self._database)
        self.notes = Notes(self._database)
        self._run, self._all, self._one = self._database.run, self._database.all, self._database.one
        self.writing = self._database.writing
        self.is_sound = self._database.is_sound
        self.close = self._database.close
        self.discard = self._database.discard

    # ------------------------------------------------------------------------------------------------ finding

    def match(self, wanted: Sequence[str], within: Within, limit: int) -> list[Entry]:
        """The best entries by BM25, best first."""
        if not wanted:
            return []
        clause, values = within.sql()
        words = _words(within.kinds)
        rows = self._all(
            f"SELECT {_COLUMNS} FROM (SELECT m.row, -bm25({words}) AS score, m.stamp FROM {words} "
            f"JOIN memories m INDEXED BY scope ON m.row = {words}.rowid WHERE {words} MATCH ? AND {clause} "
            f"ORDER BY score DESC, m.stamp DESC, m.id LIMIT ?) AS hit JOIN memories m ON m.row = hit.row "
            "ORDER BY hit.score DESC, hit.stamp DESC, m.id",
            (" OR ".join(map(_quoted, wanted)), *values, limit + len(within.without)),
        )
        return _entries(rows, within)[:limit]

    def telling(self, wanted: Sequence[str], within: Within) -> Sequence[str]:
        """Without the words that stand nearly everywhere in what these may read, where there are others: they cost
        most and decide nothing."""
        if len(wanted) < 3:
            return wanted
        known = self.count(within.audiences)
        many = int(max(MANY, min(MOST, EVERYWHERE * known)))
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
        words, times = _words(kinds), dict[str, int]()
        join, clause = (part.format(words) for part in _OF_THESE) if of else ("", "")
        for chunk in (terms[at : at + CHUNK] for at in range(0, len(terms), CHUNK)):
            each = " UNION ALL ".join(_COUNTING.format(words, number, join, clause) for number in range(len(chunk)))
            values = [value for term in chunk for value in (_quoted(term), *filter(None, (of,)), most)]
            times |= {chunk[int(row["n"])]: int(row["times"]) for row in self._all(each, values)}
        return times

    def occurrences(self, term: str, within: Within, among: Mapping[int, int]) -> Occurrences:
        """How often the term stands anywhere, and where among these rows and in their sessions."""
        clause, values = within.sql()
        words = _words(within.kinds)
        found = self._all(
            f"SELECT m.row, m.session, m.kind FROM {words} JOIN memories m INDEXED BY scope ON m.row = {words}.rowid "
            f"WHERE {words} MATCH ? AND {clause}",
            (_quoted(term), *values),
        )
        said = [session for _, session, kind in found if kind not in DOCUMENTS]
        times = Counter(said or [session for _, session, _ in found])
        return Occurrences(
            entries=len(said) or len(found),
            sessions=len(times),
            rows=[row for row, *_ in found if row in among],
            times={session: times[session] for session in among.values() if session in times},
        )

    def neighbours(self, entries: Sequence[Entry], within: Within) -> dict[str, tuple[Entry | None, Entry | None]]:
        """The turns said before and after each entry in its session, by the entry's id."""
        beside = self._all(
            "SELECT h.id, "
            "(SELECT row FROM memories WHERE session = h.session AND (stamp, row) < (h.stamp, h.row) "
            "ORDER BY stamp DESC, row DESC LIMIT 1), "
            "(SELECT row FROM memories WHERE session = h.session AND (stamp, row) > (h.stamp, h.row) "
            "ORDER BY stamp, row LIMIT 1) "
            "FROM memories h WHERE h.session > 0 AND h.row IN (SELECT value FROM json_each(?))",
            (_rows(entries),),
        )
        found: dict[int | None, Entry] = {entry.row: entry for entry in entries}
        missing = {row for _, *both in beside for row in both if row is not None and row not in found}
        clause, values = within.sql()
        rows = self._all(
            f"SELECT {_COLUMNS} FROM memories m WHERE m.row IN (SELECT value FROM json_each(?)) AND {clause}",
            (json.dumps(sorted(missing)), *values),
        )
        found |= {entry.row: entry for entry in map(_entry, rows) if entry.id not in within.without}
        return {id: (found.get(before), found.get(after)) for id, before, after in beside}

    def session_sizes(self, sessions: Collection[int], within: Within) -> tuple[int, float, dict[int, int]]:
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
            (KEY, json.dumps(sorted(audiences))),
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

    def state(self, within: Within) -> str:
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

    def latest(self, within: Within, limit: int) -> list[Entry]:
        """The newest entries, newest first."""
        clause, values = within.sql()
        rows = self._all(
            f"SELECT {_COLUMNS} FROM memories m WHERE {clause} ORDER BY m.stamp DESC, m.row DESC LIMIT ?",
            (*values, limit + len(within.without)),
        )
        return _entries(rows, within)[:limit]

    def said_before(self, place: str, audience: str, moment: datetime, limit: int) -> list[Entry]:
        """The last turns of a place before this moment, to these readers, newest first."""
        rows = self._all(
            f"SELECT {_COLUMNS} FROM sessions s JOIN memories m ON m.session = s.id "
            "WHERE s.place = ? AND s.audience = ? AND m.stamp < ? "
            "ORDER BY s.last DESC, m.stamp DESC, m.row DESC LIMIT ?",
            (place, audience, moment.timestamp(), limit),
        )
        return [_entry(row) for row in rows]

    def entries(self, ids: Collection[str], within: Within | None = None) -> dict[str, Entry]:
        """Those of the ids that are there, and may be found."""
        clause, values = within.sql() if within else ("1", [])
        rows = self._all(
            f"SELECT {_COLUMNS} FROM memories m WHERE m.id IN (SELECT value FROM json_each(?)) AND {clause}",
            (json.dumps(list(ids)), *values),
        )
        return {row["id"]: _entry(row) for row in rows}

    def paths(self, audience: str, kinds: Collection[str]) -> list[str]:
        """The documents of these kinds that are for this audience from end to end, in one order."""
        rows = self._all(
            "SELECT path FROM memories WHERE kind <> 'turn' AND kind IN (SELECT value FROM json_each(?)) "
            "GROUP BY path HAVING min(audience) = ? AND max(audience) = ? ORDER BY path",
            (json.dumps(list(kinds)), audience, audience),
        )
        return [row["path"] for row in rows]

    def of_file(self, path: str) -> list[Entry]:
        """All that was read from a file, in its order."""
        return [
            _entry(one)
            for one in self._all(f"SELECT {_COLUMNS} FROM memories m WHERE m.path = ? ORDER BY m.row", (path,))
        ]

    def after(self, row: int, limit: int) -> list[Entry]:
        """The next entries in the order of their rows."""
        return [
            _entry(one)
            for one in self._all(
                f"SELECT {_COLUMNS} FROM memories m WHERE m.row > ? ORDER BY m.row LIMIT ?", (row, limit)
            )
        ]

    def checksums(self) -> dict[str, int]:
        """Of every entry, by its id."""
        return {row["id"]: row["checksum"] for row in self._all("SELECT id, checksum FROM memories")}

    # ------------------------------------------------------------------------------------------------ keeping

    def seen(self) -> dict[str, Seen]:
        """How far each file has been read."""
        return {
            row["path"]: Seen(row["size"], row["changed"], row["lines"]) for row in self._all("SELECT * FROM files", ())
        }

    def seen_of(self, path: str) -> Seen | None:
        row = self._one("SELECT * FROM files WHERE path = ?", (path,))
        return Seen(row["size"], row["changed"], row["lines"]) if row else None

    def mark_seen(self, path: str, seen: Seen) -> None:
        self._run("INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?)", (path, seen.size, seen.changed, seen.lines))

    def add(self, entry: Entry) -> None:
        """Keep an entry; one with its id that is there already stays."""
        if self.has(entry.id):
            return
        self._notice(entry.id, True)
        body = terms(entry.searchable) if entry.kind != KEY else []
        session = self._session_of(entry) if entry.kind == "turn" and entry.place else 0
        values = (
            *(entry.id, entry.kind, entry.text, entry.path, entry.line, entry.last_line, entry.offset),
            *(entry.at and entry.at.isoformat(), _stamp(entry), entry.speaker, entry.person, entry.place),
            *(entry.audience, entry.message, int(entry.own), entry.trust, entry.source, len(body)),
            _packed(offered(entry.text) if entry.kind != KEY else Offered()),
            *(entry.valid_from and entry.valid_from.timestamp(), entry.valid_until and entry.valid_until.timestamp()),
            entry.confidence,
        )
        cursor = self._run(
            f"INSERT INTO memories ({', '.join(CHECKED)}, session, checksum) VALUES ({'?, ' * len(CHECKED)}?, ?)",
            (*values, session, checksum(values)),
        )
        if entry.kind == KEY:
            return
        is_fact = entry.kind == FACT
        for table in _TABLES.get(entry.kind, ("words",)):
            self._run(f"INSERT INTO {table} (rowid, body) VALUES (?, ?)", (cursor.lastrowid, " ".join(body)))
        self._run(
            "INSERT INTO audiences VALUES (?, ?, ?) ON CONFLICT (name) DO UPDATE "
            "SET memories = memories + excluded.memories, facts = facts + excluded.facts",
            (entry.audience, int(not is_fact), int(is_fact)),
        )
        if entry.speaker and entry.kind == "turn":
            self._run("INSERT OR IGNORE INTO speakers VALUES (?, ?, ?)", (entry.speaker, entry.audience, entry.person))
        if session:
            self._run(
                "UPDATE sessions SET turns = turns + 1, terms = terms + ?, first = min(first, ?), last = max(last, ?) "
                "WHERE id = ?",
                (len(body), _stamp(entry), _stamp(entry), session),
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

    def sources_of(self, facts: Sequence[str]) -> list[str]:
        """The turns that these facts were understood from, each once, in their order."""
        rows = self._all(
            "SELECT id, source FROM memories WHERE invalidated_at IS NULL AND id IN (SELECT value FROM json_each(?))",
            (json.dumps(list(facts)),),
        )
        source = {row["id"]: row["source"] for row in rows}
        return list(dict.fromkeys(source[id] for id in facts if source.get(id)))

    def of_message(self, message: str) -> Entry | None:
        """The entry of a platform's message."""
        row = self._one(f"SELECT {_COLUMNS} FROM memories m WHERE message = ?", (message,)) if message else None
        return _entry(row) if row else None

    def has(self, id: str) -> bool:
        return self._one("SELECT 1 FROM memories WHERE id = ?", (id,)) is not None

    def remove_keys(self, source: str) -> None:
        """What the turn stated one by one."""
        rows = self._all("SELECT row FROM memories WHERE source = ? AND source <> '' AND kind = ?", (source, KEY))
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
                "UPDATE audiences SET memories = memories - (m.kind <> ?), facts = facts - (m.kind = ?) "
                "FROM memories m WHERE m.row = ? AND m.kind <> ? AND m.audience = audiences.name",
                (FACT, FACT, row, KEY),
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
        self._is_blank = prepare(database) or self._is_blank
        if version(database) != VERSION:
            raise sqlite3.DatabaseError("an index of another version")

    def _session_of(self, entry: Entry) -> int:
        """The session that the turn belongs to; a turn between two sessions makes them one."""
        stamp = _stamp(entry)
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


def _entries(rows: Iterable[sqlite3.Row], within: Within) -> list[Entry]:
    return [_entry(row) for row in rows if row["id"] not in within.without]


def _entry(row: sqlite3.Row) -> Entry:
    """`row` has the columns, which are the fields in their order, and nothing else."""
    *before, at, speaker, person, place, message, own, trust, source = row[:16]
    since, until, ended, confidence, session, number, offers = row[16:]
    moment = datetime.fromisoformat(at) if at else None
    said = (moment, speaker, person, place, message, bool(own), trust, source)
    true = (_moment(since), _moment(until), _moment(ended))
    return Entry._make((*before, *said, *true, confidence, session, number, _unpacked(offers)))


def _moment(stamp: float | None) -> datetime | None:
    return None if stamp is None else datetime.fromtimestamp(stamp, UTC)


def _words(kinds: Collection[str]) -> str:
    """The table of words that a search of these kinds goes through."""
    return "fact_words" if kinds and set(kinds) <= set(FACTS) else "words"


def _stamp(entry: Entry) -> float:
    return entry.at.timestamp() if entry.at else 0.0


def _rows(entries: Iterable[Entry]) -> str:
    return json.dumps([entry.row for entry in entries])


def _packed(found: Offered) -> str:
    return f"{found.time:g} {found.number:g} {found.names:g} {found.myself:g}"


@lru_cache(maxsize=256)  # there are hardly more kinds than that
def _unpacked(packed: str) -> Offered:
    time, number, names, myself = map(float, packed.split())
    return Offered(time=time, number=number, names=names, myself=myself)


def _quoted(term: str) -> str:
    """A term as FTS5 takes it; one that ends in a star is a beginning, and so is a single character of CJK."""
    is_beginning = term.endswith("*") or (len(term) == 1 and is_cjk(term))
    quoted = '"' + term.removesuffix("*").replace('"', '""') + '"'
    return f"{quoted}*" if is_beginning else quoted
