"""Reciprocal rank fusion: lists that know nothing of each other's scores vote by rank.

Formula  score(d) = Σ over lists 1 / (K + rank + 1), rank from 0
Params   K = 60 (> 0)
Source   Cormack, Clarke & Büttcher (2009), SIGIR.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TypeVar

K = 60.0

T = TypeVar("T", bound=Hashable)


def rank_fusion(lists: Sequence[Sequence[T]], k: float = K) -> dict[T, float]:
    """The fused score of everything that stands in a list."""
    scores: dict[T, float] = {}
    for ranking in lists:
        for rank, found in enumerate(ranking):
            scores[found] = scores.get(found, 0.0) + 1.0 / (k + rank + 1)
    return scores
