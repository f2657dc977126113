"""Values that are known by their letters: addresses, versions, prices, numbers to call, regular hours, days."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from memory.encoding.classification import compiled
from memory.languages.cues import ADDRESS, DAY, EMAIL, MEETING, PHONE, PRICE, VERSION, Cues
from memory.languages.dating.form import Tense
from memory.languages.said_dates import SaidDate, iso, said_dates
from memory.languages.said_times import clock

_ADDRESS = r"(?<![a-z\d.])\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?(?![a-z\d]|\.\d)"
_VERSION = r"(?<![a-z\d.$€£₺,:])v?\d{1,3}\.\d{1,3}\.\d{1,4}(?:-[a-z]\w*)?(?![\d]|\.\d)"
_PHONE = r"(?<![a-z\d.+-])\+?\(?\d[\d ()/-]{5,}\d(?![a-z\d]|[.-]\d)"
_EMAIL = r"(?<![a-z\d.+-])[a-z\d.+_-]+@[a-z\d-]+(?:\.[a-z\d-]+)+"
_MAYBE = re.compile(r"[\d@]")
_SHORTEST_PHONE = 7
"""Figures."""

_YEAR = re.compile(r"\d{4}")
_ISO = re.compile(r"\d{4}-\d\d(?:-\d\d)?")


@dataclass(frozen=True, slots=True)
class Typed:
    """`value` in one form, however it was written from `start` to `end`."""

    sort: str
    value: str
    start: int
    end: int


def typed(folded: str, dates: Sequence[SaidDate], at: datetime, language: Cues) -> tuple[Typed, ...]:
    """Each letter belongs to one value at most; what is said first of a sort is not yet the right one."""
    found: list[Typed] = []
    for one in _all(folded, dates, at, language):
        if all(one.end <= other.start or other.end <= one.start for other in found):
            found.append(one)
    return tuple(found)


def _all(folded: str, dates: Sequence[SaidDate], at: datetime, language: Cues) -> Iterator[Typed]:
    if not _MAYBE.search(folded):
        return
    is_new = any(compiled(each).search(folded) for each in (language.new, language.ahead))
    surest = (EMAIL, _EMAIL), (ADDRESS, _ADDRESS), (MEETING, language.meeting), (VERSION, language.version)
    others = (VERSION, _VERSION), (PRICE, language.price), (DAY, language.day), (PHONE, _PHONE)
    for sort, pattern in (*surest, *others):
        for match in compiled(pattern).finditer(folded):
            group = next((name for name in ("value", "value2") if match.groupdict().get(name)), 0)
            value = match[group].strip()
            if sort == MEETING:
                value = _meeting(match, language)
            elif sort == DAY:
                value = _day(match, dates, at, language, is_new=is_new)
            elif sort == PHONE and (_ISO.fullmatch(value) or sum(map(str.isdigit, value)) < _SHORTEST_PHONE):
                continue
            if value:
                yield Typed(sort, value, *match.span(group))


def _meeting(match: re.Match[str], language: Cues) -> str:
    groups = {name.rstrip("2"): said for name, said in match.groupdict().items() if said}
    day = next(short for long, short in language.weekdays.items() if groups["day"].startswith(long))
    return f"{day} {clock(groups['clock'].strip())}"


def _day(match: re.Match[str], dates: Sequence[SaidDate], at: datetime, language: Cues, *, is_new: bool) -> str:
    """A day of the year alone is the next one, where its sentence does not tell, or tells of a change of plan."""
    for said in dates:
        if is_new and said.first and said.first < at.date() and not _YEAR.search(said.text):
            continue
        if not said.unsure and said.first == said.last and said.start < match.end() and match.start() < said.end:
            return iso(said)
    ahead = [said for said in said_dates(match.group(), at, Tense.COMING) if said.first == said.last]
    return iso(ahead[0]) if ahead else ""
