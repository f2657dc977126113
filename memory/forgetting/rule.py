"""A rule of forgetting: what it would do with a memory, and why. Protections are asked before any rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import TypeAlias

from memory.forgetting.protection import protected
from memory.vocabulary.memory import KEEP, Memory, Verdict
from memory.vocabulary.strength import Strength

Rule: TypeAlias = Callable[[Memory, Strength, datetime], Verdict]

_DAY = timedelta(days=1)


def judged(memory: Memory, strength: Strength, now: datetime, rules: Iterable[Rule]) -> Verdict:
    """What the first rule says that would do something; nothing where something protects the memory."""
    if why := protected(memory, strength, now):
        return Verdict("keep", why)
    return next((one for rule in rules if (one := rule(memory, strength, now)).act != "keep"), KEEP)


def idle_days(memory: Memory, strength: Strength, now: datetime) -> float:
    """How long it was not used: since its last use, or since it became known; 0 where neither is known."""
    since = max(filter(None, (strength.last_access, strength.reviewed, strength.born, memory.at)), default=now)
    return max(0.0, (now - since) / _DAY)
