"""Flashbulb: what shook us burns itself in, yet shouting cannot fill the memory.

Formula  from arousal 0.8: importance = max(importance, 0.9), stability · 1.5; pinned besides, where a trusted person
         said it who had fewer than 3 pinned that day
Units    arousal and importance 0 … 1, stability in days
Params   most = 3 a person and day (≥ 0)
Source   Brown & Kulik (1977), Cognition 5; who may pin is the project's own reading (FOR-13).

Such memories are vivid, not more accurate (Talarico & Rubin, 2003): nothing here speaks for their truth.
"""

from __future__ import annotations

from memory.theories.retention import bounded, grown

FROM_AROUSAL = 0.8
LEAST_IMPORTANCE = 0.9
GROWTH = 1.5
MOST_A_DAY = 3


def is_flashbulb(arousal: float) -> bool:
    return arousal >= FROM_AROUSAL


def is_pinned(arousal: float, *, is_trusted: bool, pinned_today: int, most: int = MOST_A_DAY) -> bool:
    """`pinned_today` counts the flashbulbs of this person that were pinned on this day already."""
    return is_flashbulb(arousal) and is_trusted and pinned_today < most


def importance(calculated: float, arousal: float) -> float:
    """The importance, lifted where it is a flashbulb."""
    kept = min(1.0, max(0.0, calculated))
    return max(LEAST_IMPORTANCE, kept) if is_flashbulb(arousal) else kept


def stability_days(before_days: float, arousal: float) -> float:
    """The stability at birth, firmer where it is a flashbulb."""
    return grown(before_days, GROWTH) if is_flashbulb(arousal) else bounded(before_days)
