"""Useless: what helped nobody, and was not used for a month, may sleep.

Formula  earned utility < 0.15 and unused for 30 days or more
Source   SLP-13; the earned utility, before drift, or all that is idle would be lifted towards 0.5.
"""

from __future__ import annotations

from datetime import datetime

from memory.forgetting.rule import idle_days
from memory.vocabulary.memory import KEEP, Memory, Verdict
from memory.vocabulary.strength import Strength

USELESS_BELOW = 0.15
IDLE_DAYS = 30.0


def useless(memory: Memory, strength: Strength, now: datetime) -> Verdict:
    idle = idle_days(memory, strength, now)
    if strength.utility >= USELESS_BELOW or idle < IDLE_DAYS:
        return KEEP
    return Verdict("dormant", f"utility {strength.utility:.2f}, unused for {idle:.0f} days")
