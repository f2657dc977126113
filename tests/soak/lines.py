"""Lines over time: how much a figure grows a day, fitted by least squares, and how much it may."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

MOST_A_DAY: Mapping[str, float] = {
    "memory_mb": 3.0,
    "handles": 0.5,
    "threads": 0.5,
    "tasks": 0.5,
    "objects": 15_000,
    "files": 60,
}
"""What one process of two animas that hear about a hundred messages a day may grow by each day."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """`first` and `last` are what was measured, `a_day` is the slope of the line through all of it."""

    figure: str
    first: float
    last: float
    a_day: float
    most_a_day: float

    @property
    def holds(self) -> bool:
        return self.a_day <= self.most_a_day

    def __str__(self) -> str:
        word = "within" if self.holds else "MORE THAN"
        growth = f"{self.a_day:+.2f} a day, {word} {self.most_a_day:g}"
        return f"{self.figure:>10}: {self.first:.1f} at first, {self.last:.1f} at last, {growth}"


def fitted(days: Sequence[float], weighed: Sequence[Mapping[str, float]]) -> list[Line]:
    """A line for each figure; none where it was weighed less than twice. `days`: when it was weighed."""
    lines: list[Line] = []
    if len(weighed) < 2:
        return lines
    for figure, most in MOST_A_DAY.items():
        values = [float(one[figure]) for one in weighed]
        slope = float(np.polyfit(days, values, 1)[0])
        lines.append(Line(figure=figure, first=values[0], last=values[-1], a_day=round(slope, 3), most_a_day=most))
    return lines
