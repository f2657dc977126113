"""Diversity: the next thing said should be to the point and not yet said.

Formula  next = argmax of λ · relevance(d) - (1 - λ) · max over chosen similarity(d, chosen), one after the other
Params   λ = 0.7 (0 … 1)
Source   maximal marginal relevance, Carbonell & Goldstein (1998), SIGIR.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

RELEVANCE_SHARE = 0.7

T = TypeVar("T")


def diverse(
    found: Sequence[T],
    relevance: Sequence[float],
    similarity: Callable[[T, T], float],
    limit: int,
    relevance_share: float = RELEVANCE_SHARE,
) -> list[T]:
    """At most `limit` of what was found, in the order in which they are chosen; of equals the earlier goes first.

    Relevance and similarity should have one unit (0 … 1 both). Asks for at most limit · n similarities.
    """
    chosen: list[int] = []
    nearest = [0.0] * len(found)
    left = list(range(len(found)))
    while left and len(chosen) < limit:
        best = max(left, key=lambda at: relevance_share * relevance[at] - (1 - relevance_share) * nearest[at])
        left.remove(best)
        for at in left:
            alike = similarity(found[at], found[best])
            nearest[at] = max(nearest[at], alike) if chosen else alike
        chosen.append(best)
    return [found[at] for at in chosen]
