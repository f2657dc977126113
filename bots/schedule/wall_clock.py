"""When something is to begin: moments of the wall clock, one after the other, as APScheduler's triggers count them.

A wall clock knows no daylight saving: each of its moments comes once. An hour that a day does not have comes later on
that day, of one that it has twice the first counts.

The five fields of cron are minute, hour, day of the month, month, day of the week (0 and 7 are Sunday). Where both
days are given, either counts, as cron has it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from functools import lru_cache

from apscheduler.triggers.cron import CronTrigger


@dataclass(frozen=True, slots=True, kw_only=True)
class WallClockMoments:
    """Fields as in cron; weekdays by name, `day` also `last` or `2nd tue`."""

    minute: str = "0"
    hour: str = "*"
    day: str = "*"
    month: str = "*"
    day_of_week: str = "*"

    def after(self, wall: datetime) -> datetime | None:
        """The first moment after this one of the same clock (naive); None: there is none. Raises ValueError."""
        since = wall.replace(tzinfo=UTC) + timedelta(seconds=1)
        found: datetime | None = _trigger_of(self).get_next_fire_time(None, since)
        return None if found is None else found.replace(tzinfo=None)


@lru_cache(maxsize=1024)
def _trigger_of(moments: WallClockMoments) -> CronTrigger:
    return CronTrigger(
        minute=moments.minute,
        hour=moments.hour,
        day=moments.day,
        month=moments.month,
        day_of_week=moments.day_of_week,
        timezone=UTC,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Schedule:
    """Any of these moments, on the clock of `zone` (its IANA name; empty: the house's)."""

    moments: tuple[WallClockMoments, ...]
    zone: str = ""

    def after(self, wall: datetime) -> datetime | None:
        """The first moment after this one, on the wall clock."""
        return min((found for moments in self.moments if (found := moments.after(wall))), default=None)


def instant_of(wall: datetime, zone: tzinfo) -> datetime:
    """When the wall clock of the zone shows this first, or begins to show what is later."""
    there = wall.replace(tzinfo=zone, fold=0).astimezone(UTC)
    if there.astimezone(zone).replace(tzinfo=None) == wall:
        return there
    early = wall.replace(tzinfo=zone, fold=1).astimezone(UTC)  # the clocks go forward between the two
    before = early.astimezone(zone).utcoffset()
    while there - early > timedelta(seconds=1):
        middle = early + (there - early) / 2
        early, there = (middle, there) if middle.astimezone(zone).utcoffset() == before else (early, middle)
    return there.replace(microsecond=0)


# --- crontab --------------------------------------------------------------------------------------------------------
# The five fields of cron: minute, hour, day of the month, month, day of the week (0 and 7 are Sunday).
#
# Where both days are given, either counts, as cron has it.


_CRONTAB_DAYS = ("sun", "mon", "tue", "wed", "thu", "fri", "sat", "sun")
_CRONTAB_FIELD = re.compile(r"[0-9a-z*,/-]{1,40}")
_CRONTAB_ITEM = re.compile(r"(?:\*|(?P<first>\w+)(?:-(?P<last>\w+))?)(?:/(?P<step>\d{1,2}))?")


def looks_like_cron(text: str) -> bool:
    """Five fields, or what wants to be."""
    fields = text.split()
    return len(fields) > 3 and all(_CRONTAB_FIELD.fullmatch(field.casefold()) for field in fields) and "*" in text


def parse_crontab(text: str) -> tuple[WallClockMoments, ...]:
    """Raises ValueError that says what is wrong."""
    fields = text.casefold().split()
    if len(fields) != 5:
        raise ValueError(f"cron has 5 fields, this has {len(fields)}")
    minute, hour, day, month, weekday = fields
    weekday = "*" if weekday == "*" else _weekdays(weekday)
    if day == "*" or weekday == "*":
        return (WallClockMoments(minute=minute, hour=hour, day=day, month=month, day_of_week=weekday),)
    return (
        WallClockMoments(minute=minute, hour=hour, day=day, month=month),
        WallClockMoments(minute=minute, hour=hour, month=month, day_of_week=weekday),
    )


def _weekdays(field: str) -> str:
    numbers: set[int] = set()
    for item in field.split(","):
        found = _CRONTAB_ITEM.fullmatch(item)
        if found is None:
            raise ValueError(f"{field!r} names no days of the week")
        first = _crontab_number(found["first"]) if found["first"] else 0
        last = _crontab_number(found["last"]) if found["last"] else 6 if not found["first"] or found["step"] else first
        numbers |= {number % 7 for number in range(first, last + 1, int(found["step"] or 1) or 1)}
    if not numbers:
        raise ValueError(f"{field!r} names no days of the week")
    return ",".join(_CRONTAB_DAYS[number] for number in sorted(numbers))


def _crontab_number(word: str) -> int:
    if word in _CRONTAB_DAYS:
        return _CRONTAB_DAYS.index(word)
    if word.isdecimal() and int(word) < len(_CRONTAB_DAYS):
        return int(word)
    raise ValueError(f"{word!r} is no day of the week")
