"""Since when and until when a clause says that something is so."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta

from memory.encoding.classification import PLAN, compiled, says
from memory.encoding.said import Valid
from memory.languages.catalogue import Telling
from memory.languages.cues import Cues
from memory.languages.dating.form import Tense
from memory.languages.said_dates import SaidDate, said_dates
from memory.languages.tables import any_of

LONG_BEFORE = timedelta(days=365)
"""So long, at least, has been so what ended on a day that was named; nobody says since when."""

PLANNED_DAYS = 7
"""So long a plan without a day stands."""

_UNTIL_BEHIND = any_of("marks", "until")
_SINCE_BEHIND = any_of("marks", "since")


def valid(
    folded: str, dates: Sequence[SaidDate], category: str, at: datetime, telling: Telling, *, is_state: bool
) -> Valid:
    """`dates` have their places in the clause. `is_state`: what it tells lasts, like a home."""
    sure = [date for date in dates if not date.unsure]
    for said in sure:
        before, behind = folded[: said.start], folded[said.end :]
        if said.first and (says(telling.until, before) or _UNTIL_BEHIND.search(behind)):
            return Valid(until=_begin(said.first, at) if category != PLAN else _end(said.first, at))
        if said.first and (says(telling.since, before) or _SINCE_BEHIND.search(behind)):
            return Valid(from_=_begin(said.first, at))
    if category == PLAN:
        return _planned(sure, at)
    if compiled(telling.ended).search(folded):
        return Valid(until=at)
    if is_state and sure and sure[0].first and sure[0].first <= at.date():
        return Valid(from_=_begin(sure[0].first, at))
    return Valid()


def cued_validity(folded: str, dates: Sequence[SaidDate], at: datetime, language: Cues, *, is_over: bool) -> Valid:
    """Of what is told by a cue; `dates` are those of the sentence beside the value."""
    if (until := _until(folded, dates, at, language, is_over=is_over)) is not None:
        return Valid(from_=until - LONG_BEFORE if until <= at else None, until=until)
    since = next((said.first for said in dates if not said.unsure and said.first), None)
    return Valid(from_=_begin(since, at) if since else None)


def _until(folded: str, dates: Sequence[SaidDate], at: datetime, language: Cues, *, is_over: bool) -> datetime | None:
    for said in dates:
        if not said.first or (is_over and said.first > at.date()):
            continue
        if _is_until(folded, said.start, said.end, language):
            return _begin(said.first, at)
    for match in compiled(language.month).finditer(folded):
        if _is_until(folded, match.start(), match.end(), language):
            first_day = language.first_day.format(month=match.group())
            begins = said_dates(first_day, at, Tense.PAST if is_over else Tense.COMING)  # the last one, or the next
            return _begin(begins[0].first, at) if begins and begins[0].first else None
    return None


def _is_until(folded: str, start: int, end: int, language: Cues) -> bool:
    before, behind = compiled(language.until_before), compiled(language.until_behind)
    return bool(before.search(folded[:start]) or behind.search(folded[end:]))


def _planned(sure: Sequence[SaidDate], at: datetime) -> Valid:
    """Over after its last day."""
    ahead = [date.last for date in sure if date.last and date.last >= at.date()]
    return Valid(until=_end(ahead[-1], at) if ahead else at + timedelta(days=PLANNED_DAYS))


def _begin(day: date, at: datetime) -> datetime:
    return datetime.combine(day, time(), tzinfo=at.tzinfo)


def _end(day: date, at: datetime) -> datetime:
    return _begin(day + timedelta(days=1), at)
