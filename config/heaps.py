"""The heaps of the C library. glibc gives each thread one of its own, up to eight a CPU, and what is free in one serves
no other: a fleet's two dozen threads grew by 29 MB a day so, and by 9 with two heaps (docs/soak.md). What is free in
the middle of a heap stays with the process until it is given back: that were most of the 9.
"""

from __future__ import annotations

import asyncio
import ctypes
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

MOST = 2
EVERY_S = 600.0
_M_ARENA_MAX = -8
"""Of malloc.h."""


def share() -> None:
    """Before any thread is begun. Elsewhere than with glibc nothing changes."""
    with suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).mallopt(_M_ARENA_MAX, MOST)


def give_back() -> None:
    """Whole pages that are free, to the system. It takes some 10 ms; other threads run on, unless they allocate."""
    with suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)


@asynccontextmanager
async def giving_back() -> AsyncIterator[None]:
    """Now and again, while inside."""
    task = asyncio.create_task(_give_back())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.wait({task})


async def _give_back() -> None:
    while True:
        await asyncio.sleep(EVERY_S)
        await asyncio.to_thread(give_back)
