"""Quiet hours: between two times of the day on somebody's own clock. Arithmetic alone."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

_HOURS = re.compile(r"([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)")


@dataclass(frozen=True, slots=True)
class Quiet:
    """From `begin` until `end`, over midnight where the end is the earlier one."""

    begin: time
    end: time
    zone: ZoneInfo

    def __str__(self) -> str:
        return f"{self.begin:%H:%M}-{self.end:%H:%M} ({self.zone.key})"

    def holds(self, now: datetime) -> bool:
        at = now.astimezone(self.zone).time().replace(tzinfo=None)
        if self.begin <= self.end:
            return self.begin <= at < self.end
        return at >= self.begin or at < self.end

    def over(self, now: datetime) -> datetime:
        """The first instant from now on at which it does not hold, by the clock on the wall there."""
        if not self.holds(now):
            return now
        day = now.astimezone(self.zone).date()
        for later in range(3):
            wall = datetime.combine(day + timedelta(days=later), self.end, self.zone)
            end = wall.astimezone(UTC)  # an hour that spring leaves out ends where the clock goes on
            if end > now and not self.holds(end):
                return end
        return now + timedelta(days=1)


def parse(hours: str, zone: ZoneInfo) -> Quiet | None:
    """None where it is no `HH:MM-HH:MM`, or no time at all."""
    found = _HOURS.fullmatch(hours)
    if found is None:
        return None
    numbers = [int(number) for number in found.groups()]
    begin, end = time(numbers[0], numbers[1]), time(numbers[2], numbers[3])
    return Quiet(begin, end, zone) if begin != end else None
