"""Dates in figures, and the figures that are none: versions, addresses, times, ratings, prices; links and code.

Of "03/04/2026" nobody knows the month. One part above twelve tells, a weekday beside it does, and so does the
writer's language: in Turkish the day goes first, in Japanese the month.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from memory.languages.dating import calendar
from memory.languages.dating.en_words import ALL_DAYS, ANY_DAY
from memory.languages.dating.form import NOTHING, UNSURE, Grammar, Meant, Moment, Tense, form
from memory.theories.date_match import Span

_FREE = r"(?<![a-z0-9_./:@#$€£₺¥+-])"
_ALONE = r"(?![a-z0-9_/:-]|\.\d|,\d{3})"
_TURKISH_DAYS = {"pazartesi": 0, "sali": 1, "carsamba": 2, "persembe": 3, "cuma": 4, "cumartesi": 5, "pazar": 6}
_JAPANESE_DAYS = {letter: number for number, letter in enumerate("月火水木金土日")}
_WEEKDAYS = ALL_DAYS | _TURKISH_DAYS | _JAPANESE_DAYS
_WEEKDAY_BEFORE = rf"(?:\b(?P<before>{ANY_DAY}|{'|'.join(_TURKISH_DAYS)})\b\.?,? )?"
_WEEKDAY_AFTER = (
    rf"(?: ?[(（](?P<japanese>[月火水木金土日])(?:曜日?)?[)）]|,? \(?(?P<after>{'|'.join(_TURKISH_DAYS)})(?:\b|(?=y)))?"
)
_CENTURY = 2000
_IS_PADDED = re.compile(r"\d\d\.\d\d\.")


def _iso(match: re.Match[str], moment: Moment) -> Meant:
    named = date(int(match["year"]), int(match["month"]), int(match["day"]))
    return calendar.certain(named, _weekday(match))


def _iso_month(match: re.Match[str], moment: Moment) -> Meant:
    return calendar.month(int(match["year"]), int(match["month"]))


def _pointed(match: re.Match[str], moment: Moment) -> Meant:
    """ "2026.03.15"; "2026.3.1" is a version as well."""
    return _iso(match, moment) if len(match["month"]) == len(match["day"]) == 2 or moment.japanese else UNSURE


def _figures(match: re.Match[str], moment: Moment) -> Meant:
    """Two parts and a year: sure where only one order gives a date, or the writer's language has one order."""
    year = int(match["year"])
    if year < 100 and match["mark"] != "/" and not _IS_PADDED.match(match["said"]):
        return UNSURE  # more likely a version, a score, a number of a telephone
    orders = list(_orders(match, moment, year + _CENTURY if year < 100 else year))
    return calendar.day(orders[0]) if len(orders) == 1 else UNSURE


def _orders(match: re.Match[str], moment: Moment, year: int) -> Iterator[date]:
    first, second, weekday = int(match["first"]), int(match["second"]), _weekday(match)
    day_first = moment.turkish and not moment.japanese
    for month, day in {(second, first)} if day_first else {(first, second), (second, first)}:
        if 1 <= month <= 12 and (named := _valid(year, month, day)) and weekday in (None, named.weekday()):
            yield named


def _short(match: re.Match[str], moment: Moment) -> Meant:
    """Two parts alone, where a preposition or a weekday says that they are a date."""
    first, second, weekday = int(match["first"]), int(match["second"]), _weekday(match)
    parts = {(second, first)} if moment.turkish else {(first, second), (second, first)}
    found = [calendar.dated(moment, number=m, of_month=d, weekday=weekday) for m, d in parts if 1 <= m <= 12]
    sure = [span for span in found if isinstance(span, Span)]
    return sure[0] if len(sure) == 1 and (weekday is not None or len(found) == 1) else UNSURE


def _weekday(match: re.Match[str]) -> int | None:
    groups = match.groupdict()
    name = groups.get("before") or groups.get("after") or groups.get("japanese")
    return _WEEKDAYS[name] if name else None


def _valid(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


_LOOKALIKES = (
    form(r"(?s:```.*?(?:```|\Z))|`[^`\n]+`", NOTHING),
    form(r"(?:https?://|www\.)[^\s<>、。]+|\b[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]+|<[@#!][^>\s]{1,80}>", NOTHING),
    form(r"\b(?:24/7|9/11|50/50|7/24)\b", NOTHING),
    form(
        r"\b\d+(?:\.\d+){3,}\b|\bv\d+(?:\.\d+)+|\b(?:version|release|surum|ver\.?|バージョン) ?\d+(?:[.-]\d+)+", NOTHING
    ),
)
_DATES = (
    form(r"\b\d{4}-\d\d-\d\d[ t]\d\d:\d\d:\d\d\S*", NOTHING),  # the time of a record
    form(
        rf"{_WEEKDAY_BEFORE}{_FREE}(?P<said>(?P<year>(?:19|20)\d\d)-(?P<month>\d\d?)-(?P<day>\d\d?))"
        rf"(?:(?=t\d\d)|(?![a-z0-9_/-]|\.\d)){_WEEKDAY_AFTER}",
        _iso,
    ),
    form(
        rf"{_FREE}(?P<said>(?P<year>(?:19|20)\d\d)/(?P<month>\d\d?)/(?P<day>\d\d?){_WEEKDAY_AFTER})(?![\d/-]|\.\d)",
        _iso,
    ),
    form(
        rf"{_FREE}(?P<said>(?P<year>(?:19|20)\d\d)\.(?P<month>\d\d?)\.(?P<day>\d\d?){_WEEKDAY_AFTER})"
        rf"(?![\d/-]|\.\d)",
        _pointed,
    ),
    form(rf"{_FREE}(?P<year>(?:19|20)\d\d)-(?P<month>0[1-9]|1[0-2])(?![a-z0-9_/-]|\.\d)", _iso_month),
    form(
        rf"{_WEEKDAY_BEFORE}{_FREE}(?P<said>(?P<first>\d\d?)(?P<mark>[./-])(?P<second>\d\d?)(?P=mark)"
        rf"(?P<year>(?:19|20)\d\d|\d\d)){_ALONE}{_WEEKDAY_AFTER}",
        _figures,
    ),
    form(
        rf"\b(?P<before>{ANY_DAY}),? {_FREE}(?P<said>(?P<first>\d\d?)[/.](?P<second>\d\d?)\.?)"
        rf"(?![a-z0-9_/:-]|\.\d| ?[ap]m)",
        _short,
    ),
    form(
        rf"\b(?:on|by|until|till|before|from|since|due|due on) {_FREE}"
        rf"(?P<said>(?P<first>\d\d?)/(?P<second>\d\d?)){_ALONE}(?! (?:of|servers|tests|people|stars|points))",
        _short,
    ),
)

NUMBERS = Grammar(
    hint=re.compile(r"\d|`|https?:|www\.|@"),
    forms=(*_LOOKALIKES, *_DATES),
    tense=lambda text, start, end: Tense.NONE,
)
