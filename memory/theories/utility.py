"""Utility: a memory is worth what it did for those who used it; one bad day does not undo many good ones.

Formula  earned, at each use: u + 0.1 · (target - u), target 1 where it helped, else 0; born at 0.5
Units    u 0 … 1
Params   rate = 0.1
Source   constant step size, Sutton & Barto (2018), Reinforcement Learning, ch. 2; the numbers as described (STR-03).

It does not drift back towards 0.5 while nobody uses the memory: nothing would ever be too useless to stay.
"""

from __future__ import annotations

from collections.abc import Iterable

BIRTH = 0.5
RATE = 0.1


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


def _bounded(utility: float) -> float:
    return min(1.0, max(0.0, utility))
