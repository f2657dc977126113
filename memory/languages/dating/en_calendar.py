"""Days of the calendar as they are named in English: "March 3rd", "3-5 May", "May 2027", "in June", "the 5th"."""

from __future__ import annotations

import re
from datetime import date

from memory.languages.dating import calendar
from memory.languages.dating.en_words import ALL_DAYS, ANY_DAY, AWAY, FIXED, MONTH, MONTHS, ORDINAL, YEAR, day_number
from memory.languages.dating.form import NOTHING, UNSURE, Meant, Moment, either, form
from memory.languages.pack import pattern
from memory.theories.date_match import Span

_VERBS = frozenset({"may", "march", "mar"})
_NAMES = frozenset({"april", "may", "june"})
_SETS_A_DATE = re.compile(r"\b(?:on|by|until|till|til|before|after|since|from|due|around|for)\s+$")
_NO_OBJECT = pattern(
    r"""\s*(?:[.,!?;:)\]"”\n–—-]|$|(?:at|and|to|for|in|we|i|he|she|they|you|the|is|was|will|works|until|or|if|so|but
    |because|when|with|then|our|my|please|around|from|as|already|that|this)\b)"""
)
_ANY_YEAR = re.compile(r"\b(?:born|birthday|bday|anniversary|every|each|annual(?:ly)?|yearly|always)\b")

_TH = r"(?P<th>st|nd|rd|th)?\b"
_DAY_MONTH = (
    rf"(?<![\d.,:/$€£#-])(?:(?P<day>\d{{1,2}}){_TH}(?: of)?|\b(?P<ordinal>{ORDINAL}) of) (?P<month>{MONTH})\b\.?"
)
_MONTH_DAY = (
    rf"\b(?P<month>{MONTH})\b\.? (?:the )?(?:(?P<day>\d{{1,2}}){_TH}|(?P<ordinal>{ORDINAL})\b)"
    r"(?![.:/,]\d|\s?%|\s?[ap]\.?m\b)"
)
_TO = r"\s?(?:-|–|—|\bto\b|\bthrough\b|\bthru\b|\buntil\b)\s?(?:the )?(?P<to>\d{1,2})(?:st|nd|rd|th)?\b"
_DAYS_MONTH = rf"(?<![\d.,:/$€£#-])(?P<day>\d{{1,2}}){_TH}{_TO}(?: of)? (?P<month>{MONTH})\b\.?"
_MONTH_DAYS = rf"{_MONTH_DAY}{_TO}(?![.:]\d|\s?[ap]\.?m\b)"
_WITH_YEAR = rf"(?:,? (?P<year>{YEAR})\b|,? (?:of )?(?P<away>this|next|last) year\b)?"
_WITH_WEEKDAY = rf"(?:\b(?P<weekday>{ANY_DAY})\b\.?,? (?:the )?)?"
_IN = r"(?:in|since|until|till|til|during|early|late|mid|mid-|(?:end|beginning|start|middle) of|early in|late in)"
_MAYBE_OF = r"(?:by|from|before|after|for|of)"
_COUNTED_THINGS = (
    r" (?!(?:was|is|has|does|this|his|as|its|plus)\b)(?:\w+s|people|km|kg|gb|mb|kb|m|eur|usd|men|women|children)\b"
)
_PLAIN_MONTH = r"(?:january|february|july|september|october|november|december)"


def _dated(match: re.Match[str], moment: Moment) -> Meant:
    """A day and a month, perhaps with a weekday, a year or a last day."""
    groups = match.groupdict()
    if _is_verb(match, groups):
        return NOTHING
    found = _first_day(match, groups, moment)
    return calendar.days_until(found, int(groups["to"])) if groups.get("to") else found


def _first_day(match: re.Match[str], groups: dict[str, str | None], moment: Moment) -> Meant:
    number, of_month = MONTHS[match["month"]], day_number(match["day"] or match["ordinal"])
    weekday = ALL_DAYS[name] if (name := groups.get("weekday")) else None
    if year := _year(groups, moment):
        return calendar.certain(date(year, number, of_month), weekday)
    if _ANY_YEAR.search(match.string):
        return UNSURE  # of which year is not said
    return calendar.dated(moment, number=number, of_month=of_month, weekday=weekday)


def _year(groups: dict[str, str | None], moment: Moment) -> int | None:
    if year := groups.get("year"):
        return int(year)
    return moment.today.year + AWAY[away] if (away := groups.get("away")) else None


def _is_verb(match: re.Match[str], groups: dict[str, str | None]) -> bool:
    """ "May 2 people come?", "3 may fail", "march 3 steps"."""
    if match["month"] not in _VERBS or groups.get("th") or _year_said(groups):
        return False
    said_so = _SETS_A_DATE.search(match.string, max(0, match.start() - 12), match.start())
    return not said_so and not _NO_OBJECT.match(match.string, match.end())


def _year_said(groups: dict[str, str | None]) -> bool:
    return any(groups.get(name) for name in ("year", "away", "weekday"))


def _week_of(match: re.Match[str], moment: Moment) -> Meant:
    found = _dated(match, moment)
    return calendar.week(found.first, 0) if isinstance(found, Span) else found


def _month_of_year(match: re.Match[str], moment: Moment) -> Meant:
    year = _year(match.groupdict(), moment)
    return calendar.month(year, MONTHS[match["month"]]) if year else UNSURE


def _away_month(match: re.Match[str], moment: Moment) -> Meant:
    number, away = MONTHS[match["month"]], match["away"]
    if match["month"] in _VERBS and not _NO_VERB.match(match.string, match.end()):
        return NOTHING
    if away == "this":
        return calendar.this_month_named(moment, number)
    return (calendar.last_month_named if away == "last" else calendar.next_month_named)(moment.today, number)


_NO_VERB = re.compile(r"\s*(?:[.,!?;)]|$|(?:i|we|he|she|they|our|my)\b)")


def _month(match: re.Match[str], moment: Moment) -> Meant:
    return UNSURE if _ANY_YEAR.search(match.string) else calendar.named_month(moment, MONTHS[match["month"]])


def _maybe_month(match: re.Match[str], moment: Moment) -> Meant:
    """April, May and June are names of people too."""
    return UNSURE if match["month"] in _NAMES else _month(match, moment)


def _quarter(match: re.Match[str], moment: Moment) -> Meant:
    year, quarter = int(match["year"]), int(match["quarter"])
    return Span(calendar.month(year, 3 * quarter - 2).first, calendar.month(year, 3 * quarter).last)


def _fixed(match: re.Match[str], moment: Moment) -> Meant:
    number, of_month = FIXED[match["name"]]
    if match["year"]:
        return calendar.day(date(int(match["year"]), number, of_month))
    return UNSURE if _ANY_YEAR.search(match.string) else calendar.dated(moment, number=number, of_month=of_month)


def _of_away_month(match: re.Match[str], moment: Moment) -> Meant:
    return calendar.nth_day(moment.today, AWAY[match["away"]], int(match["day"]))


CALENDAR = (
    form(rf"\bweek (?:of|commencing|beginning|starting)(?: on)?(?: the)? {_DAY_MONTH}{_WITH_YEAR}", _week_of),
    form(rf"\bweek (?:of|commencing|beginning|starting)(?: on)?(?: the)? {_MONTH_DAY}{_WITH_YEAR}", _week_of),
    form(r"\bweek (?:of|commencing|beginning|starting)(?: on)?(?: the)? \d{1,2}(?:st|nd|rd|th)\b", UNSURE),
    form(rf"{_DAYS_MONTH}{_WITH_YEAR}", _dated),
    form(rf"{_MONTH_DAYS}{_WITH_YEAR}", _dated),
    form(rf"{_WITH_WEEKDAY}{_DAY_MONTH}{_WITH_YEAR}", _dated),
    form(rf"{_WITH_WEEKDAY}{_MONTH_DAY}{_WITH_YEAR}", _dated),
    form(rf"\b(?P<name>{either(FIXED)})\b(?:,? (?P<year>{YEAR})\b)?", _fixed),
    form(
        rf"\b(?P<month>{MONTH})\b\.?,?(?: of)? (?P<year>{YEAR})\b(?! (?:miles|km|people|steps|users|times))",
        _month_of_year,
    ),
    form(rf"\b(?P<month>{MONTH})\b,?(?: of)? (?P<away>this|next|last) year\b", _month_of_year),
    form(rf"\b(?P<away>this|next|last) year,? in (?P<month>{MONTH})\b(?! \d)", _month_of_year),
    form(rf"(?<!\bthe )\b(?P<away>this|next|last) (?P<month>{MONTH})\b(?! \d)", _away_month),
    form(rf"\b{_IN}[ -]?(?:the )?\b(?P<said>(?P<month>{MONTH}))\b(?!')", _month),
    form(rf"\b{_MAYBE_OF} (?P<said>(?P<month>{MONTH}))\b(?!')", _maybe_month),
    form(rf"\b(?P<said>(?P<month>{_PLAIN_MONTH}))\b", _month),
    form(
        r"\bthe (?P<said>(?P<day>\d{1,2})(?:st|nd|rd|th) of (?P<away>this|next|last) month)\b",
        _of_away_month,
    ),
    form(
        r"\b(?:on|by|until|till|til|before|after|since|from) the (?P<said>(?P<day>\d{1,2})(?:st|nd|rd|th))\b"
        r"(?=\s*(?:[.,!?;)–—]|- |$|(?:at|to|we|i|he|she|they|you|it|is|was|will|or|if|so|but|because"
        r"|when|with|then|our)\b))",
        lambda match, moment: calendar.day_of_month(moment, int(match["day"])),
    ),
    form(r"\bq(?P<quarter>[1-4])[ /-]?(?P<year>20\d\d)\b", _quarter),
    form(
        rf"\b(?:in|since|until|by|during|before|after|from|of|for|year|early|late|mid|summer"
        rf"|spring|autumn|fall"
        rf"|winter)[ -](?P<said>{YEAR})\b(?!['.,-]\d|%| ?(?:€|\$)|{_COUNTED_THINGS})",
        lambda match, moment: calendar.year(int(match["said"])),
    ),
)
