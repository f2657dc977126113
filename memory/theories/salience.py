"""Salience: what deserves to be remembered, because it matters or because it stirs.

Importance: what is new, stirring, rewarding and to the point deserves to be remembered.

Formula  (0.25 · novelty + 0.3 · arousal + 0.25 · reward + 0.2 · attention) · boost, held within 0 … 1;
         critical from 0.8, high from 0.6, normal from 0.4, else low
Units    channels 0 … 1
Params   boost = 1 (0.7 … 1.3)
Source   as described (FOR-10); arousal weighs most, McGaugh (2004), Annual Review of Neuroscience 27.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from memory.theories.retention import bounded_stability, grown_stability

NOVELTY_WEIGHT = 0.25
AROUSAL_WEIGHT = 0.30
REWARD_WEIGHT = 0.25
ATTENTION_WEIGHT = 0.20

LEAST_BOOST = 0.7
MOST_BOOST = 1.3

CRITICAL_FROM = 0.8
HIGH_FROM = 0.6
NORMAL_FROM = 0.4

ImportanceLevel = Literal["critical", "high", "normal", "low"]


def importance_of(*, novelty: float, arousal: float, reward: float, attention: float, boost: float = 1.0) -> float:
    """0 … 1. `boost` is how much the circumstances of the encoding add to it or take from it."""
    mixed = (
        NOVELTY_WEIGHT * _bounded_share(novelty)
        + AROUSAL_WEIGHT * _bounded_share(arousal)
        + REWARD_WEIGHT * _bounded_share(reward)
        + ATTENTION_WEIGHT * _bounded_share(attention)
    )
    # Rounded, for what should lie on the bound of a level must not fall short of it by the last bit.
    return round(min(1.0, mixed * min(MOST_BOOST, max(LEAST_BOOST, boost))), 9)


def importance_level(importance: float) -> ImportanceLevel:
    if importance >= CRITICAL_FROM:
        return "critical"
    if importance >= HIGH_FROM:
        return "high"
    return "normal" if importance >= NORMAL_FROM else "low"


def _bounded_share(channel: float) -> float:
    return min(1.0, max(0.0, channel))


# --- emotion --------------------------------------------------------------------------------------------------------
# Emotion: how glad or sad a text is, and how stirred, is told by its words and by how loudly they are said.
#
# Formula  valence = (positive - negative) / (positive + negative + 1);
#          arousal = x² / (x² + 1.2²), x = min(2, marks + capitals) + few(urgent) + few(profane) + few(charged) / 2,
#          few(n) = 1 - 2^-n, charged = positive + negative, cased = min(1, letters / 12),
#          marks = (2 - cased / 2) · min(1, exclamation marks / 6),
#          capitals = cased · (share - 0.1) / 0.3, held within 0 … 1
# Units    counts; valence -1 … 1, arousal 0 … 1
# Source   valence and arousal as two dimensions, Russell (1980), Journal of Personality and Social Psychology 39; the
#          six categories, Ekman (1992), Cognition & Emotion 6; the curve is the project's own.
#
# Being loud alone ends at 0.74 and no other kind of sign passes 0.41: 0.8, from where a memory burns itself in, takes
# signs of several kinds. Where a script has no capitals, exclamation marks speak for them.


EMOTION_CATEGORIES = ("joy", "anger", "fear", "sadness", "surprise", "disgust")

HALF_SIGNS = 1.2
LOUDEST = 2.0
ENOUGH_LETTERS = 12
FULL_MARKS = 6
ORDINARY_SHARE = 0.1
FULL_SHARE = 0.4

_MANY_SIGNS = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class EmotionSigns:
    """What shows emotion in one text. `letters` counts those that have a case, `capital_share` is of them."""

    positive_words: int = 0
    negative_words: int = 0
    urgent_words: int = 0
    profane_words: int = 0
    exclamation_marks: int = 0
    capital_share: float = 0.0
    letters: int = 0


def valence(signs: EmotionSigns) -> float:
    """-1 … 1; 0 where nothing is said for either side, or as much for both."""
    glad, sad = _count_signs(signs.positive_words), _count_signs(signs.negative_words)
    return (glad - sad) / (glad + sad + 1)


def arousal(signs: EmotionSigns) -> float:
    """0 … 1; more of any sign never lowers it."""
    charged = _count_signs(signs.positive_words) + _count_signs(signs.negative_words)
    stirred = (
        _loudness(signs) + _few_signs(signs.urgent_words) + _few_signs(signs.profane_words) + _few_signs(charged) / 2
    )
    return stirred**2 / (stirred**2 + HALF_SIGNS**2)


def emotion_category(words: Mapping[str, int]) -> str | None:
    """The category that most words speak for; of equals the one that comes first in CATEGORIES."""
    strongest = max(EMOTION_CATEGORIES, key=lambda name: words.get(name, 0))
    return strongest if words.get(strongest, 0) > 0 else None


def _loudness(signs: EmotionSigns) -> float:
    cased = min(1.0, _count_signs(signs.letters) / ENOUGH_LETTERS)
    marks = (LOUDEST - cased / 2) * min(1.0, _count_signs(signs.exclamation_marks) / FULL_MARKS)
    above = (signs.capital_share - ORDINARY_SHARE) / (FULL_SHARE - ORDINARY_SHARE)
    return min(LOUDEST, marks + cased * min(1.0, max(0.0, above)))


def _few_signs(words: int) -> float:
    """The first word says most."""
    return 1 - 0.5 ** min(60, _count_signs(words))


def _count_signs(number: int) -> int:
    return min(_MANY_SIGNS, max(0, number))


# --- flashbulb ------------------------------------------------------------------------------------------------------
# Flashbulb: what shook us burns itself in, yet shouting cannot fill the memory.
#
# Formula  from arousal 0.8: importance = max(importance, 0.9), stability · 1.5; pinned besides, where a trusted person
#          said it who had fewer than 3 pinned that day
# Units    arousal and importance 0 … 1, stability in days
# Params   most = 3 a person and day (≥ 0)
# Source   Brown & Kulik (1977), Cognition 5; who may pin is the project's own reading (FOR-13).
#
# Such memories are vivid, not more accurate (Talarico & Rubin, 2003): nothing here speaks for their truth.


FLASHBULB_FROM_AROUSAL = 0.8
LEAST_FLASHBULB_IMPORTANCE = 0.9
FLASHBULB_GROWTH = 1.5
MOST_FLASHBULBS_A_DAY = 3


def is_flashbulb(arousal: float) -> bool:
    return arousal >= FLASHBULB_FROM_AROUSAL


def is_pinned_flashbulb(
    arousal: float, *, is_trusted: bool, pinned_today: int, most: int = MOST_FLASHBULBS_A_DAY
) -> bool:
    """`pinned_today` counts the flashbulbs of this person that were pinned on this day already."""
    return is_flashbulb(arousal) and is_trusted and pinned_today < most


def flashbulb_importance(calculated: float, arousal: float) -> float:
    """The importance, lifted where it is a flashbulb."""
    kept = min(1.0, max(0.0, calculated))
    return max(LEAST_FLASHBULB_IMPORTANCE, kept) if is_flashbulb(arousal) else kept


def flashbulb_stability_days(before_days: float, arousal: float) -> float:
    """The stability at birth, firmer where it is a flashbulb."""
    return grown_stability(before_days, FLASHBULB_GROWTH) if is_flashbulb(arousal) else bounded_stability(before_days)
