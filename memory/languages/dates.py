"""Days and months that a question names: "8 May 2023", "in May", "21.01.2024", "yesterday", "5月8日".

Only what is certain is understood. A bare "May" is a month where a preposition, a day or a year says so; everything
unsure names no day, and then nothing is filtered.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable, Iterator, Mapping
from datetime import date, timedelta

from memory.languages.analyser import fold
from memory.languages.catalogue import LANGUAGES
from memory.theories.date_match import Span

Meaning = Callable[[re.Match[str], date], Span | None]

_MONTHS: Mapping[str, int] = {name: number for pack in LANGUAGES for name, number in pack.months.items()}
_DAYS_AGO: Mapping[str, int] = {word: days for pack in LANGUAGES for word, days in pack.days_ago.items()}
_MONTH = "(" + "|".join(sorted(_MONTHS, key=len, reverse=True)) + r")\b\.?"
_YEAR = r"((?:19|20)\d\d)"
_DAY = r"(\d{1,2})(?:st|nd|rd|th)?"
_LATIN_AGO = "|".join(sorted(word for word in _DAYS_AGO if word.isascii()))
_CJK_AGO = "|".join(sorted((word for word in _DAYS_AGO if not word.isascii()), key=len, reverse=True))


def spans(question: str, today: date) -> tuple[Span, ...]:
    """What the question names, the most exact first; each piece of text is understood once."""
    rest = fold(question)
    found: list[Span] = []
    for pattern, meaning in _FORMS:
        for match in pattern.finditer(rest):
            if span := _understood(meaning, match, today):
                found.append(span)
        rest = pattern.sub(" ", rest)
    return tuple(found)


def _understood(
    meaning: Callable[[re.Match[str], date], Span | None], match: re.Match[str], today: date
) -> Span | None:
    try:
        return meaning(match, today)
    except (ValueError, OverflowError):  # 31 June, month 14
        return None


def _day(year: str | None, month: int, day: int, today: date) -> Span:
    if year:
        named = date(int(year), month, day)
        return Span(named, named)
    named = date(today.year, month, day)
    return Span(named, named, yearly=True)


def _month(year: str | None, month: int, today: date) -> Span:
    in_year = int(year) if year else today.year
    last = monthrange(in_year, month)[1]
    return Span(date(in_year, month, 1), date(in_year, month, last), yearly=year is None)


def _days_before(days: int, today: date) -> Span:
    named = today - timedelta(days=days)
    return Span(named, named)


def _last_week(match: re.Match[str], today: date) -> Span:
    monday = today - timedelta(days=today.weekday() + 7)
    return Span(monday, monday + timedelta(days=6))


def _last_month(match: re.Match[str], today: date) -> Span:
    last = today.replace(day=1) - timedelta(days=1)
    return Span(last.replace(day=1), last)


def _forms() -> Iterator[tuple[re.Pattern[str], Meaning]]:
    yield (
        re.compile(rf"\b{_YEAR}-(\d{{1,2}})-(\d{{1,2}})\b"),
        lambda m, today: _day(m[1], int(m[2]), int(m[3]), today),
    )
    yield (
        re.compile(rf"{_YEAR}年\s*(\d{{1,2}})月\s*(\d{{1,2}})日"),
        lambda m, today: _day(m[1], int(m[2]), int(m[3]), today),
    )
    yield re.compile(rf"{_YEAR}年\s*(\d{{1,2}})月"), lambda m, today: _month(m[1], int(m[2]), today)
    yield re.compile(r"(\d{1,2})月\s*(\d{1,2})日"), lambda m, today: _day(None, int(m[1]), int(m[2]), today)
    yield (
        re.compile(rf"\b(\d{{1,2}})\.(\d{{1,2}})\.(?:{_YEAR}\b)?"),
        lambda m, today: _day(m[3], int(m[2]), int(m[1]), today),
    )
    yield (
        re.compile(rf"\b{_DAY}\s+(?:of\s+)?{_MONTH},?(?:\s+{_YEAR}\b)?"),
        lambda m, today: _day(m[3], _MONTHS[m[2]], int(m[1]), today),
    )
    yield (
        re.compile(rf"\b{_MONTH}\s+{_DAY}\b(?!\d),?(?:\s+{_YEAR}\b)?"),
        lambda m, today: _day(m[3], _MONTHS[m[1]], int(m[2]), today),
    )
    yield re.compile(rf"\b{_MONTH},?\s+{_YEAR}\b"), lambda m, today: _month(m[2], _MONTHS[m[1]], today)
    yield (
        re.compile(rf"\b(?:in|during|since|of|by|until|early|mid|late|last|this)[\s-]+{_MONTH}(?=\s|\W|$)"),
        lambda m, today: _month(None, _MONTHS[m[1]], today),
    )
    yield re.compile(r"\bday before yesterday\b|\bonceki gun\b"), lambda m, today: _days_before(2, today)
    yield re.compile(r"\blast week\b|\bgecen hafta\b|先週"), _last_week
    yield re.compile(r"\blast month\b|\bgecen ay\b|先月"), _last_month
    yield re.compile(rf"\b({_LATIN_AGO})\b"), lambda m, today: _days_before(_DAYS_AGO[m[1]], today)
    yield re.compile(rf"({_CJK_AGO})"), lambda m, today: _days_before(_DAYS_AGO[m[1]], today)


_FORMS = tuple(_forms())
