"""Days, weeks, months and years as they lie from a moment. Weeks begin on Monday; today is never a coming weekday."""

from __future__ import annotations

from calendar import monthrange
from dataclasses import replace
from datetime import date, timedelta

from memory.language.dating.forms import UNSURE, FormMeaning, SpokenMoment, Tense
from memory.theories.ranking_signals import DaySpan

_FAR_DAYS = 330
"""A coming day without a year that would lie further off was hardly meant: "it is on 10 March" said on the 14th."""
_LONG_AGO_DAYS = 300
"""A day that is over and lies further back is not told without its year, if the next such day is near."""
_CLOSE_DAYS = 60
_VERY_CLOSE_DAYS = 21
_CLOSE_MONTHS = 3
_EARLY_IN_MONTH, _LATE_IN_MONTH = 10, 19


def day(named: date) -> DaySpan:
    return DaySpan(named, named)


def days_from(today: date, days: int) -> DaySpan:
    return day(today + timedelta(days=days))


def week(today: date, away: int) -> DaySpan:
    monday = today + timedelta(days=7 * away - today.weekday())
    return DaySpan(monday, monday + timedelta(days=6))


def weekend(today: date, away: int) -> DaySpan:
    whole = week(today, away)
    return DaySpan(whole.first + timedelta(days=5), whole.last)


def month(year: int, number: int) -> DaySpan:
    return DaySpan(date(year, number, 1), date(year, number, monthrange(year, number)[1]))


def month_away(today: date, away: int) -> DaySpan:
    years, number = divmod(today.month - 1 + away, 12)
    return month(today.year + years, number + 1)


def year(number: int) -> DaySpan:
    return DaySpan(date(number, 1, 1), date(number, 12, 31))


def unit(name: str, away: int, today: date) -> DaySpan:
    """The calendar week, weekend, month or year that lies so many of them away."""
    if name == "week":
        return week(today, away)
    if name == "weekend":
        return weekend(today, away)
    return month_away(today, away) if name == "month" else year(today.year + away)


def of_week(today: date, away: int, weekday: int) -> DaySpan:
    return days_from(week(today, away).first, weekday)


def coming(today: date, weekday: int) -> DaySpan:
    """The next such weekday after today."""
    return days_from(today, (weekday - today.weekday() - 1) % 7 + 1)


def latest(today: date, weekday: int) -> DaySpan:
    """The last such weekday before today."""
    return days_from(today, -((today.weekday() - weekday - 1) % 7 + 1))


def named_month(moment: SpokenMoment, number: int, *, surely: bool = True, part: str = "") -> FormMeaning:
    """A month without a year. Where no tense tells, `surely` a month takes the near one that is ahead.

    `part` is where in the month it is: "late", "early", "all".
    """
    today = moment.today
    if moment.is_asked:
        return replace(month(today.year, number), yearly=True)
    tense = moment.tense()
    if number == today.month:
        early = tense is Tense.COMING and (today.day <= _EARLY_IN_MONTH or part == "late")
        late = tense is Tense.PAST and today.day > (_EARLY_IN_MONTH if part == "early" else _LATE_IN_MONTH)
        return month(today.year, number) if early or late or part == "all" else UNSURE
    last = month(today.year - (number > today.month), number)
    ahead = month(last.first.year + 1, number)
    if surely and tense is Tense.DOUBT and (number - today.month) % 12 <= _CLOSE_MONTHS:
        return ahead
    return between(moment, last, ahead)


def dated(moment: SpokenMoment, number: int, of_month: int, weekday: int | None = None) -> FormMeaning:
    """A day of a month without a year: the nearest in the sense of the tense; a weekday must agree."""
    if weekday is not None:
        return _dated_on(moment, number, of_month, weekday)
    today = moment.today
    if moment.is_asked:
        return replace(day(date(today.year, number, of_month)), yearly=True)
    ahead = _first_of(today, number, of_month, 1)
    behind = _first_of(today - timedelta(days=1), number, of_month, -1)
    tense = moment.tense()
    if behind and ahead and moment.tense_between(behind, ahead) is not tense:
        return UNSURE
    if tense is Tense.PAST:
        is_hardly_meant = (
            behind and (today - behind).days > _LONG_AGO_DAYS and ahead and (ahead - today).days < _VERY_CLOSE_DAYS
        )
        return day(behind) if behind and ahead != today and not is_hardly_meant else UNSURE
    if tense is not Tense.COMING and behind and (today - behind).days <= _CLOSE_DAYS:
        return day(behind)
    within = _FAR_DAYS if tense is Tense.COMING else _CLOSE_DAYS
    return day(ahead) if ahead and (ahead - today).days < within else UNSURE


def nearest(
    today: date, number: int, of_month: int, weekday: int | None = None, *, within: int = _FAR_DAYS
) -> FormMeaning:
    """The nearest such day on either side, and of such a weekday if one is said; not further off than `within`."""
    days = [named for year in (-1, 0, 1) if (named := _in_year(today.year + year, number, of_month))]
    found = min(days, key=lambda named: abs(named - today), default=None)
    if found is None or abs(found - today).days > within or weekday not in (None, found.weekday()):
        return UNSURE
    return day(found)


def between(moment: SpokenMoment, past: DaySpan, ahead: DaySpan) -> FormMeaning:
    return by_tense(moment.tense_between(past.last, ahead.first), past, ahead)


def by_tense(tense: Tense, past: DaySpan, ahead: DaySpan) -> FormMeaning:
    return {Tense.PAST: past, Tense.COMING: ahead}.get(tense, UNSURE)


def nth_day(today: date, away: int, of_month: int) -> DaySpan:
    """The day of the month so many months away. Raises ValueError where it has no such day."""
    return day(month_away(today, away).first.replace(day=of_month))


def certain(named: date, weekday: int | None) -> FormMeaning:
    """A full date; if a weekday is said with it and does not agree, one of the two is wrong."""
    return day(named) if weekday is None or named.weekday() == weekday else UNSURE


def _dated_on(moment: SpokenMoment, number: int, of_month: int, weekday: int) -> FormMeaning:
    """The nearest such day in the sense of the tense, if its weekday agrees, else the nearest one near by."""
    today, tense = moment.today, moment.tense()
    if tense is not Tense.DOUBT:
        named = _first_of(today, number, of_month, 1 if tense is Tense.COMING else -1)
        if named and named.weekday() == weekday:
            return day(named)
    return nearest(today, number, of_month, weekday, within=_CLOSE_DAYS if tense is not Tense.DOUBT else _FAR_DAYS)


def _first_of(start: date, number: int, of_month: int, step: int) -> date | None:
    """The first such day from `start` on, forwards or backwards; 29 February may be some years away."""
    for year in range(start.year, start.year + 9 * step, step):
        named = _in_year(year, number, of_month)
        if named and (named - start).days * step >= 0:
            return named
    return None


def _in_year(year: int, number: int, of_month: int) -> date | None:
    try:
        return date(year, number, of_month)
    except ValueError:
        return None
