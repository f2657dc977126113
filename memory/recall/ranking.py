"""Ranking: a recipe applied to candidates, with the reasons kept, and the orders that depend on the question."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

from memory.index.entry import IndexEntry
from memory.language.analyser import query_terms
from memory.language.feelings import feeling_of
from memory.recall.candidate_search import RecallCandidate
from memory.recall.holding import Replaced
from memory.recall.query import Query, search_stems
from memory.recall.recipes import Recipe, Weight
from memory.theories import ranking_signals
from memory.theories.ranking_signals import open_question, with_neighbours
from memory.theories.text_retrieval import rank_fusion, z_scores
from memory.vocabulary.cue import RecallReason

RANKED_PARTS = "parts"
"""What a memory gets of its places for the parts of a question, as a reason's name."""


class RankedCandidate(NamedTuple):
    """A candidate with its score, and what each part of the recipe adds to it."""

    candidate: RecallCandidate
    score: float
    names: tuple[str, ...]
    parts: tuple[float, ...]

    @property
    def reasons(self) -> tuple[RecallReason, ...]:
        """They add up to the score."""
        return tuple(RecallReason(name, value) for name, value in zip(self.names, self.parts, strict=True) if value)


def rank(query: Query, candidates: Sequence[RecallCandidate], recipe: Recipe) -> list[RankedCandidate]:
    """All candidates, best first; ties go to the later one."""
    own = _columns(query, candidates, recipe.own)
    sums = [sum(parts) for parts in zip(*own.values(), strict=True)] if own else [0.0] * len(candidates)
    lent = dict(zip((candidate.entry.id for candidate in candidates), sums, strict=True))
    lifts = [
        with_neighbours(0.0, lent.get(item.previous or ""), lent.get(item.following or ""), recipe.before, recipe.after)
        for item in candidates
    ]
    columns = {**own, **_columns(query, candidates, recipe.further), recipe.names()[-1]: lifts}
    names = tuple(columns)
    ranked = [
        RankedCandidate(candidate, sum(values), names, values)
        for candidate, values in zip(candidates, zip(*columns.values(), strict=True), strict=True)
    ]
    return in_order(ranked)


def in_order(ranked: Iterable[RankedCandidate]) -> list[RankedCandidate]:
    """Best first; of two alike the later one."""
    return sorted(ranked, key=_order)


def join_rankings(parts: Sequence[Sequence[RankedCandidate]]) -> list[RankedCandidate]:
    """One list of the rankings for the parts of a question, each memory once; the parts have equal votes."""
    fused = rank_fusion([[item.candidate.entry.id for item in part] for part in parts])
    best: dict[str, RankedCandidate] = {}
    for item in (item for part in parts for item in part):
        known = best.setdefault(item.candidate.entry.id, item)
        if item.candidate.coverage > known.candidate.coverage:
            best[item.candidate.entry.id] = item
    return in_order(
        RankedCandidate(best[id].candidate, score, (RANKED_PARTS,), (score,)) for id, score in fused.items()
    )


def current_first(
    ranked: Sequence[RankedCandidate], replaced: Replaced, missing: Mapping[str, IndexEntry]
) -> list[RankedCandidate]:
    """Before each entry that was replaced stands what replaced it; `missing` are those that were not ranked."""
    known = {item.candidate.entry.id: item for item in ranked}
    placed: dict[str, RankedCandidate] = {}
    for item in ranked:
        for successor in (found.entry for found in replaced.get(item.candidate.entry.id, ())):
            if successor in known:
                placed.setdefault(successor, known[successor]._replace(score=max(known[successor].score, item.score)))
            elif successor in missing:
                placed.setdefault(successor, item._replace(candidate=RecallCandidate(entry=missing[successor])))
        placed.setdefault(item.candidate.entry.id, item)
    return list(placed.values())


def former_first(ranked: Sequence[RankedCandidate], replaced: Replaced) -> list[RankedCandidate]:
    """Before each entry stand those that it replaced, the latest first: they are what is asked for."""
    former: dict[str, list[RankedCandidate]] = {}
    for item in sorted(ranked, key=_time, reverse=True):
        for successor in replaced.get(item.candidate.entry.id, ()):
            former.setdefault(successor.entry, []).append(item)
    placed: dict[str, RankedCandidate] = {}
    for item in ranked:
        for gone in (*former.get(item.candidate.entry.id, ()), item):
            placed.setdefault(gone.candidate.entry.id, gone._replace(score=max(gone.score, item.score)))
    return list(placed.values())


def _columns(query: Query, candidates: Sequence[RecallCandidate], weights: Sequence[Weight]) -> dict[str, list[float]]:
    """What each signal adds to each candidate; signals that say nothing of any of them are left out."""
    columns = {weight.signal.__name__: _shares(query, candidates, weight) for weight in weights}
    return {name: column for name, column in columns.items() if any(column)}


def _shares(query: Query, candidates: Sequence[RecallCandidate], weight: Weight) -> list[float]:
    """A candidate of which the signal knows nothing is an average one."""
    values = weight.signal(query, candidates)
    if not weight.standardised:
        return [weight.weight * (value or 0.0) for value in values]
    scores = iter(z_scores([value for value in values if value is not None]))
    return [0.0 if value is None else weight.weight * next(scores) for value in values]


def _order(ranked: RankedCandidate) -> tuple[float, float, str]:
    return -round(ranked.score, 9), -_time(ranked), ranked.candidate.entry.id


def _time(ranked: RankedCandidate) -> float:
    at = ranked.candidate.entry.at
    return at.timestamp() if at else 0.0


# --- echoes ---------------------------------------------------------------------------------------------------------
# Echoes: the same question asked before is no answer, and who quotes does not stand before the quoted.


ALIKE = 0.8
"""Share of common terms (Jaccard) from which a question is the same question."""

_A_LITTLE = 1e-6


def is_echo(query: Query, candidate: RecallCandidate) -> bool:
    """Whether the candidate merely asks what is asked now."""
    if not open_question(candidate.entry.text):
        return False
    asked = set(query.terms)
    said = set(search_stems(query_terms(candidate.entry.text), query.text))
    return len(asked & said) >= ALIKE * len(asked | said) > 0


def quotes_last(ranked: Sequence[RankedCandidate]) -> list[RankedCandidate]:
    """The anima's own words go behind the best earlier thing said to it that has all of the question they have."""
    others = [found for found in ranked if not found.candidate.entry.own]
    moved = [_behind(found, others) if found.candidate.entry.own else found for found in ranked]
    return sorted(moved, key=lambda found: -found.score)


def _behind(own: RankedCandidate, others: Sequence[RankedCandidate]) -> RankedCandidate:
    held = own.candidate.held
    sources = [found.score for found in others if held and held <= found.candidate.held and _is_earlier(found, own)]
    return own._replace(score=min(own.score, max(sources) - _A_LITTLE)) if sources else own


def _is_earlier(found: RankedCandidate, own: RankedCandidate) -> bool:
    theirs, ours = found.candidate.entry.at, own.candidate.entry.at
    return theirs is not None and ours is not None and theirs <= ours


# --- mood -----------------------------------------------------------------------------------------------------------
# Mood: what was said in the mood of the question goes a little further up (RET-15). Off unless it is asked for.
#
# It was measured to move next to nothing (see docs/sleep.md).


MoodCongruence: TypeAlias = Literal["off", "glad", "any"]
"""Never; where message and memory are glad; where both are sad, too."""


def raise_by_mood(text: str, ranked: Sequence[RankedCandidate], congruence: MoodCongruence) -> list[RankedCandidate]:
    """Best first; what rises tells by how much."""
    valence = feeling_of(text).valence if congruence != "off" else 0.0
    if not valence or (valence < 0 and congruence != "any"):
        return list(ranked)
    return in_order(_risen(item, valence, when_sad=congruence == "any") for item in ranked)


def _risen(ranked: RankedCandidate, valence: float, *, when_sad: bool) -> RankedCandidate:
    by = ranking_signals.mood_factor(valence, feeling_of(ranked.candidate.entry.text).valence, when_sad=when_sad)
    score = ranking_signals.raised_by_mood(ranked.score, by)
    if score == ranked.score:
        return ranked
    return ranked._replace(score=score, names=(*ranked.names, "mood"), parts=(*ranked.parts, score - ranked.score))
