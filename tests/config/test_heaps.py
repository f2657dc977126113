"""What is free in the heaps goes back to the system."""

from __future__ import annotations

import os
import platform
from pathlib import Path

import pytest

from config import heaps


def resident_mb() -> float:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc is told to")
def test_what_is_free_between_what_is_held_is_given_back() -> None:
    blocks = [bytearray(60_000) for _ in range(1000)]
    held = blocks[::10]
    del blocks
    before = resident_mb()

    heaps.give_back()

    assert before - resident_mb() > 30
    assert len(held) == 100
