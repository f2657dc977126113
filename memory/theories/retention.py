"""Retention: what is not called up fades, fast at first and ever more slowly, the more slowly the firmer it is.

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

LEAST_STABILITY_DAYS = 0.001
MOST_STABILITY_DAYS = 1_000_000.0
LEAST_WANTED = 0.01


@dataclass(frozen=True, slots=True, kw_only=True)
class Curve:
    """How forgetting runs. What has a retention below `due_below` is endangered and wants to be recalled."""

    factor: float
    decay: float
    due_below: float


SOURCE = Curve(factor=1 / 9, decay=2.0, due_below=0.3)
FSRS6 = Curve(factor=0.9 ** (-1 / 0.1542) - 1, decay=0.1542, due_below=0.9)

CURVES: Mapping[str, Curve] = {"source": SOURCE, "fsrs6": FSRS6}
"""The curves by the names that a config gives them; `source` unless it says otherwise."""


def retention(elapsed_days: float, stability_days: float, curve: Curve = SOURCE) -> float:
    """How likely it is still there, 0 … 1; 1 for now and for what is yet to come."""
    times = max(0.0, elapsed_days / bounded(stability_days))
    return float((1 + curve.factor * times) ** -curve.decay)


def interval(stability_days: float, wanted: float, curve: Curve = SOURCE) -> float:
    """After how many days the retention has fallen to what is wanted of it."""
    share = min(1.0, max(LEAST_WANTED, wanted))
    return float(bounded(stability_days) / curve.factor * (share ** (-1 / curve.decay) - 1))


def is_due(elapsed_days: float, stability_days: float, curve: Curve = SOURCE) -> bool:
    """Whether it would soon be gone."""
    return retention(elapsed_days, stability_days, curve) < curve.due_below


def grown(stability_days: float, factor: float) -> float:
    """The stability after something made it firmer; each theory brings its factor, none takes it out of bounds."""
    return bounded(stability_days * max(1.0, factor))


def bounded(stability_days: float) -> float:
    """A stability that formulas can bear."""
    return min(MOST_STABILITY_DAYS, max(LEAST_STABILITY_DAYS, stability_days))
