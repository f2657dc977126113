"""`memory calibrate`: what a similarity means with the embedding model in use."""

from __future__ import annotations

from dataclasses import asdict

from bots.commands.command import FLEET_WIDE, Answer, Command
from bots.commands.desk import Desk
from bots.commands.names import anima_called
from bots.people.role import Asker, Role
from memory.calibration.fitting import Separation
from memory.vocabulary.errors import EmbedderFault
from memory.vocabulary.event import Json


async def calibrate(desk: Desk, asker: Asker, name: str) -> Answer:
    """Fit the similarity scale of the embedding model to labelled pairs, for all animas."""
    anima = anima_called(desk, name).name
    try:
        fitted = await (await desk.memory(anima)).calibrate()
    except EmbedderFault as fault:
        return Answer(text=str(fault), data={"error": str(fault)}, ok=False)
    if fitted is None:
        return Answer(text="Recall goes by words here: there is nothing to calibrate.", ok=False)
    text = "\n".join([f"**{fitted.embedder}** is calibrated.", *map(_line, fitted.separations)])
    languages: dict[str, Json] = {one.language: asdict(one) for one in fitted.separations}
    return Answer(text=text, data={"embedder": fitted.embedder, "languages": languages})


def _line(one: Separation) -> str:
    return (
        f"- {one.language}: the same before the unrelated {one.area:.0%}; on their side of the bound: unrelated below"
        f" 0.70 {one.unrelated_below_070:.0%}, related from 0.75 {one.others_from_075:.0%}, the same from 0.92"
        f" {one.same_from_092:.0%}"
    )


COMMAND = Command(path=("memory", "calibrate"), run=calibrate, role=Role.ADMIN, limit=FLEET_WIDE)
