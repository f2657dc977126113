"""Tiers: what is only in mind passes quickly, what was lived through slowly, what has proved itself more slowly still.

Formula  felt days = days · pace: working 10, episodic 3, semantic 1, dormant 0;
         episodic to semantic: accesses ≥ 3, or utility ≥ 0.7 at an age ≥ 7 days, or ≥ 3 episodic ones share an entity;
         semantic to dormant: idle ≥ 60 days and utility < 0.2
Units    days; utility 0 … 1, the earned one (see utility)
Params   working holds 9, the others are not bounded here
Source   Tulving (1972), Organization of Memory; Miller (1956), Psychological Review 63; the numbers as described
         (STR-05, STR-06, STR-07).

What is pinned or immutable is neither promoted nor demoted; a flashbulb is not demoted.
"""

from __future__ import annotations

from collections.abc import Mapping

from memory.theories import truth_anchors, working_memory
from memory.vocabulary.strength import ASLEEP as DORMANT
from memory.vocabulary.strength import EPISODIC, SEMANTIC

WORKING = "working"

BIRTH = EPISODIC
PACES: Mapping[str, float] = {WORKING: 10.0, EPISODIC: 3.0, SEMANTIC: 1.0, DORMANT: 0.0}
CAPACITIES: Mapping[str, int] = {WORKING: working_memory.CAPACITY}

PROMOTING_ACCESSES = 3
PROMOTING_UTILITY = 0.7
PROMOTING_AGE_DAYS = 7.0
PROMOTING_SHARED = 3
DEMOTING_IDLE_DAYS = 60.0
DEMOTING_UTILITY = 0.2


def felt_days(days: float, tier: str) -> float:
    """How long a while is to a memory of this tier; what is dormant does not grow older."""
    pace = PACES[tier]
    return max(0.0, days) * pace if pace else 0.0


def is_promoted(
    *,
    access_count: int,
    utility: float,
    age_days: float,
    shared: int,
    is_pinned: bool = False,
    is_immutable: bool = False,
) -> bool:
    """Whether an episodic memory has proved itself. `shared` counts the episodic memories, this one too, that have the
    most common of its entities.
    """
    if not truth_anchors.permits("promote", is_pinned=is_pinned, is_immutable=is_immutable):
        return False
    is_useful = utility >= PROMOTING_UTILITY and age_days >= PROMOTING_AGE_DAYS
    return access_count >= PROMOTING_ACCESSES or is_useful or shared >= PROMOTING_SHARED


def is_demoted(
    *,
    idle_days: float,
    utility: float,
    is_pinned: bool = False,
    is_immutable: bool = False,
    is_flashbulb: bool = False,
) -> bool:
    """Whether a semantic memory falls asleep. It is idle since its last access, or its birth where there was none."""
    if is_flashbulb or not truth_anchors.permits("demote", is_pinned=is_pinned, is_immutable=is_immutable):
        return False
    return idle_days >= DEMOTING_IDLE_DAYS and utility < DEMOTING_UTILITY
