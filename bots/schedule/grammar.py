"""What a schedule means that people write: a small closed grammar over the signs of a language.

It knows times of day, weekdays, days of the month and of the year, and steps of minutes or hours. What can be meant
in two ways is not guessed: it is refused, with what would be clear. A text is cut into signs by a table of words.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from typing import Any
from zoneinfo import available_timezones

from bots.schedule import wall_clock
from bots.schedule.wall_clock import Schedule, WallClockMoments
from memory.language.analyser import FOLDED_LETTERS
from memory.language.folders import ANY, language_file, languages_with
from memory.vocabulary.text_form import normal

_TABLE = "schedule.json"
SCHEDULE_LANGUAGES = languages_with(_TABLE)
LONGEST_SCHEDULE = 160
_TIME = re.compile(r"(\d{1,2})[:.](\d{2})(?!\d)")
_NUMBER = re.compile(r"\d{1,4}")
_ZONE = re.compile(r"[a-z_]+/[a-z_]+(?:/[a-z_]+)?")


@dataclass(frozen=True, slots=True)
class ScheduleSign:
    """What a word means: `kind`, with a value where it has one. A `number` may have been said as an hour or a day."""

    kind: str
    value: int = 0
    minute: int = 0
    name: str = ""


class UnknownWord(ValueError):
    """No word of the language."""

    def __init__(self, at: int, word: str) -> None:
        super().__init__(f"{word!r} is not understood")
        self.at = at


@dataclass(frozen=True, slots=True)
class _LanguageWords:
    phrases: tuple[tuple[str, tuple[ScheduleSign, ...]], ...]  # the longest first
    is_joined: bool
    ordinal: tuple[str, ...]
    clock: tuple[str, ...]


def folded_schedule(text: str) -> str:
    """Case, width and the dot of an i do not matter."""
    plain = normal(text).casefold().replace("i\N{COMBINING DOT ABOVE}", "i").translate(FOLDED_LETTERS)
    return " ".join(plain.replace("’", "'").replace("〜", "~").split())


def signs_of(text: str, language: str) -> list[ScheduleSign]:
    """Raises Unknown."""
    words, at, found = _language_words(language), 0, list[ScheduleSign]()
    text = folded_schedule(text)
    while at < len(text):
        if text[at] == " ":
            at += 1
            continue
        length, new = _number_sign(text, at, words) or _zone_sign(text, at) or _phrase_sign(text, at, words) or (0, ())
        if not length:
            raise UnknownWord(at, re.split(r"[ ,]", text[at:])[0][:20])
        found += new
        at += length
    return found


def _number_sign(text: str, at: int, words: _LanguageWords) -> tuple[int, tuple[ScheduleSign, ...]] | None:
    if time := _TIME.match(text, at):
        length = time.end() - at + _without_ending(text, time.end(), words.clock)
        return length, (ScheduleSign("time", int(time[1]), int(time[2])),)
    if number := _NUMBER.match(text, at):
        for kind, endings in (("ordinal", words.ordinal), ("hour_of_day", words.clock)):
            if ending := _without_ending(text, number.end(), endings):
                return number.end() - at + ending, (ScheduleSign(kind, int(number[0])),)
        return number.end() - at, (ScheduleSign("number", int(number[0])),)
    return None


def _without_ending(text: str, at: int, endings: tuple[str, ...]) -> int:
    for ending in endings:
        if text.startswith(ending, at) and not text[at + len(ending) : at + len(ending) + 1].isalpha():
            return len(ending)
    return 0


def _zone_sign(text: str, at: int) -> tuple[int, tuple[ScheduleSign, ...]] | None:
    found = _ZONE.match(text, at)
    if found is None or found[0] not in _zone_table():
        return None
    return len(found[0]), (ScheduleSign("zone", name=_zone_table()[found[0]]),)


def _phrase_sign(text: str, at: int, words: _LanguageWords) -> tuple[int, tuple[ScheduleSign, ...]] | None:
    for phrase, meaning in words.phrases:
        if text.startswith(phrase, at) and (
            words.is_joined or not phrase[-1].isalpha() or not text[at + len(phrase) : at + len(phrase) + 1].isalpha()
        ):
            return len(phrase), meaning
    return None


@cache
def _zone_table() -> Mapping[str, str]:
    return {name.casefold(): name for name in available_timezones() if "/" in name}


@cache
def schedule_table(language: str) -> Mapping[str, Any]:
    table: Mapping[str, Any] = json.loads(language_file(language, _TABLE).read_text(encoding="utf-8"))
    return table


@cache
def _language_words(language: str) -> _LanguageWords:
    table = schedule_table(language)
    phrases = sorted(_phrase_table(table), key=lambda phrase: len(phrase[0]), reverse=True)
    ordinal, clock = (tuple(map(folded_schedule, table[kind])) for kind in ("ordinal", "clock"))
    return _LanguageWords(tuple(phrases), table["joined"], ordinal, clock)


def _phrase_table(table: Mapping[str, Mapping[str, list[str]]]) -> Iterator[tuple[str, tuple[ScheduleSign, ...]]]:
    for kinds, words in table["words"].items():
        yield from ((folded_schedule(word), tuple(ScheduleSign(kind) for kind in kinds.split())) for word in words)
    for value, words in table["nth"].items():
        yield from (
            (folded_schedule(word), (ScheduleSign("nth", 0 if value == "last" else int(value)),)) for word in words
        )
    for value, words in table["months"].items():
        yield from ((folded_schedule(word), (ScheduleSign("month_name", int(value)),)) for word in words)
    for value, words in table["numbers"].items():
        yield from ((folded_schedule(word), (ScheduleSign("number", int(value)),)) for word in words)
    for word, zone in json.loads(language_file(ANY, "zones.json").read_text(encoding="utf-8")).items():
        yield word, (ScheduleSign("zone", name=zone),)


# --- time of day ----------------------------------------------------------------------------------------------------
# A time of day as it is said, with or without its part of the day, and which hour of 24 that is.


#: Part of the day -> the hours that may be meant with it.
PARTS_OF_DAY: Mapping[str, tuple[int, int]] = {
    "am": (0, 11),
    "pm": (12, 23),
    "morning": (4, 11),
    "afternoon": (12, 18),
    "evening": (17, 23),
    "night": (20, 23),
}
#: A bare hour up to this one may be of the morning or of the afternoon.
_AMBIGUOUS_HOUR = 7


@dataclass(slots=True)
class TimeOfDay:
    """`is_clear`: written as a clock shows it, with its minutes."""

    hour: int
    minute: int = 0
    part: str = ""
    is_clear: bool = True


def time_of_day(time: TimeOfDay, part: str, *, is_span: bool = False) -> tuple[int, int]:
    """The hour and minute of 24; `part` holds where the time names none itself. Raises ValueError."""
    part = time.part or part
    if time.hour > 23 or time.minute > 59:
        raise ValueError("there is no such time of day")
    if part:
        return _is_within_part(time.hour, part), time.minute
    if not time.is_clear and 0 < time.hour <= _AMBIGUOUS_HOUR and not is_span:
        clear = f"{time.hour:02}:00 or {time.hour + 12}:00"
        raise ValueError(f"{time.hour} may be of the morning or not; write {clear}")
    return time.hour, time.minute


def _is_within_part(hour: int, part: str) -> int:
    first, last = PARTS_OF_DAY[part]
    if part in ("am", "pm"):
        if hour > 12:
            raise ValueError("there is no such time of day")
        return hour % 12 + first
    fitting = [fitting_hour for fitting_hour in {hour, hour + 12} if first <= fitting_hour <= last]
    if len(fitting) != 1:
        raise ValueError("the time does not fit the part of the day")
    return fitting[0]


# --- grammar --------------------------------------------------------------------------------------------------------
# What a schedule means that people write: a small closed grammar over the signs of a language.
#
# It knows times of day, weekdays, days of the month and of the year, and steps of minutes or hours. What can be meant
# in two ways is not guessed: it is refused, with what would be clear.


_NAMES = [schedule_table(language)["name"] for language in SCHEDULE_LANGUAGES]
ALLOWED_SCHEDULES = (
    'times of day ("daily 9:00"), weekdays ("Mon-Fri at 9:00"), days of a month ("monthly on the 1st at 9:00", "last '
    'Friday of the month at 16:00"), a day of the year, steps ("every 30 minutes from 9:00 to 17:00") or five fields '
    f"of cron, in {', '.join(_NAMES[:-1])} or {_NAMES[-1]}"
)
_WEEK = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_GROUPS: Mapping[str, tuple[str, ...]] = {"weekdays": _WEEK[:5], "weekend": _WEEK[5:]}
_NTH = {0: "last", 1: "1st", 2: "2nd", 3: "3rd", 4: "4th", 5: "5th"}
_FREQUENCIES = ("daily", "weekly", "monthly", "yearly")
_UNITS = {"minute": 1, "hour": 60}
_UNIT_FREQUENCY = {"day": "daily", "week": "weekly", "month": "monthly", "year": "yearly"}
_DAY = 24 * 60
_LONG_AGO = datetime(2026, 1, 1)  # noqa: DTZ001  # of a wall clock


class NotASchedule(ValueError):
    """It is not understood, or not in one way only; the message says why and what is allowed."""

    def __init__(self, text: str, why: str) -> None:
        super().__init__(f"{text[:LONGEST_SCHEDULE]!r}: {why}. Allowed are {ALLOWED_SCHEDULES}.")


def schedule_of(text: str) -> Schedule:
    """In whichever of the languages it is written. Raises NoSchedule."""
    text = text.strip()
    if not text or len(text) > LONGEST_SCHEDULE:
        raise NotASchedule(text, "a schedule has a few words")
    found, doubts = set[Schedule](), list[tuple[int, str]]()
    for language in ("cron",) if wall_clock.looks_like_cron(text) else SCHEDULE_LANGUAGES:
        try:
            found.add(_read_schedule(text, language))
        except UnknownWord as unknown:
            doubts.append((unknown.at, str(unknown)))
        except ValueError as why:
            doubts.append((len(text), str(why)))
    if len(found) == 1:
        return found.pop()
    raise NotASchedule(text, max(doubts)[1] if doubts else "it can be meant in several ways")


def _read_schedule(text: str, language: str) -> Schedule:
    """Raises ValueError."""
    if language == "cron":
        schedule = Schedule(moments=wall_clock.parse_crontab(text))
    else:
        schedule = _ScheduleReading(signs_of(text, language)).schedule()
    if schedule.after(_LONG_AGO) is None:
        raise ValueError("there is no such day")
    return schedule


@dataclass(slots=True)
class _ScheduleReading:
    """Takes the signs one after the other; each is used, or it is an error."""

    signs: Sequence[ScheduleSign]
    at: int = 0
    times: list[TimeOfDay] = field(default_factory=list)
    part: str = ""
    weekdays: list[str] = field(default_factory=list)
    nths: list[str] = field(default_factory=list)
    days: list[str] = field(default_factory=list)
    dates: list[tuple[int, int]] = field(default_factory=list)
    frequencies: set[str] = field(default_factory=set)
    step: int = 0
    is_every: bool = False
    is_window: bool = False
    loose_nth: int = -1
    zone: str = ""

    def schedule(self) -> Schedule:
        """Raises ValueError."""
        while self.at < len(self.signs):
            self._take()
        if self.loose_nth > 1 and "monthly" not in self.frequencies:
            raise ValueError("every second one can be meant in two ways; add of the month")
        return Schedule(moments=tuple(dict.fromkeys(self._moments())), zone=self.zone)

    def _take(self) -> None:
        sign = self._next()
        is_used = self._take_clock(sign) or self._take_day(sign) or self._take_span(sign)
        if not is_used and sign.kind not in ("", "and"):
            raise ValueError("the words do not make a schedule together")

    def _take_clock(self, sign: ScheduleSign) -> bool:
        """What tells a time of day, or may tell one; whether it did."""
        kind = sign.kind
        if kind in PARTS_OF_DAY:
            self._take_part(kind)
        elif kind in ("time", "hour_of_day", "noon", "midnight"):
            self._take_time(sign)
        elif kind == "number":
            self._take_number(sign.value)
        elif kind == "half_past":
            self.times.append(TimeOfDay(self._expect("number").value, 30))
        elif kind == "at":
            if not self._peek("number", "time", "hour_of_day", "noon", "midnight", "half_past"):
                raise ValueError("the time is missing")
            if self._peek("number"):
                self._take_time(ScheduleSign("hour_of_day", self._next().value))
        else:
            return False
        return True

    def _take_day(self, sign: ScheduleSign) -> bool:
        """What tells days; whether it did."""
        kind = sign.kind
        if kind in _WEEK or kind in _GROUPS:
            self._take_weekday(kind)
        elif kind == "ordinal":
            self._take_ordinal(sign.value)
        elif kind in ("nth", "nth_mark"):
            self._take_nth(sign.value if kind == "nth" else self._expect("number").value)
        elif kind == "last_day":
            self.days.append("last")
        elif kind == "month_name":
            self._take_date(sign.value)
        elif kind == "month_mark":  # the sign of the moon stands for Monday, too
            self._take_weekday("mon")
        else:
            return kind == "day" and bool(self.weekdays or self.nths)
        return True

    def _take_span(self, sign: ScheduleSign) -> bool:
        """What tells how often, from when to when, and in which zone; whether it did."""
        kind = sign.kind
        if kind in _FREQUENCIES:
            self.frequencies.add(kind)
        elif kind == "zone":
            self.zone = sign.name
        elif kind == "every":
            self._take_every()
        elif kind == "each":
            self._take_each()
        elif kind in ("half_hour", "half", *_UNITS):
            self._take_step(kind)
        elif kind == "from":
            self.is_window = self.is_window or not (self.at < len(self.signs) and self._day_at(self.at))
        elif kind == "to":
            self._take_to()
        else:
            return False
        return True

    def _take_part(self, part: str) -> None:
        if self.at > 1 and self.signs[self.at - 2].kind == "every":
            self.frequencies.add("daily")
        after = self.at > 1 and self.signs[self.at - 2].kind in ("time", "number", "hour_of_day", "oclock")
        if after and self.times and not self.times[-1].part:
            self.times[-1].part = part
        elif self._peek("time", "number", "hour_of_day"):
            sign = self._next()
            self._take_time(sign if sign.kind == "time" else ScheduleSign("hour_of_day", sign.value), part)
        elif self.part:
            raise ValueError("two parts of the day are named")
        else:
            self.part = part

    def _take_weekday(self, kind: str) -> None:
        days = _GROUPS.get(kind, (kind,))
        if self._peek("to") and self.at + 1 < len(self.signs) and self._day_at(self.at + 1):
            self._next()
            first, last = _WEEK.index(kind), _WEEK.index(self._day_at(self.at))
            self._next()
            days = tuple(_WEEK[number % 7] for number in range(first, last + 1 if last >= first else last + 8))
        self.weekdays += days

    def _day_at(self, at: int) -> str:
        kind = self.signs[at].kind
        return "mon" if kind == "month_mark" else kind if kind in _WEEK else ""

    def _take_time(self, sign: ScheduleSign, part: str = "") -> None:
        hour = {"noon": 12, "midnight": 0}.get(sign.kind, sign.value)
        time = TimeOfDay(hour, sign.minute, part, is_clear=sign.kind != "hour_of_day")
        if sign.kind == "hour_of_day":
            if self._peek("oclock"):
                self._next()
            if self._peek("half"):
                self._next()
                time.minute, time.is_clear = 30, False
            elif self._peek("number") and self._peek("minute", ahead=1) and not self._peek("each", ahead=2):
                time.minute, time.is_clear = self._next().value, True
                self._next()
        self.times.append(time)

    def _take_number(self, value: int) -> None:
        if self._peek("oclock", "half", *PARTS_OF_DAY) and not (self._peek("half") and self._peek("hour", ahead=1)):
            self._take_time(ScheduleSign("hour_of_day", value))
        elif self._peek(*_UNITS):
            self._take_step(self._next().kind, value)
        elif self._peek("month_name"):
            self.dates.append((self._next().value, value))
        elif self._peek("month_mark"):
            self._next()
            self.dates.append((value, self._expect("number").value))
            self._expect("day_mark")
        elif self._peek("day_mark") and not self._peek("each", ahead=1):
            self._next()
            self.days.append(str(value))
        elif self.at > 1 and self.signs[self.at - 2].kind == "and" and self.times:
            self._take_time(ScheduleSign("hour_of_day", value))
        else:
            raise ValueError(f"what {value} means is not clear")

    def _take_ordinal(self, value: int) -> None:
        if any(self._peek(day) for day in _WEEK):
            self._take_nth(value)
        elif self._peek("month_name"):
            self.dates.append((self._next().value, value))
        else:
            self.days.append(str(value))

    def _take_nth(self, value: int) -> None:
        if value not in _NTH:
            raise ValueError("there is no such week in a month")
        if self.is_every and self.signs[self.at - 2].kind == "every":
            self.loose_nth = value
        if self._peek("day"):
            self._next()
            if self.signs[self.at - 2].kind == "nth" and value not in (0, 1):
                raise ValueError("which day is meant is not clear; write its number")
            self.days.append("last" if value == 0 else "1")
        elif self.at < len(self.signs) and (day := self._day_at(self.at)):
            self._next()
            self.nths.append(f"{_NTH[value]} {day}")
        else:
            raise ValueError("which day of the month is meant is not clear")

    def _take_date(self, month: int) -> None:
        if not self._peek("number", "ordinal"):
            raise ValueError("the day of the month is missing")
        self.dates.append((month, self._next().value))

    def _take_every(self) -> None:
        self.is_every = True
        for unit, frequency in _UNIT_FREQUENCY.items():
            if self._peek(unit):
                self._next()
                self.frequencies.add(frequency)
                return

    def _take_each(self) -> None:
        if self.step:
            return
        if not self._peek(*_UNITS):
            raise ValueError("how often is not clear")
        self._take_step(self._next().kind)

    def _take_step(self, kind: str, number: int = 1) -> None:
        """Half an hour, 20 minutes, an hour: where it is said that it is every so often."""
        if kind == "half" and not self._peek("hour"):
            raise ValueError("half of what is not clear")
        if kind == "half":
            self._next()
        step = 30 if kind in ("half", "half_hour") else number * _UNITS[kind]
        if self.step or not (self.is_every or self._peek("each") or self.signs[self.at - 2].kind == "each"):
            raise ValueError("how often is not clear")
        if not 1 <= step <= _DAY // 2:
            raise ValueError("a step is of 1 minute to 12 hours")
        self.step = step

    def _take_to(self) -> None:
        if not self.times or not self._peek("time", "number", "hour_of_day"):
            raise ValueError("from when to when is not clear")
        self.is_window = True

    def _moments(self) -> list[WallClockMoments]:
        """Raises ValueError."""
        if self.step:
            return self._steps()
        if self.is_window:
            raise ValueError("a span of time needs a step, as in every 30 minutes")
        if not self.times:
            raise ValueError("the time of day is missing")
        times = [time_of_day(time, self.part) for time in self.times]
        return [
            WallClockMoments(minute=str(minute), hour=str(hour), **on) for on in self._dates() for hour, minute in times
        ]

    def _dates(self) -> list[dict[str, str]]:
        ways = [bool(days) for days in (self.weekdays, self.nths, self.days, self.dates)]
        if sum(ways) > 1:
            raise ValueError("weekdays and days of the month do not go together")
        if len(self.dates) > 1:
            raise ValueError("one day of the year can be named")
        if self.dates:
            return [{"month": str(month), "day": str(day)} for month, day in self.dates]
        if self.days or self.nths:
            return [{"day": day} for day in (*self.days, *self.nths)]
        if self.weekdays:
            return [{"day_of_week": ",".join(dict.fromkeys(self.weekdays))}]
        if self.frequencies - {"daily"}:
            raise ValueError("the day is missing")
        if "daily" not in self.frequencies:
            raise ValueError("on which days is not said")
        return [{}]

    def _steps(self) -> list[WallClockMoments]:
        if self.nths or self.days or self.dates or (self.times and len(self.times) != 2) or self.part:
            raise ValueError("a step goes with weekdays and one span of time")
        if self.times and not self.is_window:
            raise ValueError("from when to when is not clear")
        first, last = (
            (hour * 60 + minute for hour, minute in (time_of_day(time, self.part, is_span=True) for time in self.times))
            if self.times
            else (0, _DAY - 1)
        )
        if last <= first:
            raise ValueError("the span of time ends before it begins")
        on = {"day_of_week": ",".join(dict.fromkeys(self.weekdays))} if self.weekdays else {}
        hours: dict[int, list[int]] = {}
        for minute in range(first, last + 1, self.step):
            hours.setdefault(minute // 60, []).append(minute % 60)
        minutes: dict[tuple[int, ...], list[int]] = {}
        for hour, at in hours.items():
            minutes.setdefault(tuple(at), []).append(hour)
        return [WallClockMoments(minute=_listed(at), hour=_listed(these), **on) for at, these in minutes.items()]

    def _next(self) -> ScheduleSign:
        self.at += 1
        return self.signs[self.at - 1]

    def _peek(self, *kinds: str, ahead: int = 0) -> bool:
        return self.at + ahead < len(self.signs) and self.signs[self.at + ahead].kind in kinds

    def _expect(self, kind: str) -> ScheduleSign:
        if not self._peek(kind):
            raise ValueError("the words do not make a schedule together")
        return self._next()


def _listed(numbers: Sequence[int]) -> str:
    return ",".join(map(str, numbers))
