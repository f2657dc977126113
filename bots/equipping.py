"""The tools of one attempt at a turn: each use is an event, and a person is behind those that may not act alone."""

from __future__ import annotations

import asyncio
import json
from functools import partial

from bots.attempt import Attempt
from bots.house import is_house
from bots.parcel import pack_heard
from bots.persona import permissions
from bots.ports import ToolResult, Tools
from bots.questioning import put_to
from bots.reaching import Reaching
from bots.trust.approvers import ask_approvers
from bots.trust.clearance import NO, YES, Clearance
from bots.trust.destination import may_all_read
from bots.words import word
from memory.archive.awaited import APPROVAL, Awaited
from memory.archive.questions import Question
from memory.vocabulary.event import Event
from memory.vocabulary.recall import Cue

_SUMMARY = 200


def equipped(one: Attempt, cue: Cue | None = None, granted: str = "") -> Tools:
    """The turn's tools; `granted` is the hash of the one act that a person has allowed."""
    rules = permissions.parse(one.mind.directory.read_text("permissions.md"))
    clearance = Clearance(
        anima=one.mind.name,
        exposure=one.exposure,
        ask=partial(_ask, one),
        audit=one.stage.audit,
        may_read=partial(may_all_read, one.stage, one.heard),
        asks=rules.asks,
        granted=granted,
    )
    reach = Reaching(
        stage=one.stage,
        turn=one.turn,
        mind=one.mind,
        heard=one.heard,
        errand=one.errand,
        clearance=clearance,
    )
    return one.stage.equip(one.mind, cue or one.cue, partial(_observe, one), reach)


async def _ask(one: Attempt, about: str, act: str) -> Question | None:
    """Put it to who is answered; where that is a guest, a bot or a colleague, to an owner or an admin elsewhere.

    Their answer wakes the turn again.

    Raises StorageFault.
    """
    now, language = one.stage.clock(), one.mind.traits.language
    if not one.heard.can_be_asked or is_house(one.heard.message.place):
        return await ask_approvers(one.stage, one.mind, one.heard, one.id, about, act)
    choices = {choice: word(language, choice) for choice in (YES, NO)}
    text = word(language, "approval", name=one.mind.name, act=act, **choices)
    question = await put_to(one.mind, one.heard, one.conversation, now, APPROVAL, about, text, choices)
    awaited = Awaited(
        id=question.id,
        kind=APPROVAL,
        turn=one.id,
        of=one.heard.answered.name or str(one.heard.answered.person),
        text=act,
        asked_at=question.asked_at,
        until=question.expires_at,
        origin=json.loads(pack_heard(one.heard)),
        has_left=True,
    )
    await one.stage.waits.ask(one.mind, awaited)
    return question


async def _observe(one: Attempt, tool: str, arguments: str, result: ToolResult) -> None:
    """A tool was used: an event of its own. Raises StorageFault."""
    one.uses += 1
    message = one.heard.message
    if result.refused:
        audit, what = one.stage.audit, f"{tool} {arguments}"
        await asyncio.to_thread(audit.record, one.mind.name, "tool refused", what, str(message.author))
    await one.mind.engine.record(
        Event(
            ts=one.stage.clock(),
            type="tool_use",
            tool=tool,
            content=arguments,
            summary=result.text[:_SUMMARY],
            sender=one.heard.anima,
            channel=str(message.place),
            meta={
                "id": f"{message.place}/{message.key}/{one.heard.anima}/tool/{one.turn.attempt}.{one.uses}",
                "audience": str(message.audience),
                "platform": message.place.platform,
                "reply_to": message.id,
                "ok": result.ok,
            },
        )
    )
