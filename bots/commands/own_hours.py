"""`reminders`, `heartbeat`, `cron`, `dream`, `nights`: what is still to come, an anima's own hours, and its nights."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import asdict
from datetime import datetime, timedelta, tzinfo
from typing import TYPE_CHECKING, Literal

from bots.commands.admin_api import AdminApi
from bots.commands.command import (
    FLEET_WIDE,
    Command,
    CommandAnswer,
    CommandUsageError,
    anima_called,
    command_progress,
    nearest_names,
)
from bots.commands.diagnosis import may_read_report
from bots.people.trust_policy import Asker, Role
from memory.archive.requests import REMINDER_DROPPED, Reminder
from memory.vocabulary.address import Audience
from memory.vocabulary.change import NotKept
from memory.vocabulary.event import Json

if TYPE_CHECKING:
    from bots.schedule.jobs import OwnJob
    from memory.engine import MemoryEngine
    from memory.sleep.night_report import NightReport, StepReport


async def list_reminders(admin: AdminApi, asker: Asker, name: str = "", *, drop: str = "") -> CommandAnswer:
    """List your pending reminders of this place; on the command line everybody's.

    name: of this anima only
    drop: take back the one with this id
    """
    names = [anima_called(admin, name).name] if name else [anima.name for anima in admin.animas() if anima.enabled]
    found = {item: await _open_reminders(admin, asker, item) for item in names}
    if drop:
        return await _drop_reminder(admin, found, drop)
    lines = [f"- `{item.id}` {anima}: {_reminder_line(item)}" for anima, kept in found.items() for item in kept]
    data = [_reminder_data(anima, item) for anima, kept in found.items() for item in kept]
    more = ["", "`reminders --drop ID` takes one back."] if lines else []
    return CommandAnswer(text="\n".join([*lines, *more]) or "There is nothing here to remind you of.", data=data)


async def _open_reminders(admin: AdminApi, asker: Asker, anima: str) -> list[Reminder]:
    kept = await asyncio.to_thread(admin.reminders(anima).kept)
    return list(_own_reminders(asker, kept))


def _own_reminders(asker: Asker, kept: list[Reminder]) -> Iterator[Reminder]:
    """Everybody's to whom the files belong; else one's own, and not in front of others what was wished for alone."""
    for item in kept:
        if not asker.place or (item.person == asker.person and may_read_report(asker, item.audience)):
            yield item


async def _drop_reminder(admin: AdminApi, found: dict[str, list[Reminder]], id: str) -> CommandAnswer:
    for anima, kept in found.items():
        item = next((item for item in kept if item.id == id), None)
        if item is not None and await asyncio.to_thread(
            admin.reminders(anima).change, id, REMINDER_DROPPED, admin.clock()
        ):
            return CommandAnswer(text=f"Dropped: {_reminder_line(item)}", data={"dropped": id})
    return CommandAnswer(text=f"There is no reminder {id} of yours here.", data={"error": "no such reminder"}, ok=False)


def _reminder_line(reminder: Reminder) -> str:
    when = (
        f"{reminder.at:%a %d %b %Y, %H:%M} ({reminder.at:%Z})"
        if reminder.at
        else f"when {_whose_reminder(reminder)} joins"
    )
    return f"{when} – {reminder.text}"


def _whose_reminder(reminder: Reminder) -> str:
    return "somebody" if reminder.joiner == "*" else reminder.joiner


def _reminder_data(anima: str, reminder: Reminder) -> Json:
    at = reminder.at.isoformat() if reminder.at else None
    return {
        "id": reminder.id,
        "anima": anima,
        "text": reminder.text,
        "at": at,
        "joiner": reminder.joiner,
        "person": reminder.person,
        "place": reminder.place,
    }


REMINDERS = Command(path=("reminders",), run=list_reminders, role=Role.MEMBER)


# --- rhythm ---------------------------------------------------------------------------------------------------------
# `heartbeat` and `cron`: an anima's own hours as they were understood, and what is due at them done now.


async def run_heartbeat(admin: AdminApi, asker: Asker, name: str, *, now: bool = False) -> CommandAnswer:
    """Tell when an anima looks around by itself, or have it do so.

    name: the anima
    now: at once
    """
    anima = anima_called(admin, name).name
    jobs = await admin.rhythm.jobs(anima)
    problems = [problem for problem in jobs.problems if problem.startswith("heartbeat.md")]
    job = next((item for item in jobs.jobs if item.kind == "heartbeat"), None)
    if job is None:
        text = "\n".join(problems) or f"{anima} has no heartbeat: its heartbeat.md names no interval."
        return CommandAnswer(text=text, data={"error": text}, ok=False)
    if now:
        await admin.rhythm.begin(anima, job)
        return CommandAnswer(text=f"{anima} looks around now.", data={"anima": anima, "begun": True})
    return CommandAnswer(text=f"{anima} looks around next on {_job_time(admin, job)}.", data=_job_data(admin, job))


async def run_cron(
    admin: AdminApi, asker: Asker, name: str, what: Literal["list", "run"] = "list", *title: str
) -> CommandAnswer:
    """List the tasks of an anima's own schedule with when they are due next, or have one done now.

    name: the anima
    what: list them, or run one
    title: of the task to be run
    """
    anima = anima_called(admin, name).name
    jobs = await admin.rhythm.jobs(anima)
    tasks = {job.title: job for job in jobs.jobs if job.kind == "cron"}
    if what == "run":
        return await _run_job(admin, anima, tasks, " ".join(title))
    problems = [problem for problem in jobs.problems if problem.startswith("cron.md")]
    lines = [f"- **{task.title}**: next on {_job_time(admin, task)}" for task in tasks.values()]
    lines += [f"- not understood: {problem}" for problem in problems]
    data: list[Json] = [_job_data(admin, task) for task in tasks.values()]
    return CommandAnswer(text="\n".join(lines) or f"{anima} has no tasks: its cron.md is empty.", data=data)


async def _run_job(admin: AdminApi, anima: str, tasks: dict[str, OwnJob], title: str) -> CommandAnswer:
    meant = tasks.get(title) or tasks.get(nearest_names(title, tasks))
    if meant is None:
        raise CommandUsageError(f"{anima} has no task {title!r}; there are: {', '.join(tasks) or 'none'}")
    await admin.rhythm.begin(anima, meant)
    return CommandAnswer(
        text=f"{anima} does {meant.title!r} now.", data={"anima": anima, "task": meant.title, "begun": True}
    )


def _job_time(admin: AdminApi, job: OwnJob) -> str:
    at = admin.rhythm.next_of(job)
    return f"{at:%a %d %b %Y, %H:%M} ({at:%Z})" if at else "no day"


def _job_data(admin: AdminApi, job: OwnJob) -> dict[str, Json]:
    at = admin.rhythm.next_of(job)
    return {"kind": job.kind, "title": job.title, "next": at.isoformat() if at else None}


HEARTBEAT = Command(path=("heartbeat",), run=run_heartbeat, role=Role.ADMIN)
CRON = Command(path=("cron",), run=run_cron, role=Role.ADMIN)


# --- dream ----------------------------------------------------------------------------------------------------------
# `dream`: an anima sleeps now, or would; `dream undo` makes everything what it was before a night.


MOST_LINES = 12
"""Of a step's changes so many are told one by one."""

_NIGHT_DONE = {
    "done": "slept",
    "planned": "would sleep",
    "undone": "has undone a night",
    "open": "was woken in a night",
}


async def dream_now(
    admin: AdminApi,
    asker: Asker,
    *name: str,
    stage: Literal["session", "daily", "weekly", "monthly"] = "daily",
    now: str = "",
    dry_run: bool = False,
    night: str = "",
) -> CommandAnswer:
    """Consolidate an anima's memories and let fade what is not needed, or undo a night.

    name: (required) the anima; `undo` and the anima: every file becomes what it was before the night
    stage: which pipeline; once a day each
    now: as of this moment (2026-11-22T03:00)
    dry_run: only tell what would change
    night: undo this one (daily-2026-11-22), not the latest
    """
    is_undone = name[0] == "undo" and len(name) == 2
    if len(name) > 1 and not is_undone:
        raise CommandUsageError(f"{' '.join(name)!r}: write `dream NAME` or `dream undo NAME`")
    anima = anima_called(admin, name[-1]).name
    engine = await admin.memory(anima)
    if is_undone:
        try:
            return _night_told(anima, _report_for(engine, await engine.undo_night(night), asker), asker)
        except NotKept as fault:
            return CommandAnswer(text=f"{fault}.", data={"error": str(fault)}, ok=False)
    at = _night_moment(now, engine.zone) if now else admin.clock()
    return _night_told(
        anima, _report_for(engine, await engine.sleep(stage, at, dry_run, command_progress.get()), asker), asker
    )


def _report_for(engine: MemoryEngine, report: NightReport, asker: Asker) -> NightReport:
    return engine.as_known_by(report, Audience.parse(asker.audience)) if asker.place else report


def _night_told(anima: str, report: NightReport, asker: Asker) -> CommandAnswer:
    """In a chat the numbers alone, of what may be read there."""
    counts = ", ".join(f"{number} {kind}" for kind, number in sorted(report.counts.items())) or "nothing to change"
    lines = [f"**{anima}** {_NIGHT_DONE[report.state]} ({report.night}): {counts}."]
    lines += [f"- {step.name}: not carried out, {step.refused}" for step in report.refused]
    if not asker.place:
        lines += [line for step in report.steps if not step.refused for line in _night_lines(step)]
    data = asdict(report) if not asker.place else {"night": report.night, "state": report.state}
    return CommandAnswer(text="\n".join(lines), data={**data, "counts": dict(report.counts)})


def _night_lines(step: StepReport) -> Iterator[str]:
    done = [line for line in step.lines if not line.refused]
    for line in done[:MOST_LINES]:
        yield f"- {step.name}: {line.kind} {', '.join(line.of[:3])} – {line.because}"
    if len(done) > MOST_LINES:
        yield f"- {step.name}: {len(done) - MOST_LINES} more"


def _night_moment(text: str, zone: tzinfo) -> datetime:
    try:
        at = datetime.fromisoformat(text)
    except ValueError as error:
        raise CommandUsageError(f"--now {text!r} is no moment: write 2026-11-22T03:00") from error
    return at if at.tzinfo else at.replace(tzinfo=zone)


DREAM = Command(path=("dream",), run=dream_now, role=Role.ADMIN, limit=FLEET_WIDE)


# --- nights ---------------------------------------------------------------------------------------------------------
# `nights`: what the latest nights have changed.


_NIGHTS_TOLD = timedelta(days=31)


async def list_nights(admin: AdminApi, asker: Asker, name: str = "") -> CommandAnswer:
    """Tell what the nights of the last month have changed, of what you may read.

    name: of this anima only
    """
    names = [anima_called(admin, name).name] if name else [anima.name for anima in admin.animas() if anima.enabled]
    lines, data, now = list[str](), list[Json](), admin.clock()
    for anima in names:
        engine = await admin.memory(anima)
        for report in reversed(await engine.slept(now - _NIGHTS_TOLD, now)):
            known = _report_for(engine, report, asker)
            if asker.place and not known.counts:
                continue  # that a night was, too, tells of what others may read
            counts = ", ".join(f"{number} {kind}" for kind, number in sorted(known.counts.items()))
            lines.append(f"- **{anima}** {known.night} ({known.state}): {counts or 'nothing to change'}")
            lines += [f"  {line}" for step in known.steps if not step.refused for line in _night_lines(step)]
            data.append({"anima": anima, "night": known.night, "state": known.state, "counts": dict(known.counts)})
    return CommandAnswer(
        text="\n".join(lines) or "There was no night yet that changed anything.", data={"nights": data}
    )


NIGHTS = Command(path=("nights",), run=list_nights, role=Role.MEMBER, chat=False)
