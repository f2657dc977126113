"""The heaps of the C library. glibc gives each thread one of its own, up to eight a CPU, and what is free in one serves
no other: a fleet's two dozen threads grew by 29 MB a day so, and by 9 with two heaps (docs/soak.md).
"""

from __future__ import annotations

import ctypes
from contextlib import suppress

MOST = 2
_M_ARENA_MAX = -8
"""Of malloc.h."""


def share() -> None:
    """Before any thread is begun. Elsewhere than with glibc nothing changes."""
    with suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).mallopt(_M_ARENA_MAX, MOST)
