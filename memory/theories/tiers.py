"""Tiers: in which store a memory lies, what moves it to the next, and what lets it fall asleep.

Working memory: nine things at most are in mind; the least, longest untouched one gives way.

Formula  hold = importance · e^(-minutes since last access / 30) · (1 + 0.1 · accesses); the lowest is evicted;
         promoted: accesses ≥ 2 or importance ≥ 0.6
Units    minutes; 30 is the time constant, half of it is gone after 20.8
Params   capacity = 9 (≥ 1)
Source   Miller (1956), Psychological Review 63.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from math import exp, inf
from types import TracebackType
from typing import Literal

from memory.vocabulary.fact import ASLEEP as DORMANT
from memory.vocabulary.fact import EPISODIC, SEMANTIC

WORKING_CAPACITY = 9
TIME_CONSTANT_MINUTES = 30.0
SESSION_PROMOTING_ACCESSES = 2
SESSION_PROMOTING_IMPORTANCE = 0.6


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldItem:
    """Something in mind. `last_access` is aware."""

    id: str
    text: str
    importance: float
    last_access: datetime
    access_count: int = 0


def hold_strength(item: HeldItem, now: datetime) -> float:
    """How firmly an item is held; the lowest gives way."""
    minutes = max(0.0, (now - item.last_access) / timedelta(minutes=1))
    return item.importance * exp(-minutes / TIME_CONSTANT_MINUTES) * (1 + 0.1 * item.access_count)


def is_promoted_from_session(item: HeldItem) -> bool:
    """Whether it is worth more than the session."""
    return item.access_count >= SESSION_PROMOTING_ACCESSES or item.importance >= SESSION_PROMOTING_IMPORTANCE


class WorkingMemory:
    """What is in mind during one session of one conversation; leaving the `with` block empties it, whatever happens."""

    def __init__(self, capacity: int = WORKING_CAPACITY) -> None:
        self._capacity = capacity
        self._items: dict[str, HeldItem] = {}

    def __enter__(self) -> WorkingMemory:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.clear()

    def __iter__(self) -> Iterator[HeldItem]:
        return iter(tuple(self._items.values()))

    def __len__(self) -> int:
        return len(self._items)

    def take(self, item: HeldItem, now: datetime) -> HeldItem | None:
        """Take it in; what is known by its id is renewed in its place. The item that had to give way, if any."""
        evicted = None
        if item.id not in self._items and len(self._items) >= self._capacity:
            weakest = min(self._items.values(), key=lambda held: hold_strength(held, now))
            evicted = self._items.pop(weakest.id)
        self._items[item.id] = item
        return evicted

    def access(self, id: str, now: datetime) -> None:
        """It was used once more; nothing happens where it is not in mind."""
        if item := self._items.get(id):
            self._items[id] = replace(item, access_count=item.access_count + 1, last_access=now)

    def promoted(self) -> list[HeldItem]:
        return [item for item in self._items.values() if is_promoted_from_session(item)]

    def clear(self) -> None:
        self._items.clear()


# --- truth anchors --------------------------------------------------------------------------------------------------
# Truth anchors: what someone holds fast stays; what is given stays as it is.
#
# Formula  pinned forbids forget, trim, demote, promote; immutable forbids update, merge, demote, promote; each for
#          itself
# Source   as described (FOR-18).


AnchoredAct = Literal["forget", "trim", "demote", "promote", "update", "merge"]

ANCHORED_ACTS: tuple[AnchoredAct, ...] = ("forget", "trim", "demote", "promote", "update", "merge")
PINNED_FORBIDS: frozenset[AnchoredAct] = frozenset({"forget", "trim", "demote", "promote"})
IMMUTABLE_FORBIDS: frozenset[AnchoredAct] = frozenset({"update", "merge", "demote", "promote"})


def anchors_permit(act: AnchoredAct, *, is_pinned: bool, is_immutable: bool) -> bool:
    """Whether the act may be done to a memory that is anchored so."""
    return not ((is_pinned and act in PINNED_FORBIDS) or (is_immutable and act in IMMUTABLE_FORBIDS))


# --- tiers ----------------------------------------------------------------------------------------------------------
# Tiers: what is only in mind passes quickly, what was lived through slowly, what has proved itself more slowly still.
#
# Formula  felt days = days · pace: working 10, episodic 3, semantic 1, dormant 0;
#          episodic to semantic: accesses ≥ 3, or utility ≥ 0.7 at an age ≥ 7 days, or ≥ 3 episodic ones share an
#          entity;
#          semantic to dormant: idle ≥ 60 days and utility < 0.2
# Units    days; utility 0 … 1, the earned one (see utility)
# Params   working holds 9, the others are not bounded here
# Source   Tulving (1972), Organization of Memory; Miller (1956), Psychological Review 63; the numbers as described
#          (STR-05, STR-06, STR-07).
#
# What is pinned or immutable is neither promoted nor demoted; a flashbulb is not demoted.


WORKING = "working"

BIRTH_TIER = EPISODIC
TIER_PACES: Mapping[str, float] = {WORKING: 10.0, EPISODIC: 3.0, SEMANTIC: 1.0, DORMANT: 0.0}
TIER_CAPACITIES: Mapping[str, int] = {WORKING: WORKING_CAPACITY}

PROMOTING_ACCESSES = 3
PROMOTING_UTILITY = 0.7
PROMOTING_AGE_DAYS = 7.0
PROMOTING_SHARED = 3
DEMOTING_IDLE_DAYS = 60.0
DEMOTING_UTILITY = 0.2


def felt_days(days: float, tier: str) -> float:
    """How long a while is to a memory of this tier; what is dormant does not grow older."""
    pace = TIER_PACES[tier]
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
    if not anchors_permit("promote", is_pinned=is_pinned, is_immutable=is_immutable):
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
    if is_flashbulb or not anchors_permit("demote", is_pinned=is_pinned, is_immutable=is_immutable):
        return False
    return idle_days >= DEMOTING_IDLE_DAYS and utility < DEMOTING_UTILITY


# --- category decay -------------------------------------------------------------------------------------------------
# Category decay: what someone likes or who they are does not grow old; a decision does, small talk soon.
#
# Formula  share left = e^(-rate · days), rate a day: preference, entity, correction 0; fact 0.005; decision 0.02;
#          other 0.05
# Units    days, as the tier feels them (see tiers)
# Source   the rates as described (STR-04), read as continuous: as steps of the written size they would pass 0 after 20
#          days.


DECAY_RATES_A_DAY: Mapping[str, float] = {
    "preference": 0.0,
    "entity": 0.0,
    "correction": 0.0,
    "fact": 0.005,
    "decision": 0.02,
}
OTHER_DECAY_RATE_A_DAY = 0.05


def decay_rate_a_day(category: str) -> float:
    return DECAY_RATES_A_DAY.get(category, OTHER_DECAY_RATE_A_DAY)


def decayed_share(category: str, days: float) -> float:
    """0 … 1: what is left of a memory's weight after so long; 1 for now and for what is yet to come."""
    rate = decay_rate_a_day(category)
    return exp(-rate * max(0.0, days)) if rate else 1.0


# --- adaptive threshold ---------------------------------------------------------------------------------------------
# Adaptive threshold: how much use is enough depends on how much there is; the busier a memory, the more it lets go.
#
# Formula  threshold = mean of the access counts, 0 where there are none; a candidate for dormancy: accesses < threshold
#          and age > least retention of its category: correction, preference, entity for ever; decision 45, fact 14,
#          other 7
# Units    days
# Source   sliding threshold, Bienenstock, Cooper & Munro (1982), Journal of Neuroscience 2; the mean and the days as
#          described (STR-09).
#
# A candidate is only looked at: whether it may sleep is for the protections to say.


LEAST_RETENTION_DAYS: Mapping[str, float] = {
    "correction": inf,
    "preference": inf,
    "entity": inf,
    "decision": 45.0,
    "fact": 14.0,
}
OTHER_LEAST_RETENTION_DAYS = 7.0


def access_threshold(access_counts: Collection[int]) -> float:
    """What a memory has to be used more than, or as much."""
    return sum(max(0, count) for count in access_counts) / len(access_counts) if access_counts else 0.0


def least_retention_days(category: str) -> float:
    """How long memories of this category stay in any case; infinite where it is for ever."""
    return LEAST_RETENTION_DAYS.get(category, OTHER_LEAST_RETENTION_DAYS)


def is_dormancy_candidate(access_count: int, age_days: float, category: str, threshold: float) -> bool:
    return access_count < threshold and age_days > least_retention_days(category)
