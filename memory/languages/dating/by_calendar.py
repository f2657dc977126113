"""A grammar of days out of a calendar that is data: the words of a language, and forms with the names of their meaning.

A calendar is a TOML file of `calendars/`. `weekdays` count from Monday and `months` from January, each with its words
parted by "|"; `from_now`, `away`, `units` and `numbers` give their words a value. In the patterns of `forms`
{DAY}, {MONTH}, {WEEKDAY}, {YEAR}, {AWAY}, {UNIT}, {NUMBER} and {NEAR} stand for any of these. All is folded.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from importlib.resources import files

from memory.languages.dating import calendar
from memory.languages.dating.form import NOTHING, UNSURE, Form, Grammar, Meant, Moment, Tense, either
from memory.languages.dating.tense import tense
from memory.theories.date_match import Span

_CENTURY = 2000
_LAST, _THIS, _NEXT = -1, 0, 1
_HALF_A_YEAR = 26


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """Each folded word with its value."""

    weekdays: Mapping[str, int]
    months: Mapping[str, int]
    from_now: Mapping[str, int]
    away: Mapping[str, int]
    coming: frozenset[str]
    units: Mapping[str, str]
    numbers: Mapping[str, int]

    def number(self, said: str) -> int:
        return int(said) if said.isdecimal() else self.numbers[said]


Meaning = Callable[[re.Match[str], Moment, Words], Meant]


def grammar(code: str) -> Grammar:
    """Raises OSError where there is no such calendar."""
    told = tomllib.loads((files(__package__) / "calendars" / f"{code}.toml").read_text(encoding="utf-8"))
    words = Words(
        weekdays=_numbered(told["weekdays"], 0),
        months=_numbered(told["months"], 1),
        from_now=told["from_now"],
        away=told["away"],
        coming=frozenset(told["coming"]),
        units=told["units"],
        numbers=told["numbers"],
    )
    named = _named(words)
    forms = tuple(_form(_filled(one["pattern"], named), MEANINGS[one["means"]], words) for one in told["forms"])
    return Grammar(
        hint=re.compile(_filled(told["hint"], named)),
        forms=forms,
        tense=tense,
        sign=re.compile(_filled(told["sign"], named)),
    )


def _numbered(words: list[str], first: int) -> dict[str, int]:
    return {word: number for number, each in enumerate(words, first) for word in each.split("|")}


def _named(words: Words) -> Mapping[str, str]:
    return {
        "DAY": r"(?P<day>[0-3]?\d)",
        "YEAR": r"(?P<year>(?:19|20)\d\d)",
        "MONTH": rf"(?P<month>{either(words.months)})",
        "MONTH2": rf"(?P<month2>{either(words.months)})",
        "WEEKDAY": rf"(?P<weekday>{either(words.weekdays)})",
        "AWAY": rf"(?P<away>{either(words.away)})",
        "UNIT": rf"(?P<unit>{either(words.units)})",
        "NUMBER": rf"(?P<number>\d{{1,3}}|{either(words.numbers)})",
        "NEAR": rf"(?P<near>{either(words.from_now)})",
    }


def _filled(pattern: str, named: Mapping[str, str]) -> str:
    for name, what in named.items():
        pattern = pattern.replace(f"{{{name}}}", what)
    return pattern


def _form(pattern: str, meaning: Meaning, words: Words) -> Form:
    return Form(pattern, lambda match, moment: meaning(match, moment, words))


def _dated(match: re.Match[str], moment: Moment, words: Words) -> Meant:
    """A day of a month, in words or figures, with a year or without; a weekday beside it must agree."""
    groups = match.groupdict()
    month = words.months[groups["month"]] if groups.get("month") else int(groups["figure"])
    weekday = words.weekdays[groups["weekday"]] if groups.get("weekday") else None
    if year := groups.get("year"):
        named = date(int(year) + (_CENTURY if len(year) < 4 else 0), month, int(match["day"]))
        return calendar.certain(named, weekday)
    return calendar.dated(moment, month, int(match["day"]), weekday)


def _span(match: re.Match[str], moment: Moment, words: Words) -> Meant:
    """From one day of a month to another."""
    groups, last = match.groupdict(), int(match["last"])
    month, year = words.months[groups["month"]], groups["year"]
    end = calendar.day(date(int(year), month, last)) if year else calendar.dated(moment, month, last)
    if not isinstance(end, Span):
        return UNSURE
    begins = words.months[groups["month2"]] if groups["month2"] else month
    first = end.first.replace(month=begins, day=int(match["day"]))
    return Span(first, end.last) if first < end.last else UNSURE


def _calendar_week(match: re.Match[str], moment: Moment, words: Words) -> Meant:
    """By its number; one that is over for long is that of the next year."""
    year, number, _ = moment.today.isocalendar()
    number_asked = int(match["number"])
    monday = date.fromisocalendar(year + (number_asked < number - _HALF_A_YEAR), number_asked, 1)
    return calendar.week(monday, 0)


def _month(match: re.Match[str], moment: Moment, words: Words) -> Meant:
    number, year = words.months[match["month"]], match.groupdict().get("year")
    return calendar.month(int(year), number) if year else calendar.named_month(moment, number)


def _weekday(match: re.Match[str], moment: Moment, words: Words) -> Meant:
    return calendar.weekday(moment, words.weekdays[match["weekday"]])


def _weekday_the(match: re.Match[str], moment: Moment, words: Words) -> Meant:
    return calendar.weekday_the(moment, words.weekdays[match["weekday"]], int(match["day"]))


def _away_weekday(match: re.Match[str], moment: Moment, words: Words) -> Meant:
    """Of "next Friday" nobody knows which it is."""
    weekday, away = words.weekdays[match["weekday"]], words.away[match["away"]]
    if weekday == moment.today.weekday():
        return UNSURE
    if away == _LAST:
        return calendar.latest(moment.today, weekday)
    if match["away"] in words.coming:
        return calendar.coming(moment.today, weekday)
    return calendar.this_weekday(moment, weekday) if away == _THIS else UNSURE


def _of_week(match: re.Match[str], moment: Moment, words: Words) -> Meant:
    return calendar.of_week(moment.today, words.away[match["away"]], words.weekdays[match["weekday"]])


def _weeks_from(match: re.Match[str], moment: Moment, words: Words) -> Meant:
    """ "Friday in two weeks": counted from the coming one."""
    weekday, today = words.weekdays[match["weekday"]], moment.today
    start = today if weekday == today.weekday() else calendar.coming(today, weekday).first
    return calendar.days_from(start, 7 * words.number(match["number"]))


def _unit(match: re.Match[str], moment: Moment, words: Words) -> Meant:
    return calendar.unit(words.units[match["unit"]], words.away[match["away"]], moment.today)


def _ahead(match: re.Match[str], moment: Moment, words: Words) -> Meant:
    past = moment.tense() is Tense.PAST
    return UNSURE if past else calendar.days_from(moment.today, words.number(match["number"]))


def _ago(match: re.Match[str], moment: Moment, words: Words) -> Meant:
    return calendar.days_from(moment.today, -words.number(match["number"]))


def _exactly(match: re.Match[str], moment: Moment, words: Words) -> Meant:
    away = words.number(match["number"]) * (_LAST if match.groupdict().get("ago") else _NEXT)
    return calendar.exactly(moment.today, words.units[match["unit"]], away)


MEANINGS: Mapping[str, Meaning] = {
    "nothing": lambda match, moment, words: NOTHING,
    "unsure": lambda match, moment, words: UNSURE,
    "from now": lambda match, moment, words: calendar.days_from(moment.today, words.from_now[match["near"]]),
    "ahead": _ahead,
    "ago": _ago,
    "exactly": _exactly,
    "dated": _dated,
    "span": _span,
    "calendar week": _calendar_week,
    "day of month": lambda match, moment, words: calendar.day_of_month(moment, int(match["day"])),
    "month": _month,
    "year": lambda match, moment, words: calendar.year(int(match["year"])),
    "weekday": _weekday,
    "weekday the": _weekday_the,
    "away weekday": _away_weekday,
    "of week": _of_week,
    "weeks from": _weeks_from,
    "unit": _unit,
}
