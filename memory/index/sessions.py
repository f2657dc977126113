"""Sessions of the text index: turns of one place that follow each other, with what stands beside each."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence

from memory.index.database import Database
from memory.index.entry import Entry
from memory.index.rows import COLUMNS, entry_of, stamp_of
from memory.index.schema import SESSION_GAP_S
from memory.index.within import Within


class Sessions:
    def __init__(self, database: Database) -> None:
        self._run, self._all, self._one = database.run, database.all, database.one

    def of(self, entry: Entry) -> int:
        """The session that the turn belongs to; a turn between two sessions makes them one."""
        stamp = stamp_of(entry)
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

    def neighbours(self, entries: Sequence[Entry], within: Within) -> dict[str, tuple[Entry | None, Entry | None]]:
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
        found: dict[int | None, Entry] = {entry.row: entry for entry in entries}
        missing = {row for _, *both in beside for row in both if row is not None and row not in found}
        clause, values = within.sql()
        rows = self._all(
            f"SELECT {COLUMNS} FROM memories m WHERE m.row IN (SELECT value FROM json_each(?)) AND {clause}",
            (json.dumps(sorted(missing)), *values),
        )
        found |= {entry.row: entry for entry in map(entry_of, rows) if entry.id not in within.without}
        return {id: (found.get(before), found.get(after)) for id, before, after in beside}

    def sizes(self, sessions: Collection[int], within: Within) -> tuple[int, float, dict[int, int]]:
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
