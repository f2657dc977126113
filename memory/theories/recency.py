"""Recency: what happened lately is more often what is meant.

Formula  0.5^(age / half-life)
Units    days
Params   half_life_days = 30 (> 0)
Source   the description of the `spreading` recipe (RET-07); forgetting curve, Ebbinghaus (1885).
"""

from __future__ import annotations

HALF_LIFE_DAYS = 30.0


def recency(age_days: float, half_life_days: float = HALF_LIFE_DAYS) -> float:
    """1 for now (and for what is yet to come), a half after one half-life."""
    return float(0.5 ** (max(0.0, age_days) / half_life_days))
