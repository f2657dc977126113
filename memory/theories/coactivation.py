"""Co-activation: what is often used together belongs together.

Formula  pair(a, b) = times used together; boost(a) = 0.05 if some b was found with pair(a, b) ≥ 3, else 0;
         each time: access + 1, stability · 1.02
Params   often = 3 (≥ 1), boost = 0.05, growth = 1.02 (≥ 1), most = 8 (≥ 2)
Source   Hebb (1949), The Organization of Behavior; the numbers as described (RET-16).

Together are those which one reply shows, the first eight of them: what was only looked through has nothing in common.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations

from memory.theories.retention import grown

OFTEN = 3
BOOST = 0.05
GROWTH = 1.02
MOST = 8

Pair = tuple[str, str]


def pair(one: str, other: str) -> Pair:
    """The two ids in the one order in which they are counted."""
    return (one, other) if one <= other else (other, one)


def counted(together: Iterable[Collection[str]]) -> Counter[Pair]:
    """How often each two ids stand in one collection; an id that is repeated there counts once."""
    return Counter(found for ids in together for found in combinations(sorted(set(ids)), 2))


def boost(id: str, found: Collection[str], pairs: Mapping[Pair, int]) -> float:
    """What `id` gains from the others that were found; once, however many they are."""
    if not pairs:
        return 0.0
    return BOOST if any(other != id and pairs.get(pair(id, other), 0) >= OFTEN for other in found) else 0.0


def together(memories: Sequence[str]) -> int:
    """How many of the memories that a reply shows count as used together, from the first on."""
    return min(MOST, len(memories)) if len(memories) > 1 else 0


def stability_days(before_days: float) -> float:
    """The stability of a memory after one more time together with others."""
    return grown(before_days, GROWTH)
