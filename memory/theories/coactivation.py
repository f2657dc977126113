"""Co-activation: what is often used together belongs together.

Formula  each time: access + 1, stability · 1.02
Params   growth = 1.02 (≥ 1), most = 8 (≥ 2)
Source   Hebb (1949), The Organization of Behavior; the numbers as described (RET-16).

Together are those which one reply shows, the first eight of them: what was only looked through has nothing in common.
"""

from __future__ import annotations

from collections.abc import Sequence

from memory.theories.retention import grown

GROWTH = 1.02
MOST = 8


def together(memories: Sequence[str]) -> int:
    """How many of the memories that a reply shows count as used together, from the first on."""
    return min(MOST, len(memories)) if len(memories) > 1 else 0


def stability_days(before_days: float) -> float:
    """The stability of a memory after one more time together with others."""
    return grown(before_days, GROWTH)
