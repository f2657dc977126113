"""`dead`: turns and sends that were given up, and sending them again by hand."""

from __future__ import annotations

from dataclasses import asdict

from bots.commands.command import Answer, Asker, Command, Role
from bots.commands.desk import Desk


async def list_letters(desk: Desk, asker: Asker) -> Answer:
    """What could not be delivered."""
    letters = await desk.delivery.dead()
    lines = [f"- {one.id}: {one.lane} {one.slot or 'the turn itself'} — {one.reason}" for one in letters]
    return Answer(
        text="\n".join(lines) or "There are no dead letters.", data={"dead": [asdict(one) for one in letters]}
    )


async def resend(desk: Desk, asker: Asker, letter: int) -> Answer:
    """Send a dead letter again.

    letter: its number in `dead list`
    """
    if await desk.delivery.resend(letter):
        return Answer(text=f"Letter {letter} is on its way again.", data={"resent": letter})
    return Answer(text=f"There is no dead letter {letter}.", data={"error": "no such letter"}, ok=False)


LIST = Command(path=("dead", "list"), run=list_letters, role=Role.ADMIN)
RESEND = Command(path=("dead", "resend"), run=resend, role=Role.ADMIN)
