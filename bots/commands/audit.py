"""`audit list | verify`: who did what in the house, and whether the log of it is untouched."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from itertools import islice

from bots.commands.command import FLEET_WIDE, Answer, Command
from bots.commands.desk import Desk
from bots.people.role import Asker, Role
from memory.archive.audit_log import AuditEntry, AuditLog
from memory.vocabulary.event import Json


async def list_entries(desk: Desk, asker: Asker, *, n: int = 20, who: str = "", act: str = "") -> Answer:
    """List the last entries of the audit log: commands, approvals, refusals, exports, deletions; in a room those of it.

    n: how many
    who: only of the person or anima with this address
    act: only acts that begin so
    """
    found = await asyncio.to_thread(_newest, desk.audit, max(1, n), who, act, "" if asker.is_direct else asker.room)
    data: list[Json] = [{**asdict(one), "at": one.at.isoformat() if one.at else None} for one in found]
    return Answer(text="\n".join(map(_line, found)) or "Nothing was recorded.", data={"entries": data})


async def verify(desk: Desk, asker: Asker) -> Answer:
    """Check that no entry of the audit log was changed, removed, moved or added by another hand."""
    found = await asyncio.to_thread(desk.audit.verify)
    words = "is not as it was written" if found.problems else "is as it was written"
    if asker.place and not asker.is_direct:  # how much was done elsewhere, and what, shows in the count and in the hash
        return Answer(text=f"The audit log {words}.", data={"ok": not found.problems}, ok=not found.problems)
    lines = [f"The audit log {words}: {found.entries} entries, the last hash is `{found.head}`."]
    lines += [f"- {problem}" for problem in found.problems]
    lines += [f"- note: {note}" for note in found.notes]
    data: dict[str, Json] = {
        "entries": found.entries,
        "head": found.head,
        "problems": list(found.problems),
        "notes": list(found.notes),
    }
    return Answer(text="\n".join(lines), data=data, ok=not found.problems)


def _newest(log: AuditLog, n: int, who: str, act: str, room: str) -> list[AuditEntry]:
    """What was done elsewhere is told to an owner alone, not to a room."""
    fitting = (
        one
        for one in log.newest()
        if who in ("", one.who) and one.act.startswith(act) and room in ("", one.place.partition("#")[0])
    )
    return list(islice(fitting, n))[::-1]


def _line(entry: AuditEntry) -> str:
    when = entry.at.isoformat(timespec="seconds") if entry.at else "?"
    told = " · ".join(text for text in (entry.act, entry.what, entry.outcome, entry.place) if text)
    return f"- {entry.number}. {when} {entry.who}: {told}"


LIST = Command(path=("audit", "list"), run=list_entries, role=Role.OWNER)
VERIFY = Command(path=("audit", "verify"), run=verify, role=Role.OWNER, limit=FLEET_WIDE)
