"""Candidates: what the words and the meaning of a question find, the turns beside it, the sessions around it.

All of it is asked of the index within what the audience may read, so nothing else can be counted or ranked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time

from memory.index.entry import DOCUMENTS, FACTS, Entry
from memory.index.text import TextIndex
from memory.index.within import Within
from memory.index.word_counts import Occurrences
from memory.recall.associations import Associations
from memory.recall.candidate import Candidate
from memory.recall.meaning import Meaning
from memory.recall.query import Query
from memory.theories.bm25 import bm25, rarity
from memory.theories.date_match import Span
from memory.theories.open_question import open_question

POOL = 40
"""So many hits of the words, and of the meaning, are looked at more closely."""

DOCUMENTS_SHARE = 4
"""A document tells again what was said: besides the pool, so that it takes no place of its own sources, one for so many
of the pool."""

BEFORE, AFTER = 0.7, 0.35
"""What a word counts that only the turn before, or only the turn after has."""

WITH_NEIGHBOURS = 30
"""So many of the best of an arm bring the turns beside them."""

KEYS = 20
"""So many turns are brought by the facts that were understood of them."""

THAT_DAY = 60
"""So many of a named day, whatever their words are."""


def gather(
    index: TextIndex,
    query: Query,
    within: Within,
    meaning: Meaning | None,
    pool: int = POOL,
    associations: Associations | None = None,
) -> list[Candidate]:
    """The best hits of every arm and their neighbours, unranked."""
    first, *documents = _apart(index, within)
    terms = index.word_counts.telling(query.terms, first)
    hits = index.match(terms, first, pool)
    near = _near(index, meaning, first, pool) if meaning else []
    for apart in documents:
        hits += index.match(terms, apart, pool // DOCUMENTS_SHARE)
        near += _near(index, meaning, apart, pool // DOCUMENTS_SHARE) if meaning else []
    found = {entry.id: entry for entry in hits}
    found |= index.entries([id for id in near if id not in found], within) if near else {}
    best = [*(entry.id for entry in hits[:WITH_NEIGHBOURS]), *near[:WITH_NEIGHBOURS]]
    then = _said_then(index, query, within)
    found |= {entry.id: entry for entry in then if entry.id not in found}
    if not found:
        return []
    active = associations(index, within, [[entry.id for entry in hits], near]) if associations else {}
    found |= index.entries([id for id in active if id not in found]) if active else {}
    lead = dict.fromkeys([*best, *(entry.id for entry in then)])
    return _with_neighbours(index, terms, within, meaning, found, [found[id] for id in lead if id in found], active)


def _with_neighbours(
    index: TextIndex,
    terms: Sequence[str],
    within: Within,
    meaning: Meaning | None,
    found: dict[str, Entry],
    lead: Sequence[Entry],
    active: Mapping[str, float],
) -> list[Candidate]:
    """Those found and what stands beside `lead`, each with what tells how well it fits."""
    beside = _take_neighbours(index, found, lead, within)
    spread = _Spread.of(index, terms, within, list(found.values()))
    similarity = meaning.similarities(list(found)) if meaning else {}
    closeness = _closeness(index, meaning, found, similarity) if meaning else {}
    held = {id: spread.held(entry) for id, entry in found.items()}
    fits = _fits(spread, found, held)
    return [
        Candidate(
            entry=entry,
            lexical=fits.get(id, 0.0),
            similarity=similarity.get(id),
            closeness=closeness.get(id),
            coverage=spread.coverage(held[id]),
            context=spread.context(held[id], *(held[one] if one else _NOTHING for one in beside[id])),
            held=held[id],
            activation=active.get(id, 0.0),
            session=spread.session_share(entry.session),
            offered=entry.offered,
            previous=beside[id][0],
            following=beside[id][1],
        )
        for id, entry in found.items()
    ]


def _apart(index: TextIndex, within: Within) -> list[Within]:
    """What was said and what is known of it; and the documents, where there are any besides."""
    kinds = frozenset(within.kinds)
    documents, others = kinds & DOCUMENTS, kinds - DOCUMENTS
    if not others or not documents or not index.has_documents(documents):
        return [within]
    return [replace(within, kinds=others), replace(within, kinds=documents)]


def _near(index: TextIndex, meaning: Meaning, within: Within, pool: int) -> list[str]:
    """The nearest, and the turns of which a fact is as near: a turn is long, what it tells by the way is not."""
    facts = [replace(within, kinds=FACTS[:1])] if not within.kinds or "turn" in within.kinds else []
    near, *keys = meaning.nearest(within, facts, pool)
    turns = [id for each in keys for id in index.sources_of(each) if id not in within.without]
    return list(dict.fromkeys((*near, *turns[:KEYS])))


def _closeness(
    index: TextIndex, meaning: Meaning, found: Mapping[str, Entry], similarity: Mapping[str, float]
) -> dict[str, float]:
    """The cosine of the nearest thing that each states; what states one thing alone is as near as that."""
    keys = index.keys_of(list(found))
    cosines = meaning.cosines([id for ids in keys.values() for id in ids]) if keys else {}
    nearest = {id: max((cosines[one] for one in ids if one in cosines), default=None) for id, ids in keys.items()}
    whole = {id: cosine for id, cosine in similarity.items() if not open_question(found[id].text)}
    return whole | {id: cosine for id, cosine in nearest.items() if cosine is not None}


def _fits(spread: _Spread, found: Mapping[str, Entry], held: Mapping[str, frozenset[str]]) -> dict[str, float]:
    """BM25 of each, as a share of the best: from counts within what may be read, which the index's own are not."""
    said = [entry for entry in found.values() if entry.kind not in DOCUMENTS] or list(found.values())
    mean = sum(len(entry.text) for entry in said) / len(said)
    scores = {
        id: bm25([(spread.rarities[term], 1) for term in terms], len(found[id].text), mean)
        for id, terms in held.items()
        if terms
    }
    best = max(scores.values(), default=0.0)
    return {id: score / best for id, score in scores.items()} if best > 0 else {}


_NOTHING: frozenset[str] = frozenset()

Beside = dict[str, tuple[str | None, str | None]]
"""Entry -> those said before and after it."""


def _take_neighbours(index: TextIndex, found: dict[str, Entry], lead: Sequence[Entry], within: Within) -> Beside:
    """Take the neighbours of the best in; what is known of their own neighbours is kept too."""
    neighbours = index.sessions.neighbours(lead, within)
    beside: Beside = dict.fromkeys(found, (None, None))
    for entry in lead:
        before, after = neighbours.get(entry.id, (None, None))
        if before:
            found.setdefault(before.id, before)
            beside[before.id] = (beside.get(before.id, (None, None))[0], entry.id)
            beside[entry.id] = (before.id, beside[entry.id][1])
        if after:
            found.setdefault(after.id, after)
            beside[after.id] = (entry.id, beside.get(after.id, (None, None))[1])
            beside[entry.id] = (beside[entry.id][0], after.id)
    return beside


def _said_then(index: TextIndex, query: Query, within: Within) -> list[Entry]:
    """The last that was said on the days that are named: "what did we talk about yesterday" has no other words."""
    found: dict[str, Entry] = {}
    for span in query.days:
        first = datetime.combine(_latest(span, query.today).first, time.min, query.zone)
        last = datetime.combine(_latest(span, query.today).last, time.max, query.zone)
        since = max(filter(None, (first, within.since)))
        until = min(filter(None, (last, within.until)))
        latest = index.latest(replace(within, since=since, until=until), THAT_DAY)
        found |= {entry.id: entry for entry in latest}
    return list(found.values())


def _latest(span: Span, today: date) -> Span:
    """A day of every year is the last one that has come."""
    if not span.yearly:
        return span
    this_year = span.in_year(today.year)
    return this_year if this_year.first <= today else span.in_year(today.year - 1)


@dataclass(frozen=True, slots=True)
class _Spread:
    """Where the terms of the question occur: in which entries, and how well each session fits, 0 … 1."""

    rarities: Mapping[str, float]
    terms_of: Mapping[int, frozenset[str]]
    sessions: Mapping[int, float] = field(default_factory=dict)
    coverages: dict[frozenset[str], float] = field(default_factory=dict)
    contexts: dict[tuple[frozenset[str], frozenset[str], frozenset[str]], float] = field(default_factory=dict)

    @classmethod
    def of(cls, index: TextIndex, terms: Sequence[str], within: Within, found: Sequence[Entry]) -> _Spread:
        among = {entry.row: entry.session for entry in found}
        places = {term: index.word_counts.occurrences(term, within, among) for term in terms}
        scores = _session_scores(index, places, within)
        best = max(scores.values(), default=0.0)
        return cls(
            rarities=_rarities(places, index.count(within.audiences)),
            terms_of=_by_row(places),
            sessions={session: score / best for session, score in scores.items()} if best > 0 else {},
        )

    def held(self, entry: Entry) -> frozenset[str]:
        return self.terms_of.get(entry.row, _NOTHING)

    def coverage(self, held: frozenset[str]) -> float:
        """0 … 1: the rarity of the terms that are there, of all that are asked for."""
        if held not in self.coverages:
            whole = sum(self.rarities.values())
            self.coverages[held] = min(1.0, sum(self.rarities[term] for term in held) / whole) if whole else 0.0
        return self.coverages[held]

    def context(self, held: frozenset[str], before: frozenset[str], after: frozenset[str]) -> float:
        """The coverage with the turns beside it, which count less: an answer need not repeat its topic."""
        those = held, before, after
        if those not in self.contexts:
            own, led = self.coverage(held), self.coverage(held | before)
            self.contexts[those] = own + BEFORE * (led - own) + AFTER * (self.coverage(held | before | after) - led)
        return self.contexts[those]

    def session_share(self, session: int) -> float:
        return self.sessions.get(session, 0.0)


def _rarities(places: Mapping[str, Occurrences], total: int) -> dict[str, float]:
    """Nobody knows how rare a word is that was never said: it counts like the others."""
    said = {term: rarity(total, place.entries) for term, place in places.items() if place.entries}
    mean = sum(said.values()) / len(said) if said else 1.0
    return {term: said.get(term, mean) for term in places}


def _by_row(places: Mapping[str, Occurrences]) -> dict[int, frozenset[str]]:
    terms_of: dict[int, set[str]] = {}
    for term, place in places.items():
        for row in place.rows:
            terms_of.setdefault(row, set()).add(term)
    shared: dict[frozenset[str], frozenset[str]] = {}
    return {row: shared.setdefault(held := frozenset(terms), held) for row, terms in terms_of.items()}


def _session_scores(index: TextIndex, places: Mapping[str, Occurrences], within: Within) -> dict[int, float]:
    """BM25 of whole sessions; a term counts once for each turn that has it."""
    asked = {session for place in places.values() for session in place.times if session}
    total, mean, sizes = index.sessions.sizes(asked, within)
    rarities = {term: rarity(total, place.sessions) for term, place in places.items()}
    return {
        session: bm25([(rarities[term], place.times.get(session, 0)) for term, place in places.items()], size, mean)
        for session, size in sizes.items()
    }
