"""What a turn's prompt is made from, as values: see `bots.ports.Known`."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress

from bots.ports import Known
from memory.archive.conversations import Conversation
from memory.engine import MemoryEngine
from memory.vocabulary.errors import MemoryFault
from memory.vocabulary.fact import Fact
from memory.vocabulary.recall import Cue, Primed

#: Earlier messages of the speaker that are looked at.
_EARLIER = 50

_FORMED_WITHIN_S = 0.5
"""So long an answer waits for what was said before it to be understood."""


async def known_for(
    engine: MemoryEngine, anima: str, colleagues: Sequence[str], cue: Cue, primed: Primed, conversation: Conversation
) -> Known:
    """Never raises MemoryFault: what memory cannot tell now is left out."""
    facts, words = await _facts(engine, cue)
    said = [turn.text for turn in conversation.turns if turn.person == str(cue.sender)]
    related = next((block.recollections for block in primed.blocks if block.channel == "related_knowledge"), ())
    return Known(
        anima=anima,
        text=cue.text,
        now=cue.now.astimezone(engine.zone),
        person=str(cue.sender or ""),
        name=cue.sender_name if cue.sender and cue.sender_name != cue.sender.id else "",
        said=tuple(said[-_EARLIER:]),
        found=(*related, *primed.withheld),
        facts=facts,
        words=words,
        is_first=not conversation.ids,
        colleagues=tuple(colleagues),
    )


async def _facts(engine: MemoryEngine, cue: Cue) -> tuple[tuple[Fact, ...], Mapping[str, str]]:
    """What is believed, and the words of the events that it was understood from."""
    try:
        with suppress(TimeoutError):  # who types fast asks for what was said a moment ago
            async with asyncio.timeout(_FORMED_WITHIN_S):
                await engine.formed()
        facts = tuple(await engine.facts.believed(cue.audience))
        return facts, await engine.texts([event for fact in facts for event in fact.sources[:1]])
    except MemoryFault:
        return (), {}
