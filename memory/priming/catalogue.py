"""The channels, in the order in which they stand in a prompt."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Protocol

from memory.archive.resolutions import Resolution
from memory.priming.activity_format import Pointer
from memory.priming.channel import Channel
from memory.priming.important import important
from memory.priming.recent_activity import recent_activity
from memory.priming.related_knowledge import related_knowledge
from memory.priming.resolutions import resolutions
from memory.priming.sender_profile import sender_profile
from memory.priming.skills import skills
from memory.vocabulary.address import Audience, Person
from memory.vocabulary.event import Event
from memory.vocabulary.recall import Cue, Recollection

KNOWN = ("turn", "episode", "knowledge", "fact")


class Sources(Protocol):
    """Where the channels draw from; what comes has passed the audience gate."""

    async def recalled(self, cue: Cue, kinds: Sequence[str]) -> Sequence[Recollection]: ...

    async def able(self, cue: Cue) -> Sequence[Recollection]: ...

    async def important(self, cue: Cue) -> Sequence[Recollection]: ...

    async def happened(self, cue: Cue) -> tuple[Sequence[Event], Pointer]: ...

    async def noted(self, cue: Cue) -> Sequence[str]: ...

    async def profile(self, person: Person, present: Audience) -> str: ...

    async def resolved(self, cue: Cue) -> Sequence[Resolution]: ...


def channels(sources: Sources) -> tuple[Channel, ...]:
    """Every channel, drawing from these sources."""
    return (
        important(sources.important),
        sender_profile(sources.profile),
        recent_activity(sources.happened, sources.noted),
        related_knowledge(partial(sources.recalled, kinds=KNOWN)),
        skills(sources.able),
        resolutions(sources.resolved),
    )
