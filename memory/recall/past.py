"""The past that a question asks about: "where did she live in April" wants what was so then, not what is so now."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterator
from datetime import date, datetime, time

from memory.languages import dates
from memory.languages.analyser import fold
from memory.languages.catalogue import LANGUAGES
from memory.languages.said_dates import said_dates

_MONTHS = {name: number for pack in LANGUAGES for name, number in pack.months.items()}
_MONTHS |= {f"{number}月": number for number in range(1, 13)}

LONGEST = 1000
"""Characters of a question that are looked at."""


def asked_about(question: str, now: datetime) -> datetime:
    """The end of the first past day or span that it names, else now. `now` is aware, in the zone of who asks."""
    past = next((day for day in _ends(question[:LONGEST], now) if day < now.date()), None)
    return datetime.combine(past, time.max, now.tzinfo) if past else now


def _ends(question: str, now: datetime) -> Iterator[date]:
    """The last days of what is named; of a month or day that comes every year the last one that is over."""
    today = now.date()
    for span in dates.spans(question, today):
        years = (today.year, today.year - 1) if span.yearly else (span.last.year,)
        yield from (end for year in years if (end := span.in_year(year).last if span.yearly else span.last) < today)
    for said in said_dates(question, now):
        if said.last:
            yield said.last
        elif month := _MONTHS.get(fold(said.text)):  # a question is rarely about what a plan will be
            year = today.year - (month >= today.month)
            yield date(year, month, monthrange(year, month)[1])
