"""A call that was cleared, put on record, and the answer that the talk waits for."""

from __future__ import annotations

import json
from datetime import timedelta

from bots.errors import NotCalled
from bots.mind import Mind
from bots.parcel import Heard, pack_heard
from bots.stage import Stage
from bots.tools.tool import ToolFault
from bots.trust.clearance import Clearance
from memory.archive.awaited import Awaited
from memory.archive.calls import Call, Rung

CALL = "call"
#: So long an answer still goes back to where it was asked for.
ANSWERED_WITHIN = timedelta(days=7)


async def wish(
    stage: Stage,
    mind: Mind,
    heard: Heard,
    turn: str,
    *,
    text: str,
    priority: str,
    rungs: tuple[Rung, ...],
    options: tuple[str, ...],
    clearance: Clearance,
) -> str:
    """What the model is told. `turn` names the wish, once. Raises ToolFault, StorageFault."""
    calling = stage.calling
    try:
        call = await calling.add(
            Call(
                id=calling.new_id(),
                anima=mind.name,
                text=stage.gate(text, clearance.exposure),
                priority=priority,
                asked_at=stage.clock(),
                rungs=rungs,
                options=tuple(stage.gate.line(option, clearance.exposure) for option in options),
                turn=turn,
                audience=str(heard.message.audience),
            )
        )
    except NotCalled as no:
        raise ToolFault(str(no)) from None
    await expect(stage, mind, heard, call)
    return f"{names_of(stage, call)} will be called. End your answer: you will be woken in this talk with the answer."


async def expect(stage: Stage, mind: Mind, heard: Heard, call: Call) -> None:
    """The answer comes back into this talk. Raises StorageFault."""
    now = stage.clock()
    await stage.waits.ask(
        mind,
        Awaited(
            id=call.id,
            kind=CALL,
            turn=call.turn,
            of=names_of(stage, call),
            text=call.text,
            asked_at=now,
            until=now + ANSWERED_WITHIN,
            origin=json.loads(pack_heard(heard)),
            has_left=True,
        ),
    )


def names_of(stage: Stage, call: Call) -> str:
    contacts = stage.calling.contacts
    people = dict.fromkeys(contacts.known_as(rung.person) for rung in call.rungs)
    return ", ".join(map(stage.calling.routing.name_of, people))
