"""Feeling: how something was said, from the words of every language and from how loudly they stand there."""

from __future__ import annotations

from memory.languages.feelings import felt
from memory.theories import emotion
from memory.vocabulary.fact import CALM, Feeling


def feeling_of(text: str) -> Feeling:
    """CALM where nothing shows."""
    shown = felt(text)
    valence, arousal = emotion.valence(shown.signs), emotion.arousal(shown.signs)
    if not valence and arousal < 0.01:
        return CALM
    return Feeling(valence=round(valence, 4), arousal=round(arousal, 4), name=emotion.category(shown.words) or "")
