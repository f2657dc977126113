"""What the forms of a calendar mean: days, weeks, months and years, by the values of the words that it has found."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import date, timedelta

from memory.languages.dating import calendar
from memory.languages.dating.form import NOTHING, UNSURE, Meant, Tense
from memory.languages.dating.said import Said
from memory.theories.date_match import Span

_LAST, _THIS = -1, 0
_DAYS = {"day": 1, "week": 7, "fortnight": 14}
_HALF_A_YEAR = 26
_QUARTER = 3

Meaning = Callable[[Said], Meant]


def _from_now(said: Said) -> Meant:
    """So many days or weeks from a day near now, or from the coming one of a weekday ("a week on Friday")."""
    days = said.sign * said.number() * _DAYS[said.unit] if said.has("number") else 0
    if said.has("from"):
        first = said.number_of_weekday("from")
        if first == said.today.weekday():
            return calendar.days_from(said.today, days) if said.has("today") else UNSURE
        return calendar.days_from(calendar.coming(said.today, first).first, days)
    if said.has("near"):
        days += said.number("near")
    weekday = said.weekday()
    return calendar.days_from(said.today, days) if weekday is None else calendar.beside(said.moment, days, weekday)


def _about(said: Said) -> Meant:
    """ "Two weeks ago" is told of no certain day; a question means the whole week, month or year."""
    if not said.moment.is_asked:
        return UNSURE
    return calendar.unit(said.unit, said.sign * said.number(), said.today)


def _ahead(said: Said) -> Meant:
    """ "In three days": told of the past it is how long something took."""
    return UNSURE if said.tense is Tense.PAST else _from_now(said)


def _exactly(said: Said) -> Meant:
    unit, away = said.span
    return calendar.exactly(said.today, unit, said.sign * said.number() if said.has("number") else away)


def _dated(said: Said) -> Meant:
    """A day of a month, with a year or without; a weekday beside it must agree. Perhaps up to a later day."""
    month, day, weekday = said.month, said.day, said.weekday()
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return NOTHING
    if year := said.year:
        found = calendar.certain(date(year, month, day), weekday)
    else:
        found = calendar.dated(said.moment, month, day, weekday)
    return calendar.days_until(found, said.number("to")) if said.has("to") else found


def _span(said: Said) -> Meant:
    """From one day of a month to another."""
    month, last, year = said.number("month"), said.number("last"), said.year
    end = calendar.day(date(year, month, last)) if year else calendar.dated(said.moment, month, last)
    if not isinstance(end, Span):
        return UNSURE
    begins = said.get("begins", "month") or month
    first = date(end.first.year - (begins > month), begins, said.day)
    return Span(first, end.last, end.yearly) if first < end.last else UNSURE


def _figures(said: Said) -> Meant:
    """Two parts in figures: sure where only one order gives a date, or the writer's language has one order."""
    parts = (said.number("first"), said.number("second"))
    orders = [parts[::-1]] if said.moment.orders == {"day first"} else list(dict.fromkeys((parts, parts[::-1])))
    orders = [(month, day) for month, day in orders if 1 <= month <= 12]
    if len(orders) > 1 and not said.has("year", "weekday"):
        return UNSURE
    found = [one for month, day in orders for one in _in_figures(said, month, day)]
    return found[0] if len(found) == 1 else UNSURE


def _in_figures(said: Said, month: int, day: int) -> Iterator[Span]:
    weekday = said.weekday()
    try:
        if year := said.year:
            found = calendar.certain(date(year, month, day), weekday)
        else:
            found = calendar.dated(said.moment, month, day, weekday)
    except ValueError:
        return
    if isinstance(found, Span):
        yield found


def _pointed(said: Said) -> Meant:
    """ "2026.3.1" is a version as well, but where years go first."""
    padded = all(len(str(said.groups[part])) == 2 for part in ("month", "day"))
    return _dated(said) if padded or "year first" in said.moment.orders else UNSURE


def _nearest(said: Said) -> Meant:
    """A day that is told with what weekday it is."""
    return calendar.nearest(said.today, said.month, said.day, said.weekday())


def _week_of(said: Said) -> Meant:
    found = _dated(said) if said.has("month", "fixed") else _day_of_month(said)
    return calendar.week(found.first, 0) if isinstance(found, Span) else found


def _calendar_week(said: Said) -> Meant:
    """By its number; one that is over for long is that of the next year."""
    year, number, _ = said.today.isocalendar()
    monday = date.fromisocalendar(year + (said.number() < number - _HALF_A_YEAR), said.number(), 1)
    return calendar.week(monday, 0)


def _day_of_month(said: Said) -> Meant:
    """ "The 5th", perhaps of the next month; a weekday beside it must agree."""
    if said.has("months"):
        return calendar.certain(calendar.nth_day(said.today, said.away, said.day).first, said.weekday())
    return calendar.day_of_month(said.moment, said.day)


def _todays(said: Said) -> Meant:
    """ "How is it already the 20th"."""
    return calendar.days_from(said.today, 0)


def _month(said: Said) -> Meant:
    number = said.month
    if not 1 <= number <= 12:
        return NOTHING
    if year := said.year:
        return calendar.month(year, number)
    if said.has("away"):
        return _away_month(said, number)
    part = said.groups.get("part")
    edge = said.words.kinds.get("part", {}).get(str(part), "")
    return calendar.named_month(said.moment, number, surely=not said.has("unsure"), part=str(edge))


def _away_month(said: Said, number: int) -> Meant:
    """ "This May", "last May", "the coming May"."""
    if said.is_coming:
        return calendar.month(said.today.year + (number <= said.today.month), number)
    if said.away == _THIS:
        return calendar.this_month_named(said.moment, number)
    return (calendar.last_month_named if said.away < 0 else calendar.next_month_named)(said.today, number)


def _since_month(said: Said) -> Meant:
    """The last such month, or this one."""
    return calendar.month(said.today.year - (said.month > said.today.month), said.month)


def _whole_month(said: Said) -> Meant:
    if said.has("months"):
        return calendar.month_away(said.today, said.away)
    if not said.has("month"):
        return UNSURE
    if said.moment.is_asked and not said.has("year", "years", "era"):
        return _since_month(said)
    if said.has("year", "years", "era") or said.month != said.today.month:
        return _month(said)
    return UNSURE if said.tense is Tense.DOUBT else calendar.month_away(said.today, 0)


def _nth_weekday(said: Said) -> Meant:
    return calendar.nth_weekday(_whole_month(said), said.number("nth"), said.number_of_weekday())


def _outer_week(said: Said) -> Meant:
    return calendar.outer_week(_whole_month(said), last=said.number("nth") < 0)


def _outer_day(said: Said) -> Meant:
    whole = _whole_month(said)
    if not isinstance(whole, Span):
        return UNSURE
    return calendar.day(whole.last if said.number("nth") < 0 else whole.first)


def _weekday(said: Said) -> Meant:
    return calendar.weekday(said.moment, said.number_of_weekday())


def _weekday_the(said: Said) -> Meant:
    return calendar.weekday_the(said.moment, said.number_of_weekday(), said.day)


def _away_weekday(said: Said) -> Meant:
    """Of "next Friday" nobody knows which it is."""
    weekday = said.number_of_weekday()
    if said.is_coming:
        return calendar.coming(said.today, weekday)
    if said.away == _LAST:
        return calendar.latest(said.today, weekday)
    return calendar.this_weekday(said.moment, weekday) if said.away == _THIS else UNSURE


def _of_week(said: Said) -> Meant:
    """A weekday of a week; it must lie behind another that is named before it, and agree with a day of the month."""
    weekday, after = said.number_of_weekday(), said.weekday("after")
    if after is not None and after >= weekday:
        return UNSURE
    found = calendar.of_week(said.today, said.away, weekday)
    return found if said.get("day") in (None, found.first.day) else UNSURE


def _before_last(said: Said) -> Meant:
    return calendar.days_from(calendar.latest(said.today, said.number_of_weekday()).first, -_DAYS["week"])


def _from_to(said: Said) -> Meant:
    """One of two weekdays of which the second follows the first; what is over is counted back."""
    first, last, today = said.number_of_weekday("first"), said.number_of_weekday("last"), said.today
    days, tense = timedelta((last - first) % 7), said.tense
    if today.weekday() in (first, last) or tense is Tense.DOUBT:
        return UNSURE
    ahead = tense is Tense.COMING
    begins = calendar.coming(today, first).first if ahead else calendar.latest(today, last).first - days
    return calendar.day(begins + days if said.has("ends") else begins)


def _unit(said: Said) -> Meant:
    unit, away = said.span
    return calendar.unit(unit, away, said.today)


def _weekend(said: Said) -> Meant:
    return calendar.the_weekend(said.moment)


def _coming_unit(said: Said) -> Meant:
    """ "The coming week" on a Monday, "the coming weekend" on a Saturday may be either."""
    weekday, is_week = said.today.weekday(), said.unit == "week"
    if weekday == 0 if is_week else weekday >= 5:
        return UNSURE
    return calendar.unit(said.unit, int(is_week), said.today)


def _year(said: Said) -> Meant:
    return calendar.year(said.year) if said.year else UNSURE


def _quarter(said: Said) -> Meant:
    year, last = said.year or said.today.year, _QUARTER * said.number("quarter")
    return Span(calendar.month(year, last - _QUARTER + 1).first, calendar.month(year, last).last)


MEANINGS: Mapping[str, Meaning] = {
    "nothing": lambda said: NOTHING,
    "unsure": lambda said: UNSURE,
    "from now": _from_now,
    "about": _about,
    "ahead": _ahead,
    "exactly": _exactly,
    "dated": _dated,
    "span": _span,
    "figures": _figures,
    "pointed": _pointed,
    "nearest": _nearest,
    "week of": _week_of,
    "calendar week": _calendar_week,
    "day of month": _day_of_month,
    "today": _todays,
    "month": _month,
    "since month": _since_month,
    "nth weekday": _nth_weekday,
    "outer week": _outer_week,
    "outer day": _outer_day,
    "weekday": _weekday,
    "weekday the": _weekday_the,
    "away weekday": _away_weekday,
    "of week": _of_week,
    "before last": _before_last,
    "from to": _from_to,
    "unit": _unit,
    "weekend": _weekend,
    "coming unit": _coming_unit,
    "year": _year,
    "quarter": _quarter,
}
