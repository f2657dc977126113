"""`dream`: an anima sleeps now, or would; `dream undo` makes everything what it was before a night."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from datetime import datetime, tzinfo
from typing import TYPE_CHECKING, Literal

from bots.commands.command import FLEET_WIDE, Answer, Command
from bots.commands.desk import Desk
from bots.commands.names import anima_called
from bots.commands.progress import progress
from bots.commands.signature import Usage
from bots.people.role import Asker, Role
from memory.vocabulary.address import Audience
from memory.vocabulary.change import NotKept

if TYPE_CHECKING:  # a command line that asks a running fleet needs no memory of its own
    from memory.consolidation.report import Report, Stepped
    from memory.engine import MemoryEngine

MOST_LINES = 12
"""Of a step's changes so many are told one by one."""

_DONE = {"done": "slept", "planned": "would sleep", "undone": "has undone a night", "open": "was woken in a night"}


async def run(
    desk: Desk,
    asker: Asker,
    *name: str,
    stage: Literal["session", "daily", "weekly", "monthly"] = "daily",
    now: str = "",
    dry_run: bool = False,
    night: str = "",
) -> Answer:
    """Consolidate an anima's memories and let fade what is not needed, or undo a night.

    name: (required) the anima; `undo` and the anima: every file becomes what it was before the night
    stage: which pipeline; once a day each
    now: as of this moment (2026-11-22T03:00)
    dry_run: only tell what would change
    night: undo this one (daily-2026-11-22), not the latest
    """
    is_undone = name[0] == "undo" and len(name) == 2
    if len(name) > 1 and not is_undone:
        raise Usage(f"{' '.join(name)!r}: write `dream NAME` or `dream undo NAME`")
    anima = anima_called(desk, name[-1]).name
    engine = await desk.memory(anima)
    if is_undone:
        try:
            return _told(anima, _known(engine, await engine.undo_night(night), asker), asker)
        except NotKept as fault:
            return Answer(text=f"{fault}.", data={"error": str(fault)}, ok=False)
    at = _moment(now, engine.zone) if now else desk.clock()
    return _told(anima, _known(engine, await engine.sleep(stage, at, dry_run, progress.get()), asker), asker)


def _known(engine: MemoryEngine, report: Report, asker: Asker) -> Report:
    return engine.as_known_by(report, Audience.parse(asker.audience)) if asker.place else report


def _told(anima: str, report: Report, asker: Asker) -> Answer:
    """In a chat the numbers alone, of what may be read there."""
    counts = ", ".join(f"{number} {kind}" for kind, number in sorted(report.counts.items())) or "nothing to change"
    lines = [f"**{anima}** {_DONE[report.state]} ({report.night}): {counts}."]
    lines += [f"- {step.name}: not carried out, {step.refused}" for step in report.refused]
    if not asker.place:
        lines += [line for step in report.steps if not step.refused for line in _lines(step)]
    data = asdict(report) if not asker.place else {"night": report.night, "state": report.state}
    return Answer(text="\n".join(lines), data={**data, "counts": dict(report.counts)})


def _lines(step: Stepped) -> Iterator[str]:
    done = [line for line in step.lines if not line.refused]
    for line in done[:MOST_LINES]:
        yield f"- {step.name}: {line.kind} {', '.join(line.of[:3])} – {line.because}"
    if len(done) > MOST_LINES:
        yield f"- {step.name}: {len(done) - MOST_LINES} more"


def _moment(text: str, zone: tzinfo) -> datetime:
    try:
        at = datetime.fromisoformat(text)
    except ValueError as error:
        raise Usage(f"--now {text!r} is no moment: write 2026-11-22T03:00") from error
    return at if at.tzinfo else at.replace(tzinfo=zone)


COMMAND = Command(path=("dream",), run=run, role=Role.ADMIN, limit=FLEET_WIDE)
