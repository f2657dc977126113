"""Garbage: what has outlived a long look-through for cycles is not looked through again.

Python looks through all objects now and then; every thread stands still meanwhile, with 5,000 memories for 80 ms. What
is there after it stays for long as a rule, so it is set apart. A cycle among what was set apart that nobody needs any
more keeps its memory until the process ends; what is no part of a cycle is freed as ever.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping
from time import thread_time

LONG_S = 0.01
_OLDEST = 2

Told = Callable[[str, Mapping[str, int]], None]


def keep_short(long_s: float = LONG_S) -> Told:
    """From now on, in this process; what it returns stands in `gc.callbacks`."""
    begun = 0.0

    def told(phase: str, about: Mapping[str, int]) -> None:
        nonlocal begun
        if phase == "start":
            begun = thread_time()
        elif about["generation"] == _OLDEST and thread_time() - begun > long_s:
            gc.freeze()

    gc.callbacks.append(told)
    return told
