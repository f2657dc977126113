"""`reminders`: what the asker wished to be reminded of and what is still to come."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

from bots.commands.command import Answer, Command
from bots.commands.desk import Desk
from bots.commands.names import anima_called
from bots.commands.why import may_read
from bots.people.role import Asker, Role
from memory.archive.reminders import DROPPED, Intention
from memory.vocabulary.event import Json


async def run(desk: Desk, asker: Asker, name: str = "", *, drop: str = "") -> Answer:
    """List your pending reminders of this place; on the command line everybody's.

    name: of this anima only
    drop: take back the one with this id
    """
    names = [anima_called(desk, name).name] if name else [anima.name for anima in desk.animas() if anima.enabled]
    found = {one: await _open(desk, asker, one) for one in names}
    if drop:
        return await _drop(desk, found, drop)
    lines = [f"- `{one.id}` {anima}: {_told(one)}" for anima, kept in found.items() for one in kept]
    data = [_data(anima, one) for anima, kept in found.items() for one in kept]
    more = ["", "`reminders --drop ID` takes one back."] if lines else []
    return Answer(text="\n".join([*lines, *more]) or "There is nothing here to remind you of.", data=data)


async def _open(desk: Desk, asker: Asker, anima: str) -> list[Intention]:
    kept = await asyncio.to_thread(desk.reminders(anima).kept)
    return list(_own(asker, kept))


def _own(asker: Asker, kept: list[Intention]) -> Iterator[Intention]:
    """Everybody's to whom the files belong; else one's own, and not in front of others what was wished for alone."""
    for one in kept:
        if not asker.place or (one.person == asker.person and may_read(asker, one.audience)):
            yield one


async def _drop(desk: Desk, found: dict[str, list[Intention]], id: str) -> Answer:
    for anima, kept in found.items():
        one = next((one for one in kept if one.id == id), None)
        if one is not None and await asyncio.to_thread(desk.reminders(anima).change, id, DROPPED, desk.clock()):
            return Answer(text=f"Dropped: {_told(one)}", data={"dropped": id})
    return Answer(text=f"There is no reminder {id} of yours here.", data={"error": "no such reminder"}, ok=False)


def _told(one: Intention) -> str:
    when = f"{one.at:%a %d %b %Y, %H:%M} ({one.at:%Z})" if one.at else f"when {_who(one)} joins"
    return f"{when} – {one.text}"


def _who(one: Intention) -> str:
    return "somebody" if one.joiner == "*" else one.joiner


def _data(anima: str, one: Intention) -> Json:
    at = one.at.isoformat() if one.at else None
    return {
        "id": one.id,
        "anima": anima,
        "text": one.text,
        "at": at,
        "joiner": one.joiner,
        "person": one.person,
        "place": one.place,
    }


COMMAND = Command(path=("reminders",), run=run, role=Role.MEMBER)
