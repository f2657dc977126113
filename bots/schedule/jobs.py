"""What an anima does at its own hours, as its heartbeat.md and cron.md say; pure.

heartbeat.md has a heading for the interval and, if it does not look around at night, one for its active hours; all the
rest is its checklist. cron.md has a section for each task: `## Title (schedule)`, and below it what is to be done.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, time
from functools import cache, lru_cache
from typing import Literal

from bots.schedule.grammar import (
    SCHEDULE_LANGUAGES,
    NotASchedule,
    UnknownWord,
    folded_schedule,
    schedule_of,
    schedule_table,
    signs_of,
)
from bots.schedule.wall_clock import Schedule

_MARKDOWN_HEADING = re.compile(r"^##\s+(?P<title>[^\n]{1,300})$")
_TITLED = re.compile(r"(?P<title>[^(（]+)[(（](?P<schedule>[^()（）]+)[)）]")
_TEXT_CHARS = 8000


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnJob:
    """One thing to be done again and again. `hours` are the first and the last moment of a day at which it is done; a
    night has its title from bots.schedule.night_watch."""

    kind: Literal["heartbeat", "cron", "night"]
    title: str
    text: str
    schedule: Schedule
    hours: tuple[time, time] | None = None

    def after(self, wall: datetime) -> datetime | None:
        """The first moment after this one of its wall clock."""
        found = self.schedule.after(wall)
        while found is not None and not self._is_awake(found.time()):
            found = self.schedule.after(found)
        return found

    def _is_awake(self, at: time) -> bool:
        if self.hours is None:
            return True
        first, last = self.hours
        return first <= at <= last if first <= last else at >= first or at <= last


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnJobs:
    """Those that can be done, and why others cannot."""

    jobs: tuple[OwnJob, ...]
    problems: tuple[str, ...]


@lru_cache(maxsize=4096)
def jobs_of(heartbeat: str, cron: str) -> OwnJobs:
    """What the two files say."""
    jobs, problems = list[OwnJob](), list[str]()
    for read, text in ((_heartbeat, heartbeat), (_cron, cron)):
        for found in read(text):
            if isinstance(found, OwnJob):
                jobs.append(found)
            else:
                problems.append(found)
    return OwnJobs(jobs=tuple(jobs), problems=tuple(problems))


def _heartbeat(text: str) -> Iterator[OwnJob | str]:
    sections = dict(_sections(text))
    named = {_meaning(title): body for title, body in sections.items()}
    if not named.get("interval", "").strip():
        return
    checklist = "\n".join(f"## {title}\n{body}" for title, body in sections.items() if not _meaning(title))
    try:
        schedule = schedule_of(_first_line(named["interval"]))
        hours, zone = _hours(_first_line(named.get("hours", "")))
    except ValueError as why:
        yield f"heartbeat.md: {why}"
        return
    schedule = Schedule(moments=schedule.moments, zone=schedule.zone or zone)
    yield OwnJob(kind="heartbeat", title="", text=checklist.strip()[:_TEXT_CHARS], schedule=schedule, hours=hours)


def _cron(text: str) -> Iterator[OwnJob | str]:
    seen = set[str]()
    for heading, body in _sections(text):
        found = _TITLED.fullmatch(heading.strip())
        title = found["title"].strip() if found else ""
        if found is None or folded_schedule(title) in seen:
            yield f"cron.md: {heading[:80]!r} {'is there twice' if found else 'has no schedule in brackets at its end'}"
            continue
        seen.add(folded_schedule(title))
        try:
            schedule = schedule_of(found["schedule"])
        except NotASchedule as why:
            yield f"cron.md: {title[:80]!r}: {why}"
            continue
        yield OwnJob(kind="cron", title=title, text=body.strip()[:_TEXT_CHARS], schedule=schedule)


def _sections(text: str) -> Iterator[tuple[str, str]]:
    title, body = "", list[str]()
    for line in text.splitlines():
        if found := _MARKDOWN_HEADING.match(line):
            if title:
                yield title, "\n".join(body)
            title, body = found["title"].strip(), []
        elif title:
            body.append(line)
    if title:
        yield title, "\n".join(body)


def _first_line(text: str) -> str:
    return next((line.strip("-*• \t") for line in text.splitlines() if line.strip()), "")


def _hours(text: str) -> tuple[tuple[time, time] | None, str]:
    """`9:00 - 22:00 (JST)`, in whichever of the languages it is written. Raises ValueError."""
    if not text:
        return None, ""
    for language in SCHEDULE_LANGUAGES:
        with suppress(UnknownWord):
            signs = signs_of(re.sub(r"[()（）]", " ", text), language)
            times = [time(sign.value, sign.minute) for sign in signs if sign.kind == "time"]
            if len(times) == 2 and all(sign.kind in ("time", "to", "zone", "") for sign in signs):
                return (times[0], times[1]), next((sign.name for sign in signs if sign.kind == "zone"), "")
    raise ValueError(f"active hours are a span like 9:00 - 22:00, not {text[:60]!r}")


def _meaning(title: str) -> str:
    return _headings().get(folded_schedule(title), "")


@cache
def _headings() -> Mapping[str, str]:
    """What each means, in any language."""
    tables = [schedule_table(language)["headings"] for language in SCHEDULE_LANGUAGES]
    return {folded_schedule(title): meaning for table in tables for meaning in table for title in table[meaning]}
