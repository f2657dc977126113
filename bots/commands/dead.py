"""`dead`: turns and sends that were given up, and sending them again by hand."""

from __future__ import annotations

from dataclasses import asdict
from hashlib import sha256

from bots.commands.command import Answer, Command
from bots.commands.desk import Desk
from bots.delivery.seam import DeadLetter
from bots.people.role import Asker, Role
from memory.vocabulary.event import Json

_ID_CHARS = 8


async def list_letters(desk: Desk, asker: Asker) -> Answer:
    """List what could not be delivered."""
    letters = await _letters(desk, asker)
    lines = [f"- {id}: {one.lane} {one.slot or 'the turn itself'} — {one.reason}" for id, one in letters.items()]
    data: list[Json] = [{**asdict(one), "id": id} for id, one in letters.items()]
    return Answer(text="\n".join(lines) or "There are no dead letters.", data={"dead": data})


async def resend(desk: Desk, asker: Asker, letter: str) -> Answer:
    """Send an undelivered message again.

    letter: its id in `dead list`
    """
    found = (await _letters(desk, asker)).get(letter)
    if found is not None and await desk.delivery.resend(found.id):
        return Answer(text=f"Letter {letter} will be sent again.", data={"resent": letter})
    return Answer(text=f"There is no dead letter {letter}.", data={"error": "no such letter"}, ok=False)


async def _letters(desk: Desk, asker: Asker) -> dict[str, DeadLetter]:
    """By an id that says nothing of how many others there are."""
    return {_id_of(one): one for one in await desk.delivery.dead() if asker.hears_of(one.lane)}


def _id_of(letter: DeadLetter) -> str:
    return sha256(f"{letter.lane} {letter.key} {letter.slot}".encode()).hexdigest()[:_ID_CHARS]


LIST = Command(path=("dead", "list"), run=list_letters, role=Role.ADMIN)
RESEND = Command(path=("dead", "resend"), run=resend, role=Role.ADMIN)
