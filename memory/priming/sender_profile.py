"""Who is speaking: what is known of the person, as a face is known at sight."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from memory.index.turns import one_line
from memory.priming.channel import Channel, Item, Offer, Situation
from memory.vocabulary.address import Audience, Person
from memory.vocabulary.recall import Cue

NAME = "sender_profile"

Profile = Callable[[Person, Audience], Awaitable[str]]
"""What is kept of a person and may be said in front of this audience; empty for a stranger."""


def face_of(cue: Cue) -> str:
    """What is seen of who is speaking before anything is known of them."""
    if cue.sender is None:
        return ""
    return f"Name: {one_line(cue.sender_name) or cue.sender.id}\nAddress: {cue.sender}"


def sender_profile(profile: Profile) -> Channel:
    async def offer(situation: Situation) -> Offer:
        cue = situation.cue
        if cue.sender is None:
            return Offer(channel=NAME)
        face = Item(text=face_of(cue), position=0)
        known = (await profile(cue.sender, cue.audience)).strip()
        return Offer(channel=NAME, items=(face, Item(text=known, position=1)) if known else (face,))

    return Channel(name=NAME, tokens=500, retrieves=False, offer=offer)
