"""Times of day, and spans of hours and minutes, as they are said: "at 9", "9:30pm", "saat 9 buçukta", "午後3時半"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import time, timedelta

from memory.languages.aligned import Aligned
from memory.languages.catalogue import LANGUAGES

_NUMBERS: Mapping[str, int] = {word: number for pack in LANGUAGES for word, number in pack.numbers.items()} | {"an": 1}
_PARTS: Mapping[str, tuple[time, bool]] = {
    **dict.fromkeys(("morning", "sabah", "朝", "午前"), (time(9), False)),
    **dict.fromkeys(("noon", "midday", "oglen", "ogle", "正午", "昼"), (time(12), True)),
    **dict.fromkeys(("afternoon", "ogleden sonra", "午後"), (time(14), True)),
    **dict.fromkeys(("evening", "tonight", "tonite", "aksam", "夕方", "今晩", "今夜", "夜", "晩"), (time(19), True)),
    **dict.fromkeys(("at night", "gece"), (time(21), True)),
}
"""When a part of the day is, where no more is said, and whether its hours are counted from noon."""
_EARLY = 7
"""An hour before this one, said without more, may be of the morning or of the afternoon."""


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


_BESIDE = 6
"""Letters between a part of the day and its hour: "tomorrow evening at 7", "akşam saat 7'de"."""

Found = tuple[time | timedelta | None, bool]
_Reader = Callable[[re.Match[str]], Found]


def said_times(text: str) -> tuple[SaidTime, ...]:
    """All times in order, parts of the day last; one beside an hour tells of which half of the day that is."""
    folded = Aligned.of(text)
    rest, found = folded.text, list[SaidTime]()
    for pattern, read in _FORMS:
        for match in pattern.finditer(rest):
            told, vague = read(match)
            if (part := _part_beside(folded.text, match)) and not match.groupdict().get("mark"):
                told = _of_half(_number(match["hour"]), _minute(match), part)
            found.append(_said(text, folded, match, told, vague))
        rest = pattern.sub(lambda match: "\x00" * len(match[0]), rest)
    return tuple(sorted(found, key=lambda one: (one.vague, one.start)))


def _part_beside(text: str, match: re.Match[str]) -> str | None:
    """The part of the day that stands just before an hour or just after it."""
    if not match.groupdict().get("hour") or "way" in match.groupdict():
        return None
    before = list(_PART.finditer(text, max(0, match.start() - 30), match.start()))
    after = _PART.match(text, match.end() + (text[match.end() : match.end() + 1] == " "))
    beside = before[-1] if before and match.start() - before[-1].end() <= _BESIDE else after
    return beside["part"] if beside else None


def _said(text: str, folded: Aligned, match: re.Match[str], told: time | timedelta | None, vague: bool) -> SaidTime:
    start, end = folded.span(*match.span())
    return SaidTime(
        text=text[start:end],
        start=start,
        end=end,
        clock=told if isinstance(told, time) else None,
        after=told if isinstance(told, timedelta) else None,
        vague=vague,
    )


def _number(word: str) -> int:
    return int(word) if word.isdecimal() else _NUMBERS[word]


def _minute(match: re.Match[str]) -> int:
    groups = match.groupdict()
    return 30 if groups.get("half") else int(groups.get("minute") or 0)


def _of_half(hour: int, minute: int, word: str) -> time | None:
    """Of the half of the day that the word names; a night has hours of both."""
    if word in _NIGHT and not _EVENING <= hour < 12:
        return None
    after_noon = word in _PM or (word in _PARTS and _PARTS[word][1])
    return _valid(hour + 12 if after_noon and hour < 12 else 0 if hour == 12 and not after_noon else hour, minute)


def _valid(hour: int, minute: int) -> time | None:
    return time(hour, minute) if hour < 24 and minute < 60 else None


def _clock(match: re.Match[str]) -> Found:
    """By am or pm, by a nought before it, or because nobody means the other half of the day."""
    groups = match.groupdict()
    hour, minute, mark = _number(match["hour"]), _minute(match), groups.get("mark")
    if mark:
        return (_of_half(hour, minute, mark.removesuffix("の")) if hour <= 12 or mark[0] not in "ap" else None), False
    plain = hour >= _EARLY or match["hour"].startswith("0")
    return (_valid(hour, minute) if plain else None), False


def _duration(match: re.Match[str]) -> Found:
    word, unit = match["number"], match["unit"]
    half = word in ("half an", "yarim", "半")
    number = 0.5 if half else _number(word)
    return (timedelta(hours=number) if unit in _HOURS else timedelta(minutes=number)), False


def _relative(match: re.Match[str]) -> Found:
    """ "Half past nine", "quarter to ten"."""
    minutes = 30 if match["part"] == "half" else 15
    hour = _number(match["hour"])
    hour, minutes = (hour, minutes) if match["way"] == "past" else (hour - 1, 60 - minutes)
    return (_valid(hour, minutes) if hour >= _EARLY else None), False


def _part(match: re.Match[str]) -> Found:
    return _PARTS[match["part"]][0], True


_PM = frozenset({"pm", "p.m", "p.m.", "pm."})
_NIGHT = frozenset({"at night", "gece", "夜", "今夜", "今晩", "晩"})
_EVENING = 5
_HOURS = frozenset({"hour", "hours", "hrs", "hr", "h", "saat", "時間"})
_N = rf"(?:\d{{1,2}}|{'|'.join(sorted(_NUMBERS, key=len, reverse=True))})"
_PART = re.compile(
    rf"(?<![a-z])(?:in the |this |bu )?(?P<part>{'|'.join(sorted(_PARTS, key=len, reverse=True))})(?![a-z]{{3}})"
)


_MANY = r"\d{1,5}"  # of hours: eleven years


def _forms() -> Iterator[tuple[re.Pattern[str], _Reader]]:
    yield (
        re.compile(
            rf"\bin (?P<number>half an|{_N}|{_MANY}) (?P<unit>hours?|hrs?|h|minutes?|mins?)\b(?! and)(?:'? time)?"
        ),
        _duration,
    )
    yield re.compile(rf"\b(?P<number>yarim|{_N}|{_MANY}) (?P<unit>saat|dakika|dk)(?: kadar)? sonra\b"), _duration
    yield re.compile(rf"(?<!\d)(?P<number>{_N}|{_MANY}|半)(?P<unit>時間|分)後に?"), _duration
    yield (
        re.compile(rf"(?:\bat )?\b(?P<part>half|quarter) (?P<way>past|to) (?P<hour>{_N})\b"),
        _relative,
    )
    yield (
        re.compile(
            r"(?:\bat )?(?<![\d.:/-])\b(?P<hour>\d{1,2})(?:[:.](?P<minute>\d\d))?\s?(?P<mark>[ap]\.?m\b\.?)"
            r"(?![\d/-]|:\d)"
        ),
        _clock,
    )
    yield (
        re.compile(
            rf"(?P<mark>(?:午前|午後|朝|夜|夕方|今夜|今晩)の?)?(?P<hour>{_N})時(?!間)(?:(?P<half>半)|(?P<minute>\d{{1,2}})分)?"
        ),
        _clock,
    )
    yield (
        re.compile(
            r"(?:\bsaat )?(?<![\d.:/-])\b(?P<hour>\d{1,2})(?:[.:](?P<minute>\d\d)|(?P<half> bucuk))'?[dty]?[ae]?\b"
            r"(?![\d/-]|:\d| ?(?:€|\$|%|euro|eur|usd|dollar|tl|lira|kg|km|gb|mb))"
        ),
        _clock,
    )
    yield re.compile(rf"\bsaat (?P<hour>{_N})(?:(?P<half> bucuk))?'?(?:[dty]?[ae])?(?= |$|\W)"), _clock
    yield re.compile(r"(?<![\d.:/-])\b(?P<hour>\d{1,2})(?:'[dt][ae]|'?y[ae])\b"), _clock
    yield re.compile(rf"\bat (?P<hour>{_N})\b(?! ?(?:%|people))(?: o'clock)?"), _clock
    yield re.compile(r"\b(?P<hour>\d{1,2}) o'clock\b"), _clock
    yield re.compile(r"(?<![\d.:/-])\b(?P<hour>\d{1,2})(?= in the (?:morning|afternoon|evening)\b)"), _clock
    yield _PART, _part


_FORMS = tuple(_forms())
