"""The sources' recipes on our candidates: what each of them knows of a memory, gathered as it wants it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime, timedelta

from memory.languages.analyser import query_terms
from memory.recall.candidate import Candidate
from memory.recall.meaning import Meaning
from memory.recall.query import Query
from memory.recall.ranking import Ranked, in_order
from memory.recall.source_recipes import SOURCE_RECIPES, Evidence
from memory.recall.sub_tier import sub_tier
from memory.theories import coactivation, sub_tiers
from memory.theories.coactivation import Pair
from memory.theories.diversity import diverse
from memory.theories.rank_fusion import rank_fusion
from memory.theories.text_cosine import text_cosine
from memory.theories.utility import after_time
from memory.vocabulary.strength import Strength

DIVERSE = "cognitive"
"""The recipe whose best are then chosen so that they differ (RET-10)."""

ASSOCIATING = "cognitive"
"""The recipe by which what was often used together speaks for one another (RET-16)."""

CHOSEN = 50

StrengthOf = Callable[[str], Strength]

Together = Callable[[Collection[str]], Mapping[Pair, int]]
"""How often each two of these memories were used together."""


def rank_as_written(
    name: str,
    query: Query,
    candidates: Sequence[Candidate],
    now: datetime,
    strength_of: StrengthOf,
    meaning: Meaning | None = None,
    together: Together = lambda ids: {},
) -> list[Ranked]:
    """All candidates, best first, by one of the sources' recipes."""
    fused = _fused(candidates)
    ids = [one.entry.id for one in candidates]
    pairs = together(ids) if name == ASSOCIATING else {}
    ranked = [
        Ranked(one, score, (name,), (score,))
        for one in candidates
        for evidence in (_evidence(query, one, fused, now, strength_of(one.entry.id)),)
        for score in (SOURCE_RECIPES[name](evidence) + coactivation.boost(one.entry.id, ids, pairs),)
    ]
    ordered = in_order(ranked)
    return _diverse(ordered, meaning) if name == DIVERSE else ordered


def _evidence(
    query: Query, candidate: Candidate, fused: Mapping[str, float], now: datetime, strength: Strength
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
        utility=after_time(strength.utility, (now - used) / timedelta(days=1)),
        matching_entities=sum(name == entry.speaker for name in query.named),
        sub_tier=sub_tiers.factor(sub_tier(entry.kind, entry.text)),
    )


def _fused(candidates: Sequence[Candidate]) -> dict[str, float]:
    by_words = sorted((one for one in candidates if one.lexical > 0), key=lambda one: -one.lexical)
    by_meaning = sorted((one for one in candidates if one.similarity is not None), key=_farness)
    return rank_fusion([[one.entry.id for one in by_words], [one.entry.id for one in by_meaning]])


def _farness(candidate: Candidate) -> float:
    return -(candidate.similarity or 0.0)


def _diverse(ranked: Sequence[Ranked], meaning: Meaning | None) -> list[Ranked]:
    """The best in the order in which they add something, then the rest."""
    best, rest = ranked[:CHOSEN], ranked[CHOSEN:]
    low, high = min((one.score for one in best), default=0.0), max((one.score for one in best), default=0.0)
    relevance = [(one.score - low) / (high - low or 1.0) for one in best]
    terms = {one.candidate.entry.id: query_terms(one.candidate.entry.text) for one in best}

    def alike(one: Ranked, other: Ranked) -> float:
        ids = one.candidate.entry.id, other.candidate.entry.id
        cosine = meaning.alike(*ids) if meaning else None
        return text_cosine(terms[ids[0]], terms[ids[1]]) if cosine is None else cosine

    return [*diverse(best, relevance, alike, limit=CHOSEN), *rest]
