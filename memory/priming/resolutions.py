"""What was settled lately, so that nobody worries about it any more."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from memory.archive.resolutions import Resolution
from memory.index.turns import one_line
from memory.priming.channel import Channel, Item, Offer, Situation
from memory.vocabulary.recall import Cue

NAME = "resolutions"


Resolved = Callable[[Cue], Awaitable[Sequence[Resolution]]]
"""The latest resolutions that this cue's audience may read, newest first."""


def resolutions(resolved: Resolved) -> Channel:
    async def offer(situation: Situation) -> Offer:
        found = await resolved(situation.cue)
        return Offer(
            channel=NAME,
            items=[Item(text=_line(one, situation), position=position) for position, one in enumerate(found)],
        )

    return Channel(name=NAME, tokens=100, retrieves=False, offer=offer)


def _line(settled: Resolution, situation: Situation) -> str:
    at = settled.ts.astimezone(situation.zone)
    how = f" — {one_line(settled.resolution)}" if settled.resolution else ""
    return f"- [{at:%a} {at.day} {at:%b %Y}] {one_line(settled.issue)}{how}"
