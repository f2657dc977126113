"""Remembering on request: "remember that …" keeps what is said, whatever it looks like, unless it must not be kept."""

from __future__ import annotations

from dataclasses import replace

from memory.encoding.observer import filtered
from memory.encoding.said import Said, Statement, Understood
from memory.encoding.understanding import understand


def remembered(said: Said, wish: str) -> Understood:
    """What is to be remembered of the wish. A stranger's wish is a message like any other."""
    asked = replace(said, text=wish)
    if reason := filtered(asked):
        return Understood(because=reason)
    understood = understand(asked)
    if understood.category or said.trust:
        return understood
    whole = Statement(text=f"{said.speaker}: {wish}", category="fact", subject=said.person, confidence=0.6)
    return Understood(category="fact", because="they asked to remember it", confidence=0.6, statements=(whole,))
