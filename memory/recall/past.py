"""The past that a question asks about: "where did she live in April" wants what was so then, not what is so now."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, time

from memory.languages.analyser import fold
from memory.languages.said_dates import asked_days
from memory.languages.tables import patterns

LONGEST = 1000
"""Characters of a question that are looked at."""

_REASON, _TIME = patterns("words", "intents.causal"), patterns("words", "intents.temporal")


def asks_when(question: str) -> bool:
    """Whether it is after a time, and not after the reason for what happened then."""
    text = " ".join(fold(question).replace("’", "'").split())
    return any(sign.search(text) for sign in _TIME) and not any(sign.search(text) for sign in _REASON)


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
