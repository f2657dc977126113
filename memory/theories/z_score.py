"""Z-scores: signals with different units become comparable among the candidates of one question.

Formula  z = (x - mean) / standard deviation, held within -bound … bound; all 0 where nothing differs
Source   score normalisation by mean and deviation, Montague & Aslam (2001), CIKM.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

BOUND = 8.0


def z_scores(values: Sequence[float], bound: float = BOUND) -> list[float]:
    """One z for each value, in order."""
    if not values:
        return []
    mean = sum(values) / len(values)
    deviation = sqrt(sum((value - mean) ** 2 for value in values) / len(values))
    if deviation < 1e-12:
        return [0.0] * len(values)
    scores = [(value - mean) / deviation for value in values]
    return (
        scores if -bound <= min(scores) and max(scores) <= bound else [max(-bound, min(bound, one)) for one in scores]
    )
