"""Times of day, and spans of hours and minutes, as they are said: "at 9", "9:30pm", "saat 9 buçukta", "午後3時半"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import time, timedelta

from memory.language.analyser import level
from memory.language.language_packs import NUMBERS
from memory.language.pack_tables import shared_entries, words_of

_EARLY = 7
"""An hour before this one, said without more, may be of the morning or of the afternoon."""
_NOON = 12
_FIRST_OF_EVENING = 5
_BESIDE = 6
"""Letters between a part of the day and its hour: "tomorrow evening at 7", "aksam saat 7'de"."""
_BEFORE = 30
"""Letters before an hour in which a part of the day is looked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SaidTime:
    """Words from `start` to `end` that tell a time of day (`clock`) or how long from now (`after`).

    Neither is there where it may be of the morning or of the afternoon. `vague`: only a part of the day was said.
    """

    text: str
    start: int
    end: int
    clock: time | None = None
    after: timedelta | None = None
    vague: bool = False


_PARTS = {row.split("=")[0]: int(row.split("=")[1]) for row in words_of("times", "parts")}
"""Of the day, with the hour that is meant where no more is said; from noon on hours are counted from it."""
_NIGHTS, _AFTER_NOON = words_of("times", "nights"), words_of("times", "after_noon")
_HOURS, _HALVES = words_of("times", "hours"), words_of("times", "halves")
_NUMBER_OF: Mapping[str, int] = {
    **NUMBERS,
    **{row.split("=")[0]: int(row.split("=")[1]) for row in words_of("times", "numbers")},
    "an": 1,
}


def said_times(text: str) -> tuple[SaidTime, ...]:
    """All times in order, parts of the day last; one beside an hour tells of which half of the day that is."""
    folded = level(text)
    unread, found = folded, list[SaidTime]()
    for kind, pattern in _FORMS:
        for match in pattern.finditer(unread):
            moment = _told(kind, match, folded)
            start, end = match.span()
            clock, after = (None, moment) if isinstance(moment, timedelta) else (moment, None)
            found.append(
                SaidTime(text=text[start:end], start=start, end=end, clock=clock, after=after, vague=kind == "part")
            )
        unread = pattern.sub(lambda match: "\x00" * len(match[0]), unread)
    return tuple(sorted(found, key=lambda said: (said.vague, said.start)))


def said_span(text: str) -> SaidTime | None:
    """How long it is to be, where hours or minutes are said without more: "timer 20 minutes"."""
    folded = level(text)
    found = next((found for pattern in _SPANS if (found := pattern.search(folded))), None)
    if found is None:
        return None
    after = _told("duration", found, folded)
    start, end = found.span()
    return SaidTime(text=text[start:end], start=start, end=end, after=after if isinstance(after, timedelta) else None)


def clock(value: str) -> str:
    """ "3pm", "午後3時" and "15.00" are 15:00; what is no time of day stays."""
    match said_times(value):
        case (SaidTime(text=text, clock=time() as hour, vague=False),) if text == value:
            return f"{hour:%H:%M}"
    return value


def _told(kind: str, match: re.Match[str], text: str) -> time | timedelta | None:
    said = match.groupdict()
    if kind == "part":
        return time(_PARTS[said["part"]])
    if kind == "duration":
        number = 0.5 if said["number"] in _HALVES else _number(said["number"])
        return timedelta(hours=number) if said["unit"] in _HOURS else timedelta(minutes=number)
    hour, half = _number(said["hour"]), bool(said.get("half"))
    if kind != "clock":
        minutes = 30 if half else 15
        return _plain(said["hour"], *((hour, minutes) if kind == "past" else (hour - 1, 60 - minutes)))
    minute = 30 if half else int(said.get("minute") or 0)
    if mark := said.get("half_of_day"):
        return _of_half(hour, minute, mark) if hour <= _NOON else None
    part = said.get("part") or _part_beside(text, match)
    return _of_half(hour, minute, part) if part else _plain(said["hour"], hour, minute)


def _part_beside(text: str, match: re.Match[str]) -> str:
    """The part of the day that stands just before an hour or just after it."""
    before = list(_PART.finditer(text, max(0, match.start() - _BEFORE), match.start()))
    after = _PART.match(text, match.end() + (text[match.end() : match.end() + 1] == " "))
    beside = before[-1] if before and match.start() - before[-1].end() <= _BESIDE else after
    return beside["part"] if beside else ""


def _number(word: str) -> int:
    return int(word) if word.isdecimal() else _NUMBER_OF[word]


def _of_half(hour: int, minute: int, word: str) -> time | None:
    """Of the half of the day that the word names; a night has hours of both."""
    if word in _NIGHTS and not _FIRST_OF_EVENING <= hour < _NOON:
        return None
    is_after_noon = word in _AFTER_NOON or _PARTS.get(word, 0) >= _NOON
    return _valid(
        hour + 12 if is_after_noon and hour < _NOON else 0 if hour == 12 and not is_after_noon else hour, minute
    )


def _plain(said: str, hour: int, minute: int) -> time | None:
    """By a nought before it, or because nobody means the other half of the day."""
    return _valid(hour, minute) if hour >= _EARLY or said.startswith("0") else None


def _valid(hour: int, minute: int) -> time | None:
    return time(hour, minute) if 0 <= hour < 24 and minute < 60 else None


def _either(words: Mapping[str, int]) -> str:
    return "|".join(sorted(words, key=len, reverse=True))


_PLACES = {"{n}": rf"(?:\d{{1,2}}|{_either(_NUMBER_OF)})", "{parts}": _either(_PARTS)}


def _forms() -> Iterator[tuple[str, re.Pattern[str]]]:
    for entry in shared_entries("times"):
        if entry.name in ("duration", "past", "to", "clock", "part"):
            yield entry.name, re.compile(re.sub(r"\{[a-z]+\}", lambda place: _PLACES[place[0]], entry.text))


_FORMS = tuple(_forms())
_SPANS = tuple(
    re.compile(re.sub(r"\{[a-z]+\}", lambda place: _PLACES[place[0]], entry.text))
    for entry in shared_entries("times")
    if entry.name == "span"
)
_PART = _FORMS[-1][1]
