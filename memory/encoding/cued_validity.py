"""Since when and until when what was told by a cue is so: by the days that are not its value."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, time, timedelta

from memory.encoding.classification import compiled
from memory.encoding.typed import in_years
from memory.encoding.validity_of import Valid
from memory.languages.cues import Cues
from memory.languages.said_dates import SaidDate

LONG_BEFORE = timedelta(days=365)
"""So long, at least, has been so what ended on a day that was named; nobody says since when."""


def cued_validity(folded: str, dates: Sequence[SaidDate], at: datetime, language: Cues, *, is_over: bool) -> Valid:
    """Aware instants, in the speaker's zone. `dates` are those of the sentence beside the value."""
    if (until := _until(folded, dates, at, language, is_over=is_over)) is not None:
        return Valid(from_=until - LONG_BEFORE if until <= at else None, until=until)
    since = next((said.first for said in dates if not said.unsure and said.first), None)
    return Valid(from_=datetime.combine(since, time(), tzinfo=at.tzinfo) if since else None)


def _until(folded: str, dates: Sequence[SaidDate], at: datetime, language: Cues, *, is_over: bool) -> datetime | None:
    for said in dates:
        is_ahead = said.first is not None and said.first > at.date()
        if said.unsure or not said.first or (is_over and is_ahead):
            continue
        if is_until(folded, said.start, said.end, language):
            return datetime.combine(said.first, time(), tzinfo=at.tzinfo)
    for match in compiled(language.month).finditer(folded):
        if is_until(folded, match.start(), match.end(), language):
            return _month(match.group(), at, language, is_over=is_over)
    if is_over and compiled(language.year_end).search(folded):
        return at.replace(month=1, day=1, hour=0, minute=0, second=0, microsecond=0)
    return None


def is_until(folded: str, start: int, end: int, language: Cues) -> bool:
    before, behind = compiled(language.until_before), compiled(language.until_behind)
    return bool(before.search(folded[:start]) or behind.search(folded[end:]))


def _month(name: str, at: datetime, language: Cues, *, is_over: bool) -> datetime | None:
    """The last one where it is over, else the next one."""
    days = [said.first for year in (at.replace(year=at.year - 1, day=1), at) for said in in_years(name, year, language)]
    begins = sorted({datetime.combine(day, time(), tzinfo=at.tzinfo) for day in days if day})
    past, ahead = [day for day in begins if day <= at], [day for day in begins if day > at]
    return (past[-1] if past else None) if is_over else (ahead[0] if ahead else None)
