"""Synaptic tagging: a weak memory survives if something strong happens soon after.

Formula  importance < 0.5 is tagged; importance ≥ 0.7, stored in the same session 0 … 4 h later, captures what is
         tagged: stability · 1.3, once
Units    importance 0 … 1, stability in days
Params   window = 4 h
Source   Frey & Morris (1997), Nature 385; the numbers as described (FOR-14).
"""

from __future__ import annotations

from datetime import timedelta

from memory.theories.retention import grown

WEAK_BELOW = 0.5
STRONG_FROM = 0.7
WINDOW = timedelta(hours=4)
GROWTH = 1.3


def is_tagged(importance: float) -> bool:
    return importance < WEAK_BELOW


def captures(importance: float) -> bool:
    """Whether a memory is strong enough to hold what is tagged."""
    return importance >= STRONG_FROM


def stability_days(before_days: float) -> float:
    """The stability of a memory that was captured."""
    return grown(before_days, GROWTH)
