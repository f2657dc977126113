"""Figures of a ranking: how much of the evidence stands how far in front, and how sure that is.

Shares are 0..1. An item of a ranking may stand for several turns: `recall` counts items, `flat_recall` the turns that
they stand for, one after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import log2
from random import Random

RESAMPLES = 1000
SEED = 1
CHARACTERS_A_TOKEN = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """What stands at one place of a ranking: the turns it is of, and how long it is as a model reads it."""

    ids: tuple[str, ...]
    characters: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """One question's ranking beside its evidence. `primed` is the share of the evidence that the prompt quotes."""

    id: str
    category: str
    evidence: frozenset[str]
    ranking: tuple[Item, ...]
    primed: float = 0.0

    def first(self, k: int) -> frozenset[str]:
        """The turns of the first k items."""
        return frozenset(id for item in self.ranking[:k] for id in item.ids)

    def flat(self, k: int) -> frozenset[str]:
        """The first k turns, each once."""
        turns = dict.fromkeys(id for item in self.ranking for id in item.ids)
        return frozenset(list(turns)[:k])

    def within(self, tokens: int) -> frozenset[str]:
        """The turns of the leading items that fit, until one does not."""
        found: set[str] = set()
        left = tokens * CHARACTERS_A_TOKEN
        for item in self.ranking:
            left -= item.characters
            if left < 0:
                break
            found.update(item.ids)
        return frozenset(found)


Measure = Callable[[Result], float]


def share(found: frozenset[str], evidence: frozenset[str]) -> float:
    """How much of the evidence was found."""
    return len(found & evidence) / len(evidence)


def ndcg(result: Result, k: int) -> float:
    """Gains of evidence by place, halved slowly, as a share of the best order; each turn gains once."""
    seen: set[str] = set()
    gain = 0.0
    for place, item in enumerate(result.ranking[:k]):
        fresh = (set(item.ids) & result.evidence) - seen
        seen |= fresh
        gain += len(fresh) / log2(place + 2)
    best = sum(1 / log2(place + 2) for place in range(min(k, len(result.evidence))))
    return min(1.0, gain / best)


def reciprocal_rank(result: Result) -> float:
    """One over the place of the first evidence; 0 where there is none."""
    places = (place for place, item in enumerate(result.ranking, 1) if set(item.ids) & result.evidence)
    return 1 / next(places, float("inf"))


MEASURES: Mapping[str, Measure] = {
    "recall@5": lambda one: share(one.first(5), one.evidence),
    "recall@10": lambda one: share(one.first(10), one.evidence),
    "recall@20": lambda one: share(one.first(20), one.evidence),
    "flat_recall@10": lambda one: share(one.flat(10), one.evidence),
    "hit@10": lambda one: float(bool(one.first(10) & one.evidence)),
    "all@10": lambda one: float(one.evidence <= one.first(10)),
    "ndcg@10": lambda one: ndcg(one, 10),
    "mrr": reciprocal_rank,
    "tokens@700": lambda one: share(one.within(700), one.evidence),
    "tokens@1500": lambda one: share(one.within(1500), one.evidence),
    "primed": lambda one: one.primed,
}
"""All figures, each of one question; the whole is their mean."""


def means(results: Sequence[Result]) -> dict[str, float]:
    """Every figure over the questions; nothing for none."""
    return {name: mean([of(one) for one in results]) for name, of in MEASURES.items()} if results else {}


def by_category(results: Sequence[Result]) -> dict[str, dict[str, float]]:
    names = sorted({one.category for one in results})
    return {name: means([one for one in results if one.category == name]) for name in names}


def interval(values: Sequence[float], resamples: int = RESAMPLES, seed: int = SEED) -> tuple[float, float]:
    """The 95 % bootstrap interval of the mean; of paired differences where the values are such."""
    chance = Random(seed)
    found = sorted(mean(chance.choices(values, k=len(values))) for _ in range(resamples))
    return found[int(0.025 * resamples)], found[int(0.975 * resamples) - 1]


def compared(ours: Sequence[Result], theirs: Sequence[Result]) -> dict[str, tuple[float, float, float]]:
    """For each figure the mean difference and its interval, over the questions that both have."""
    other = {one.id: one for one in theirs}
    pairs = [(one, other[one.id]) for one in ours if one.id in other]
    told = {}
    for name, of in MEASURES.items():
        differences = [of(one) - of(two) for one, two in pairs]
        if differences:
            told[name] = (mean(differences), *interval(differences))
    return told


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
