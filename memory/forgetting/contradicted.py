"""Contradicted: of two that cannot both hold the older one may sleep."""

from __future__ import annotations

from datetime import datetime

from memory.vocabulary.memory import KEEP, Memory, Verdict
from memory.vocabulary.strength import Strength


def contradicted(memory: Memory, strength: Strength, now: datetime) -> Verdict:
    newer = memory.replaced_by or str(memory.meta.get("superseded_by") or "")
    return Verdict("dormant", f"replaced by {newer}") if newer else KEEP
