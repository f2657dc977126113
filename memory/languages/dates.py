"""Days and spans that a question names: "8 May 2023", "in May", "21.01.2024", "yesterday", "5月8日", "three weeks ago".

Only what is certain is understood. A bare "May" is a month where a preposition, a day or a year says so; "on Friday"
may lie before or behind, "a few days ago" anywhere. Everything unsure names no day, and then nothing is filtered.
Weeks begin on Monday; "two weeks ago" is the whole week two before this one, months and years likewise.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date, timedelta
from functools import lru_cache

from memory.languages.analyser import fold
from memory.languages.catalogue import LANGUAGES
from memory.theories.date_match import Span

Meaning = Callable[[re.Match[str], date], Span | None]

_MONTHS: Mapping[str, int] = {name: number for pack in LANGUAGES for name, number in pack.months.items()}
_DAYS_AGO: Mapping[str, int] = {word: days for pack in LANGUAGES for word, days in pack.days_ago.items()}
_MONTH = "(" + "|".join(sorted(_MONTHS, key=len, reverse=True)) + r")\b\.?"
_YEAR = r"((?:19|20)\d\d)"
_DAY = r"(\d{1,2})(?:st|nd|rd|th)?"
_WEEKDAYS: Mapping[str, int] = {name: number for pack in LANGUAGES for name, number in pack.weekdays.items()}
_SPANS: Mapping[str, tuple[str, int]] = {name: span for pack in LANGUAGES for name, span in pack.spans.items()}
_NUMBERS: Mapping[str, int] = {word: number for pack in LANGUAGES for word, number in pack.numbers.items()}
_UNITS: Mapping[str, str] = {word: unit for pack in LANGUAGES for word, unit in pack.units.items()}
_AGO = tuple(word for pack in LANGUAGES for word in pack.ago)
_LATEST = tuple(word for pack in LANGUAGES for word in pack.latest)
_LATIN_AGO = "|".join(sorted(word for word in _DAYS_AGO if word.isascii()))
_CJK_AGO = "|".join(sorted((word for word in _DAYS_AGO if not word.isascii()), key=len, reverse=True))


def _either(phrases: Iterable[str]) -> str:
    """One of the phrases, longest first; words of the Latin script must stand alone."""
    ordered = sorted(phrases, key=len, reverse=True)
    latin = "|".join(phrase for phrase in ordered if phrase.isascii())
    others = "|".join(phrase for phrase in ordered if not phrase.isascii())
    return rf"\b(?:{latin or '(?!)'})\b|(?=[^\x00-\x7f])(?:{others or '(?!)'})"  # looked for only where they may begin


_NUMBER = rf"(?<![\d.,一二三四五六七八九十百千])({_either(_NUMBERS)}|\d{{1,3}})"


@lru_cache(maxsize=256)  # a question is asked about again and again within a recall
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


def _unit(unit: str, away: int, today: date) -> Span:
    """The day, week, weekend, month or year that lies so many of them away from today's."""
    if unit == "day":
        return _days_before(-away, today)
    if unit in ("week", "weekend"):
        monday = today + timedelta(days=7 * away - today.weekday())
        return Span(monday + timedelta(days=5 if unit == "weekend" else 0), monday + timedelta(days=6))
    if unit == "month":
        years, month = divmod(today.month - 1 + away, 12)
        return _month(str(today.year + years), month + 1, today)
    return Span(date(today.year + away, 1, 1), date(today.year + away, 12, 31))


def _ago(match: re.Match[str], today: date) -> Span:
    number = int(match[1]) if match[1].isdecimal() else _NUMBERS[match[1]]
    return _unit(_UNITS[match[2]], -number, today)


def _weekday_of(week: str, weekday: str, today: date) -> Span | None:
    unit, away = _SPANS[week]
    if unit != "week":
        return None
    monday = _unit(unit, away, today).first
    return _days_before(-_WEEKDAYS[weekday], monday)


def _latest(match: re.Match[str], today: date) -> Span:
    """The nearest such weekday before today."""
    return _days_before((today.weekday() - _WEEKDAYS[match[1]] - 1) % 7 + 1, today)


def _forms() -> Iterator[tuple[re.Pattern[str], Meaning]]:
    yield re.compile(rf"(?:{_either(_SPANS)})\s+(?=of\b)"), lambda m, today: None  # the last week of May is another
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
    yield re.compile(rf"{_NUMBER}\s*({_either(_UNITS)})\s*(?:{_either(_AGO)})"), _ago
    yield (
        re.compile(rf"({_either(_SPANS)})\s*(?:の|on\s)?\s*({_either(_WEEKDAYS)})"),
        lambda m, today: _weekday_of(m[1], m[2], today),
    )
    yield (
        re.compile(rf"({_either(_WEEKDAYS)})\s+(?:of\s+)?({_either(_SPANS)})"),
        lambda m, today: _weekday_of(m[2], m[1], today),
    )
    yield re.compile(rf"(?:{_either(_LATEST)})\s*({_either(_WEEKDAYS)})"), _latest
    yield re.compile(rf"({_either(_SPANS)})"), lambda m, today: _unit(*_SPANS[m[1]], today)
    yield re.compile(rf"\b({_LATIN_AGO})\b"), lambda m, today: _days_before(_DAYS_AGO[m[1]], today)
    yield re.compile(rf"({_CJK_AGO})"), lambda m, today: _days_before(_DAYS_AGO[m[1]], today)


_FORMS = tuple(_forms())
