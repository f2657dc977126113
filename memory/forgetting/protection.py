"""Protection: what may not fade, whatever a rule says. Each is asked before every rule."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TypeAlias

from memory.theories import truth_anchors
from memory.vocabulary.memory import Memory
from memory.vocabulary.strength import Strength

Protection: TypeAlias = Callable[[Memory, Strength, datetime], str]
"""Why it may not fade; empty: it may."""

PROVEN_VERSION = 3
IMPORTANT = "[IMPORTANT]"


def is_skill(memory: Memory, strength: Strength, now: datetime) -> str:
    return "a skill" if memory.kind == "skill" else ""


def is_of_users(memory: Memory, strength: Strength, now: datetime) -> str:
    return "what is known of a person" if memory.path.startswith("shared/users/") else ""


def is_marked_important(memory: Memory, strength: Strength, now: datetime) -> str:
    return "marked as important" if IMPORTANT in memory.text else ""


def is_proven_procedure(memory: Memory, strength: Strength, now: datetime) -> str:
    version = memory.meta.get("version")
    is_proven = memory.kind == "procedure" and isinstance(version, int) and version >= PROVEN_VERSION
    return "a procedure that was mended often enough" if is_proven else ""


def is_protected(memory: Memory, strength: Strength, now: datetime) -> str:
    return "protected by its head" if memory.says("protected") else ""


def is_anchored(memory: Memory, strength: Strength, now: datetime) -> str:
    may = truth_anchors.permits("forget", is_pinned=strength.pinned, is_immutable=memory.says("immutable"))
    return "" if may else "pinned"


PROTECTIONS: tuple[Protection, ...] = (
    is_skill,
    is_of_users,
    is_marked_important,
    is_proven_procedure,
    is_protected,
    is_anchored,
)


def protected(memory: Memory, strength: Strength, now: datetime) -> str:
    """Why a memory may not fade; empty where it may."""
    return next(filter(None, (one(memory, strength, now) for one in PROTECTIONS)), "")
