"""Turns that no person waits for: few at a time, so that talks find room; what they answer goes back by letter."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bots.attempt import Attempt
from bots.delivery.seam import Out
from bots.delivery.taken import Slot
from bots.letters.post import letter_id, out_of_letter
from bots.parcel import Letter
from bots.waiting import LETTER
from memory.archive.awaited import ASKED


@asynccontextmanager
async def errand(one: Attempt) -> AsyncIterator[None]:
    """A place among the errands, for one among the talks."""
    one.turn.rest()
    one.errand = Slot(one.stage.errands)
    await one.errand.take()
    try:
        yield
    finally:
        one.errand.leave()


async def letter_back(one: Attempt, text: str) -> list[Out]:
    """The answer to the letter at which the turn works; nothing where there is none, or while others are asked for it.

    Raises StorageFault.
    """
    letter = one.heard.occasion.letter if one.heard.occasion else None
    if letter is None or letter.reply_to or await asyncio.to_thread(_is_waiting, one):
        return []
    answer = Letter(
        id=letter_id(one.turn.lane, one.turn.key, "answer"),
        thread_id=letter.thread_id,
        reply_to=letter.id,
        from_person=letter.to_person,
        to_person=letter.from_person,
        content=text,
        timestamp=one.stage.clock(),
        audience=letter.audience,
        trust=letter.trust,
        type="report" if letter.type == "request" else "message",
        hops=letter.hops + 1,
        answers=letter.id,
    )
    return [out_of_letter(answer, "answer", one.stage.clock())]


def _is_waiting(one: Attempt) -> bool:
    return any(
        awaited.turn == one.id and awaited.state == ASKED and awaited.kind != LETTER
        for awaited in one.mind.awaited.all()
    )
