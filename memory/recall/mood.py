"""Mood: what was said in the mood of the question goes a little further up (RET-15). Off unless it is asked for.

It was measured to move next to nothing (see docs/sleep.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from memory.encoding.feeling import feeling_of
from memory.recall.ranking import Ranked, in_order
from memory.theories import mood

Congruence: TypeAlias = Literal["off", "glad", "any"]
"""Never; where message and memory are glad; where both are sad, too."""


def in_mood(text: str, ranked: Sequence[Ranked], congruence: Congruence) -> list[Ranked]:
    """Best first; what rises tells by how much."""
    valence = feeling_of(text).valence if congruence != "off" else 0.0
    if not valence or (valence < 0 and congruence != "any"):
        return list(ranked)
    return in_order(_risen(one, valence, when_sad=congruence == "any") for one in ranked)


def _risen(ranked: Ranked, valence: float, *, when_sad: bool) -> Ranked:
    by = mood.factor(valence, feeling_of(ranked.candidate.entry.text).valence, when_sad=when_sad)
    score = mood.risen(ranked.score, by)
    if score == ranked.score:
        return ranked
    return ranked._replace(score=score, names=(*ranked.names, "mood"), parts=(*ranked.parts, score - ranked.score))
