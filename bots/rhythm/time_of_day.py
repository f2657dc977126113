"""A time of day as it is said, with or without its part of the day, and which hour of 24 that is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

#: Part of the day -> the hours that may be meant with it.
PARTS: Mapping[str, tuple[int, int]] = {
    "am": (0, 11),
    "pm": (12, 23),
    "morning": (4, 11),
    "afternoon": (12, 18),
    "evening": (17, 23),
    "night": (20, 23),
}
#: A bare hour up to this one may be of the morning or of the afternoon.
_AMBIGUOUS_HOUR = 7


@dataclass(slots=True)
class TimeOfDay:
    """`is_clear`: written as a clock shows it, with its minutes."""

    hour: int
    minute: int = 0
    part: str = ""
    is_clear: bool = True


def clock(time: TimeOfDay, part: str, *, is_span: bool = False) -> tuple[int, int]:
    """The hour and minute of 24; `part` holds where the time names none itself. Raises ValueError."""
    part = time.part or part
    if time.hour > 23 or time.minute > 59:
        raise ValueError("there is no such time of day")
    if part:
        return _within(time.hour, part), time.minute
    if not time.is_clear and 0 < time.hour <= _AMBIGUOUS_HOUR and not is_span:
        clear = f"{time.hour:02}:00 or {time.hour + 12}:00"
        raise ValueError(f"{time.hour} may be of the morning or not; write {clear}")
    return time.hour, time.minute


def _within(hour: int, part: str) -> int:
    first, last = PARTS[part]
    if part in ("am", "pm"):
        if hour > 12:
            raise ValueError("there is no such time of day")
        return hour % 12 + first
    fitting = [one for one in {hour, hour + 12} if first <= one <= last]
    if len(fitting) != 1:
        raise ValueError("the time does not fit the part of the day")
    return fitting[0]
