"""Redundant: of two that say the same the less useful one may sleep."""

from __future__ import annotations

from datetime import datetime

from memory.languages.analyser import terms
from memory.vocabulary.memory import KEEP, Memory, Verdict
from memory.vocabulary.strength import Strength

SAME_ABOVE = 0.9


def redundant(memory: Memory, strength: Strength, now: datetime) -> Verdict:
    return Verdict("dormant", f"the same as {memory.double_of}") if memory.double_of else KEEP


def says_the_same(one: Memory, other: Memory) -> bool:
    """Whether two that are near are no two values of one thing: the same words, and where they fill a slot, the same
    one with the same value."""
    if one.fact and other.fact and (one.fact.slot, one.fact.value) != (other.fact.slot, other.fact.value):
        return False
    return set(terms(one.text)) == set(terms(other.text))
