"""How often words stand in the text index, and which of them choose between entries."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from memory.index.database import Database
from memory.index.entry import DOCUMENTS
from memory.index.rows import quoted, words_of
from memory.index.within import Within

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


class WordCounts:
    """`known` tells how many entries some audiences have."""

    def __init__(self, database: Database, known: Callable[[Collection[str]], int]) -> None:
        self._all, self._one = database.all, database.one
        self._known = known

    def telling(self, wanted: Sequence[str], within: Within) -> Sequence[str]:
        """Without the words that stand nearly everywhere in what these may read, where there are others: they cost
        most and decide nothing."""
        if len(wanted) < 3:
            return wanted
        known = self._known(within.audiences)
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
        words, times = words_of(kinds), dict[str, int]()
        join, clause = (part.format(words) for part in _OF_THESE) if of else ("", "")
        for chunk in (terms[at : at + CHUNK] for at in range(0, len(terms), CHUNK)):
            each = " UNION ALL ".join(_COUNTING.format(words, number, join, clause) for number in range(len(chunk)))
            values = [value for term in chunk for value in (quoted(term), *filter(None, (of,)), most)]
            times |= {chunk[int(row["n"])]: int(row["times"]) for row in self._all(each, values)}
        return times

    def occurrences(self, term: str, within: Within, among: Mapping[int, int]) -> Occurrences:
        """How often the term stands anywhere, and where among these rows and in their sessions."""
        clause, values = within.sql()
        words = words_of(within.kinds)
        found = self._all(
            f"SELECT m.row, m.session, m.kind FROM {words} JOIN memories m INDEXED BY scope ON m.row = {words}.rowid "
            f"WHERE {words} MATCH ? AND {clause}",
            (quoted(term), *values),
        )
        said = [session for _, session, kind in found if kind not in DOCUMENTS]
        times = Counter(said or [session for _, session, _ in found])
        return Occurrences(
            entries=len(said) or len(found),
            sessions=len(times),
            rows=[row for row, *_ in found if row in among],
            times={session: times[session] for session in among.values() if session in times},
        )
