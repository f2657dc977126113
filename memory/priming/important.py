"""What the anima always has in mind: what has proved useful again and again, and what is pinned."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from memory.priming.channel import Channel, Item, Offer, Situation
from memory.priming.gate import summary
from memory.priming.related_knowledge import line
from memory.vocabulary.recall import Cue, Recollection

NAME = "important"

LONGEST = 600
"""Characters up to which such a memory is said in full."""

Important = Callable[[Cue], Awaitable[Sequence[Recollection]]]
"""The hot tier, as far as this cue's audience may read it, the most useful first."""


def important(hot: Important) -> Channel:
    async def offer(situation: Situation) -> Offer:
        found = await hot(situation.cue)
        return Offer(
            channel=NAME,
            items=[
                Item(text=_told(one, situation), position=position, recollections=(one,))
                for position, one in enumerate(found)
            ],
        )

    return Channel(name=NAME, tokens=300, retrieves=False, offer=offer)


def _told(found: Recollection, situation: Situation) -> str:
    if len(found.text) <= LONGEST:
        return line(found, situation.zone)
    return f"- {' '.join(summary(found.text).split())} (-> {found.path})"
