"""The tools of one attempt at a turn: each use is an event, and a person is behind those that may not act alone.

Where nobody in the talk can say yes (a heartbeat, a task, a letter), an owner or an admin is asked, as people are
called: wherever they can be reached, after their quiet hours, the next one where nobody answers. Only those are asked
who may read what the turn is about, and only the button's own word allows the act.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from datetime import timedelta
from functools import partial

from bots.anima import anima_files
from bots.anima.anima import Anima
from bots.delivery.internal_channel import is_internal
from bots.delivery.items import InboxItem, pack_inbox
from bots.errors import NotCalled
from bots.ports import ToolResult, Tools
from bots.text.phrases import fleet_word
from bots.trust.clearance import NO, YES, Clearance
from bots.turn.question_posts import record_question
from bots.turn.reach import TurnReach, may_all_read
from bots.turn.turn_context import Attempt, TurnContext
from memory.archive.requests import AWAITED_APPROVAL, AWAITED_BY_ROLE, AwaitedAnswer, PersonCall, PersonQuestion
from memory.vocabulary.address import Audience, Person
from memory.vocabulary.cue import Cue
from memory.vocabulary.event import Event

_APPROVED_WITHIN = timedelta(days=7)


async def ask_approvers(
    stage: TurnContext, mind: Anima, heard: InboxItem, turn: str, about: str, act: str
) -> PersonQuestion | None:
    """The question on record, once for this act of the turn; None where there is nobody to ask. Raises StorageFault."""
    calling, now, language = stage.people.calling, stage.clock(), mind.traits.language
    rungs = calling.rungs_to(await _who_may_read(stage, heard))
    if not rungs:
        return None
    choices = {one: fleet_word(language, one) for one in (YES, NO)}
    text = fleet_word(language, "approval", name=mind.name, act=act, **choices)
    call = PersonCall(
        id=calling.new_id(),
        anima=mind.name,
        text=text,
        priority="normal",
        asked_at=now,
        rungs=rungs,
        options=tuple(choices.values()),
        audience=str(heard.message.audience),
        turn=f"{turn}/{about}",
    )
    try:
        call = await calling.add(call)
    except NotCalled:
        return None  # they were asked the same within a day
    question = _approval_question(call, heard, turn, about, choices)
    await asyncio.to_thread(mind.records.questions.ask, question)
    of = calling.contacts.shown_name(question.person) or question.person
    await stage.schedule.waits.ask(mind, _awaited_approval(question, heard, of, act))
    return question


def _approval_question(
    call: PersonCall, heard: InboxItem, turn: str, about: str, choices: Mapping[str, str]
) -> PersonQuestion:
    return PersonQuestion(
        id=call.id,
        kind=AWAITED_BY_ROLE,
        about=about,
        person=call.rungs[0].person,
        place=str(heard.message.place),
        turn=turn,
        text=call.text,
        choices=choices,
        asked_at=call.asked_at,
        expires_at=call.asked_at + _APPROVED_WITHIN,
    )


def _awaited_approval(question: PersonQuestion, heard: InboxItem, of: str, act: str) -> AwaitedAnswer:
    return AwaitedAnswer(
        id=question.id,
        kind=AWAITED_BY_ROLE,
        turn=question.turn,
        of=of,
        text=act,
        asked_at=question.asked_at,
        until=question.expires_at,
        origin=json.loads(pack_inbox(heard)),
        has_left=True,
    )


def may_decide(stage: TurnContext, mind: Anima, question: PersonQuestion, by: Person, audience: Audience) -> bool:
    """Whether this account is one of those who were asked, and still one that may allow what is about this audience.

    By a role it is allowed by the account that has it alone, not by what that is linked to.
    """
    contacts, call = stage.people.calling.contacts, mind.records.calls.find(question.id)
    addresses = set(contacts.addresses(str(by)))
    was_asked = call is not None and any(rung.person in addresses for rung in call.rungs)
    is_theirs = audience == Audience.person(Person.parse(contacts.known_as(str(by))))
    return was_asked and (is_theirs or str(by) in stage.people.calling.settings.approvers)


async def _who_may_read(stage: TurnContext, heard: InboxItem) -> Sequence[str]:
    """First whose talk it is, where it is one person's; then owners and admins, as far as they may read it."""
    present = heard.message.audience
    theirs = [str(present.alone)] if present.alone and heard.answered.trust != "guest" else []
    found = []
    for address in dict.fromkeys([*theirs, *stage.people.calling.settings.approvers]):
        reader = Audience.person(Person.parse(stage.people.calling.contacts.known_as(address)))
        if await stage.rooms.known.may_read(str(present), reader):
            found.append(address)
    return found


# --- equipping ------------------------------------------------------------------------------------------------------
# The tools of one attempt at a turn: each use is an event, and a person is behind those that may not act alone.


_RESULT_SUMMARY_CHARS = 200


def equip_attempt(one: Attempt, cue: Cue | None = None, granted: str = "") -> Tools:
    """The turn's tools; `granted` is the hash of the one act that a person has allowed."""
    rules = anima_files.parse_permissions(one.mind.directory.read_text("permissions.md"))
    clearance = Clearance(
        anima=one.mind.name,
        exposure=one.exposure,
        ask=partial(_ask_person, one),
        audit=one.stage.trust.audit,
        may_read=partial(may_all_read, one.stage, one.heard),
        asks=rules.asks,
        granted=granted,
    )
    reach = TurnReach(
        stage=one.stage,
        turn=one.turn,
        mind=one.mind,
        heard=one.heard,
        errand=one.errand,
        clearance=clearance,
    )
    return one.stage.thinking.equip(one.mind, cue or one.cue, partial(_record_tool_use, one), reach)


async def _ask_person(one: Attempt, about: str, act: str) -> PersonQuestion | None:
    """Put it to who is answered; where that is a guest, a bot or a colleague, to an owner or an admin elsewhere.

    Their answer wakes the turn again.

    Raises StorageFault.
    """
    now, language = one.stage.clock(), one.mind.traits.language
    if not one.heard.can_be_asked or is_internal(one.heard.message.place):
        return await ask_approvers(one.stage, one.mind, one.heard, one.id, about, act)
    choices = {choice: fleet_word(language, choice) for choice in (YES, NO)}
    text = fleet_word(language, "approval", name=one.mind.name, act=act, **choices)
    question = await record_question(one.mind, one.heard, one.conversation, now, AWAITED_APPROVAL, about, text, choices)
    awaited = AwaitedAnswer(
        id=question.id,
        kind=AWAITED_APPROVAL,
        turn=one.id,
        of=one.heard.answered.name or str(one.heard.answered.person),
        text=act,
        asked_at=question.asked_at,
        until=question.expires_at,
        origin=json.loads(pack_inbox(one.heard)),
        has_left=True,
    )
    await one.stage.schedule.waits.ask(one.mind, awaited)
    return question


async def _record_tool_use(one: Attempt, tool: str, arguments: str, result: ToolResult) -> None:
    """A tool was used: an event of its own. Raises StorageFault."""
    one.uses += 1
    message = one.heard.message
    if result.refused:
        audit, what = one.stage.trust.audit, f"{tool} {arguments}"
        await asyncio.to_thread(audit.record, one.mind.name, "tool refused", what, str(message.author))
    await one.mind.engine.record(
        Event(
            ts=one.stage.clock(),
            type="tool_use",
            tool=tool,
            content=arguments,
            summary=result.text[:_RESULT_SUMMARY_CHARS],
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
