"""Emotion: how glad or sad a text is, and how stirred, is told by its words and by how loudly they are said.

Formula  valence = (positive - negative) / (positive + negative + 1);
         arousal = x² / (x² + 1.2²), x = min(2, marks + capitals) + few(urgent) + few(profane) + few(charged) / 2,
         few(n) = 1 - 2^-n, charged = positive + negative, cased = min(1, letters / 12),
         marks = (2 - cased / 2) · min(1, exclamation marks / 6),
         capitals = cased · (share - 0.1) / 0.3, held within 0 … 1
Units    counts; valence -1 … 1, arousal 0 … 1
Source   valence and arousal as two dimensions, Russell (1980), Journal of Personality and Social Psychology 39; the six
         categories, Ekman (1992), Cognition & Emotion 6; the curve is the project's own.

Being loud alone ends at 0.74 and no other kind of sign passes 0.41: 0.8, from where a memory burns itself in, takes
signs of several kinds. Where a script has no capitals, exclamation marks speak for them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

CATEGORIES = ("joy", "anger", "fear", "sadness", "surprise", "disgust")

HALF = 1.2
LOUDEST = 2.0
ENOUGH_LETTERS = 12
FULL_MARKS = 6
ORDINARY_SHARE = 0.1
FULL_SHARE = 0.4

_MANY = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Signs:
    """What shows emotion in one text. `letters` counts those that have a case, `capital_share` is of them."""

    positive_words: int = 0
    negative_words: int = 0
    urgent_words: int = 0
    profane_words: int = 0
    exclamation_marks: int = 0
    capital_share: float = 0.0
    letters: int = 0


def valence(signs: Signs) -> float:
    """-1 … 1; 0 where nothing is said for either side, or as much for both."""
    glad, sad = _count(signs.positive_words), _count(signs.negative_words)
    return (glad - sad) / (glad + sad + 1)


def arousal(signs: Signs) -> float:
    """0 … 1; more of any sign never lowers it."""
    charged = _count(signs.positive_words) + _count(signs.negative_words)
    stirred = _loudness(signs) + _few(signs.urgent_words) + _few(signs.profane_words) + _few(charged) / 2
    return stirred**2 / (stirred**2 + HALF**2)


def category(words: Mapping[str, int]) -> str | None:
    """The category that most words speak for; of equals the one that comes first in CATEGORIES."""
    strongest = max(CATEGORIES, key=lambda name: words.get(name, 0))
    return strongest if words.get(strongest, 0) > 0 else None


def _loudness(signs: Signs) -> float:
    cased = min(1.0, _count(signs.letters) / ENOUGH_LETTERS)
    marks = (LOUDEST - cased / 2) * min(1.0, _count(signs.exclamation_marks) / FULL_MARKS)
    above = (signs.capital_share - ORDINARY_SHARE) / (FULL_SHARE - ORDINARY_SHARE)
    return min(LOUDEST, marks + cased * min(1.0, max(0.0, above)))


def _few(words: int) -> float:
    """The first word says most."""
    return 1 - 0.5 ** min(60, _count(words))


def _count(number: int) -> int:
    return min(_MANY, max(0, number))
