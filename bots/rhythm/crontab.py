"""The five fields of cron: minute, hour, day of the month, month, day of the week (0 and 7 are Sunday).

Where both days are given, either counts, as cron has it.
"""

from __future__ import annotations

import re

from bots.rhythm.schedule import Moments

_DAYS = ("sun", "mon", "tue", "wed", "thu", "fri", "sat", "sun")
_FIELD = re.compile(r"[0-9a-z*,/-]{1,40}")
_ITEM = re.compile(r"(?:\*|(?P<first>\w+)(?:-(?P<last>\w+))?)(?:/(?P<step>\d{1,2}))?")


def looks_like_cron(text: str) -> bool:
    """Five fields, or what wants to be."""
    fields = text.split()
    return len(fields) > 3 and all(_FIELD.fullmatch(one.casefold()) for one in fields) and "*" in text


def parsed(text: str) -> tuple[Moments, ...]:
    """Raises ValueError that says what is wrong."""
    fields = text.casefold().split()
    if len(fields) != 5:
        raise ValueError(f"cron has 5 fields, this has {len(fields)}")
    minute, hour, day, month, weekday = fields
    weekday = "*" if weekday == "*" else _weekdays(weekday)
    if day == "*" or weekday == "*":
        return (Moments(minute=minute, hour=hour, day=day, month=month, day_of_week=weekday),)
    return (
        Moments(minute=minute, hour=hour, day=day, month=month),
        Moments(minute=minute, hour=hour, month=month, day_of_week=weekday),
    )


def _weekdays(field: str) -> str:
    numbers: set[int] = set()
    for item in field.split(","):
        found = _ITEM.fullmatch(item)
        if found is None:
            raise ValueError(f"{field!r} names no days of the week")
        first = _number(found["first"]) if found["first"] else 0
        last = _number(found["last"]) if found["last"] else 6 if not found["first"] or found["step"] else first
        numbers |= {number % 7 for number in range(first, last + 1, int(found["step"] or 1) or 1)}
    if not numbers:
        raise ValueError(f"{field!r} names no days of the week")
    return ",".join(_DAYS[number] for number in sorted(numbers))


def _number(word: str) -> int:
    if word in _DAYS:
        return _DAYS.index(word)
    if word.isdecimal() and int(word) < len(_DAYS):
        return int(word)
    raise ValueError(f"{word!r} is no day of the week")
