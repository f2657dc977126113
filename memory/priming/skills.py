"""What the anima knows how to do that may serve now."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from memory.index.turns import one_line
from memory.priming.channel import Channel, Item, Offer, Situation
from memory.vocabulary.recall import Cue, Recollection

NAME = "skills"

LONGEST = 160
"""Characters of a description."""

Able = Callable[[Cue], Awaitable[Sequence[Recollection]]]
"""Skills and procedures whose words overlap with the cue's, best first."""


def skills(able: Able) -> Channel:
    async def offer(situation: Situation) -> Offer:
        best: dict[str, Recollection] = {}
        for found in await able(situation.cue):
            best.setdefault(found.path, found)
        return Offer(channel=NAME, items=[_item(position, found) for position, found in enumerate(best.values())])

    return Channel(name=NAME, tokens=200, retrieves=True, offer=offer)


def _item(position: int, found: Recollection) -> Item:
    text = one_line(found.text.lstrip("# "))
    text = text if len(text) <= LONGEST else text[: LONGEST - 1].rstrip() + "…"
    return Item(text=f"- {text} ({found.path})", position=position, recollections=(found,))
