"""Truth anchors: what someone holds fast stays; what is given stays as it is.

Formula  pinned forbids forget, trim, demote, promote; immutable forbids update, merge, demote, promote; each for itself
Source   as described (FOR-18).
"""

from __future__ import annotations

from typing import Literal

Act = Literal["forget", "trim", "demote", "promote", "update", "merge"]

ACTS: tuple[Act, ...] = ("forget", "trim", "demote", "promote", "update", "merge")
PINNED_FORBIDS: frozenset[Act] = frozenset({"forget", "trim", "demote", "promote"})
IMMUTABLE_FORBIDS: frozenset[Act] = frozenset({"update", "merge", "demote", "promote"})


def permits(act: Act, *, is_pinned: bool, is_immutable: bool) -> bool:
    """Whether the act may be done to a memory that is anchored so."""
    return not ((is_pinned and act in PINNED_FORBIDS) or (is_immutable and act in IMMUTABLE_FORBIDS))
