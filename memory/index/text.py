"""The text index: SQLite FTS5 over one anima's memories, filtered by audience inside the query.

Blocking; call it from a thread. Nothing is opened before the first use, and `close` may be followed by use.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from memory.index.amends import Amends
from memory.index.database import Database
from memory.index.entry import DOCUMENTS, FACT, FACTS, KEPT, KEY, Entry
from memory.index.gone_words import GoneWords
from memory.index.noted import Notes
from memory.index.rows import COLUMNS, entries_of, entry_of, packed, quoted, stamp_of, words_of
from memory.index.schema import CHECKED, VERSION, checksum, is_sound, prepare, version
from memory.index.sessions import Sessions
from memory.index.within import Within
from memory.index.word_counts import WordCounts
from memory.languages.analyser import terms
from memory.languages.answers import Offered, offered


@dataclass(frozen=True, slots=True)
class Seen:
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
        self.sessions = Sessions(self._database)
        self.word_counts = WordCounts(self._database, self.count)
        self._run, self._all, self._one = self._database.run, self._database.all, self._database.one
        self.writing = self._database.writing
        self.is_sound = self._database.is_sound
        self.close = self._database.close
        self.discard = self._database.discard

    # ------------------------------------------------------------------------------------------------ finding

    def match(self, wanted: Sequence[str], within: Within, limit: int) -> list[Entry]:
        """The best entries by BM25, best first.

        How rare a word is, and how long an entry usually is, is counted over what these audiences have alone: what
        others wrote changes no order. That a word stands in an entry counts, not how often.
        """
        if not wanted:
            return []
        clause, values = within.sql()
        named = json.dumps(sorted(within.audiences))
        entries, length = self._measures(named)
        terms = [quoted(term) for term in dict.fromkeys(wanted)]
        statement = _MATCHING.format(words=words_of(within.kinds), clause=clause, columns=COLUMNS)
        most = limit + len(within.without)
        rows = self._all(statement, (*values, json.dumps(terms), named, entries, length, most))
        return entries_of(rows, within)[:limit]

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
            f"SELECT {COLUMNS} FROM memories m WHERE {clause} ORDER BY m.stamp DESC, m.row DESC LIMIT ?",
            (*values, limit + len(within.without)),
        )
        return entries_of(rows, within)[:limit]

    def said_before(self, place: str, audience: str, moment: datetime, limit: int) -> list[Entry]:
        """The last turns of a place before this moment, to these readers, newest first."""
        rows = self._all(
            f"SELECT {COLUMNS} FROM sessions s JOIN memories m ON m.session = s.id "
            "WHERE s.place = ? AND s.audience = ? AND m.stamp < ? "
            "ORDER BY s.last DESC, m.stamp DESC, m.row DESC LIMIT ?",
            (place, audience, moment.timestamp(), limit),
        )
        return [entry_of(row) for row in rows]

    def entries(self, ids: Collection[str], within: Within | None = None) -> dict[str, Entry]:
        """Those of the ids that are there, and may be found."""
        clause, values = within.sql() if within else ("1", [])
        rows = self._all(
            f"SELECT {COLUMNS} FROM memories m WHERE m.id IN (SELECT value FROM json_each(?)) AND {clause}",
            (json.dumps(list(ids)), *values),
        )
        return {row["id"]: entry_of(row) for row in rows}

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
            entry_of(one)
            for one in self._all(f"SELECT {COLUMNS} FROM memories m WHERE m.path = ? ORDER BY m.row", (path,))
        ]

    def after(self, row: int, limit: int) -> list[Entry]:
        """The next entries in the order of their rows."""
        return [
            entry_of(one)
            for one in self._all(
                f"SELECT {COLUMNS} FROM memories m WHERE m.row > ? ORDER BY m.row LIMIT ?", (row, limit)
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
        session = self.sessions.of(entry) if entry.kind == "turn" and entry.place else 0
        values = (
            *(entry.id, entry.kind, entry.text, entry.path, entry.line, entry.last_line, entry.offset),
            *(entry.at and entry.at.isoformat(), stamp_of(entry), entry.speaker, entry.person, entry.place),
            *(entry.audience, entry.message, int(entry.own), entry.trust, entry.source, len(body)),
            packed(offered(entry.text) if entry.kind != KEY else Offered()),
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
                (len(body), stamp_of(entry), stamp_of(entry), session),
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
            (source, json.dumps(sorted(FACTS))),
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

    def of_message(self, message: str) -> Entry | None:
        """The entry of a platform's message."""
        row = self._one(f"SELECT {COLUMNS} FROM memories m WHERE message = ?", (message,)) if message else None
        return entry_of(row) if row else None

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
                "UPDATE audiences SET memories = memories - (m.kind <> ?), facts = facts - (m.kind = ?), "
                "terms = audiences.terms - m.terms "
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
