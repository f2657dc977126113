"""Redundant: of two that say the same the less useful one may sleep."""

from __future__ import annotations

from datetime import datetime

from memory.vocabulary.memory import KEEP, Memory, Verdict
from memory.vocabulary.strength import Strength

SAME_ABOVE = 0.9


def redundant(memory: Memory, strength: Strength, now: datetime) -> Verdict:
    return Verdict("dormant", f"the same as {memory.double_of}") if memory.double_of else KEEP
