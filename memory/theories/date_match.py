"""Date match: a question that names a day or a month asks for what was said then, or soon after.

Formula  1 inside the named span; 1 - late / grace for what was said up to `grace` after it; else 0
Params   grace = 3 days (≥ 0)
Source   the project's own measurement: +1.2 points on the development chats.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

GRACE_DAYS = 3


@dataclass(frozen=True, slots=True)
class Span:
    """Days from `first` to `last`, both included; in every year where `yearly`."""

    first: date
    last: date
    yearly: bool = False

    def in_year(self, year: int) -> Span:
        """The same days of another year."""
        shift = year - self.first.year
        return Span(_shifted(self.first, shift), _shifted(self.last, shift))


def date_match(said: date, spans: tuple[Span, ...], grace_days: int = GRACE_DAYS) -> float:
    """The best match over all named spans; 0 where none is named."""
    return max((_match(said, span, grace_days) for span in spans), default=0.0)


def _match(said: date, span: Span, grace_days: int) -> float:
    if span.yearly:
        span = span.in_year(said.year)
    if span.first <= said <= span.last:
        return 1.0
    late = (said - span.last) / timedelta(days=1)
    return 1.0 - late / (grace_days + 1) if 0 < late <= grace_days else 0.0


def _shifted(day: date, years: int) -> date:
    try:
        return day.replace(year=day.year + years)
    except ValueError:
        return day.replace(year=day.year + years, day=28)
