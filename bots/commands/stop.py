"""`stop`: end turns that are being thought about."""

from __future__ import annotations

from bots.commands.command import Answer, Command
from bots.commands.desk import Desk
from bots.commands.names import anima_called
from bots.people.role import Asker, Role


async def run(desk: Desk, asker: Asker, name: str = "", *, everywhere: bool = False) -> Answer:
    """Cancel running turns: in a chat those of this place, on the command line all.

    name: of this anima only
    everywhere: for admins: in all places
    """
    if everywhere and asker.role < Role.ADMIN:
        return Answer(text="`--everywhere` is for admins.", data={"error": "not allowed"}, ok=False)
    anima = anima_called(desk, name).name if name else ""
    stopped = await desk.stop_turns(anima, "" if everywhere else asker.place)
    words = "Nothing was running." if not stopped else f"Stopped {stopped} turn{'s' * (stopped != 1)}."
    return Answer(text=words, data={"stopped": stopped})


COMMAND = Command(path=("stop",), run=run, role=Role.MEMBER, recorded=True)
