"""Figures of a run: percentiles of times."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """Times in milliseconds; of `count` times."""

    count: int
    p50_ms: float
    p99_ms: float
    most_ms: float


def spread(seconds: Sequence[float]) -> Spread:
    """The nearest rank: a time that was measured, never one in between."""
    times = sorted(seconds) or [0.0]
    return Spread(
        count=len(seconds),
        p50_ms=_ms(times[_rank(0.50, len(times))]),
        p99_ms=_ms(times[_rank(0.99, len(times))]),
        most_ms=_ms(times[-1]),
    )


def _rank(share: float, count: int) -> int:
    return max(math.ceil(share * count), 1) - 1


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 1)
