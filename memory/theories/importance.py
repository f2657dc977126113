"""Importance: what is new, stirring, rewarding and to the point deserves to be remembered.

Formula  (0.25 · novelty + 0.3 · arousal + 0.25 · reward + 0.2 · attention) · boost, held within 0 … 1;
         critical from 0.8, high from 0.6, normal from 0.4, else low
Units    channels 0 … 1
Params   boost = 1 (0.7 … 1.3)
Source   as described (FOR-10); arousal weighs most, McGaugh (2004), Annual Review of Neuroscience 27.
"""

from __future__ import annotations

from typing import Literal

NOVELTY = 0.25
AROUSAL = 0.30
REWARD = 0.25
ATTENTION = 0.20

LEAST_BOOST = 0.7
MOST_BOOST = 1.3

CRITICAL_FROM = 0.8
HIGH_FROM = 0.6
NORMAL_FROM = 0.4

Level = Literal["critical", "high", "normal", "low"]


def importance(*, novelty: float, arousal: float, reward: float, attention: float, boost: float = 1.0) -> float:
    """0 … 1. `boost` is how much the circumstances of the encoding add to it or take from it."""
    mixed = (
        NOVELTY * _share(novelty) + AROUSAL * _share(arousal) + REWARD * _share(reward) + ATTENTION * _share(attention)
    )
    # Rounded, for what should lie on the bound of a level must not fall short of it by the last bit.
    return round(min(1.0, mixed * min(MOST_BOOST, max(LEAST_BOOST, boost))), 9)


def level(importance: float) -> Level:
    if importance >= CRITICAL_FROM:
        return "critical"
    if importance >= HIGH_FROM:
        return "high"
    return "normal" if importance >= NORMAL_FROM else "low"


def _share(channel: float) -> float:
    return min(1.0, max(0.0, channel))
