"""`list`: the animas of the fleet."""

from __future__ import annotations

from bots.commands.command import Answer, Command
from bots.commands.desk import Desk
from bots.commands.status import shown
from bots.people.role import Asker, Role
from bots.persona.state import AnimaState


async def run(desk: Desk, asker: Asker) -> Answer:
    """List the animas with role and model."""
    animas = desk.animas()
    text = "\n".join(_line(anima) for anima in animas) or "There is no anima yet: `create NAME` makes one."
    return Answer(text=text, data={"animas": [shown(anima, asker) for anima in animas]})


def _line(anima: AnimaState) -> str:
    words = [f"**{anima.name}**", anima.role, f"({anima.speciality})" if anima.speciality else "", f"· {anima.model}"]
    words += [f"· reports to {anima.supervisor}" if anima.supervisor else "", "" if anima.enabled else "· disabled"]
    return "- " + " ".join(word for word in words if word)


COMMAND = Command(path=("list",), run=run, role=Role.MEMBER)
UNDER_ANIMA = Command(path=("anima", "list"), run=run, role=Role.MEMBER)
