"""Candidates: what the words and the meaning of a question find, the turns beside it, the sessions around it.

All of it is asked of the index within what the audience may read, so nothing else can be counted or ranked. A question
is embedded once, and never waits for a model.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time
from typing import TYPE_CHECKING, NamedTuple, Self

from memory.index.entry import DOCUMENT_ENTRY_KINDS, FACT_KINDS, IndexEntry, SearchScope
from memory.index.text_index import TextIndex, WordOccurrences
from memory.language.answer_kinds import OfferedAnswer
from memory.recall.associations import Associations
from memory.recall.query import Query
from memory.theories.ranking_signals import DaySpan, open_question
from memory.theories.text_retrieval import bm25, inverse_document_frequency
from memory.vocabulary.errors import EmbedderFault, EmbedderNotReady
from memory.vocabulary.ports import Embedder

if TYPE_CHECKING:
    from memory.index.vector_store import Vector
    from memory.index.vectors import VectorIndex


class RecallCandidate(NamedTuple):
    """A tuple, given by name, as the entry is.

    `lexical` and `session` are BM25 scores as shares of the best one. `similarity` is the cosine of the meanings,
    `closeness` the same with the nearest thing that it states; None where there is no vector (yet).

    `coverage` is the share of the question's rarity that the words of the entry make up; `context` the same for the
    entry with the turns beside it. `activation` is what spread to it from the hits along links. `held` are the
    question's terms that the entry has. `previous` and `following` are the ids of its neighbours in the session, None
    where there is none.
    """

    entry: IndexEntry
    lexical: float = 0.0
    similarity: float | None = None
    closeness: float | None = None
    coverage: float = 0.0
    context: float = 0.0
    session: float = 0.0
    held: frozenset[str] = frozenset()
    activation: float = 0.0
    offered: OfferedAnswer = OfferedAnswer()
    previous: str | None = None
    following: str | None = None


# --- meaning --------------------------------------------------------------------------------------------------------
# Meaning: the vector arm of one question. A question is embedded once, and never waits for a model.


class QuestionMeaning:
    """The question's vector, and the index that it is asked of."""

    def __init__(self, vectors: VectorIndex, vector: Vector) -> None:
        self._vectors = vectors
        self._vector = vector

    @classmethod
    def of(cls, topic: str, embedder: Embedder | None, vectors: VectorIndex | None) -> Self | None:
        """None without an embedder, while it is being loaded, and where it fails: then recall goes by words."""
        if embedder is None or vectors is None or not topic.strip():
            return None
        try:
            (asked,) = embedder.embed([topic], query=True)
        except (EmbedderNotReady, EmbedderFault):
            return None
        return cls(vectors, asked)

    def nearest(self, within: SearchScope, beside: Sequence[SearchScope], limit: int) -> list[list[str]]:
        """Ids, nearest first; and then of each that is `beside`, as many as the same search brings along."""
        return [[id for id, _ in hits] for hits in self._vectors.nearest_with(self._vector, within, beside, limit)]

    def similarities(self, ids: Sequence[str]) -> dict[str, float]:
        """The cosine of each that has a vector."""
        return {id: float(vector.dot(self._vector)) for id, vector in self._vectors.of(ids).items()}

    def cosines(self, ids: Sequence[str]) -> dict[str, float]:
        """The same of keys and facts, whose likeness to each other nobody will ask."""
        return self._vectors.cosines(ids, self._vector)


# --- candidates -----------------------------------------------------------------------------------------------------


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


def gather_candidates(
    index: TextIndex,
    query: Query,
    within: SearchScope,
    meaning: QuestionMeaning | None,
    pool: int = POOL,
    associations: Associations | None = None,
) -> list[RecallCandidate]:
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
    within: SearchScope,
    meaning: QuestionMeaning | None,
    found: dict[str, IndexEntry],
    lead: Sequence[IndexEntry],
    active: Mapping[str, float],
) -> list[RecallCandidate]:
    """Those found and what stands beside `lead`, each with what tells how well it fits."""
    beside = _take_neighbours(index, found, lead, within)
    spread = _Spread.of(index, terms, within, list(found.values()))
    similarity = meaning.similarities(list(found)) if meaning else {}
    closeness = _closeness(index, meaning, found, similarity) if meaning else {}
    held = {id: spread.held(entry) for id, entry in found.items()}
    fits = _fits(spread, found, held)
    return [
        RecallCandidate(
            entry=entry,
            lexical=fits.get(id, 0.0),
            similarity=similarity.get(id),
            closeness=closeness.get(id),
            coverage=spread.coverage(held[id]),
            context=spread.context(held[id], *(held[item] if item else _NOTHING for item in beside[id])),
            held=held[id],
            activation=active.get(id, 0.0),
            session=spread.session_share(entry.session),
            offered=entry.offered,
            previous=beside[id][0],
            following=beside[id][1],
        )
        for id, entry in found.items()
    ]


def _apart(index: TextIndex, within: SearchScope) -> list[SearchScope]:
    """What was said and what is known of it; and the documents, where there are any besides."""
    kinds = frozenset(within.kinds)
    documents, others = kinds & DOCUMENT_ENTRY_KINDS, kinds - DOCUMENT_ENTRY_KINDS
    if not others or not documents or not index.has_documents(documents):
        return [within]
    return [replace(within, kinds=others), replace(within, kinds=documents)]


def _near(index: TextIndex, meaning: QuestionMeaning, within: SearchScope, pool: int) -> list[str]:
    """The nearest, and the turns of which a fact is as near: a turn is long, what it tells by the way is not."""
    facts = [replace(within, kinds=FACT_KINDS[:1])] if not within.kinds or "turn" in within.kinds else []
    near, *keys = meaning.nearest(within, facts, pool)
    turns = [id for each in keys for id in index.sources_of(each) if id not in within.without]
    return list(dict.fromkeys((*near, *turns[:KEYS])))


def _closeness(
    index: TextIndex, meaning: QuestionMeaning, found: Mapping[str, IndexEntry], similarity: Mapping[str, float]
) -> dict[str, float]:
    """The cosine of the nearest thing that each states; what states one thing alone is as near as that."""
    keys = index.keys_of(list(found))
    cosines = meaning.cosines([id for ids in keys.values() for id in ids]) if keys else {}
    nearest = {id: max((cosines[item] for item in ids if item in cosines), default=None) for id, ids in keys.items()}
    whole = {id: cosine for id, cosine in similarity.items() if not open_question(found[id].text)}
    return whole | {id: cosine for id, cosine in nearest.items() if cosine is not None}


def _fits(spread: _Spread, found: Mapping[str, IndexEntry], held: Mapping[str, frozenset[str]]) -> dict[str, float]:
    """BM25 of each, as a share of the best: from counts within what may be read, which the index's own are not."""
    said = [entry for entry in found.values() if entry.kind not in DOCUMENT_ENTRY_KINDS] or list(found.values())
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


def _take_neighbours(
    index: TextIndex, found: dict[str, IndexEntry], lead: Sequence[IndexEntry], within: SearchScope
) -> Beside:
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


def _said_then(index: TextIndex, query: Query, within: SearchScope) -> list[IndexEntry]:
    """The last that was said on the days that are named: "what did we talk about yesterday" has no other words."""
    found: dict[str, IndexEntry] = {}
    for span in query.days:
        first = datetime.combine(_latest(span, query.today).first, time.min, query.zone)
        last = datetime.combine(_latest(span, query.today).last, time.max, query.zone)
        since = max(filter(None, (first, within.since)))
        until = min(filter(None, (last, within.until)))
        latest = index.latest(replace(within, since=since, until=until), THAT_DAY)
        found |= {entry.id: entry for entry in latest}
    return list(found.values())


def _latest(span: DaySpan, today: date) -> DaySpan:
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
    def of(cls, index: TextIndex, terms: Sequence[str], within: SearchScope, found: Sequence[IndexEntry]) -> _Spread:
        among = {entry.row: entry.session for entry in found}
        places = {term: index.word_counts.occurrences(term, within, among) for term in terms}
        scores = _session_scores(index, places, within)
        best = max(scores.values(), default=0.0)
        return cls(
            rarities=_rarities(places, index.count(within.audiences)),
            terms_of=_by_row(places),
            sessions={session: score / best for session, score in scores.items()} if best > 0 else {},
        )

    def held(self, entry: IndexEntry) -> frozenset[str]:
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


def _rarities(places: Mapping[str, WordOccurrences], total: int) -> dict[str, float]:
    """Nobody knows how rare a word is that was never said: it counts like the others."""
    said = {term: inverse_document_frequency(total, place.entries) for term, place in places.items() if place.entries}
    mean = sum(said.values()) / len(said) if said else 1.0
    return {term: said.get(term, mean) for term in places}


def _by_row(places: Mapping[str, WordOccurrences]) -> dict[int, frozenset[str]]:
    terms_of: dict[int, set[str]] = {}
    for term, place in places.items():
        for row in place.rows:
            terms_of.setdefault(row, set()).add(term)
    shared: dict[frozenset[str], frozenset[str]] = {}
    return {row: shared.setdefault(held := frozenset(terms), held) for row, terms in terms_of.items()}


def _session_scores(index: TextIndex, places: Mapping[str, WordOccurrences], within: SearchScope) -> dict[int, float]:
    """BM25 of whole sessions; a term counts once for each turn that has it."""
    asked = {session for place in places.values() for session in place.times if session}
    total, mean, sizes = index.sessions.sizes(asked, within)
    rarities = {term: inverse_document_frequency(total, place.sessions) for term, place in places.items()}
    return {
        session: bm25([(rarities[term], place.times.get(session, 0)) for term, place in places.items()], size, mean)
        for session, size in sizes.items()
    }
