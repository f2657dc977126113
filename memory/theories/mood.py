"""Mood congruence: who is glad remembers gladness.

Formula  score · 1.1 where message and memory have the same sign of valence, else score
Params   negative = off: sadness does not call up sadness unless it is asked for
Source   Bower (1981), American Psychologist 36.
"""

from __future__ import annotations

CONGRUENT = 1.1


def mood_factor(message_valence: float, memory_valence: float, negative: bool = False) -> float:
    """From valences in -1 … 1; 0 is no mood at all."""
    if message_valence > 0 and memory_valence > 0:
        return CONGRUENT
    return CONGRUENT if negative and message_valence < 0 and memory_valence < 0 else 1.0
