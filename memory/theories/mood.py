"""Mood congruence: what was said in the mood that somebody is in comes to mind more easily.

Formula  score · 1.1 where the valences of message and memory have one sign, else · 1; for two sad ones only where that
         is wanted: who is low is not to be kept there
Units    valence -1 … 1
Source   Bower (1981), American Psychologist 36; the number as described (RET-15).
"""

from __future__ import annotations

GROWTH = 1.1


def factor(message: float, memory: float, *, when_sad: bool = False) -> float:
    """What the score of a memory is multiplied by."""
    if message > 0 < memory or (when_sad and message < 0 > memory):
        return GROWTH
    return 1.0


def risen(score: float, by: float) -> float:
    """The score multiplied; of one below nought that is a division, so that it rises too."""
    return score * by if score >= 0 else score / by
