"""Candidates: what the words of a question find, with the turns beside it and the sessions around it.

All of it is asked of the index within what the audience may read, so nothing else can be counted or ranked.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, time

from memory.index.entry import Entry
from memory.index.text import Occurrences, TextIndex
from memory.index.within import Within
from memory.recall.candidate import Candidate
from memory.recall.query import Query
from memory.theories.bm25 import bm25, rarity

POOL = 60
"""So many hits of the words are looked at more closely."""

THAT_DAY = 20
"""So many of a named day, whatever their words are."""


def lexical_candidates(index: TextIndex, query: Query, within: Within, pool: int = POOL) -> list[Candidate]:
    """The best hits and their neighbours, unranked."""
    hits = index.match(query.terms, within, pool)
    known = {entry.id for entry, _ in hits}
    hits += [(entry, 0.0) for entry in _said_then(index, query, within) if entry.id not in known]
    if not hits:
        return []
    found = {entry.id: entry for entry, _ in hits}
    beside: dict[str, tuple[str | None, str | None]] = {}
    neighbours = index.neighbours(found.values(), within)
    for entry, _ in hits:
        before, after = neighbours.get(entry.id, (None, None))
        beside[entry.id] = (before.id if before else None, after.id if after else None)
        _link(beside, found, before, entry, after)
    scores = {entry.id: score for entry, score in hits}
    spread = _Spread.of(index, query, within, found.values())
    best = max(scores.values())
    return [
        Candidate(
            entry=entry,
            lexical=max(0.0, scores.get(id, 0.0)) / best if best > 0 else 0.0,
            coverage=spread.coverage(held),
            held=held,
            session=spread.session_share(entry.session),
            previous=beside[id][0],
            following=beside[id][1],
        )
        for id, entry in found.items()
        for held in (spread.held(entry),)
    ]


def _said_then(index: TextIndex, query: Query, within: Within) -> list[Entry]:
    """The last that was said on the days that are named: "what did we talk about yesterday" has no other words."""
    found: dict[str, Entry] = {}
    for span in query.days:
        if not span.yearly:
            first = datetime.combine(span.first, time.min, query.zone)
            last = datetime.combine(span.last, time.max, query.zone)
            since = max(filter(None, (first, within.since)))
            until = min(filter(None, (last, within.until)))
            latest = index.latest(replace(within, since=since, until=until), THAT_DAY)
            found |= {entry.id: entry for entry in latest}
    return list(found.values())


def _link(
    beside: dict[str, tuple[str | None, str | None]],
    found: dict[str, Entry],
    before: Entry | None,
    entry: Entry,
    after: Entry | None,
) -> None:
    """Take the neighbours in; what is already known of their own neighbours stays."""
    if before:
        found.setdefault(before.id, before)
        beside[before.id] = (beside.get(before.id, (None, None))[0], entry.id)
    if after:
        found.setdefault(after.id, after)
        beside[after.id] = (entry.id, beside.get(after.id, (None, None))[1])


@dataclass(frozen=True, slots=True)
class _Spread:
    """Where the terms of the question occur: in which entries, and how often in which sessions."""

    rarities: Mapping[str, float]
    rows: Mapping[str, frozenset[int]]
    sessions: Mapping[int, float] = field(default_factory=dict)

    @classmethod
    def of(cls, index: TextIndex, query: Query, within: Within, found: Collection[Entry]) -> _Spread:
        asked = [entry.row for entry in found]
        places = {term: index.occurrences(term, within, asked) for term in query.terms}
        total = index.count(within.audiences)
        return cls(
            rarities={term: rarity(total, place.entries) for term, place in places.items()},
            rows={term: place.rows for term, place in places.items()},
            sessions=_session_scores(index, places, within, {entry.session for entry in found}),
        )

    def held(self, entry: Entry) -> frozenset[str]:
        return frozenset(term for term, rows in self.rows.items() if entry.row in rows)

    def coverage(self, held: Collection[str]) -> float:
        """0 … 1: the rarity of the terms that are there, of all that are asked for."""
        whole = sum(self.rarities.values())
        return sum(self.rarities[term] for term in held) / whole if whole else 0.0

    def session_share(self, session: int) -> float:
        best = max(self.sessions.values(), default=0.0)
        return self.sessions.get(session, 0.0) / best if best > 0 else 0.0


def _session_scores(
    index: TextIndex, places: Mapping[str, Occurrences], within: Within, wanted: Collection[int]
) -> dict[int, float]:
    """BM25 of whole sessions; a term counts once for each turn that has it."""
    times = {term: {session: n for session, n in place.sessions.items() if session} for term, place in places.items()}
    sessions, mean, sizes = index.session_sizes(wanted, within.audiences)
    rarities = {term: rarity(sessions, len(counts)) for term, counts in times.items()}
    return {
        session: bm25([(rarities[term], counts.get(session, 0)) for term, counts in times.items()], size, mean)
        for session, size in sizes.items()
    }
