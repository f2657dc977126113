"""The recipes that the product's own is compared with: those of the sources as they were written, and RET-12's router.

A recipe here is a recall of its own. Its terms are raw, exempt from the laws of signals: nothing is bounded or
comparable between the recipes. What their parts amount to (RET-07):

spreading  what is new gains 0.2 and ten uses gain 0.24, each as much as a cosine of 0.7 has over one of 0.5, and
           uses have no bound: where being found counts as a use, what was found is found again, whatever fits.
cognitive  the activation is 0.003 after a day and the fused rank at most 2/61 · 0.15 = 0.005, so of the four parts
           only likeness and importance move anything; each entity (0.1) or the session (0.15) moves more than both.
utility    usefulness starts at 0.5 everywhere, so before there is any feedback only importance joins likeness.
routed     ranks a question as what it is after wants it: meaning against words, and what goes first.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from bench.formulas import (
    FACTORS,
    Pair,
    boost,
    diverse,
    drifted,
    frequency,
    pairs_of,
    recency,
    sub_tier,
    written_activation,
)
from bench.questions import Intent, centroid, intent, variants
from memory.index.fact_fold import USED_TOGETHER, FoldedFacts, kind_of_moment
from memory.index.strengths import Strengths
from memory.language.analyser import query_terms
from memory.recall.candidate_search import QuestionMeaning, RecallCandidate
from memory.recall.pipeline import Recall
from memory.recall.query import Query, RecallQuestion
from memory.recall.ranking import RankedCandidate, in_order
from memory.theories.text_retrieval import rank_fusion, text_cosine
from memory.vocabulary.cue import Recollection
from memory.vocabulary.errors import EmbedderFault, EmbedderNotReady
from memory.vocabulary.fact import Strength

if TYPE_CHECKING:
    from memory.index.vector_store import Vector

StrengthOf = Callable[[str], Strength]

# ------------------------------------------------------------------------------------------------ as written


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What is known of a memory for one question, in the sources' terms.

    `sim` is the cosine, `rrf` the fused score of the ranks (K = 60), `pagerank` the spread activation, 0 … 1 (0 where
    no graph is asked). `age_days` counts from when the memory was last written, `age_seconds` from its last use.
    `sub_tier` and `mood` are factors.
    """

    sim: float
    rrf: float = 0.0
    age_days: float = 0.0
    age_seconds: float = 0.0
    access_count: int = 0
    pagerank: float = 0.0
    importance: float = 0.5
    utility: float = 0.5
    matching_entities: int = 0
    is_same_session_episode: bool = False
    sub_tier: float = 1.0
    mood: float = 1.0


Formula = Callable[[Evidence], float]


def spreading(evidence: Evidence) -> float:
    """sim + 0.2 · 0.5^(age / 30 d) + 0.1 · ln(1 + uses) + 0.5 · PageRank."""
    return (
        evidence.sim
        + 0.2 * recency(evidence.age_days)
        + 0.1 * frequency(evidence.access_count)
        + 0.5 * evidence.pagerank
    )


def cognitive(evidence: Evidence) -> float:
    """(0.4 sim + 0.3 ACT-R + 0.15 importance + 0.15 RRF + 0.1 an entity + 0.15 for the session) · sub-tier · mood."""
    weighted = (
        0.40 * evidence.sim
        + 0.30 * written_activation(evidence.access_count, evidence.age_seconds)
        + 0.15 * evidence.importance
        + 0.15 * evidence.rrf
    )
    added = 0.1 * evidence.matching_entities + 0.15 * evidence.is_same_session_episode
    return (weighted + added) * evidence.sub_tier * evidence.mood


def utility(evidence: Evidence) -> float:
    """0.6 sim + 0.2 utility + 0.2 importance."""
    return 0.6 * evidence.sim + 0.2 * evidence.utility + 0.2 * evidence.importance


def rank_as_written(
    formula: Formula,
    query: Query,
    candidates: Sequence[RecallCandidate],
    now: datetime,
    strength_of: StrengthOf,
    pairs: Mapping[Pair, int] | None = None,
) -> list[RankedCandidate]:
    """All candidates, best first. `pairs` tells how often two were used together; these speak for one another."""
    fused = _fused(candidates)
    ids = [found.entry.id for found in candidates]
    return in_order(
        RankedCandidate(found, score, (formula.__name__,), (score,))
        for found in candidates
        for evidence in (_evidence(query, found, fused, now, strength_of(found.entry.id)),)
        for score in (formula(evidence) + boost(found.entry.id, ids, pairs or {}),)
    )


def _evidence(
    query: Query, candidate: RecallCandidate, fused: Mapping[str, float], now: datetime, strength: Strength
) -> Evidence:
    """Without vectors the share of the question's rarity stands for the likeness."""
    entry = candidate.entry
    written = entry.at or now
    used = strength.last_access or written
    return Evidence(
        sim=candidate.coverage if candidate.similarity is None else candidate.similarity,
        rrf=fused.get(entry.id, 0.0),
        age_days=max(0.0, (now - written).total_seconds() / 86_400),
        age_seconds=max(0.0, (now - used).total_seconds()),
        access_count=strength.access_count,
        pagerank=candidate.activation,
        importance=strength.importance,
        utility=drifted(strength.utility, (now - used) / timedelta(days=1)),
        matching_entities=sum(name == entry.speaker for name in query.named),
        sub_tier=FACTORS[sub_tier(entry.kind, entry.text)],
    )


def _fused(candidates: Sequence[RecallCandidate]) -> dict[str, float]:
    by_words = sorted((found for found in candidates if found.lexical > 0), key=lambda found: -found.lexical)
    by_meaning = sorted((found for found in candidates if found.similarity is not None), key=_farness)
    return rank_fusion([[found.entry.id for found in ranking] for ranking in (by_words, by_meaning)])


def _farness(candidate: RecallCandidate) -> float:
    return -(candidate.similarity or 0.0)


CHOSEN = 50


def diversified(ranked: Sequence[RankedCandidate], vectors: Mapping[str, Vector]) -> list[RankedCandidate]:
    """The best in the order in which they add something, then the rest; alike by vectors where both have one."""
    best, rest = ranked[:CHOSEN], ranked[CHOSEN:]
    low, high = min((found.score for found in best), default=0.0), max((found.score for found in best), default=0.0)
    relevance = [(found.score - low) / (high - low or 1.0) for found in best]
    terms = {found.candidate.entry.id: query_terms(found.candidate.entry.text) for found in best}

    def alike(found: RankedCandidate, other: RankedCandidate) -> float:
        first, second = found.candidate.entry.id, other.candidate.entry.id
        if first in vectors and second in vectors:
            return float(vectors[first] @ vectors[second])
        return text_cosine(terms[first], terms[second])

    return [*diverse(best, relevance, alike, limit=CHOSEN), *rest]


def used_together(state: FoldedFacts, ids: Collection[str]) -> Mapping[Pair, int]:
    """How often each two of these memories were used together."""
    moments: dict[int, list[str]] = {}
    for id in ids:
        for moment in state.used(id):
            if kind_of_moment(moment) == USED_TOGETHER:
                moments.setdefault(moment, []).append(id)
    return pairs_of(moments.values())


class SpreadingRecall(Recall):
    def _ordered(self, query: Query, candidates: Sequence[RecallCandidate], now: datetime) -> list[RankedCandidate]:
        return rank_as_written(spreading, query, candidates, now, self._strengths.of)


class UtilityRecall(Recall):
    def _ordered(self, query: Query, candidates: Sequence[RecallCandidate], now: datetime) -> list[RankedCandidate]:
        return rank_as_written(utility, query, candidates, now, self._strengths.of)


class CognitiveRecall(Recall):
    """Questions are also searched for as the beginnings of their answers (RET-11), what was often used together speaks
    for one another (RET-16), and the best are chosen so that they differ (RET-10)."""

    def _ordered(self, query: Query, candidates: Sequence[RecallCandidate], now: datetime) -> list[RankedCandidate]:
        ids = [found.entry.id for found in candidates]
        pairs = self._strengths.asked(lambda state: used_together(state, ids))
        ranked = rank_as_written(cognitive, query, candidates, now, self._strengths.of, pairs)
        is_by_meaning = any(found.similarity is not None for found in candidates)
        vectors = self._keeper.vectors() if is_by_meaning else None
        best = [found.candidate.entry.id for found in ranked[:CHOSEN]]
        return diversified(ranked, vectors.of(best) if vectors else {})

    def _meaning(self, query: Query) -> QuestionMeaning | None:
        further, embedder, vectors = variants(query.text), self._keeper.embedder, self._keeper.vectors()
        if not further or embedder is None or vectors is None or not query.topic.strip():
            return super()._meaning(query)
        try:
            return QuestionMeaning(vectors, _middle(embedder.embed([query.topic, *further], query=True)))
        except (EmbedderNotReady, EmbedderFault):
            return None


def _middle(vectors: Iterable[Vector]) -> Vector:
    import numpy as np

    return np.asarray(centroid([vector.tolist() for vector in vectors]), np.float32)


# ------------------------------------------------------------------------------------------------ routed

_BEGINNING = datetime.min.replace(tzinfo=UTC)


class Understood:
    """What was understood of turns and facts, by their ids."""

    def __init__(self, strengths: Strengths) -> None:
        self._strengths = strengths

    def categories(self, ids: Collection[str]) -> Mapping[str, Collection[str]]:
        """Of what these turns and facts tell."""
        return self._strengths.asked(
            lambda state: {
                id: {state.facts[fact].category for fact in state.of_source.get(id, (id,)) if fact in state.facts}
                for id in ids
            }
        )

    def linked(self, ids: Collection[str], kinds: Collection[str], hops: int) -> Collection[str]:
        """The facts that so many links of these kinds lead to from what these turns and facts tell, and their turns."""
        return self._strengths.asked(lambda state: _linked(state, ids, kinds, hops))


def _linked(state: FoldedFacts, ids: Iterable[str], kinds: Collection[str], hops: int) -> set[str]:
    known = {fact for id in ids for fact in state.of_source.get(id, (id,))}
    edge, found = known, set[str]()
    for _ in range(hops):
        links = [link.relation for id in edge for link in state.links_of(id) if link.relation.kind in kinds]
        edge = {end for link in links for end in (link.source, link.target)} - known
        known, found = known | edge, found | edge
    return found | {event for id in found if id in state.facts for event in state.facts[id].sources}


def rank_routed(
    query: Query, candidates: Sequence[RecallCandidate], intent: Intent, strength_of: StrengthOf, understood: Understood
) -> list[RankedCandidate]:
    """The best for such a question, as many as it wants."""
    names = ("meaning", "words", "utility")
    ranked = in_order(
        RankedCandidate(found, sum(parts), names, parts)
        for found in candidates
        for parts in (
            (
                intent.vector * max(0.0, found.coverage if found.similarity is None else found.similarity),
                intent.lexical * found.lexical,
                intent.utility * strength_of(found.entry.id).utility if intent.utility else 0.0,
            ),
        )
    )
    if intent.by_valid_from:
        return sorted(ranked[: intent.limit], key=_came_true, reverse=True)
    first = _first(query, ranked, intent, understood)
    return sorted(ranked, key=lambda found: found.candidate.entry.id not in first)[: intent.limit]


def _first(query: Query, ranked: Sequence[RankedCandidate], intent: Intent, understood: Understood) -> Collection[str]:
    """What goes before all else: linked to the best, said by whom is asked for, or of these categories."""
    ids = [found.candidate.entry.id for found in ranked]
    if intent.entity_hub:
        return {found.candidate.entry.id for found in ranked if found.candidate.entry.speaker in query.named}
    if intent.relations:
        return understood.linked(ids[: intent.limit], intent.relations, intent.hops)
    if intent.categories:
        return {id for id, held in understood.categories(ids).items() if set(held) & set(intent.categories)}
    return ()


def _came_true(ranked: RankedCandidate) -> datetime:
    entry = ranked.candidate.entry
    return entry.valid_from or entry.at or _BEGINNING


class RoutedRecall(Recall):
    def _recollections(self, question: RecallQuestion) -> list[Recollection]:
        whole = question.whole or intent(question.text).with_superseded
        return super()._recollections(replace(question, whole=whole))

    def _ordered(self, query: Query, candidates: Sequence[RecallCandidate], now: datetime) -> list[RankedCandidate]:
        understood = Understood(self._strengths)
        return rank_routed(query, candidates, intent(query.text), self._strengths.of, understood)


# ------------------------------------------------------------------------------------------------ by name

DEFAULT = "default"

RECALLS: Mapping[str, type[Recall]] = {
    DEFAULT: Recall,
    "routed": RoutedRecall,
    "spreading": SpreadingRecall,
    "cognitive": CognitiveRecall,
    "utility": UtilityRecall,
}
"""By the names that `bench recall --recipe` takes."""


def recall_of(name: str) -> type[Recall]:
    """The recall that ranks by this recipe. Raises ValueError, which tells those that there are."""
    if name not in RECALLS:
        raise ValueError(f"{name!r} is no recipe; there are: {', '.join(RECALLS)}")
    return RECALLS[name]
