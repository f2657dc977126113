"""Faded: what is hardly near any more, was used less than others and is old enough may sleep.

Formula  accesses < mean accesses and age > least retention of its category (see adaptive_threshold), and
         R(felt days, stability) · share left of its category < 0.3
Units    days, as the tier feels them
Limits   what is important (≥ 0.6) stays, and what fills a slot: that holds until something takes its place
Source   STR-04, STR-05, STR-09.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from memory.forgetting.rule import Rule
from memory.theories import adaptive_threshold, category_decay, tiers
from memory.theories.retention import Curve, retention
from memory.vocabulary.memory import KEEP, Memory, Verdict
from memory.vocabulary.strength import Strength

NEAR_FROM = 0.3
IMPORTANT_FROM = 0.6

_DAY = timedelta(days=1)


def felt_days(memory: Memory, strength: Strength, now: datetime) -> float:
    """How long ago it seems that a memory was used, said again or learned."""
    since = strength.reviewed or strength.born or memory.at or now
    return tiers.felt_days((now - since) / _DAY, strength.tier)


def nearness(memory: Memory, strength: Strength, now: datetime, curve: Curve) -> float:
    """How near a memory is, 0 … 1: what its category and tier leave of its retention."""
    felt = felt_days(memory, strength, now)
    return retention(felt, strength.stability_days, curve) * category_decay.share_left(memory.category, felt)


def faded(mean_accesses: float, curve: Curve) -> Rule:
    """The rule among memories that were used so often on average."""

    def rule(memory: Memory, strength: Strength, now: datetime) -> Verdict:
        if strength.importance >= IMPORTANT_FROM or (memory.fact and memory.fact.slot):
            return KEEP
        age = (now - memory.at) / _DAY if memory.at else 0.0
        if not adaptive_threshold.is_candidate(strength.access_count, age, memory.category, mean_accesses):
            return KEEP
        near = nearness(memory, strength, now, curve)
        return KEEP if near >= NEAR_FROM else Verdict("dormant", f"faded to {near:.2f} after {age:.0f} days")

    return rule
