"""Hardly used: what is marked as of low activity; a month or two later it may be put away.

Formula  knowledge: unused ≥ 90 days and < 3 accesses; procedures: unused ≥ 180 days and < 3 uses, or utility < 0.3 and
         ≥ 3 failures at once; put away: marked ≥ 60 days ago and unused since then
Source   synaptic downscaling, Tononi & Cirelli (2003), Brain Research Bulletin 62; the numbers: SLP-10, SLP-11.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from memory.forgetting.rule import idle_days
from memory.vocabulary.event import Json
from memory.vocabulary.memory import KEEP, Memory, Verdict
from memory.vocabulary.strength import Strength

KNOWLEDGE_IDLE_DAYS = 90.0
PROCEDURE_IDLE_DAYS = 180.0
FEW_USES = 3
POOR_UTILITY = 0.3
MANY_FAILURES = 3
PUT_AWAY_AFTER = timedelta(days=60)

MARK = "low_activity_since"


def hardly_used(memory: Memory, strength: Strength, now: datetime) -> Verdict:
    idle = idle_days(memory, strength, now)
    if memory.kind == "knowledge":
        return _low(idle) if idle >= KNOWLEDGE_IDLE_DAYS and strength.access_count < FEW_USES else KEEP
    if memory.kind != "procedure":
        return KEEP
    if strength.utility < POOR_UTILITY and _count(memory.meta.get("failure_count")) >= MANY_FAILURES:
        return Verdict("low", f"it failed too often (utility {strength.utility:.2f})")
    uses = max(strength.access_count, _count(memory.meta.get("success_count")))
    return _low(idle) if idle >= PROCEDURE_IDLE_DAYS and uses < FEW_USES else KEEP


def long_unused(memory: Memory, strength: Strength, now: datetime) -> Verdict:
    since = marked_since(memory)
    if since is None or now - since < PUT_AWAY_AFTER or (strength.last_access or since) > since:
        return KEEP
    return Verdict("archive", f"hardly used since {since:%Y-%m-%d}")


def marked_since(memory: Memory) -> datetime | None:
    """Since when it is marked; None: it is not."""
    try:
        return datetime.fromisoformat(str(memory.meta.get(MARK) or ""))
    except ValueError:
        return None


def _low(idle: float) -> Verdict:
    return Verdict("low", f"unused for {idle:.0f} days")


def _count(value: Json) -> int:
    return value if isinstance(value, int) else 0
