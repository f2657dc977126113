"""Background turns: those that no person waits for, few at a time, and the work of an anima's own hours, alone.

What a heartbeat says is posted where those are for whom it has looked: in their direct talk, room or board. What a
task of the schedule says is posted by its tools alone; the answer to a letter goes back by letter.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial

from bots.delivery.contract import Out, WorkSlot
from bots.delivery.internal_channel import internal_account, own_place
from bots.delivery.items import Addressee, Letter, unpack_answer, unpack_inbox
from bots.errors import SendFault
from bots.schedule.slots import has_news, last_heard
from bots.turn.awaited_turns import AWAITED_LETTER
from bots.turn.conversation import OFFLINE_MODEL
from bots.turn.letters import letter_id, letter_out
from bots.turn.prime import close_journal
from bots.turn.prompt.briefing import is_silent
from bots.turn.reach import posts_to, was_told_before
from bots.turn.turn_context import Attempt
from memory.archive.requests import ANSWER_AWAITED
from memory.vocabulary.event import Event, Json


@asynccontextmanager
async def as_background_turn(attempt: Attempt) -> AsyncIterator[None]:
    """A place among the errands, for one among the talks."""
    attempt.turn.rest()
    attempt.errand = WorkSlot(attempt.context.schedule.background_slots)
    await attempt.errand.take()
    try:
        yield
    finally:
        attempt.errand.leave()


async def answer_letter(attempt: Attempt, text: str) -> list[Out]:
    """The answer to the letter at which the turn works; nothing where there is none, or while others are asked for it.

    Raises StorageFault.
    """
    letter = attempt.heard.occasion.letter if attempt.heard.occasion else None
    if letter is None or letter.reply_to or await asyncio.to_thread(_awaits_others, attempt):
        return []
    answer = Letter(
        id=letter_id(attempt.turn.lane, attempt.turn.key, "answer"),
        thread_id=letter.thread_id,
        reply_to=letter.id,
        from_person=letter.to_person,
        to_person=letter.from_person,
        content=text,
        timestamp=attempt.now,
        audience=letter.audience,
        trust=letter.trust,
        type="report" if letter.type == "request" else "message",
        hops=letter.hops + 1,
        answers=letter.id,
    )
    return [letter_out(answer, "answer", attempt.now)]


def _awaits_others(attempt: Attempt) -> bool:
    return any(
        awaited.turn == attempt.id and awaited.state == ANSWER_AWAITED and awaited.kind != AWAITED_LETTER
        for awaited in attempt.anima.records.awaited.all()
    )


# --- working --------------------------------------------------------------------------------------------------------
# Work of an anima's own hours: alone, one piece at a time.
#
# What a heartbeat says is posted where those are for whom it has looked: in their direct talk, room or board. What a
# task of the schedule says is posted by its tools alone.


log = logging.getLogger(__name__)
_WORK_SUMMARY_CHARS = 200
_SPOKEN_LOOKED_BACK = 60
ThinkOfAnswer = Callable[[Attempt], Awaitable[str]]


async def do_own_work(attempt: Attempt, think: ThinkOfAnswer) -> Sequence[Out]:
    """Do it when the anima has nothing else to do; what was missed and is still to come again is left out."""
    if await _is_overtaken(attempt) or (attempt.heard.woken_by == "heartbeat" and not await _has_cause(attempt)):
        return []
    attempt.turn.rest()
    await attempt.context.schedule.lock.alone(attempt.anima.name, lambda: _work_alone(replace(attempt), think))
    return []


async def sleep_tonight(attempt: Attempt) -> Sequence[Out]:
    """What an anima does at night, beside whatever talk goes on."""
    attempt.turn.rest()
    nights, occasion = attempt.context.schedule.nights, attempt.heard.occasion
    if nights is not None and occasion is not None and not await _is_overtaken(attempt):
        await nights.take(attempt.anima, occasion.id, attempt.message.at)
    return []


async def _work_alone(attempt: Attempt, think: ThinkOfAnswer) -> None:
    """`one` is of this try alone: a talk may end it."""
    is_heartbeat = attempt.heard.woken_by == "heartbeat"
    try:
        async with as_background_turn(attempt):
            if is_heartbeat:
                await attempt.anima.engine.record(_work_event(attempt, "heartbeat_start"))
            text, _ = unpack_answer(await attempt.turn.once("answer", partial(think, attempt)))
        if is_heartbeat:
            if not is_silent(text) and not attempt.has_failed:
                await attempt.context.thinking.remember(attempt.anima, attempt.heard, attempt.conversation, text, "")
                await _say_there(attempt, attempt.gate(text.strip()))
            await attempt.anima.engine.record(_work_event(attempt, "heartbeat_end", text))
        else:
            facts: dict[str, Json] = {"task": attempt.heard.occasion.id if attempt.heard.occasion else ""}
            facts["exit_code"] = int(attempt.has_failed)
            await attempt.anima.engine.record(_work_event(attempt, "cron_executed", text, **facts))
    finally:
        await close_journal(attempt)


async def _say_there(attempt: Attempt, text: str) -> None:
    """Once, and not again what was said there within a day, nor what its tools have said in this turn."""
    there, board = await _place_of_audience(attempt)
    if there is None or await _has_spoken_there(attempt, there, text):
        return
    event = replace(_work_event(attempt, "channel_post" if board else "human_notify", text), recipient=there.name)
    place: dict[str, Json] = {"platform": there.place.platform, "account": str(there.account)}
    place |= {"board": board} if board else {}
    event = replace(event, channel=str(there.place), meta={**event.meta, **place})
    try:
        for out in await posts_to(attempt, there, text, event, "beat", board):
            await attempt.turn.send(out)
    except SendFault as fault:
        log.warning("what a heartbeat had to say did not arrive: %s", fault, extra={"place": str(there.place)})


async def _place_of_audience(attempt: Attempt) -> tuple[Addressee | None, str]:
    """Where those are for whom this heartbeat looks, and the board, where it is one; None: nobody knows."""
    audience, roster = attempt.message.audience, attempt.context.rooms.roster
    mine = [board.name for board in roster.boards if attempt.anima.name in board.animas]
    for board in mine:
        if attempt.context.rooms.boards.readers(board) == audience:
            place = own_place(attempt.anima.name, "boards", audience)
            return Addressee(
                name=board, account=internal_account(attempt.anima.name), place=place, audience=audience
            ), board
    last = (await last_heard(attempt.anima, attempt.now)).get(audience)
    if last and last.account in attempt.context.adapters and last.place:
        return Addressee(name=str(audience), account=last.account, place=last.place, audience=audience), ""
    if (person := audience.alone) is not None:
        return await attempt.context.people.find(attempt.anima.name, str(person), ()), ""
    for room in audience.rooms:
        if (account := roster.speaker(room, attempt.anima.name)) in attempt.context.adapters:
            return Addressee(name=str(room), account=account, place=room, audience=audience), ""
    return None, ""


async def _has_spoken_there(attempt: Attempt, there: Addressee, text: str) -> bool:
    """Whether the turn's tools have said something there, or the anima has lately, by whatever turn."""
    said = [event.id for event in await attempt.anima.engine.recent(there.place.room, _SPOKEN_LOOKED_BACK)]
    if any(id.startswith(f"{attempt.id}/tool/") for id in said):
        return True
    is_begun = any(slot.startswith("beat/") for slot in attempt.turn.sent)
    return not is_begun and await was_told_before(attempt.anima, there.place, text, attempt.now)


async def _has_cause(attempt: Attempt) -> bool:
    """Asks no model; the offline one, which answers from memories alone, has nothing to look around with."""
    if attempt.anima.model.name == OFFLINE_MODEL:
        return False
    return await has_news(attempt.anima, attempt.message.audience, attempt.now)


async def _is_overtaken(attempt: Attempt) -> bool:
    """Whether a later slot of the same waits: runs that were missed are made up for by one."""
    behind = [unpack_inbox(body) for body in await attempt.turn.behind()]
    return any(heard.occasion == attempt.heard.occasion for heard in behind)


def _work_event(attempt: Attempt, type: str, text: str = "", **more: Json) -> Event:
    message = attempt.message
    return Event(
        ts=attempt.now,
        type=type,
        content=text,
        summary=" ".join(text.split())[:_WORK_SUMMARY_CHARS],
        sender=attempt.anima.name,
        channel=str(message.place),
        meta={
            "id": f"{message.place}/{message.key}/{type}",
            "platform": message.place.platform,
            "audience": str(message.audience),
            "name": attempt.anima.name,
            **more,
        },
    )
