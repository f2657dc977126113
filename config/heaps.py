"""The heaps of the C library. glibc gives each thread one of its own, up to eight a CPU, and what is free in one serves
no other: a fleet's two dozen threads grew by 29 MB a day so, and by 9 with two heaps. Most of the 9 were holes: once a
large block was freed, glibc puts the next ones of that size into the heaps, where what small ones hold keeps them.
"""

from __future__ import annotations

import ctypes
from contextlib import suppress

MOST = 2
APART = 1 << 18
"""Blocks of so many bytes have pages of their own, and go back to the system at once."""

_M_ARENA_MAX, _M_MMAP_THRESHOLD = -8, -3
"""Of malloc.h."""


def share() -> None:
    """Before any thread is begun. Elsewhere than with glibc nothing changes."""
    with suppress(OSError, AttributeError, TypeError):
        mallopt = ctypes.CDLL(None).mallopt
        mallopt(_M_ARENA_MAX, MOST)
        mallopt(_M_MMAP_THRESHOLD, APART)
