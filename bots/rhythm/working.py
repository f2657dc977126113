"""Work of an anima's own hours: alone, one piece at a time.

What a heartbeat says is posted where those are for whom it has looked: in their direct talk, room or board. What a task
of the schedule says is posted by its tools alone.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial

from bots.addressee import Addressee
from bots.attempt import Attempt
from bots.conversing import OFFLINE
from bots.delivery.seam import Out
from bots.errands import errand
from bots.errors import SendFault
from bots.house import account_of, own_place
from bots.message import Send
from bots.parcel import Parcel, pack, unpack_answer, unpack_heard
from bots.remarks import is_silent
from bots.repeats import told_before
from bots.rhythm.news import has_news, last_heard
from bots.route.journal import close
from memory.vocabulary.event import Event, Json

log = logging.getLogger(__name__)
_SUMMARY = 200
_LOOKED_BACK = 60
Think = Callable[[Attempt], Awaitable[str]]


async def worked(one: Attempt, think: Think) -> Sequence[Out]:
    """Do it when the anima has nothing else to do; what was missed and is still to come again is left out."""
    if await _is_overtaken(one) or (one.heard.woken_by == "heartbeat" and not await _has_cause(one)):
        return []
    one.turn.rest()
    await one.stage.solitude.alone(one.mind.name, lambda: _work(replace(one), think))
    return []


async def slept(one: Attempt) -> Sequence[Out]:
    """What an anima does at night, beside whatever talk goes on."""
    one.turn.rest()
    nights, occasion = one.stage.nights, one.heard.occasion
    if nights is not None and occasion is not None and not await _is_overtaken(one):
        await nights.take(one.mind, occasion.id, one.heard.message.at)
    return []


async def _work(one: Attempt, think: Think) -> None:
    """`one` is of this try alone: a talk may end it."""
    is_heartbeat = one.heard.woken_by == "heartbeat"
    try:
        async with errand(one):
            if is_heartbeat:
                await one.mind.engine.record(_event(one, "heartbeat_start"))
            text, _ = unpack_answer(await one.turn.once("answer", partial(think, one)))
        if is_heartbeat:
            if not is_silent(text) and not one.has_failed:
                await one.stage.remember(one.mind, one.heard, one.conversation, text, "")
                await _say_there(one, one.gate(text.strip()))
            await one.mind.engine.record(_event(one, "heartbeat_end", text))
        else:
            facts: dict[str, Json] = {"task": one.heard.occasion.id if one.heard.occasion else ""}
            facts["exit_code"] = int(one.has_failed)
            await one.mind.engine.record(_event(one, "cron_executed", text, **facts))
    finally:
        await close(one)


async def _say_there(one: Attempt, text: str) -> None:
    """Once, and not again what was said there within a day, nor what its tools have said in this turn."""
    there, board = await _there(one)
    if there is None or await _has_acted(one, there, text):
        return
    event = replace(_event(one, "channel_post" if board else "human_notify", text), recipient=there.name)
    place: dict[str, Json] = {"platform": there.place.platform, "account": str(there.account)}
    place |= {"board": board} if board else {}
    event = replace(event, channel=str(there.place), meta={**event.meta, **place})
    persona = one.stage.roster.persona(there.account, one.mind.name)
    chunks = await asyncio.to_thread(one.stage.adapters[there.account].capabilities(there.place).split, text)
    try:
        for number, chunk in enumerate(chunks):
            parcel = Parcel(
                anima=one.mind.name,
                account=there.account,
                act=Send(place=there.place, text=chunk, persona=persona),
                audience=str(there.audience),
                event=None if number else event,
                board=board,
            )
            await one.turn.send(Out(slot=f"beat/{number}", body=pack(parcel), event=event.id, repeatable=bool(board)))
    except SendFault as fault:
        log.warning("what a heartbeat had to say did not arrive: %s", fault, extra={"place": str(there.place)})


async def _there(one: Attempt) -> tuple[Addressee | None, str]:
    """Where those are for whom this heartbeat looks, and the board, where it is one; None: nobody knows."""
    audience, roster = one.heard.message.audience, one.stage.roster
    mine = [board.name for board in roster.boards if one.mind.name in board.animas]
    for board in mine:
        if one.stage.board_readers(board) == audience:
            place = own_place(one.mind.name, "boards", audience)
            return Addressee(name=board, account=account_of(one.mind.name), place=place, audience=audience), board
    last = (await last_heard(one.mind, one.stage.clock())).get(audience)
    if last and last.account in one.stage.adapters and last.place:
        return Addressee(name=str(audience), account=last.account, place=last.place, audience=audience), ""
    if (person := audience.alone) is not None:
        return await one.stage.person(one.mind.name, str(person), ()), ""
    for room in audience.rooms:
        if (account := roster.speaker(room, one.mind.name)) in one.stage.adapters:
            return Addressee(name=str(room), account=account, place=room, audience=audience), ""
    return None, ""


async def _has_acted(one: Attempt, there: Addressee, text: str) -> bool:
    """Whether the turn's tools have said something there, or the anima has lately, by whatever turn."""
    said = [event.id for event in await one.mind.engine.recent(there.place.room, _LOOKED_BACK)]
    if any(id.startswith(f"{one.id}/tool/") for id in said):
        return True
    is_begun = any(slot.startswith("beat/") for slot in one.turn.sent)
    return not is_begun and await told_before(one.mind, there.place, text, one.stage.clock())


async def _has_cause(one: Attempt) -> bool:
    """Asks no model; the offline one, which answers from memories alone, has nothing to look around with."""
    if one.mind.model.name == OFFLINE:
        return False
    return await has_news(one.mind, one.heard.message.audience, one.stage.clock())


async def _is_overtaken(one: Attempt) -> bool:
    """Whether a later slot of the same waits: runs that were missed are made up for by one."""
    behind = [unpack_heard(body) for body in await one.turn.behind()]
    return any(heard.occasion == one.heard.occasion for heard in behind)


def _event(one: Attempt, type: str, text: str = "", **more: Json) -> Event:
    message = one.heard.message
    return Event(
        ts=one.stage.clock(),
        type=type,
        content=text,
        summary=" ".join(text.split())[:_SUMMARY],
        sender=one.mind.name,
        channel=str(message.place),
        meta={
            "id": f"{message.place}/{message.key}/{type}",
            "platform": message.place.platform,
            "audience": str(message.audience),
            "name": one.mind.name,
            **more,
        },
    )
