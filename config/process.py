"""This process as the operating system and Python run it: its clock, its malloc, its garbage collector."""

from __future__ import annotations

import ctypes
import gc
import logging
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from time import thread_time


def utc_now() -> datetime:
    return datetime.now(UTC)


def hold_logs_back() -> None:
    """Until a home's log is set up: Python would print what is logged, traces and all, on stderr."""
    root = logging.getLogger()
    if not root.handlers:
        root.addHandler(logging.NullHandler())


# --- heaps ----------------------------------------------------------------------------------------------------------
# The heaps of the C library. glibc gives each thread one of its own, up to eight a CPU, and what is free in one serves
# no other: a fleet's two dozen threads grew by 29 MB a day so, and by 9 with two heaps. Most of the 9 were holes:
# once a
# large block was freed, glibc puts the next ones of that size into the heaps, where what small ones hold keeps them.


MOST_ARENAS = 2
MMAP_THRESHOLD_BYTES = 1 << 18
"""Blocks of so many bytes have pages of their own, and go back to the system at once."""

_M_ARENA_MAX, _M_MMAP_THRESHOLD = -8, -3
"""Of malloc.h."""


def limit_malloc_arenas() -> None:
    """Before any thread is begun. Elsewhere than with glibc nothing changes."""
    with suppress(OSError, AttributeError, TypeError):
        mallopt = ctypes.CDLL(None).mallopt
        mallopt(_M_ARENA_MAX, MOST_ARENAS)
        mallopt(_M_MMAP_THRESHOLD, MMAP_THRESHOLD_BYTES)


# --- garbage --------------------------------------------------------------------------------------------------------
# Garbage: what has outlived a long look-through for cycles is not looked through again.
#
# Python looks through all objects now and then; every thread stands still meanwhile, with 5,000 memories for 80 ms.
# What is there after it stays for long as a rule, so it is set apart. A cycle among what was set apart that nobody
# needs any more keeps its memory until the process ends; what is no part of a cycle is freed as ever.


LONG_COLLECTION_S = 0.01
_OLDEST_GENERATION = 2

GcCallback = Callable[[str, Mapping[str, int]], None]


def keep_collections_short(long_s: float = LONG_COLLECTION_S) -> GcCallback:
    """From now on, in this process; what it returns stands in `gc.callbacks`."""
    begun = 0.0

    def told(phase: str, about: Mapping[str, int]) -> None:
        nonlocal begun
        if phase == "start":
            begun = thread_time()
        elif about["generation"] == _OLDEST_GENERATION and thread_time() - begun > long_s:
            gc.freeze()

    gc.callbacks.append(told)
    return told
