"""The past that a question asks about: "where did she live in April" wants what was so then, not what is so now."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, time

from memory.languages.said_dates import asked_days

LONGEST = 1000
"""Characters of a question that are looked at."""


def asked_about(question: str, now: datetime) -> datetime:
    """The end of the first past day or span that it names, else now. `now` is aware, in the zone of who asks."""
    past = next((day for day in _ends(question[:LONGEST], now) if day < now.date()), None)
    return datetime.combine(past, time.max, now.tzinfo) if past else now


def _ends(question: str, now: datetime) -> Iterator[date]:
    """The last days of what is named; of a month or day that comes every year the last one that is over."""
    today = now.date()
    for span in asked_days(question, today):
        years = (today.year, today.year - 1) if span.yearly else (span.last.year,)
        yield from (end for year in years if (end := span.in_year(year).last if span.yearly else span.last) < today)
