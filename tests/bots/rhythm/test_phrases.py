"""Schedules as people write them, against a table that was written before the grammar, and an oracle of its own."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from itertools import islice
from pathlib import Path

import pytest

from bots.schedule.grammar import NotASchedule, schedule_of

#: The second table was written when the grammar was done, and passed as it stands.
TABLES = ("phrases.tsv", "unseen.tsv")
LINES = [line.split("\t") for name in TABLES for line in Path(__file__).with_name(name).read_text("utf-8").splitlines()]
START = datetime(2026, 11, 16, 9, 7)  # noqa: DTZ001  # a Monday; a wall clock has no zone
FIRES = 5
WEEK = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


def expected(meaning: str) -> list[datetime]:
    """The next fires, by looking at each day."""
    kind, _, rest = meaning.partition(" ")
    if kind == "c":
        return _cron(rest.split())
    if kind == "i":
        return _minutes(_step(rest.split()))
    is_day, times = _days(kind, rest.split())
    found, day = list[datetime](), START.date()
    while len(found) < FIRES:
        found += [at for one in times if is_day(day) and (at := datetime.combine(day, one)) > START]
        day += timedelta(days=1)
    return sorted(found)[:FIRES]


def _days(kind: str, rest: list[str]) -> tuple[Callable[[date], bool], list[time]]:
    on, at = ("", rest[0]) if kind in ("d", "ml") else rest[:2]
    times = [time.fromisoformat(one) for one in at.split(",")]
    match kind:
        case "d":
            return lambda day: True, times
        case "w":
            return lambda day: WEEK[day.weekday()] in on.split(","), times
        case "m":
            return lambda day: str(day.day) in on.split(","), times
        case "ml":
            return lambda day: (day + timedelta(days=1)).day == 1, times
        case "n":
            return lambda day: WEEK[day.weekday()] == on[1:] and _is_nth(day, on[0]), times
        case _:
            return lambda day: f"{day:%m-%d}" == on, times


def _is_nth(day: date, which: str) -> bool:
    return (day + timedelta(days=7)).month != day.month if which == "l" else (day.day - 1) // 7 + 1 == int(which)


def _step(rest: list[str]) -> Callable[[datetime], bool]:
    step = int(rest[0].removesuffix("m"))
    window = next((one for one in rest if "-" in one), "00:00-23:59")
    days = next((one.split(",") for one in rest[1:] if one[0].isalpha()), WEEK)
    first, last = (int(one[:2]) * 60 + int(one[3:]) for one in window.split("-"))

    def fits(at: datetime) -> bool:
        minute = at.hour * 60 + at.minute
        return first <= minute <= last and (minute - first) % step == 0 and WEEK[at.weekday()] in days

    return fits


def _cron(fields: list[str]) -> list[datetime]:
    spans = ((0, 59), (0, 23), (1, 31), (1, 12), (0, 6))
    minute, hour, day, month, weekday = (_numbers(one, *span) for one, span in zip(fields, spans, strict=True))
    found, today = list[datetime](), START.date()
    while len(found) < FIRES and today.year < 2045:
        on_day, on_weekday = today.day in day, today.isoweekday() % 7 in {one % 7 for one in weekday}
        either = on_day or on_weekday if "*" not in (fields[2], fields[4]) else on_day and on_weekday
        if today.month in month and either:
            times = [datetime.combine(today, time(one, other)) for one in sorted(hour) for other in sorted(minute)]
            found += [one for one in times if one > START]
        today += timedelta(days=1)
    return found[:FIRES]


def _numbers(field: str, low: int, high: int) -> set[int]:
    found = set[int]()
    for item in field.split(","):
        span, _, step = item.partition("/")
        first, _, last = span.partition("-") if span != "*" else (str(low), "", str(high))
        found |= set(range(int(first), int(last or first) + 1, int(step or 1)))
    return found


def _minutes(fits: Callable[[datetime], bool]) -> list[datetime]:
    minutes = (START.replace(second=0) + timedelta(minutes=one) for one in range(1, 9 * 24 * 60))
    return list(islice((one for one in minutes if fits(one)), FIRES))


def understood(phrase: str) -> tuple[list[datetime], str] | None:
    try:
        schedule = schedule_of(phrase)
    except NotASchedule:
        return None
    found, at = list[datetime](), START
    while len(found) < FIRES and (next_one := schedule.after(at)) is not None:
        found.append(next_one)
        at = next_one
    return found, schedule.zone


def zone_in(meaning: str) -> str:
    return next((one for one in meaning.split() if one == "UTC" or one[0].isupper()), "")


@pytest.mark.process
@pytest.mark.ledger("ANI-17", "ANI-18")
def test_no_schedule_is_understood_wrongly_and_nearly_all_are_understood() -> None:
    wrong, refused, guessed = [], [], []
    for language, phrase, meaning in LINES:
        got = understood(phrase)
        if meaning == "?":
            guessed += [(language, phrase, got)] if got is not None else []
        elif got is None:
            refused.append((language, phrase))
        else:
            fires = expected(meaning)
            if got[0][: len(fires)] != fires or got[1] != zone_in(meaning):
                wrong.append((language, phrase, got[0][:3], fires[:3]))

    assert wrong == []
    assert guessed == []
    assert len(LINES) >= 300
    assert len(refused) <= 0.05 * len(LINES), refused


def test_a_refusal_says_what_is_not_clear_and_what_is_allowed() -> None:
    with pytest.raises(NotASchedule, match=r"5 may be of the morning or not; write 05:00 or 17:00\. Allowed are times"):
        schedule_of("every day at 5")
