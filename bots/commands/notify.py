"""`notify`: call people by hand, or see which calls are under way."""

from __future__ import annotations

from typing import Literal

from bots.commands.command import Answer, Command
from bots.commands.desk import Desk
from bots.commands.names import anima_called
from bots.commands.signature import Usage
from bots.errors import NotCalled
from bots.people.role import Asker, Role
from memory.archive.calls import ANSWERED, Call
from memory.audience import covers
from memory.vocabulary.address import Audience
from memory.vocabulary.event import Json

_MOST_SHOWN = 20


async def run(
    desk: Desk,
    asker: Asker,
    *text: str,
    to: str = "",
    priority: Literal["low", "normal", "high", "urgent"] = "normal",
    by: str = "",
) -> Answer:
    """Call a person by the configured channels; without words, list the calls of the last days.

    text: what they need to know
    to: a person's name or address; whoever is on call, unless you say so
    priority: urgent passes quiet hours
    by: the anima that calls; the first one, unless you say so
    """
    if not text:
        return await _listed(desk, asker)
    names = [anima.name for anima in desk.animas() if anima.enabled]
    if not names and not by:
        raise Usage("no anima is enabled that could call")
    calling, now = desk.calling, desk.clock()
    try:
        call = await calling.add(
            Call(
                id=calling.new_id(),
                anima=anima_called(desk, by).name if by else names[0],
                text=" ".join(text),
                priority=priority,
                asked_at=now,
                rungs=calling.in_order(calling.rungs(to), priority),
                audience=asker.audience,
            )
        )
    except NotCalled as no:
        return Answer(text=str(no), data={"error": str(no)}, ok=False)
    people = ", ".join(f"{rung.person} by {rung.channel}" for rung in call.rungs)
    return Answer(text=f"{call.anima} calls, in this order: {people}.", data=_data(call, is_own=True))


async def _listed(desk: Desk, asker: Asker) -> Answer:
    """In a chat the calls that were made there, without their words."""
    is_own, present = not asker.place, Audience.parse(asker.audience)
    calls = [call for _, call in await desk.calling.all() if is_own or covers(call.audience, present)][-_MOST_SHOWN:]
    lines = [
        f"- {call.asked_at:%Y-%m-%d %H:%M} {call.anima}, {call.priority}: {_state(call, is_own)}" for call in calls
    ]
    return Answer(
        text="\n".join(lines) or "Nobody was called.", data={"calls": [_data(call, is_own=is_own) for call in calls]}
    )


def _state(call: Call, is_own: bool) -> str:
    tried = len(call.tried)
    words = f"“{call.text}” " if is_own else ""
    if call.state == ANSWERED:
        return f"{words}answered by {call.by}" + (f": {call.answer}" if is_own else "")
    seen = f", seen by {call.seen_by}" if call.seen_by else ""
    return f"{words}{call.state}, {tried} of {len(call.rungs)} tried{seen}"


def _data(call: Call, *, is_own: bool) -> dict[str, Json]:
    return {
        "id": call.id,
        "anima": call.anima,
        "at": call.asked_at.isoformat(),
        "priority": call.priority,
        "state": call.state,
        "people": [[rung.person, rung.channel] for rung in call.rungs],
        "tried": [one.outcome for one in call.tried],
        "seen_by": call.seen_by,
        "by": call.by,
        **({"text": call.text, "answer": call.answer} if is_own else {}),
    }


COMMAND = Command(path=("notify",), run=run, role=Role.ADMIN)
