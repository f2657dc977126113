"""Large blocks leave no holes in the heaps."""

from __future__ import annotations

import os
import platform
from pathlib import Path

import pytest

from config import process


def resident_mb() -> float:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc is told to")
def test_what_was_large_is_given_back_at_once_though_something_is_held_beside_it() -> None:
    process.limit_malloc_arenas()
    del (larger := [bytearray(20_000_000)])[0]  # after which glibc would keep smaller ones
    held, blocks = [], []
    for _ in range(100):
        blocks.append(bytearray(600_000))
        held.append(bytearray(2_000))
    before = resident_mb()

    blocks.clear()

    assert before - resident_mb() > 50
    assert (len(held), larger) == (100, [])
