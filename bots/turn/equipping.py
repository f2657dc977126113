"""The tools of one attempt at a turn: each use is an event, and a person is behind those that may not act alone.

Where nobody in the talk can say yes (a heartbeat, a task, a letter), an owner or an admin is asked, as people are
called: wherever they can be reached, after their quiet hours, the next one where nobody answers. Only those are asked
who may read what the turn is about, and only the button's own word allows the act.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from hashlib import sha256

from bots.anima import anima_files
from bots.delivery.internal_channel import is_internal, program_as_author, tool_as_author
from bots.delivery.items import pack_inbox
from bots.errors import NotCalled
from bots.people.addressing import fold_name
from bots.ports import ToolCall, ToolResult, Tools
from bots.tools.turn_tools import LEAST_TRUST
from bots.trust.clearance import NO, YES, Clearance, allowed_act
from bots.turn.question_posts import QUESTION_EXPIRES_AFTER, QuestionKind, ask_in_turn, turn_key
from bots.turn.reach import TurnReach, may_all_read
from bots.turn.turn_context import Attempt
from memory.archive.requests import AWAITED_APPROVAL, AWAITED_BY_ROLE, AwaitedAnswer, PersonCall, PersonQuestion
from memory.vocabulary.address import Audience, Person
from memory.vocabulary.cue import Cue
from memory.vocabulary.event import Event

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


# --- approvals ------------------------------------------------------------------------------------------------------
# The question whether an act is allowed, and what is done with the answer.


async def _ask_person(one: Attempt, about: str, act: str) -> PersonQuestion | None:
    """Put it to who is answered; where that is a guest, a bot or a colleague, to an owner or an admin elsewhere.

    Their answer wakes the turn again.

    Raises StorageFault.
    """
    text = one.word("approval", name=one.mind.name, act=act, **APPROVAL.words(one))
    if not one.heard.can_be_asked or is_internal(one.heard.message.place):
        return await _ask_approvers(one, about, act, text)
    question = await ask_in_turn(one, APPROVAL, about, text)
    await _await_decision(one, question, one.heard.answered.name or str(one.heard.answered.person), act)
    return question


async def _ask_approvers(one: Attempt, about: str, act: str, text: str) -> PersonQuestion | None:
    """The question on record, once for this act of the turn; None where there is nobody to ask. Raises StorageFault."""
    calling, choices = one.stage.people.calling, APPROVAL.words(one)
    rungs = calling.rungs_to(await _who_may_read(one))
    if not rungs:
        return None
    call = PersonCall(
        id=calling.new_id(),
        anima=one.mind.name,
        text=text,
        priority="normal",
        asked_at=one.stage.clock(),
        rungs=rungs,
        options=tuple(choices.values()),
        audience=str(one.heard.message.audience),
        turn=f"{one.id}/{about}",
    )
    try:
        call = await calling.add(call)
    except NotCalled:
        return None  # they were asked the same within a day
    question = PersonQuestion(
        id=call.id,
        kind=AWAITED_BY_ROLE,
        about=about,
        person=call.rungs[0].person,
        place=str(one.heard.message.place),
        turn=one.id,
        text=call.text,
        choices=choices,
        asked_at=call.asked_at,
        expires_at=call.asked_at + QUESTION_EXPIRES_AFTER,
    )
    await asyncio.to_thread(one.mind.records.questions.ask, question)
    await _await_decision(one, question, calling.contacts.shown_name(question.person) or question.person, act)
    return question


async def _await_decision(one: Attempt, question: PersonQuestion, of: str, act: str) -> None:
    awaited = AwaitedAnswer(
        id=question.id,
        kind=question.kind,
        turn=one.id,
        of=of,
        text=act,
        asked_at=question.asked_at,
        until=question.expires_at,
        origin=json.loads(pack_inbox(one.heard)),
        has_left=True,
    )
    await one.stage.schedule.waits.ask(one.mind, awaited)


def _may_decide(one: Attempt, question: PersonQuestion) -> bool:
    """Whether this account is one of those who were asked, and still one that may allow what is about this audience.

    By a role it is allowed by the account that has it alone, not by what that is linked to.
    """
    calling, by = one.stage.people.calling, str(one.heard.message.writer)
    contacts, call = calling.contacts, one.mind.records.calls.find(question.id)
    addresses = set(contacts.addresses(by))
    was_asked = call is not None and any(rung.person in addresses for rung in call.rungs)
    is_theirs = one.heard.message.audience == Audience.person(Person.parse(contacts.known_as(by)))
    return was_asked and (is_theirs or by in calling.settings.approvers)


async def _who_may_read(one: Attempt) -> Sequence[str]:
    """First whose talk it is, where it is one person's; then owners and admins, as far as they may read it."""
    present, calling = one.heard.message.audience, one.stage.people.calling
    theirs = [str(present.alone)] if present.alone and one.heard.answered.trust != "guest" else []
    found = []
    for address in dict.fromkeys([*theirs, *calling.settings.approvers]):
        reader = Audience.person(Person.parse(calling.contacts.known_as(address)))
        if await one.stage.rooms.known.may_read(str(present), reader):
            found.append(address)
    return found


async def _decide_approval(one: Attempt, question: PersonQuestion) -> str:
    """Do what was allowed, once, and wake the anima with what came of it. Raises StorageFault, NotStored."""
    if question.answered_in != turn_key(one):
        return ""  # a second press
    person, found = str(one.heard.message.author), allowed_act(question)
    is_yes = question.chosen == YES and found is not None
    act = "approved" if is_yes else "declined"
    await asyncio.to_thread(
        one.stage.trust.audit.record, person, act, question.about, one.mind.name, place=question.place
    )
    answer = await one.turn.once("approved", lambda: _do_allowed(one, question)) if is_yes else one.word("approval_no")
    await one.stage.schedule.waits.answered(
        one.mind.name, question.id, answer, _result_author(question, is_yes=is_yes), trust=LEAST_TRUST
    )
    return ""


async def decide_approval_by_role(one: Attempt) -> None:
    """Who was asked by role has answered: do what they have allowed, once; what came of it wakes the anima.

    Raises StorageFault, NotStored.
    """
    message, occasion = one.heard.message, one.heard.occasion
    question = await asyncio.to_thread(one.mind.records.questions.find, occasion.id) if occasion else None
    if question is None or question.kind != AWAITED_BY_ROLE or not one.heard.author.is_person:
        return
    result = await one.turn.once("approved", lambda: _decide_by_role(one, question))
    by = _result_author(question, is_yes=True)
    told = replace(message, text=result, author=by, author_name=by.id, author_is_bot=True)
    one.heard = replace(one.heard, message=told, trust=LEAST_TRUST)


async def _decide_by_role(one: Attempt, question: PersonQuestion) -> str:
    by, answer = one.heard.message.writer, one.heard.message.text
    may = _may_decide(one, question)
    is_yes = may and fold_name(answer) == fold_name(question.choices[YES]) and allowed_act(question) is not None
    act = "approved" if is_yes else "declined" if may else "press refused"
    await asyncio.to_thread(
        one.stage.trust.audit.record, str(by), act, question.about, one.mind.name, place=question.place
    )
    if is_yes:
        return await _do_allowed(one, question)
    is_plain = not may or fold_name(answer) == fold_name(question.choices[NO])
    return one.word("approval_no") if is_plain else f"{one.word('approval_no')} {answer}"


def _result_author(question: PersonQuestion, *, is_yes: bool) -> Person:
    """Whose words the turn is woken with: those of the tool that was allowed. A press says nothing itself."""
    found = allowed_act(question) if is_yes else None
    return tool_as_author(found[0]) if found else program_as_author(AWAITED_APPROVAL)


async def _record_refused_press(one: Attempt, question: PersonQuestion) -> None:
    """Somebody pressed who was not asked, or too late."""
    person = str(one.heard.message.author)
    await asyncio.to_thread(
        one.stage.trust.audit.record, person, "press refused", question.about, question.person, place=question.place
    )


async def _do_allowed(one: Attempt, question: PersonQuestion) -> str:
    found = allowed_act(question)
    assert found is not None
    tool, arguments, act = found
    tools = equip_attempt(one, granted=act)
    call = ToolCall(id=sha256(question.id.encode()).hexdigest()[:8], name=tool, arguments=json.dumps(arguments))
    result = await tools.call(call)
    return one.word("approval_done" if result.ok else "approval_failed", tool=tool, result=result.text)


APPROVAL = QuestionKind(
    name=AWAITED_APPROVAL, choices=(YES, NO), settle=_decide_approval, refused=_record_refused_press
)
