"""prime: the message as it now is, what an interrupted attempt left, and what comes to mind about it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection
from dataclasses import dataclass, replace

from bots.anima.anima import Anima
from bots.delivery.answer_parts import trouble_event
from bots.delivery.items import unpack_inbox
from bots.delivery.message_files import TakenFile
from bots.message import Message
from bots.turn.conversation import OFFLINE_MODEL, conversation_now
from bots.turn.live_answer import AnswerJournal
from bots.turn.turn_context import Attempt
from memory.archive.conversations import Conversation
from memory.archive.unfinished_turns import JournalRecovery, JournalStart
from memory.formation.message_intent import QUESTIONS, judge_intent
from memory.language.feedback import AGAINST, judge_verdict
from memory.vocabulary.cue import Cue, MemoryEffect, Primed
from memory.vocabulary.errors import MemoryFault, StorageFault
from memory.vocabulary.event import Event, Json
from memory.vocabulary.ports import Clock

log = logging.getLogger(__name__)


async def put_orphans_away(anima: Anima, open_lanes: Collection[str], clock: Clock) -> int:
    """To be called at the start, before turns are taken; how many were put away.

    The journal of a turn in a lane with open turns is left to it: it will want to know what it had begun.
    """
    done = 0
    for found in await asyncio.to_thread(anima.records.journal.recover):
        if found.facts.get("lane") in open_lanes:
            continue
        try:
            if found.text and not found.complete:
                await anima.engine.record(_interrupted_event(anima.name, found, clock))
            await asyncio.to_thread(anima.records.journal.discard, found.turn)
        except StorageFault:
            log.warning("an interrupted answer could not be logged; it is tried again at the next start")
            continue
        done += 1
    return done


def facts_of_journal(place: str, audience: str, message: str, lane: str) -> dict[str, Json]:
    """What a journal must say for its text to be logged without its turn."""
    return {"place": place, "audience": audience, "reply_to": message, "lane": lane}


def _interrupted_event(anima: str, found: JournalRecovery, clock: Clock) -> Event:
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


# --- journal --------------------------------------------------------------------------------------------------------
# The journal of an answer in the making, from one attempt at a turn to the next.


async def recover_answer(attempt: Attempt) -> JournalRecovery | None:
    """What an earlier attempt had written of this answer; it is logged, for it may have been seen."""
    if attempt.turn.attempt == 1:
        return None
    found = await asyncio.to_thread(attempt.anima.records.journal.recover_turn, attempt.id)
    if found is not None:
        summary = "an answer was interrupted and is made again"
        slot = f"recovered/{attempt.turn.attempt}"
        await attempt.anima.engine.record(trouble_event(attempt.heard, slot, attempt.now, summary, found.text))
    return found


async def open_journal(attempt: Attempt) -> AnswerJournal:
    message, answered = attempt.message, attempt.heard.answered
    start = JournalStart(
        turn=attempt.id,
        trigger=attempt.heard.woken_by or "message",
        started_at=attempt.now,
        sender=str(answered.person),
        session=str(message.place),
        facts=facts_of_journal(str(message.place), str(message.audience), message.id, attempt.turn.lane),
    )
    return AnswerJournal(await asyncio.to_thread(attempt.anima.records.journal.open, start))


async def close_journal(attempt: Attempt) -> None:
    """The answer is stored (or the turn is over): the journal has done its work."""
    if attempt.journal is not None:
        await attempt.journal.close()
        attempt.journal = None
    elif attempt.turn.attempt > 1:
        await asyncio.to_thread(attempt.anima.records.journal.discard, attempt.id)


# --- message now ----------------------------------------------------------------------------------------------------
# The message as it is when its turn comes: edited or deleted since, and with the rest of its album.


#: So long a turn waits to hear whether its message still stands: an index that is being made must not hold it up.
_KNOWN_WITHIN_S = 2.0
_FORMED_WITHIN_S = 5.0


async def still_stands(attempt: Attempt) -> bool:
    """Whether the message is there still; it is heard as it was edited since."""
    key = attempt.cue.key
    try:
        async with asyncio.timeout(_KNOWN_WITHIN_S):
            changed = await attempt.anima.engine.changed_since([key])
    except (MemoryFault, TimeoutError):
        log.warning("whether a message still stands cannot be told", exc_info=True)
        return True
    if key not in changed:
        return True
    if changed[key] is None:
        return judge_intent(attempt.message.text) == "forget"  # which takes back its own words, and is answered
    text = (changed[key] or "").strip()
    attempt.heard = replace(attempt.heard, message=replace(attempt.message, text=text))
    return bool(text or attempt.message.files)


async def gather_album(attempt: Attempt) -> None:
    """The files of an album whose parts come one by one: once nothing more comes, those of all."""
    message, seen, parts = attempt.message, -1, list[Message]()
    while message.album and len(parts) > seen:
        seen = len(parts)
        await asyncio.sleep(attempt.context.thinking.previews.pace.album_s)
        waiting = [unpack_inbox(body).message for body in await attempt.turn.behind()]
        parts = [part for part in waiting if part.album == message.album]
    if parts:
        text = next(filter(None, [part.text for part in (message, *parts)]), "")
        files = tuple(file for part in (message, *parts) for file in part.files)
        attempt.heard = replace(attempt.heard, message=replace(message, text=text, files=files))


# --- prime ----------------------------------------------------------------------------------------------------------
# prime: what comes to mind about a message, what was said before it, what came with it.


@dataclass(frozen=True, slots=True, kw_only=True)
class RecalledContext:
    """`talk` is the conversation so far, `begun` what an earlier attempt had written of the answer, `effect` what the
    message has done to memory."""

    cue: Cue
    primed: Primed
    talk: Conversation
    came: tuple[TakenFile, ...]
    begun: JournalRecovery | None
    effect: MemoryEffect | None = None


async def prime(attempt: Attempt) -> RecalledContext:
    """Raises StorageFault."""
    begun = await recover_answer(attempt)
    cue = attempt.cue
    await attempt.context.rooms.known.refresh(cue.audience, cue.audience.platforms)
    talk = await conversation_now(attempt.anima, attempt.conversation, cue.audience)
    if _changes_memory(attempt, talk) and await _formed(attempt):
        talk = await conversation_now(attempt.anima, attempt.conversation, cue.audience)
    if attempt.anima.model.name != OFFLINE_MODEL:  # which answers from its memories alone
        recent = talk.recent(attempt.anima.history_tokens)
        cue = replace(cue, shown={turn.id or f"turn {at}": turn.text for at, turn in enumerate(recent)})
    primed, came = await asyncio.gather(_prime_memory(attempt, cue), _take_files(attempt))
    effect = attempt.anima.engine.effect(cue.key)
    return RecalledContext(cue=cue, primed=primed, talk=talk, came=came, begun=begun, effect=effect)


def _changes_memory(attempt: Attempt, talk: Conversation) -> bool:
    """Whether it wants something forgotten or put right: what comes to mind is then what memory makes of that."""
    text, before = attempt.message.text, talk.turns[-1] if talk.turns else None
    intent = judge_intent(text)
    if intent in ("forget", "correct"):
        return True
    return (
        intent not in QUESTIONS
        and before is not None
        and before.role == "assistant"
        and judge_verdict(before.text, text) in AGAINST
    )


async def _formed(attempt: Attempt) -> bool:
    try:
        async with asyncio.timeout(_FORMED_WITHIN_S):
            await attempt.anima.engine.formed()
    except (MemoryFault, TimeoutError):
        log.warning("an answer does not wait longer for what its message does to memory", exc_info=True)
        return False
    return True


async def _prime_memory(attempt: Attempt, cue: Cue) -> Primed:
    primed = await attempt.anima.engine.prime(cue, window=attempt.anima.model.context_tokens)
    attempt.context.thinking.metrics.primed(primed)
    found = len(primed.recollections)
    await attempt.turn.mark("recalled", f"{found} memories in {primed.elapsed_ms:.0f} ms")
    return primed


async def _take_files(attempt: Attempt) -> tuple[TakenFile, ...]:
    """What came with the message; nothing is kept of one that was deleted meanwhile."""
    message = attempt.message
    came = await attempt.context.thinking.files.take(attempt.adapter, attempt.anima.attachments, message)
    if came and not await still_stands(attempt):
        await asyncio.to_thread(attempt.anima.attachments.forget, message.place, message.id)
    return came
