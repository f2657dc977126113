"""Calibration: the similarity of one embedding model, told on a scale that means the same for every model.

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

UNRELATED = 0.35
RELATED = 0.725
SAME = 0.92

_APART = 0.001


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


IDENTITY = Calibration(((0.0, 0.0), (1.0, 1.0)))
"""For a model of which nothing is known: its cosines, held within 0 … 1."""


def fit(unrelated: Sequence[float], overlapping: Sequence[float], same: Sequence[float]) -> Calibration:
    """The calibration of a model from its cosines of labelled pairs, at least one of each label."""
    middle = median(unrelated)
    related = cut(unrelated, [*overlapping, *same])
    alike = cut(overlapping, same)
    places = _apart([-1.0, middle, related, alike, 1.0])
    return Calibration(tuple(zip(places, (0.0, UNRELATED, RELATED, SAME, 1.0), strict=True)))


def cut(below: Sequence[float], above: Sequence[float]) -> float:
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


def area(below: Sequence[float], above: Sequence[float]) -> float:
    """How often a value of the second label is higher than one of the first (area under the ROC curve)."""
    wins = sum((high > low) + 0.5 * (high == low) for high in above for low in below)
    return wins / (len(above) * len(below))


def _apart(places: list[float]) -> list[float]:
    """Rising places, also where the labels of a poor model are not in order; the two ends stay."""
    count = len(places)
    for at in range(1, count - 1):
        highest = places[-1] - _APART * (count - 1 - at)
        places[at] = min(highest, max(places[at], places[at - 1] + _APART))
    return places
