"""Utility: a memory is worth what it did for those who used it; one bad day does not undo many good ones.

Formula  earned, at each use: u + 0.1 · (target - u), target 1 where it helped, else 0; born at 0.5;
         drifted: 0.5 + (u - 0.5) · e^(-0.01 · days since the last use)
Units    u 0 … 1, days
Params   rate = 0.1, drift = 0.01 a day
Source   constant step size, Sutton & Barto (2018), Reinforcement Learning, ch. 2; the numbers as described (STR-03).

Written as a step, u + 0.01 · days · (0.5 - u), the drift overshoots after 100 days and leaves 0 … 1 after 200.
Only the earned utility is kept, and what forgets reads that one: drift lifts all that is idle towards 0.5, so nothing
would ever be too useless to stay.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import exp

BIRTH = 0.5
RATE = 0.1
DRIFT_A_DAY = 0.01


def after_use(utility: float, helped: bool) -> float:
    """The earned utility after one more use."""
    earned = _bounded(utility)
    return earned + RATE * ((1.0 if helped else 0.0) - earned)


def earned(outcomes: Iterable[bool]) -> float:
    """The utility that uses made, the oldest first."""
    utility = BIRTH
    for helped in outcomes:
        utility = after_use(utility, helped)
    return utility


def after_time(utility: float, idle_days: float) -> float:
    """What is expected of it after a while without use: ever more what is expected of any memory."""
    return BIRTH + (_bounded(utility) - BIRTH) * exp(-DRIFT_A_DAY * max(0.0, idle_days))


def _bounded(utility: float) -> float:
    return min(1.0, max(0.0, utility))
