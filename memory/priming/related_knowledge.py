"""What is known that bears on the message: the words themselves, with who said them, when."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from datetime import tzinfo

from memory.index.turns import one_line
from memory.priming.channel import Channel, Item, Offer, Situation
from memory.priming.gate import degree, summary
from memory.priming.worth_saying import worth_saying
from memory.vocabulary.address import Place
from memory.vocabulary.quoting import quoted
from memory.vocabulary.recall import Cue, Recollection

NAME = "related_knowledge"

Recalled = Callable[[Cue], Awaitable[Sequence[Recollection]]]
"""Recollections for the cue, best first."""


def related_knowledge(recalled: Recalled) -> Channel:
    async def offer(situation: Situation) -> Offer:
        found = worth_saying(await recalled(situation.cue), situation.cue)
        shown = [one for one in found if degree(one) != "withheld"]
        first = {one.outdated: one.id for one in reversed(shown) if degree(one) == "full"}
        return Offer(
            channel=NAME,
            items=[
                Item(
                    text=_told(one, situation, is_known=first.get(one.outdated, one.id) != one.id),
                    position=position,
                    recollections=(one,),
                )
                for position, one in enumerate(shown)
            ],
            withheld=tuple(one for one in found if degree(one) == "withheld"),
        )

    return Channel(name=NAME, tokens=700, retrieves=True, offer=offer)


def line(recollection: Recollection, zone: tzinfo, here: Place | None = None, *, is_known: bool = False) -> str:
    """`- [Mon 8 May 2023 13:56] Caroline: text`, or the path and the day for a document.

    Words of little trust have their label: `Mallory (guest): text`. What was said in another room than `here` names
    it: `Caroline [slack:T01/C02]: text`. What was replaced, or is disputed, is told with what holds instead, in
    brackets on a line of its own; where that `is_known` already, the head alone says that it was. Further lines of the
    text itself stand behind a bar.
    """
    text = quoted("\n".join(part for part in recollection.text.splitlines() if part.strip()))
    instead = "" if is_known else recollection.outdated
    text += "".join(f"\n  ({one_line(note)})" for note in (instead, recollection.context) if note)
    until = f", {recollection.outdated.partition(':')[0]}" if is_known and recollection.outdated else ""
    at = recollection.at.astimezone(zone) if recollection.at else None
    if recollection.kind == "turn":
        said = f"{at:%a} {at.day} {at:%b %Y %H:%M}" if at else ""
        return f"- [{said}{until}] {one_line(recollection.speaker)}{_elsewhere(recollection, here)}: {text}"
    written = f", {at.day} {at:%b %Y}" if at else ""
    label = f"{recollection.speaker} " if recollection.speaker else ""
    return f"- [{recollection.path}{written}{until}] {label}{text}"


def _told(found: Recollection, situation: Situation, *, is_known: bool) -> str:
    if degree(found) == "full":
        return line(found, situation.zone, situation.cue.place, is_known=is_known)
    label = f"{found.speaker} " if found.speaker else ""
    return f"- {label}{summary(found.text)} (-> {found.path})"


def _elsewhere(found: Recollection, here: Place | None) -> str:
    room = one_line(found.place.partition("#")[0])
    return f" [{room}]" if room and here is not None and room != str(here.room) else ""
