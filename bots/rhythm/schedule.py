"""When something is to begin: moments of the wall clock, one after the other, as APScheduler's triggers count them.

A wall clock knows no daylight saving: each of its moments comes once. An hour that a day does not have comes later on
that day, of one that it has twice the first counts.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from functools import lru_cache

from apscheduler.triggers.cron import CronTrigger


@dataclass(frozen=True, slots=True, kw_only=True)
class Moments:
    """Fields as in cron; weekdays by name, `day` also `last` or `2nd tue`."""

    minute: str = "0"
    hour: str = "*"
    day: str = "*"
    month: str = "*"
    day_of_week: str = "*"

    def after(self, wall: datetime) -> datetime | None:
        """The first moment after this one of the same clock (naive); None: there is none. Raises ValueError."""
        since = wall.replace(tzinfo=UTC) + timedelta(seconds=1)
        found: datetime | None = _trigger(self).get_next_fire_time(None, since)
        return None if found is None else found.replace(tzinfo=None)


@lru_cache(maxsize=1024)
def _trigger(moments: Moments) -> CronTrigger:
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

    moments: tuple[Moments, ...]
    zone: str = ""

    def after(self, wall: datetime) -> datetime | None:
        """The first moment after this one, on the wall clock."""
        return min((found for one in self.moments if (found := one.after(wall))), default=None)


def instant(wall: datetime, zone: tzinfo) -> datetime:
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
