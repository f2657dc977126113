"""Ranking: a recipe applied to candidates, with the reasons kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from memory.recall.candidate import Candidate
from memory.recall.query import Query
from memory.recall.recipes import Recipe, Weight
from memory.theories.neighbours import with_neighbours
from memory.theories.z_score import z_scores
from memory.vocabulary.recall import Reason


@dataclass(frozen=True, slots=True)
class Ranked:
    """A candidate with its score; the reasons add up to it."""

    candidate: Candidate
    score: float
    reasons: tuple[Reason, ...]


def rank(query: Query, candidates: Sequence[Candidate], recipe: Recipe) -> list[Ranked]:
    """All candidates, best first; ties go to the later one."""
    own = [_shares(query, candidates, weight) for weight in recipe.own]
    sums = {candidate.entry.id: sum(parts) for candidate, *parts in zip(candidates, *own, strict=True)}
    further = [_shares(query, candidates, weight) for weight in recipe.further]
    names = [weight.signal.__name__ for weight in (*recipe.own, *recipe.further)]
    ranked = []
    for position, candidate in enumerate(candidates):
        before = sums.get(candidate.previous or "")
        after = sums.get(candidate.following or "")
        lift = with_neighbours(0.0, before, after, recipe.before, recipe.after)
        parts = [column[position] for column in (*own, *further)]
        reasons = tuple(
            Reason(name, value) for name, value in (*zip(names, parts, strict=True), ("neighbours", lift)) if value
        )
        ranked.append(Ranked(candidate, sum(parts) + lift, reasons))
    return sorted(ranked, key=_order)


def _shares(query: Query, candidates: Sequence[Candidate], weight: Weight) -> list[float]:
    values = [weight.signal(query, candidate) for candidate in candidates]
    if weight.standardised:
        values = z_scores(values)
    return [weight.weight * value for value in values]


def _order(ranked: Ranked) -> tuple[float, float, str]:
    entry = ranked.candidate.entry
    return -round(ranked.score, 9), -(entry.at.timestamp() if entry.at else 0.0), entry.id
