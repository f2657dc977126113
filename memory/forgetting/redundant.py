"""Redundant: of two that say the same the less useful one may sleep."""

from __future__ import annotations

from collections.abc import Hashable
from datetime import datetime

from memory.languages.analyser import terms
from memory.vocabulary.memory import KEEP, Memory, Verdict
from memory.vocabulary.strength import Strength

SAME_ABOVE = 0.9


def redundant(memory: Memory, strength: Strength, now: datetime) -> Verdict:
    return Verdict("dormant", f"the same as {memory.double_of}") if memory.double_of else KEEP


def what_it_says(memory: Memory) -> Hashable:
    """Equal for two that are near and no two values of one thing: the same words, and where they fill a slot, the same
    one with the same value."""
    slot = (memory.fact.slot, memory.fact.value) if memory.fact else ()
    return slot, frozenset(terms(memory.text))


def says_the_same(one: Memory, other: Memory) -> bool:
    return what_it_says(one) == what_it_says(other)
