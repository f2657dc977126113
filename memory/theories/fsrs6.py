"""FSRS-6: each recall makes a memory firmer, the more so the nearer it was to being lost; a lapse softens it.

Formula  first, by grade g = 1 … 4: S = w(g-1), D = w4 - e^(w5 (g - 1)) + 1;
         recalled: S (1 + e^w8 (11 - D) S^-w9 (e^(w10 (1 - R)) - 1) [· w15 if hard] [· w16 if easy]);
         lapsed: the lesser of w11 D^-w12 ((S + 1)^w13 - 1) e^(w14 (1 - R)) and S / e^(w17 w18);
         within a day: S · e^(w17 (g - 3 + w18)) S^-w19, where recalled never below S;
         D: w7 · D(easy, first) + (1 - w7) (D - w6 (g - 3) (10 - D) / 9)
Units    S in days, fractions too; D 1 … 10; R from retention, the curve fsrs6
Params   w as published; S = 0.001 … 1 000 000
Source   FSRS-6, Ye et al., Open Spaced Repetition; first described in Ye, Su & Cao (2022), KDD.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from math import exp

from memory.theories.retention import FSRS6, bounded, retention

W = (
    *(0.212, 1.2931, 2.3065, 8.2956),  # the first stability by grade
    *(6.4133, 0.8334, 3.0194, 0.001),  # difficulty
    *(1.8722, 0.1666, 0.796),  # recall
    *(1.4835, 0.0614, 0.2629, 1.6483),  # lapse
    *(0.6014, 1.8729),  # hard, easy
    *(0.5425, 0.0912, 0.0658),  # within a day
)
"""w0 … w19; w20 is the decay of the curve."""

LEAST_DIFFICULTY = 1.0
MOST_DIFFICULTY = 10.0


class Grade(IntEnum):
    """How well something was recalled; `again` is a lapse."""

    AGAIN = 1
    HARD = 2
    GOOD = 3
    EASY = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Learned:
    """How a memory stands after a review."""

    stability_days: float
    difficulty: float


def first(grade: Grade) -> Learned:
    """After the first review."""
    return Learned(stability_days=W[grade - 1], difficulty=_within(_first_difficulty(grade)))


def reviewed(before: Learned, elapsed_days: float, grade: Grade) -> Learned:
    """After one more review, so long after the one before."""
    stability = bounded(before.stability_days)
    difficulty = _within(before.difficulty)
    if elapsed_days >= 1:
        lost = 1 - retention(elapsed_days, stability, FSRS6)
        is_lapse = grade == Grade.AGAIN
        after = _lapsed(stability, difficulty, lost) if is_lapse else _recalled(stability, difficulty, lost, grade)
    else:
        after = _within_a_day(stability, grade)
    return Learned(stability_days=bounded(after), difficulty=_next_difficulty(difficulty, grade))


def _recalled(stability: float, difficulty: float, lost: float, grade: Grade) -> float:
    ease = {Grade.HARD: W[15], Grade.EASY: W[16]}.get(grade, 1.0)
    growth = exp(W[8]) * (11 - difficulty) * stability ** -W[9] * (exp(W[10] * lost) - 1) * ease
    return float(stability * (1 + growth))


def _lapsed(stability: float, difficulty: float, lost: float) -> float:
    relearned = W[11] * difficulty ** -W[12] * ((stability + 1) ** W[13] - 1) * exp(W[14] * lost)
    return float(min(relearned, stability / exp(W[17] * W[18])))


def _within_a_day(stability: float, grade: Grade) -> float:
    growth = exp(W[17] * (grade - 3 + W[18])) * stability ** -W[19]
    return float(stability * (growth if grade == Grade.AGAIN else max(1.0, growth)))


def _next_difficulty(difficulty: float, grade: Grade) -> float:
    damped = difficulty - W[6] * (grade - 3) * (MOST_DIFFICULTY - difficulty) / 9
    return _within(W[7] * _first_difficulty(Grade.EASY) + (1 - W[7]) * damped)


def _first_difficulty(grade: Grade) -> float:
    return W[4] - exp(W[5] * (grade - 1)) + 1


def _within(difficulty: float) -> float:
    return min(MOST_DIFFICULTY, max(LEAST_DIFFICULTY, difficulty))
