"""Work of an anima's own hours: alone, one piece at a time. What it says is posted by its tools alone."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial

from bots.attempt import Attempt
from bots.conversing import OFFLINE
from bots.delivery.seam import Out
from bots.errands import errand
from bots.parcel import unpack_answer, unpack_heard
from bots.remarks import is_silent
from bots.rhythm.news import has_news
from bots.route.journal import close
from memory.vocabulary.event import Event, Json

_SUMMARY = 200
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
                await one.stage.remember(one.mind, one.heard, one.conversation, text)
            await one.mind.engine.record(_event(one, "heartbeat_end", text))
        else:
            facts: dict[str, Json] = {"task": one.heard.occasion.id if one.heard.occasion else ""}
            facts["exit_code"] = int(one.has_failed)
            await one.mind.engine.record(_event(one, "cron_executed", text, **facts))
    finally:
        await close(one)


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
