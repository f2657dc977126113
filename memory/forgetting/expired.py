"""Expired: what was foreseen for a time that has passed may sleep."""

from __future__ import annotations

from datetime import datetime

from memory.vocabulary.memory import KEEP, Memory, Verdict
from memory.vocabulary.strength import Strength


def expired(memory: Memory, strength: Strength, now: datetime) -> Verdict:
    ended = memory.valid_until
    return Verdict("dormant", f"ended on {ended:%Y-%m-%d}") if ended is not None and ended <= now else KEEP
