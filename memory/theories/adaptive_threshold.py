"""Adaptive threshold: how much use is enough depends on how much there is; the busier a memory, the more it lets go.

Formula  threshold = mean of the access counts, 0 where there are none; a candidate for dormancy: accesses < threshold
         and age > least retention of its category: correction, preference, entity for ever; decision 45, fact 14,
         other 7
Units    days
Source   sliding threshold, Bienenstock, Cooper & Munro (1982), Journal of Neuroscience 2; the mean and the days as
         described (STR-09).

A candidate is only looked at: whether it may sleep is for the protections to say.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from math import inf

LEAST_RETENTION_DAYS: Mapping[str, float] = {
    "correction": inf,
    "preference": inf,
    "entity": inf,
    "decision": 45.0,
    "fact": 14.0,
}
OTHER_LEAST_RETENTION_DAYS = 7.0


def threshold(access_counts: Collection[int]) -> float:
    """What a memory has to be used more than, or as much."""
    return sum(max(0, count) for count in access_counts) / len(access_counts) if access_counts else 0.0


def least_retention_days(category: str) -> float:
    """How long memories of this category stay in any case; infinite where it is for ever."""
    return LEAST_RETENTION_DAYS.get(category, OTHER_LEAST_RETENTION_DAYS)


def is_candidate(access_count: int, age_days: float, category: str, threshold: float) -> bool:
    return access_count < threshold and age_days > least_retention_days(category)
