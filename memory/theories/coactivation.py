"""Co-activation: what is often used together belongs together.

Formula  pair(a, b) = times used together; boost(a) = 0.05 if some b was found with pair(a, b) ≥ 3, else 0;
         each time: access + 1, stability · 1.02
Params   often = 3 (≥ 1), boost = 0.05, growth = 1.02 (≥ 1)
Source   Hebb (1949), The Organization of Behavior; the numbers as described (RET-16).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from itertools import combinations

from memory.theories.retention import grown

OFTEN = 3
BOOST = 0.05
GROWTH = 1.02

Pair = tuple[str, str]


def pair(one: str, other: str) -> Pair:
    """The two ids in the one order in which they are counted."""
    return (one, other) if one <= other else (other, one)


def counted(together: Iterable[Collection[str]]) -> Counter[Pair]:
    """How often each two ids stand in one collection; an id that is repeated there counts once."""
    return Counter(found for ids in together for found in combinations(sorted(set(ids)), 2))


def boost(id: str, found: Collection[str], pairs: Mapping[Pair, int]) -> float:
    """What `id` gains from the others that were found; once, however many they are."""
    return BOOST if any(other != id and pairs.get(pair(id, other), 0) >= OFTEN for other in found) else 0.0


def associates(found: Collection[str], pairs: Mapping[Pair, int]) -> set[str]:
    """What was not found itself, but belongs to something that was."""
    often = [two for two, times in pairs.items() if times >= OFTEN]
    here = set(found)
    return {id for two in often if here & set(two) for id in two} - here


def strengthened(access_count: int, stability_days: float) -> tuple[int, float]:
    """Both sides of a pair after one more time together."""
    return access_count + 1, grown(stability_days, GROWTH)
