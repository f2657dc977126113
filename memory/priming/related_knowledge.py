"""What is known that bears on the message: the words themselves, with who said them, when."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from datetime import tzinfo

from memory.index.turns import one_line
from memory.priming.channel import Channel, Item, Offer, Situation
from memory.vocabulary.recall import Cue, Recollection

NAME = "related_knowledge"

Recalled = Callable[[Cue], Awaitable[Sequence[Recollection]]]
"""Recollections for the cue, best first."""


def related_knowledge(recalled: Recalled) -> Channel:
    async def offer(situation: Situation) -> Offer:
        found = await recalled(situation.cue)
        return Offer(
            channel=NAME,
            items=[
                Item(text=line(recollection, situation.zone), position=position, recollections=(recollection,))
                for position, recollection in enumerate(found)
            ],
        )

    return Channel(name=NAME, tokens=700, retrieves=True, offer=offer)


def line(recollection: Recollection, zone: tzinfo) -> str:
    """`- [Mon 8 May 2023 13:56] Caroline: text`, or the path and the day for a document.

    Words of little trust have their label: `Mallory (guest): text`.
    """
    text = "\n  ".join(part for part in recollection.text.splitlines() if part.strip())
    at = recollection.at.astimezone(zone) if recollection.at else None
    if recollection.kind == "turn":
        said = f"{at:%a} {at.day} {at:%b %Y %H:%M}" if at else ""
        return f"- [{said}] {one_line(recollection.speaker)}: {text}"
    written = f", {at.day} {at:%b %Y}" if at else ""
    label = f"{recollection.speaker} " if recollection.speaker else ""
    return f"- [{recollection.path}{written}] {label}{text}"
