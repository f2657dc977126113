"""Similarity: one scale for every embedding model, and what a new thing teaches by it.

Calibration: the similarity of one embedding model, told on a scale that means the same for every model.

Formula  piecewise linear through (-1, 0), (u, 0.35), (a, 0.725), (b, 0.92), (1, 1) with u the median cosine of
         unrelated pairs, a the cut between unrelated pairs and others, b the cut between overlapping and same pairs;
         a cut is the middle of the gap where the larger of the two rates of error is least, then their sum
Params   0.725 lies between the bounds 0.70 and 0.75, 0.92 is the bound of sameness; knots stand at least 0.001 apart
Source   a cut of equal error rates, Poor (1994), An Introduction to Signal Detection and Estimation, ch. II;
         monotone calibration, Zadrozny & Elkan (2002), KDD.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import Literal

UNRELATED_SIMILARITY = 0.35
RELATED_SIMILARITY = 0.725
SAME_SIMILARITY = 0.92

_KNOTS_APART = 0.001


@dataclass(frozen=True, slots=True)
class Calibration:
    """Maps a cosine onto 0 … 1, never falling. `knots` are (cosine, value), both rising."""

    knots: tuple[tuple[float, float], ...]

    def __call__(self, cosine: float) -> float:
        first, last = self.knots[0], self.knots[-1]
        if cosine <= first[0]:
            return first[1]
        for (left, low), (right, high) in pairwise(self.knots):
            if cosine <= right:
                return low + (high - low) * (cosine - left) / (right - left)
        return last[1]


IDENTITY_CALIBRATION = Calibration(((0.0, 0.0), (1.0, 1.0)))
"""For a model of which nothing is known: its cosines, held within 0 … 1."""


def fit_knots(unrelated: Sequence[float], overlapping: Sequence[float], same: Sequence[float]) -> Calibration:
    """The calibration of a model from its cosines of labelled pairs, at least one of each label."""
    middle = median(unrelated)
    related = label_cut(unrelated, [*overlapping, *same])
    alike = label_cut(overlapping, same)
    places = _rising_knots([-1.0, middle, related, alike, 1.0])
    return Calibration(
        tuple(zip(places, (0.0, UNRELATED_SIMILARITY, RELATED_SIMILARITY, SAME_SIMILARITY, 1.0), strict=True))
    )


def label_cut(below: Sequence[float], above: Sequence[float]) -> float:
    """The cosine which best parts two labels, the second of which should be higher; the lowest of several."""
    values = sorted({*below, *above})
    middles = [(left + right) / 2 for left, right in pairwise(values)] or values

    def errors(at: float) -> tuple[float, float, float]:
        wrong, missed = share_from(below, at), 1.0 - share_from(above, at)
        return max(wrong, missed), wrong + missed, at

    return min(middles, key=errors)


def share_from(values: Sequence[float], bound: float) -> float:
    """Which share of the values is not below the bound."""
    return sum(value >= bound for value in values) / len(values)


def area_under_curve(below: Sequence[float], above: Sequence[float]) -> float:
    """How often a value of the second label is higher than one of the first (area under the ROC curve)."""
    wins = sum((high > low) + 0.5 * (high == low) for high in above for low in below)
    return wins / (len(above) * len(below))


def _rising_knots(places: list[float]) -> list[float]:
    """Rising places, also where the labels of a poor model are not in order; the two ends stay."""
    count = len(places)
    for at in range(1, count - 1):
        highest = places[-1] - _KNOTS_APART * (count - 1 - at)
        places[at] = min(highest, max(places[at], places[at - 1] + _KNOTS_APART))
    return places


# --- prediction error -----------------------------------------------------------------------------------------------
# Prediction error: what is expected teaches nothing; what is new is learned, what is contradicted is replaced.
#
# Formula  contradicting: supersede; else by the similarity s to the closest memory, prediction error = 1 - s:
#          s < 0.70 create; s < 0.75 create from importance 0.6, else skip; s ≤ 0.92 update; s > 0.92 reinforce
# Units    calibrated similarity (see calibration) and importance 0 … 1
# Source   the table as described, its bounds read as bounds on similarity (FOR-08); reconsolidation by prediction
#          error, Sinclair & Barense (2019), Trends in Neurosciences 42.
#
# Whether two memories contradict each other is told by their key values, never by similarity: "likes tea" and "likes no
# tea" are very similar. What is skipped stays in the log.


NEW_BELOW = 0.70
DETAIL_FROM = 0.75
IMPORTANT_FROM = 0.6

EncodingDecision = Literal["create", "skip", "update", "reinforce", "supersede"]


def encoding_decision(similarity: float, importance: float, contradicts: bool) -> EncodingDecision:
    """What to do with something that was heard. The similarity is 0 where there is no memory yet."""
    if contradicts:
        return "supersede"
    if similarity > SAME_SIMILARITY:
        return "reinforce"
    if similarity >= DETAIL_FROM:
        return "update"
    if similarity >= NEW_BELOW and importance < IMPORTANT_FROM:
        return "skip"
    return "create"
