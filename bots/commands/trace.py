"""`trace`: the life of one message, from inbox to receipt."""

from __future__ import annotations

from bots.commands.command import Answer, Command
from bots.commands.desk import Desk
from bots.commands.links import key_of
from bots.delivery.seam import Step
from bots.people.role import Asker, Role
from memory.vocabulary.event import Json


async def run(desk: Desk, asker: Asker, link: str) -> Answer:
    """Trace a message: inbox, recall, model, outbox, receipt.

    link: the message's link, or its id
    """
    steps = await desk.delivery.trace(key_of(link), asker.room)
    if not steps:
        return Answer(text="That message never reached me, or long ago.", data={"steps": []}, ok=False)
    data: list[Json] = [{"at": step.at.isoformat(), "what": step.what, "detail": step.detail} for step in steps]
    return Answer(text="\n".join(_line(step) for step in steps), data={"steps": data})


def _line(step: Step) -> str:
    time = step.at.isoformat(sep=" ", timespec="milliseconds")
    return f"- {time} **{step.what}** {step.detail}".rstrip()


COMMAND = Command(path=("trace",), run=run, role=Role.ADMIN)
