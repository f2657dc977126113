"""Answers that a dead process had begun and that no turn will make again: logged, then put away."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection

from bots.mind import Mind
from memory.archive.journal import JournalRecovery
from memory.vocabulary.errors import StorageFault
from memory.vocabulary.event import Event, Json
from memory.vocabulary.ports import Clock

log = logging.getLogger(__name__)


async def put_away(mind: Mind, open_lanes: Collection[str], clock: Clock) -> int:
    """To be called at the start, before turns are taken; how many were put away.

    The journal of a turn in a lane with open turns is left to it: it will want to know what it had begun.
    """
    done = 0
    for found in await asyncio.to_thread(mind.journal.recover):
        if found.facts.get("lane") in open_lanes:
            continue
        try:
            if found.text and not found.complete:
                await mind.engine.record(_interrupted(mind.name, found, clock))
            await asyncio.to_thread(mind.journal.discard, found.turn)
        except StorageFault:
            log.warning("an interrupted answer could not be logged; it is tried again at the next start")
            continue
        done += 1
    return done


def facts_of(place: str, audience: str, message: str, lane: str) -> dict[str, Json]:
    """What a journal must say for its text to be logged without its turn."""
    return {"place": place, "audience": audience, "reply_to": message, "lane": lane}


def _interrupted(anima: str, found: JournalRecovery, clock: Clock) -> Event:
    facts = found.facts
    place = str(facts.get("place", found.session))
    return Event(
        ts=found.started_at or clock(),
        type="error",
        summary="an answer was interrupted and not made again",
        content=found.text,
        sender=anima,
        channel=place,
        meta={
            "platform": place.partition(":")[0],
            "audience": facts.get("audience", ""),
            "id": f"orphan/{found.turn}",
            "person": found.sender,
            "reply_to": facts.get("reply_to", ""),
        },
    )
