"""Vectors as bytes: rows of one length in one file that is appended to, mapped into memory and never written twice."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from memory.index.embedded import Vector

Bytes = NDArray[np.int8]
"""Rows of whole numbers from -127 to 127: each dimension's, by which is searched, and then what each lost by rounding,
in 254ths, by which the best are measured again. A row times its scale is a vector of length one."""

FINE = 254

State = tuple[int, int, int]
"""By which it is seen that somebody else has touched a file: its inode, its size, when it was written."""


def quantised(vectors: Vector) -> tuple[Bytes, NDArray[np.float32]]:
    """The rows in bytes, and the scale of each."""
    exact: NDArray[np.float64] = vectors.astype(np.float64)
    largest = np.abs(exact).max(axis=1, keepdims=True, initial=0)
    largest[largest == 0] = 1
    spread = exact * (127 / largest)
    coarse = np.rint(spread)
    fine = np.rint((spread - coarse) * FINE)
    lengths = np.linalg.norm(coarse + fine / FINE, axis=1)
    lengths[lengths == 0] = 1
    return np.concatenate([coarse, fine], axis=1).astype(np.int8), (1 / lengths).astype(np.float32)


def widened(rows: Bytes, scales: NDArray[np.float32]) -> Vector:
    """The vectors again; no component is off by more than a 64,000th of the largest."""
    coarse, fine = np.split(rows.astype(np.float32), 2, axis=1)
    vectors: Vector = (coarse + fine / np.float32(FINE)) * scales[:, np.newaxis]
    return vectors


class VectorFile:
    """`width` bytes a row. What follows the last row that the store knows of was never finished, and is nobody's."""

    def __init__(self, path: Path, width: int) -> None:
        self.path = path
        self.width = width

    def append(self, rows: Bytes) -> int:
        """Write the rows behind all others; the place of the first. They are on the disk before the store is told."""
        fd = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            first = os.fstat(fd).st_size // self.width
            os.ftruncate(fd, first * self.width)  # a row that a crash cut short
            content = memoryview(rows.tobytes())
            written = 0
            while written < len(content):
                written += os.pwrite(fd, content[written:], first * self.width + written)
            os.fdatasync(fd)
        finally:
            os.close(fd)
        return first

    def mapped(self) -> Bytes:
        """All rows, as they are on the disk. No file has none."""
        state = self.state()
        count = state[1] // self.width if state else 0
        if not count:
            return np.empty((0, self.width), np.int8)
        return np.memmap(self.path, np.int8, "r", shape=(count, self.width))

    def state(self) -> State | None:
        """None: it is not there."""
        try:
            found = os.stat(self.path)
        except OSError:
            return None
        return found.st_ino, found.st_size, found.st_mtime_ns
