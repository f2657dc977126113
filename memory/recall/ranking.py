"""Ranking: a recipe applied to candidates, with the reasons kept."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from memory.index.entry import Entry
from memory.recall.candidate import Candidate
from memory.recall.facts import Replaced
from memory.recall.query import Query
from memory.recall.recipes import Recipe, Weight
from memory.theories.neighbours import with_neighbours
from memory.theories.rank_fusion import rank_fusion
from memory.theories.z_score import z_scores
from memory.vocabulary.recall import Reason

PARTS = "parts"
"""What a memory gets of its places for the parts of a question, as a reason's name."""


class Ranked(NamedTuple):
    """A candidate with its score, and what each part of the recipe adds to it."""

    candidate: Candidate
    score: float
    names: tuple[str, ...]
    parts: tuple[float, ...]

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """They add up to the score."""
        return tuple(Reason(name, value) for name, value in zip(self.names, self.parts, strict=True) if value)


def rank(query: Query, candidates: Sequence[Candidate], recipe: Recipe) -> list[Ranked]:
    """All candidates, best first; ties go to the later one."""
    own = _columns(query, candidates, recipe.own)
    sums = [sum(parts) for parts in zip(*own.values(), strict=True)] if own else [0.0] * len(candidates)
    lent = dict(zip((candidate.entry.id for candidate in candidates), sums, strict=True))
    lifts = [
        with_neighbours(0.0, lent.get(one.previous or ""), lent.get(one.following or ""), recipe.before, recipe.after)
        for one in candidates
    ]
    columns = {**own, **_columns(query, candidates, recipe.further), recipe.names()[-1]: lifts}
    names = tuple(columns)
    ranked = [
        Ranked(candidate, sum(values), names, values)
        for candidate, values in zip(candidates, zip(*columns.values(), strict=True), strict=True)
    ]
    return in_order(ranked)


def in_order(ranked: Iterable[Ranked]) -> list[Ranked]:
    """Best first; of two alike the later one."""
    return sorted(ranked, key=_order)


def joined(parts: Sequence[Sequence[Ranked]]) -> list[Ranked]:
    """One list of the rankings for the parts of a question, each memory once; the parts have equal votes."""
    fused = rank_fusion([[one.candidate.entry.id for one in part] for part in parts])
    best: dict[str, Ranked] = {}
    for one in (one for part in parts for one in part):
        known = best.setdefault(one.candidate.entry.id, one)
        if one.candidate.coverage > known.candidate.coverage:
            best[one.candidate.entry.id] = one
    return in_order(Ranked(best[id].candidate, score, (PARTS,), (score,)) for id, score in fused.items())


def current_first(ranked: Sequence[Ranked], replaced: Replaced, missing: Mapping[str, Entry]) -> list[Ranked]:
    """Before each entry that was replaced stands what replaced it; `missing` are those that were not ranked."""
    known = {one.candidate.entry.id: one for one in ranked}
    placed: dict[str, Ranked] = {}
    for one in ranked:
        for successor in (found.entry for found in replaced.get(one.candidate.entry.id, ())):
            if successor in known:
                placed.setdefault(successor, known[successor]._replace(score=max(known[successor].score, one.score)))
            elif successor in missing:
                placed.setdefault(successor, one._replace(candidate=Candidate(entry=missing[successor])))
        placed.setdefault(one.candidate.entry.id, one)
    return list(placed.values())


def former_first(ranked: Sequence[Ranked], replaced: Replaced) -> list[Ranked]:
    """Before each entry stand those that it replaced, the latest first: they are what is asked for."""
    former: dict[str, list[Ranked]] = {}
    for one in sorted(ranked, key=_time, reverse=True):
        for successor in replaced.get(one.candidate.entry.id, ()):
            former.setdefault(successor.entry, []).append(one)
    placed: dict[str, Ranked] = {}
    for one in ranked:
        for gone in (*former.get(one.candidate.entry.id, ()), one):
            placed.setdefault(gone.candidate.entry.id, gone._replace(score=max(gone.score, one.score)))
    return list(placed.values())


def _columns(query: Query, candidates: Sequence[Candidate], weights: Sequence[Weight]) -> dict[str, list[float]]:
    """What each signal adds to each candidate; signals that say nothing of any of them are left out."""
    columns = {weight.signal.__name__: _shares(query, candidates, weight) for weight in weights}
    return {name: column for name, column in columns.items() if any(column)}


def _shares(query: Query, candidates: Sequence[Candidate], weight: Weight) -> list[float]:
    """A candidate of which the signal knows nothing is an average one."""
    values = weight.signal(query, candidates)
    if not weight.standardised:
        return [weight.weight * (value or 0.0) for value in values]
    scores = iter(z_scores([value for value in values if value is not None]))
    return [0.0 if value is None else weight.weight * next(scores) for value in values]


def _order(ranked: Ranked) -> tuple[float, float, str]:
    return -round(ranked.score, 9), -_time(ranked), ranked.candidate.entry.id


def _time(ranked: Ranked) -> float:
    at = ranked.candidate.entry.at
    return at.timestamp() if at else 0.0
