"""What the forms of a calendar mean: days, weeks, months and years, by the values of the words that it has found."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import date, timedelta

from memory.language.dating import spans
from memory.language.dating.forms import NOTHING, UNSURE, FormMeaning, MatchedGroups, Tense
from memory.theories.ranking_signals import DaySpan

_LAST = -1
_SATURDAY = 5
_DAYS = {"day": 1, "week": 7, "fortnight": 14}
_HALF_A_YEAR = 26
_QUARTER = 3

Meaning = Callable[[MatchedGroups], FormMeaning]


def _from_now(said: MatchedGroups) -> FormMeaning:
    """So many days or weeks from a day near now, or from the coming one of a weekday ("a week on Friday")."""
    days = said.sign * said.number() * _DAYS[said.span[0]] if said.has("number") else 0
    if said.has("from"):
        first = said.number("from", "weekday")
        if first == said.today.weekday():
            return spans.days_from(said.today, days) if said.has("today") else UNSURE
        return spans.days_from(spans.coming(said.today, first).first, days)
    if said.has("near"):
        days += said.number("near")
    return spans.certain(said.today + timedelta(days), said.weekday)


def _about(said: MatchedGroups) -> FormMeaning:
    """ "Two weeks ago" is told of no certain day; a question means the whole week, month or year."""
    if not said.moment.is_asked:
        return UNSURE
    return spans.unit(said.span[0], said.sign * said.number(), said.today)


def _exactly(said: MatchedGroups) -> FormMeaning:
    """That many whole weeks, months or years from today."""
    unit, away = said.span
    away = said.sign * said.number() if said.has("number") else away
    if unit == "week":
        return spans.days_from(said.today, 7 * away)
    return spans.nth_day(said.today, away * (12 if unit == "year" else 1), said.today.day)


def _dated(said: MatchedGroups) -> FormMeaning:
    """A day of a month, with a year or without; a weekday beside it must agree. Perhaps up to a later day."""
    if not (1 <= said.month <= 12 and 1 <= said.day <= 31):
        return NOTHING
    found = _in_year(said, said.month, said.day)
    if not said.has("to") or not isinstance(found, DaySpan):
        return found
    last = said.number("to")
    return replace(found, last=found.first.replace(day=last)) if last > found.first.day else UNSURE


def _in_year(said: MatchedGroups, month: int, day: int) -> FormMeaning:
    if year := said.year:
        return spans.certain(date(year, month, day), said.weekday)
    return spans.dated(said.moment, month, day, said.weekday)


def _span(said: MatchedGroups) -> FormMeaning:
    """From one day of a month to another."""
    month, last, year = said.number("month"), said.number("last"), said.year
    end = spans.day(date(year, month, last)) if year else spans.dated(said.moment, month, last)
    if not isinstance(end, DaySpan):
        return UNSURE
    begins = said.get("begins", "month") or month
    first = date(end.first.year - (begins > month), begins, said.day)
    return DaySpan(first, end.last, end.yearly) if first < end.last else UNSURE


def _figures(said: MatchedGroups) -> FormMeaning:
    """Two parts in figures: sure where only one order gives a date, or the writer's language has one order."""
    parts = (said.number("first"), said.number("second"))
    orders = [parts[::-1]] if said.moment.orders == {"day first"} else list(dict.fromkeys((parts, parts[::-1])))
    orders = [(month, day) for month, day in orders if 1 <= month <= 12]
    if len(orders) > 1 and not said.has("year", "weekday"):
        return UNSURE
    found = []
    for month, day in orders:
        with suppress(ValueError):
            found.append(_in_year(said, month, day))
    sure = [span for span in found if isinstance(span, DaySpan)]
    return sure[0] if len(sure) == 1 else UNSURE


def _pointed(said: MatchedGroups) -> FormMeaning:
    """ "2026.3.1" is a version as well, but where years go first."""
    padded = all(len(str(said.groups[part])) == 2 for part in ("month", "day"))
    return _dated(said) if padded or "year first" in said.moment.orders else UNSURE


def _nearest(said: MatchedGroups) -> FormMeaning:
    """A day that is told with what weekday it is."""
    return spans.nearest(said.today, said.month, said.day, said.weekday)


def _week_of(said: MatchedGroups) -> FormMeaning:
    found = _dated(said) if said.has("month", "fixed") else _day_of_month(said)
    return spans.week(found.first, 0) if isinstance(found, DaySpan) else found


def _calendar_week(said: MatchedGroups) -> FormMeaning:
    """By its number; one that is over for long is that of the next year."""
    year, number, _ = said.today.isocalendar()
    monday = date.fromisocalendar(year + (said.number() < number - _HALF_A_YEAR), said.number(), 1)
    return spans.week(monday, 0)


def _day_of_month(said: MatchedGroups) -> FormMeaning:
    """ "The 5th", perhaps of the next month; a weekday beside it must agree."""
    today, day = said.today, said.day
    if said.has("months"):
        return spans.certain(spans.nth_day(today, said.span[1], day).first, said.weekday)
    if day == today.day:
        return UNSURE
    before, later = -int(day > today.day), int(day < today.day)
    if all(day <= spans.month_away(today, away).last.day for away in (before, later)):
        return spans.between(said.moment, *(spans.nth_day(today, away, day) for away in (before, later)))
    away = {Tense.PAST: before, Tense.COMING: later}.get(said.tense)
    return UNSURE if away is None else spans.nth_day(today, away, day)


def _month(said: MatchedGroups) -> FormMeaning:
    number = said.month
    if not 1 <= number <= 12:
        return NOTHING
    if year := said.year:
        return spans.month(year, number)
    if said.has("away"):
        return _away_month(said, number)
    part = said.groups.get("part")
    edge = said.words.kinds.get("part", {}).get(str(part), "")
    return spans.named_month(said.moment, number, surely=not said.has("unsure"), part=str(edge))


def _away_month(said: MatchedGroups, number: int) -> FormMeaning:
    """ "This May" is this year's unless the tense says another; "last May" is plain while this year has had none."""
    this, away = said.today.month, said.span[1]
    if said.is_coming:
        return spans.month(said.today.year + (number <= this), number)
    if away:
        is_plain = number >= this if away < 0 else number <= this
        return spans.month(said.today.year + (1 if away > 0 else -1), number) if is_plain else UNSURE
    against = Tense.PAST if number > this else Tense.COMING if number < this else None
    return UNSURE if said.tense is against else spans.month(said.today.year, number)


def _since_month(said: MatchedGroups) -> FormMeaning:
    """The last such month, or this one."""
    return spans.month(said.today.year - (said.month > said.today.month), said.month)


def _whole_month(said: MatchedGroups) -> FormMeaning:
    if said.has("months"):
        return spans.month_away(said.today, said.span[1])
    if not said.has("month"):
        return UNSURE
    if said.moment.is_asked and not said.has("year", "years", "era"):
        return _since_month(said)
    if said.has("year", "years", "era") or said.month != said.today.month:
        return _month(said)
    return UNSURE if said.tense is Tense.DOUBT else spans.month_away(said.today, 0)


def _nth_weekday(said: MatchedGroups) -> FormMeaning:
    """ "The second Friday of May"; the last one is -1."""
    whole, nth, weekday = _whole_month(said), said.number("nth"), said.number("weekday")
    if not isinstance(whole, DaySpan):
        return UNSURE
    if nth < 0:
        return spans.days_from(whole.last, -((whole.last.weekday() - weekday) % 7))
    return spans.day(whole.first.replace(day=(weekday - whole.first.weekday()) % 7 + 7 * nth - 6))


def _outer_week(said: MatchedGroups) -> FormMeaning:
    """ "The last week of August": where the month's first or last day leaves no doubt which is meant."""
    edge = _outer_day(said)
    if not isinstance(edge, DaySpan):
        return UNSURE
    weekday = edge.first.weekday()
    return spans.week(edge.first, 0) if (weekday >= 4 if said.number("nth") < 0 else weekday <= 2) else UNSURE


def _outer_day(said: MatchedGroups) -> FormMeaning:
    whole = _whole_month(said)
    if not isinstance(whole, DaySpan):
        return UNSURE
    return spans.day(whole.last if said.number("nth") < 0 else whole.first)


def _weekday(said: MatchedGroups) -> FormMeaning:
    """A weekday without more: the tense tells which, and said on that day itself nothing does."""
    today, weekday = said.today, said.number("weekday")
    if weekday == today.weekday():
        return UNSURE
    return spans.by_tense(said.tense, spans.latest(today, weekday), spans.coming(today, weekday))


def _weekday_the(said: MatchedGroups) -> FormMeaning:
    """ "Friday the 20th": the nearest in the sense of the tense; in doubt the only one of the months around."""
    today, tense = said.today, said.tense
    months = (spans.month_away(today, away) for away in (-1, 0, 1))
    days = [whole.first.replace(day=said.day) for whole in months if said.day <= whole.last.day]
    days = [day for day in days if day.weekday() == said.weekday]
    if tense is Tense.PAST:
        days = [day for day in days if day < today][-1:]
    elif tense is Tense.COMING:
        days = [day for day in days if day > today][:1]
    return spans.day(days[0]) if len(days) == 1 else UNSURE


def _away_weekday(said: MatchedGroups) -> FormMeaning:
    """Of "next Friday" nobody knows which it is."""
    today, weekday, away = said.today, said.number("weekday"), said.span[1]
    if said.is_coming:
        return spans.coming(today, weekday)
    if away == _LAST:
        return spans.latest(today, weekday)
    if away or weekday == today.weekday():
        return UNSURE
    this = spans.of_week(today, 0, weekday)
    if weekday > today.weekday():  # of this week where it lies ahead; where it is over, the tense must tell
        return this if said.tense is not Tense.PAST else UNSURE
    return spans.by_tense(said.tense, this, spans.coming(today, weekday))


def _of_week(said: MatchedGroups) -> FormMeaning:
    """A weekday of a week; it must lie behind another that is named before it, and agree with a day of the month."""
    weekday, after = said.number("weekday"), said.get("after", "weekday")
    if after is not None and after >= weekday:
        return UNSURE
    found = spans.of_week(said.today, said.span[1], weekday)
    return found if said.get("day") in (None, found.first.day) else UNSURE


def _from_to(said: MatchedGroups) -> FormMeaning:
    """One of two weekdays of which the second follows the first; what is over is counted back."""
    first, last, today = said.number("first", "weekday"), said.number("last", "weekday"), said.today
    days, tense = timedelta((last - first) % 7), said.tense
    if today.weekday() in (first, last) or tense is Tense.DOUBT:
        return UNSURE
    ahead = tense is Tense.COMING
    begins = spans.coming(today, first).first if ahead else spans.latest(today, last).first - days
    return spans.day(begins + days if said.has("ends") else begins)


def _unit(said: MatchedGroups) -> FormMeaning:
    return spans.unit(*said.span, said.today)


def _weekend(said: MatchedGroups) -> FormMeaning:
    if said.today.weekday() >= _SATURDAY:
        return UNSURE
    return spans.by_tense(said.tense, spans.weekend(said.today, -1), spans.weekend(said.today, 0))


def _year(said: MatchedGroups) -> FormMeaning:
    return spans.year(said.year) if said.year else UNSURE


def _quarter(said: MatchedGroups) -> FormMeaning:
    year, last = said.year or said.today.year, _QUARTER * said.number("quarter")
    return DaySpan(spans.month(year, last - _QUARTER + 1).first, spans.month(year, last).last)


def _nothing(said: MatchedGroups) -> FormMeaning:
    return NOTHING


def _unsure(said: MatchedGroups) -> FormMeaning:
    return UNSURE


_OF_DAYS = (_from_now, _about, _exactly, _dated, _span, _figures, _pointed, _nearest, _day_of_month)
_OF_WEEKS = (_week_of, _calendar_week, _weekday, _weekday_the, _away_weekday, _of_week, _from_to, _weekend)
_OF_MONTHS = (_month, _since_month, _nth_weekday, _outer_week, _outer_day, _year, _quarter)
_OF_ANY = (_unit, _nothing, _unsure)
MEANINGS: Mapping[str, Meaning] = {
    meaning.__name__.strip("_").replace("_", " "): meaning for meaning in (*_OF_DAYS, *_OF_WEEKS, *_OF_MONTHS, *_OF_ANY)
}
"""By the names that calendars call them: the function's, in words."""
