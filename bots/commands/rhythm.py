"""`heartbeat` and `cron`: an anima's own hours as they were understood, and what is due at them done now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from bots.commands.command import Answer, Command
from bots.commands.desk import Desk
from bots.commands.names import anima_called, near
from bots.commands.signature import Usage
from bots.people.role import Asker, Role
from memory.vocabulary.event import Json

if TYPE_CHECKING:
    from bots.rhythm.jobs import Job


async def heartbeat(desk: Desk, asker: Asker, name: str, *, now: bool = False) -> Answer:
    """Tell when an anima looks around by itself, or have it do so.

    name: the anima
    now: at once
    """
    anima = anima_called(desk, name).name
    jobs = await desk.rhythm.jobs(anima)
    problems = [one for one in jobs.problems if one.startswith("heartbeat.md")]
    job = next((one for one in jobs.jobs if one.kind == "heartbeat"), None)
    if job is None:
        text = "\n".join(problems) or f"{anima} has no heartbeat: its heartbeat.md names no interval."
        return Answer(text=text, data={"error": text}, ok=False)
    if now:
        await desk.rhythm.begin(anima, job)
        return Answer(text=f"{anima} looks around now.", data={"anima": anima, "begun": True})
    return Answer(text=f"{anima} looks around next on {_when(desk, job)}.", data=_data(desk, job))


async def cron(desk: Desk, asker: Asker, name: str, what: Literal["list", "run"] = "list", *title: str) -> Answer:
    """List the tasks of an anima's own schedule with when they are due next, or have one done now.

    name: the anima
    what: list them, or run one
    title: of the task to be run
    """
    anima = anima_called(desk, name).name
    jobs = await desk.rhythm.jobs(anima)
    tasks = {one.title: one for one in jobs.jobs if one.kind == "cron"}
    if what == "run":
        return await _run(desk, anima, tasks, " ".join(title))
    problems = [one for one in jobs.problems if one.startswith("cron.md")]
    lines = [f"- **{one.title}**: next on {_when(desk, one)}" for one in tasks.values()]
    lines += [f"- not understood: {one}" for one in problems]
    data: list[Json] = [_data(desk, one) for one in tasks.values()]
    return Answer(text="\n".join(lines) or f"{anima} has no tasks: its cron.md is empty.", data=data)


async def _run(desk: Desk, anima: str, tasks: dict[str, Job], title: str) -> Answer:
    meant = tasks.get(title) or tasks.get(near(title, tasks))
    if meant is None:
        raise Usage(f"{anima} has no task {title!r}; there are: {', '.join(tasks) or 'none'}")
    await desk.rhythm.begin(anima, meant)
    return Answer(text=f"{anima} does {meant.title!r} now.", data={"anima": anima, "task": meant.title, "begun": True})


def _when(desk: Desk, job: Job) -> str:
    at = desk.rhythm.next_of(job)
    return f"{at:%a %d %b %Y, %H:%M} ({at:%Z})" if at else "no day"


def _data(desk: Desk, job: Job) -> dict[str, Json]:
    at = desk.rhythm.next_of(job)
    return {"kind": job.kind, "title": job.title, "next": at.isoformat() if at else None}


HEARTBEAT = Command(path=("heartbeat",), run=heartbeat, role=Role.ADMIN)
CRON = Command(path=("cron",), run=cron, role=Role.ADMIN)
