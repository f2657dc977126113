"""`memory versions | undo`: what a note was before, and bringing that back."""

from __future__ import annotations

from hashlib import sha256

from bots.commands.command import Answer, Command
from bots.commands.desk import Desk
from bots.commands.names import anima_called
from bots.people.role import Asker, Role
from memory.vocabulary.change import Change, NotKept
from memory.vocabulary.event import Json

_SHOWN = 12


async def versions(desk: Desk, asker: Asker, name: str, path: str) -> Answer:
    """List the versions that are kept of an anima's note, oldest first.

    name: the anima
    path: its note, for example knowledge/tea.md
    """
    engine = await desk.memory(anima_called(desk, name).name)
    found = await engine.versions(path)
    lines = [f"- {one.id[:_SHOWN]} · {one.at.astimezone(engine.zone):%Y-%m-%d %H:%M:%S}" for one in found]
    data: list[Json] = [{"id": one.id, "at": one.at.isoformat()} for one in found]
    return Answer(text="\n".join(lines) or f"No versions of {path} are kept.", data={"versions": data})


async def undo(desk: Desk, asker: Asker, name: str, path: str, *, version: str = "") -> Answer:
    """Bring back the version of a note before its last change, or the one that is named; what stands now is kept, too.

    name: the anima
    path: its note, for example knowledge/tea.md
    version: the beginning of a version's id in `memory versions`
    """
    engine = await desk.memory(anima_called(desk, name).name)
    known = [one.id for one in await engine.versions(path)]
    wanted = [one for one in known if one.startswith(version)] if version else known[-2:-1]
    if len(wanted) != 1:
        return Answer(
            text=f"{path} has no such version; `memory versions` lists them.", data={"error": "none"}, ok=False
        )
    change = Change(kind="restore", because=f"brought back by {asker.person}", path=path, version=wanted[0])
    try:
        now = desk.clock()
        batch = sha256(f"{path} {now.isoformat()}".encode()).hexdigest()[:_SHOWN]
        (outcome,) = await engine.apply(f"restored-{now:%Y-%m-%d}-{batch}", [change])
    except NotKept as error:
        return Answer(text=str(error), data={"error": str(error)}, ok=False)
    words = "is what it was" if outcome.applied else f"stays as it is: {outcome.why}"
    return Answer(text=f"{path} {words} ({wanted[0][:_SHOWN]}).", data={"version": wanted[0]}, ok=outcome.applied)


VERSIONS = Command(path=("memory", "versions"), run=versions, role=Role.OWNER, chat=False)
UNDO = Command(path=("memory", "undo"), run=undo, role=Role.OWNER, chat=False)
