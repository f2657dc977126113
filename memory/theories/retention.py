"""Retention: how a memory fades with time, and what makes it firmer.

Retention: what is not called up fades, fast at first and ever more slowly, the more slowly the firmer it is.

Formula  R(t, S) = (1 + factor · t / S)^-decay; days until R falls to r: S / factor · (r^(-1 / decay) - 1)
Units    t and S in days, fractions too
Params   source: factor = 1/9, decay = 2, so R(S, S) = 0.81, due below 0.3 (after 7.4 S);
         fsrs6: decay = 0.1542, factor = 0.9^(-1 / decay) - 1 = 0.98035, so R(S, S) = 0.9, due below 0.9 (after S);
         S = 0.001 … 1 000 000, r = 0.01 … 1
Source   power law of forgetting, Wixted & Ebbesen (1991), Psychological Science 2; `source` as described (STR-01);
         `fsrs6` after FSRS-6, Ye et al., Open Spaced Repetition.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from enum import IntEnum
from math import exp

LEAST_STABILITY_DAYS = 0.001
MOST_STABILITY_DAYS = 1_000_000.0
LEAST_WANTED = 0.01


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgettingCurve:
    """How forgetting runs. What has a retention below `due_below` is endangered and wants to be recalled."""

    factor: float
    decay: float
    due_below: float


SOURCE_CURVE = ForgettingCurve(factor=1 / 9, decay=2.0, due_below=0.3)
FSRS6_CURVE = ForgettingCurve(factor=0.9 ** (-1 / 0.1542) - 1, decay=0.1542, due_below=0.9)

CURVES: Mapping[str, ForgettingCurve] = {"source": SOURCE_CURVE, "fsrs6": FSRS6_CURVE}
"""The curves by the names that a config gives them; `source` unless it says otherwise."""


def retention_after(elapsed_days: float, stability_days: float, curve: ForgettingCurve = SOURCE_CURVE) -> float:
    """How likely it is still there, 0 … 1; 1 for now and for what is yet to come."""
    times = max(0.0, elapsed_days / bounded_stability(stability_days))
    return float((1 + curve.factor * times) ** -curve.decay)


def interval(stability_days: float, wanted: float, curve: ForgettingCurve = SOURCE_CURVE) -> float:
    """After how many days the retention has fallen to what is wanted of it."""
    share = min(1.0, max(LEAST_WANTED, wanted))
    return float(bounded_stability(stability_days) / curve.factor * (share ** (-1 / curve.decay) - 1))


def is_due(elapsed_days: float, stability_days: float, curve: ForgettingCurve = SOURCE_CURVE) -> bool:
    """Whether it would soon be gone."""
    return retention_after(elapsed_days, stability_days, curve) < curve.due_below


def grown_stability(stability_days: float, factor: float) -> float:
    """The stability after something made it firmer; each theory brings its factor, none takes it out of bounds."""
    return bounded_stability(stability_days * max(1.0, factor))


def bounded_stability(stability_days: float) -> float:
    """A stability that formulas can bear."""
    return min(MOST_STABILITY_DAYS, max(LEAST_STABILITY_DAYS, stability_days))


# --- fsrs6 ----------------------------------------------------------------------------------------------------------
# FSRS-6: each recall makes a memory firmer, the more so the nearer it was to being lost; a lapse softens it.
#
# Formula  first, by grade g = 1 … 4: S = w(g-1), D = w4 - e^(w5 (g - 1)) + 1;
#          recalled: S (1 + e^w8 (11 - D) S^-w9 (e^(w10 (1 - R)) - 1) [· w15 if hard] [· w16 if easy]);
#          lapsed: the lesser of w11 D^-w12 ((S + 1)^w13 - 1) e^(w14 (1 - R)) and S / e^(w17 w18);
#          within a day: S · e^(w17 (g - 3 + w18)) S^-w19, where recalled never below S;
#          D: w7 · D(easy, first) + (1 - w7) (D - w6 (g - 3) (10 - D) / 9)
# Units    S in days, fractions too; D 1 … 10; R from retention, the curve fsrs6
# Params   w as published; S = 0.001 … 1 000 000
# Source   FSRS-6, Ye et al., Open Spaced Repetition; first described in Ye, Su & Cao (2022), KDD.


FSRS6_WEIGHTS = (
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


class ReviewGrade(IntEnum):
    """How well something was recalled; `again` is a lapse."""

    AGAIN = 1
    HARD = 2
    GOOD = 3
    EASY = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnedState:
    """How a memory stands after a review."""

    stability_days: float
    difficulty: float


def first_review(grade: ReviewGrade) -> LearnedState:
    """After the first review."""
    return LearnedState(
        stability_days=FSRS6_WEIGHTS[grade - 1], difficulty=_bounded_difficulty(_first_difficulty(grade))
    )


def next_review(before: LearnedState, elapsed_days: float, grade: ReviewGrade) -> LearnedState:
    """After one more review, so long after the one before."""
    stability = bounded_stability(before.stability_days)
    difficulty = _bounded_difficulty(before.difficulty)
    if elapsed_days >= 1:
        lost = 1 - retention_after(elapsed_days, stability, FSRS6_CURVE)
        is_lapse = grade == ReviewGrade.AGAIN
        after = (
            _stability_lapsed(stability, difficulty, lost)
            if is_lapse
            else _stability_recalled(stability, difficulty, lost, grade)
        )
    else:
        after = _stability_within_a_day(stability, grade)
    return LearnedState(stability_days=bounded_stability(after), difficulty=_next_difficulty(difficulty, grade))


def _stability_recalled(stability: float, difficulty: float, lost: float, grade: ReviewGrade) -> float:
    ease = {ReviewGrade.HARD: FSRS6_WEIGHTS[15], ReviewGrade.EASY: FSRS6_WEIGHTS[16]}.get(grade, 1.0)
    growth = (
        exp(FSRS6_WEIGHTS[8])
        * (11 - difficulty)
        * stability ** -FSRS6_WEIGHTS[9]
        * (exp(FSRS6_WEIGHTS[10] * lost) - 1)
        * ease
    )
    return float(stability * (1 + growth))


def _stability_lapsed(stability: float, difficulty: float, lost: float) -> float:
    relearned = (
        FSRS6_WEIGHTS[11]
        * difficulty ** -FSRS6_WEIGHTS[12]
        * ((stability + 1) ** FSRS6_WEIGHTS[13] - 1)
        * exp(FSRS6_WEIGHTS[14] * lost)
    )
    return float(min(relearned, stability / exp(FSRS6_WEIGHTS[17] * FSRS6_WEIGHTS[18])))


def _stability_within_a_day(stability: float, grade: ReviewGrade) -> float:
    growth = exp(FSRS6_WEIGHTS[17] * (grade - 3 + FSRS6_WEIGHTS[18])) * stability ** -FSRS6_WEIGHTS[19]
    return float(stability * (growth if grade == ReviewGrade.AGAIN else max(1.0, growth)))


def _next_difficulty(difficulty: float, grade: ReviewGrade) -> float:
    damped = difficulty - FSRS6_WEIGHTS[6] * (grade - 3) * (MOST_DIFFICULTY - difficulty) / 9
    return _bounded_difficulty(FSRS6_WEIGHTS[7] * _first_difficulty(ReviewGrade.EASY) + (1 - FSRS6_WEIGHTS[7]) * damped)


def _first_difficulty(grade: ReviewGrade) -> float:
    return FSRS6_WEIGHTS[4] - exp(FSRS6_WEIGHTS[5] * (grade - 1)) + 1


def _bounded_difficulty(difficulty: float) -> float:
    return min(MOST_DIFFICULTY, max(LEAST_DIFFICULTY, difficulty))


# --- dual strength --------------------------------------------------------------------------------------------------
# Dual strength: how deeply a memory is stored is one thing, how easily it comes to mind another.
#
# Formula  each recall: storage + 0.1 · (10 - storage) · (1.1 - retrieval), retrieval = 1; in between storage stays as
#          it is and retrieval = R (see retention)
# Units    storage 1 … 10, retrieval 0 … 1
# Params   rate = 0.1, least gain = 0.1 (of what a recall at retrieval 0 gives beyond that)
# Source   new theory of disuse, Bjork & Bjork (1992), in From Learning Processes to Cognitive Processes; the bounds as
#          described (STR-02).
#
# A recall that was hard to make stores more than one that was easy. High storage with low retrieval is what lies on the
# tip of the tongue.


LEAST_STORAGE = 1.0
MOST_STORAGE = 10.0
STORAGE_RATE = 0.1
LEAST_STORAGE_GAIN = 0.1


def strengths_after_recall(storage: float, retrieval: float) -> float:
    """The storage after one recall, made when the memory was as near as `retrieval`. Never less than before."""
    stored = min(MOST_STORAGE, max(LEAST_STORAGE, storage))
    effort = 1 + LEAST_STORAGE_GAIN - min(1.0, max(0.0, retrieval))
    return min(MOST_STORAGE, stored + STORAGE_RATE * (MOST_STORAGE - stored) * effort)


# --- synaptic tagging -----------------------------------------------------------------------------------------------
# Synaptic tagging: a weak memory survives if something strong happens soon after.
#
# Formula  importance < 0.5 is tagged; importance ≥ 0.7, stored in the same session 0 … 4 h later, captures what is
#          tagged: stability · 1.3, once
# Units    importance 0 … 1, stability in days
# Params   window = 4 h
# Source   Frey & Morris (1997), Nature 385; the numbers as described (FOR-14).


WEAK_BELOW = 0.5
STRONG_FROM = 0.7
TAGGING_WINDOW = timedelta(hours=4)
CAPTURED_GROWTH = 1.3


def is_tagged(importance: float) -> bool:
    return importance < WEAK_BELOW


def tag_captures(importance: float) -> bool:
    """Whether a memory is strong enough to hold what is tagged."""
    return importance >= STRONG_FROM


def captured_stability_days(before_days: float) -> float:
    """The stability of a memory that was captured."""
    return grown_stability(before_days, CAPTURED_GROWTH)


# --- rehearsal ------------------------------------------------------------------------------------------------------
# Rehearsal: what is about to be lost and is found once more by its own question holds for longer.
#
# Formula  stability · 1.5, each time
# Units    days
# Params   growth = 1.5 (≥ 1)
# Source   the testing effect, Roediger & Karpicke (2006), Psychological Science 17; the number as described (SLP-14).


REHEARSED_GROWTH = 1.5


def rehearsed_stability_days(before_days: float) -> float:
    """The stability of a memory that was found by its own question."""
    return grown_stability(before_days, REHEARSED_GROWTH)


# --- neighbour evolution --------------------------------------------------------------------------------------------
# Neighbour evolution: what lies beside a memory that is called up grows a little firmer with it.
#
# Formula  stability · 1.02 for each memory one link away from one that was accessed, once an access; not for that
#          itself
# Units    days
# Params   growth = 1.02 (≥ 1)
# Source   the number as described (FOR-16); that what is near evolves too, A-MEM, Xu et al. (2025), arXiv 2502.12110.


NEIGHBOUR_GROWTH = 1.02


def neighbour_stability_days(before_days: float) -> float:
    """The stability of a neighbour after one access."""
    return grown_stability(before_days, NEIGHBOUR_GROWTH)
