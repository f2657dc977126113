"""Whether work grows in line with its text: thread CPU time, measured again where it looks bad, never in wall time."""

from __future__ import annotations

import gc
import math
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from tests.linear.shapes import Shape

LONG = 40_000
GROWTH = 2.5
HARMLESS_S = 0.02
_FIRST, _LOOK = LONG // 128, LONG // 8
_SUSPICIOUS_S = 0.002
_TRIES = 6
ENOUGH_S = 5.0
"""Longer is not waited for to see whether it goes on growing."""

Work = Callable[[str], object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bad:
    """Work that takes too long for a shape: CPU seconds of `length` characters, and how much less half of it took."""

    shape: Shape
    length: int
    seconds: float
    growth: float

    def __str__(self) -> str:
        lead = f"{self.shape.lead!r} and " if self.shape.lead else ""
        return (
            f"{lead}{self.shape.unit!r}…{self.shape.tail!r}: {self.seconds:.2f} s for {self.length}, ×{self.growth:.1f}"
        )


def seconds(work: Work, text: str) -> float:
    """CPU seconds of this thread, without the collector's: it looks at whatever other tests have left behind."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        began = time.thread_time()
        work(text)
        return time.thread_time() - began
    finally:
        if collecting:
            gc.enable()


def least(work: Work, text: str) -> float:
    """The least of several: what else the machine does only ever adds."""
    return min(seconds(work, text) for _ in range(_TRIES))


def first_bad(work: Work, shapes: Iterable[Shape]) -> Bad | None:
    """The first shape for which the work is neither harmless nor linear."""
    return next((bad for shape in shapes if (bad := _bad(work, shape))), None)


def _bad(work: Work, shape: Shape) -> Bad | None:
    """Looked at short first, so that what takes the cube of it is seen before it takes a day."""
    length = _FIRST if seconds(work, shape.text(_FIRST)) > HARMLESS_S else _LOOK
    if seconds(work, shape.text(length)) < _SUSPICIOUS_S * length / _LOOK:
        return None
    return _grown(work, shape, length)


def _grown(work: Work, shape: Shape, length: int) -> Bad | None:
    """Goes on while it grows too fast. What grows so from each length to its double is no matter of chance."""
    while (length := length * 2) <= LONG:
        took, growth = _growth(work, shape, length)
        if growth <= GROWTH and length >= _LOOK * 2:
            return None
        if took > HARMLESS_S and growth > GROWTH and (length * 2 > LONG or took > ENOUGH_S):
            return Bad(shape=shape, length=length, seconds=took, growth=growth)
    return None


def _growth(work: Work, shape: Shape, length: int) -> tuple[float, float]:
    """CPU seconds of this length, and the least by which it outgrew its half, each two measured one after the other.

    A busy machine slows minutes, not moments: what is measured side by side is slowed alike.
    """
    half, whole = shape.text(length // 2), shape.text(length)
    took, growth = math.inf, math.inf
    for _ in range(_TRIES):
        before, after = seconds(work, half), seconds(work, whole)
        took, growth = min(took, after), min(growth, after / max(before, 1e-6))
        if growth <= GROWTH or after > ENOUGH_S:  # fine, or no matter of the machine
            break
    return took, growth
