"""The journal of an answer in the making, from one attempt at a turn to the next."""

from __future__ import annotations

import asyncio

from bots.answering import trouble
from bots.attempt import Attempt
from bots.journaling import AnswerJournal
from bots.orphans import facts_of
from memory.archive.journal import JournalRecovery, JournalStart


async def recovered(one: Attempt) -> JournalRecovery | None:
    """What an earlier attempt had written of this answer; it is logged, for it may have been seen."""
    if one.turn.attempt == 1:
        return None
    found = await asyncio.to_thread(one.mind.journal.recover_turn, one.id)
    if found is not None:
        summary = "an answer was interrupted and is made again"
        slot = f"recovered/{one.turn.attempt}"
        await one.mind.engine.record(trouble(one.heard, slot, one.stage.clock(), summary, found.text))
    return found


async def opened(one: Attempt) -> AnswerJournal:
    message, answered = one.heard.message, one.heard.answered
    start = JournalStart(
        turn=one.id,
        trigger=one.heard.woken_by or "message",
        started_at=one.stage.clock(),
        sender=str(answered.person),
        session=str(message.place),
        facts=facts_of(str(message.place), str(message.audience), message.id, one.turn.lane),
    )
    return AnswerJournal(await asyncio.to_thread(one.mind.journal.open, start))


async def close(one: Attempt) -> None:
    """The answer is stored (or the turn is over): the journal has done its work."""
    if one.journal is not None:
        await one.journal.close()
        one.journal = None
    elif one.turn.attempt > 1:
        await asyncio.to_thread(one.mind.journal.discard, one.id)
