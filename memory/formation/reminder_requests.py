"""Wishes to be reminded: of what, and when – on a day, at a time, or as soon as something happens.

Nothing is guessed. A wish whose day or hour is unclear is a reminder with a `doubt`, which is told to the person; and
what was understood is told back with weekday, date, time and zone before it is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time, timedelta

from memory.formation.message_intent import judge_intent
from memory.formation.message_span import meant_span
from memory.language.analyser import fold, is_silent, level
from memory.language.dating.said_dates import SaidDate, said_dates
from memory.language.dating.said_times import SaidTime, said_span, said_times
from memory.language.dating.written_days import written_moment
from memory.language.language_id import guess_language
from memory.language.language_packs import REMINDING_WORDS, RemindingWords, language_of
from memory.language.pack_tables import pattern_of_any_language
from memory.language.prose import legible, sentences, without

USUAL_TIME = time(9)
REMIND = "remind"
_BESIDE = 8
"""Letters between a day and its hour."""
_BEHIND = 4
"""Letters between what is meant and its own day."""
_MARKS = " \t\n,;:.!?–—-、。！？「」"


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestedReminder:
    """`text` is what to be reminded of. `when` is aware; without it there is an `event` to wait for, or a `doubt`."""

    text: str
    language: str
    when: datetime | None = None
    event: str = ""
    doubt: str = ""


def requested_reminder(text: str, at: datetime) -> RequestedReminder | None:
    """None where nobody asks for a reminder. `at` is aware and in the zone of the person who asks."""
    asking = _asking(legible(text))
    return _reminder(asking, _words_of(asking), at) if asking else None


def moved_reminder(text: str, at: datetime) -> RequestedReminder:
    """When a reminder that is there is to come instead, by the same rules."""
    return _reminder(legible(text), _words_of(text), at)


def reminder_echo(reminder: RequestedReminder, language: str) -> str:
    """What was understood, or what is unclear, for the person to read; dates in the words of their language."""
    if reminder.when:
        return f"{written_moment(reminder.when, language)} ({reminder.when.tzinfo})"
    return reminder.doubt or _words(language).when_it_happens.format(event=reminder.event)


def _asking(text: str) -> str:
    """The message, or the sentence of it, that asks; empty where none does."""
    if judge_intent(text) == "remind":
        return text
    each = sentences(text)
    return next((one.text for one in each if judge_intent(one.text) == "remind"), "") if len(each) > 1 else ""


def _words_of(text: str) -> RemindingWords:
    return _words(guess_language(text) or language_of(text).code)


def _words(language: str) -> RemindingWords:
    return REMINDING_WORDS.get(language) or next(iter(REMINDING_WORDS.values()))


@dataclass(frozen=True, slots=True, kw_only=True)
class _ReminderWords:
    """The words of a wish: where it says what of, and what of time was said around that."""

    text: str
    meant: tuple[int, int]
    days: Sequence[SaidDate]
    times: Sequence[SaidTime]
    reminding: RemindingWords
    at: datetime


def _reminder(text: str, reminding: RemindingWords, at: datetime) -> RequestedReminder:
    days = said_dates(text, at)
    blank = without(text, [(day.start, day.end) for day in days if not _PART_OF_DAY.search(day.text.lower())])
    times = said_times(blank)
    if not times and not days and (span := said_span(text)):
        times = (span,)
    meant = _with_own_day(meant_span(text, REMIND) or (0, 0), days, times)
    heard = _ReminderWords(text=text, meant=meant, days=days, times=times, reminding=reminding, at=at)
    day, doubt = _day(heard)
    if day is None and not heard.times and (event := _event(text, reminding)):
        said, whole = event
        return RequestedReminder(
            text=_remaining(heard, [whole]), language=reminding.code, event=text[slice(*said)].strip()
        )
    return _of_time(heard, day, doubt)


def _with_own_day(meant: tuple[int, int], days: Sequence[SaidDate], times: Sequence[SaidTime]) -> tuple[int, int]:
    """A day right behind what is meant belongs to that, where it has no hour and another day is named: "tomorrow about
    the demo on Friday"."""
    start, end = meant
    if not end or len(days) < 2:
        return meant
    plain = [day for day in days if not any(item.clock and _gap(day, item) <= _BESIDE for item in times)]
    return start, next((day.end for day in plain if 0 <= day.start - end <= _BEHIND), end)


_PART_OF_DAY = pattern_of_any_language("marks", "part_of_day")
_HOUR = pattern_of_any_language("marks", "hour")


def _of_time(heard: _ReminderWords, day: SaidDate | None, doubt: str) -> RequestedReminder:
    """A doubt about the day is told before one about the hour."""
    doubts, said = heard.reminding.doubts, heard.times[0] if heard.times else None
    spans = _with_parts(heard, [(item.start, item.end) for item in (said, day) if item])
    reminder = RequestedReminder(text=_remaining(heard, spans), language=heard.reminding.code)
    if heard.reminding.repeated.search(level(heard.text)):
        return replace(reminder, doubt=doubts["repeated"])
    if doubt:
        return replace(reminder, doubt=doubt)
    if said and said.after is not None:
        return replace(reminder, when=(heard.at.astimezone(UTC) + said.after).astimezone(heard.at.tzinfo))
    if said and said.clock is None:
        return replace(reminder, doubt=doubts["hour"].format(words=said.text))
    if day is None and said is None:
        return replace(reminder, doubt=doubts["no_time"])
    return _at(reminder, heard, day, said)


def _at(
    reminder: RequestedReminder, heard: _ReminderWords, day: SaidDate | None, said: SaidTime | None
) -> RequestedReminder:
    clock = (said and said.clock) or USUAL_TIME
    when = _on_the_clock(datetime.combine(day.first if day and day.first else heard.at.date(), clock), heard.at)
    if day is None and when <= heard.at and said and _is_plain(said):
        when = _on_the_clock(datetime.combine(heard.at.date() + timedelta(days=1), clock), heard.at)
    if when <= heard.at:
        words = " ".join(item.text for item in (day, said) if item)
        return replace(reminder, doubt=heard.reminding.doubts["over"].format(words=words))
    return replace(reminder, when=when)


def _is_plain(said: SaidTime) -> bool:
    """ "9am" and "21:00" come again tomorrow; of a plain "9" that has struck today the evening may be meant."""
    return said.vague or _HOUR.search(said.text.lower()) is not None


def _with_parts(heard: _ReminderWords, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """And the part of the day that stands beside them."""
    parts = [(item.start, item.end) for item in heard.times if item.vague]
    return spans + [part for part in parts if any(part[0] - end <= 2 and start - part[1] <= 4 for start, end in spans)]


def _day(heard: _ReminderWords) -> tuple[SaidDate | None, str]:
    """The day of the reminder, if one is named, and what is unclear about it."""
    doubts, days = heard.reminding.doubts, heard.days
    if not days:
        return None, ""
    day = _named(heard) if len(days) > 1 else days[0]
    if day is None:
        return None, doubts["several"].format(words=", ".join(item.text for item in days))
    if day.first is None:
        return day, doubts["day"].format(words=day.text)
    return day, "" if day.first == day.last else doubts["span"].format(words=day.text)


def _named(heard: _ReminderWords) -> SaidDate | None:
    """Of several days the only one that is not part of what is meant, else the only one with an hour."""
    first, last = heard.meant
    outside = [day for day in heard.days if day.end <= first or last <= day.start]
    timed = [day for day in heard.days if any(item.clock and _gap(day, item) <= _BESIDE for item in heard.times)]
    return next((found[0] for found in (outside, timed) if len(found) == 1), None)


def _gap(day: SaidDate, said: SaidTime) -> int:
    """Letters between the two."""
    return max(day.start, said.start) - min(day.end, said.end)


def _event(text: str, reminding: RemindingWords) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """Where it stands, without and with its connective."""
    found = reminding.event.search(level(text))
    return (found.span("said"), found.span()) if found else None


def _remaining(heard: _ReminderWords, spans: Sequence[tuple[int, int]]) -> str:
    """What is meant, without the time or event in it and without the small words that led to that."""
    first, last = heard.meant
    inside = [
        (max(start, first) - first, min(end, last) - first) for start, end in spans if start < last and first < end
    ]
    parts = without(heard.text[first:last], inside, "\x00").split("\x00")
    kept = [_unled(part) for part in parts[:-1]] + parts[-1:]
    told = " ".join(part for part in (part.strip(_MARKS) for part in kept) if part)
    return told if len(told) > 1 and not all(is_silent(fold(word)) for word in told.split()) else ""


def _unled(part: str) -> str:
    """Without the words at its end that say nothing alone."""
    words = part.split()
    while words and is_silent(fold(words[-1].strip(_MARKS))):
        words.pop()
    return " ".join(words)


def _on_the_clock(local: datetime, at: datetime) -> datetime:
    """In the zone of `at`; an hour that a clock change leaves out is the one after it."""
    return local.replace(tzinfo=at.tzinfo).astimezone(UTC).astimezone(at.tzinfo)
