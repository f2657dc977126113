"""Wishes to be reminded: of what, and when – on a day, at a time, or as soon as something happens.

Nothing is guessed. A wish whose day or hour is unclear is a reminder with a `doubt`, which is told to the person; and
what was understood is told back with weekday, date, time and zone before it is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time, timedelta

from memory.language.analyser import level
from memory.language.dating.said_dates import SaidDate, said_dates
from memory.language.dating.said_times import SaidTime, said_times
from memory.language.dating.written_days import written_moment
from memory.language.language_packs import REMINDING_WORDS, RemindingWords
from memory.language.pack_tables import pattern_of_any_language
from memory.language.prose import legible, without

USUAL_TIME = time(9)
_AROUND = 300
"""Letters on either side of the asking that can belong to it."""
_BESIDE = 8
"""Letters between the asking and its day, or a day and its hour."""


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
    text = legible(text)
    folded = level(text)
    for reminding in REMINDING_WORDS:
        wish = reminding.wish.search(folded)
        if wish and not reminding.not_wished.search(folded):
            start, end = wish.span()
            first = max(0, start - _AROUND)
            return _reminder(text[first : end + _AROUND], (start - first, end - first), reminding, at)
    return None


def reminder_echo(reminder: RequestedReminder, language: str) -> str:
    """What was understood, or what is unclear, for the person to confirm; dates in the words of their language."""
    told_in = next(
        (reminding_word for reminding_word in REMINDING_WORDS if reminding_word.code == language), REMINDING_WORDS[0]
    )
    if reminder.when:
        return f"{written_moment(reminder.when, told_in.code)} ({reminder.when.tzinfo})"
    return reminder.doubt or told_in.when_it_happens.format(event=reminder.event)


@dataclass(frozen=True, slots=True, kw_only=True)
class _ReminderWords:
    """The words of a wish: where it stands, and what of time was said around it."""

    text: str
    wish: tuple[int, int]
    days: Sequence[SaidDate]
    times: Sequence[SaidTime]
    reminding: RemindingWords
    at: datetime


def _reminder(text: str, wish: tuple[int, int], reminding: RemindingWords, at: datetime) -> RequestedReminder:
    days = said_dates(text, at)
    blank = without(text, [(day.start, day.end) for day in days if not _PART_OF_DAY.search(day.text.lower())])
    heard = _ReminderWords(text=text, wish=wish, days=days, times=said_times(blank), reminding=reminding, at=at)
    day, doubt = _day(heard)
    if day is None and not heard.times and (event := _event(text, reminding)):
        said, whole = event
        return RequestedReminder(
            text=_remaining(heard, [whole]), language=reminding.code, event=text[slice(*said)].strip()
        )
    return _of_time(heard, day, doubt)


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
    """Of several days the one beside the wish, else the one with the hour, else the only one before the wish; where
    the wish closes the sentence, the first.
    """
    if not heard.reminding.is_verb_first:
        return heard.days[0]
    first, last = heard.wish
    beside = [day for day in heard.days if 0 <= day.start - last <= _BESIDE]
    timed = [day for day in heard.days if any(item.clock and _gap(day, item) <= _BESIDE for item in heard.times)]
    before = [day for day in heard.days if day.end <= first]
    return next((found[0] for found in (beside, timed, before) if len(found) == 1), None)


def _gap(day: SaidDate, said: SaidTime) -> int:
    """Letters between the two."""
    return max(day.start, said.start) - min(day.end, said.end)


def _event(text: str, reminding: RemindingWords) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """Where it stands, without and with its connective."""
    found = reminding.event.search(level(text))
    return (found.span("said"), found.span()) if found else None


def _remaining(heard: _ReminderWords, spans: Sequence[tuple[int, int]]) -> str:
    """What is left of the message without the asking and the time or event."""
    lead, tail = heard.reminding.lead, heard.reminding.tail
    parts = without(heard.text, [*spans, heard.wish], "\x00").split("\x00")
    kept = (tail.sub("", lead.sub("", part.strip())).strip() for part in parts)
    return " ".join(part for part in kept if part)


def _on_the_clock(local: datetime, at: datetime) -> datetime:
    """In the zone of `at`; an hour that a clock change leaves out is the one after it."""
    return local.replace(tzinfo=at.tzinfo).astimezone(UTC).astimezone(at.tzinfo)
