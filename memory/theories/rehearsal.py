"""Rehearsal: what is about to be lost and is found once more by its own question holds for longer.

Formula  stability · 1.5, each time
Units    days
Params   growth = 1.5 (≥ 1)
Source   the testing effect, Roediger & Karpicke (2006), Psychological Science 17; the number as described (SLP-14).
"""

from __future__ import annotations

from memory.theories.retention import grown

GROWTH = 1.5


def stability_days(before_days: float) -> float:
    """The stability of a memory that was found by its own question."""
    return grown(before_days, GROWTH)
