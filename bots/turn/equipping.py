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
from bots.errors import NotCalled
from bots.people.addressing import fold_name
from bots.ports import ToolCall, ToolResult, Tools
from bots.tools.turn_tools import LEAST_TRUST
from bots.trust.clearance import NO, YES, Clearance, allowed_act
from bots.turn.question_posts import QUESTION_EXPIRES_AFTER, QuestionKind, ask_in_turn, turn_key
from bots.turn.reach import TurnReach, await_answer, may_all_read
from bots.turn.turn_context import Attempt
from memory.archive.requests import AWAITED_APPROVAL, AWAITED_BY_ROLE, PersonCall, PersonQuestion
from memory.vocabulary.address import Audience, Person
from memory.vocabulary.cue import Cue
from memory.vocabulary.event import Event

# --- equipping ------------------------------------------------------------------------------------------------------
# The tools of one attempt at a turn: each use is an event, and a person is behind those that may not act alone.


_RESULT_SUMMARY_CHARS = 200


def equip_attempt(attempt: Attempt, cue: Cue | None = None, granted: str = "") -> Tools:
    """The turn's tools; `granted` is the hash of the one act that a person has allowed."""
    rules = anima_files.parse_permissions(attempt.anima.directory.read_text("permissions.md"))
    clearance = Clearance(
        anima=attempt.anima.name,
        exposure=attempt.exposure,
        ask=partial(_ask_person, attempt),
        audit=attempt.context.trust.audit,
        may_read=partial(may_all_read, attempt),
        asks=rules.asks,
        granted=granted,
    )
    reach = TurnReach(attempt, clearance)
    return attempt.context.thinking.equip(attempt.anima, cue or attempt.cue, partial(_record_tool_use, attempt), reach)


async def _record_tool_use(attempt: Attempt, tool: str, arguments: str, result: ToolResult) -> None:
    """A tool was used: an event of its own. Raises StorageFault."""
    attempt.uses += 1
    message = attempt.message
    if result.refused:
        audit, what = attempt.context.trust.audit, f"{tool} {arguments}"
        await asyncio.to_thread(audit.record, attempt.anima.name, "tool refused", what, str(message.author))
    await attempt.anima.engine.record(
        Event(
            ts=attempt.now,
            type="tool_use",
            tool=tool,
            content=arguments,
            summary=result.text[:_RESULT_SUMMARY_CHARS],
            sender=attempt.heard.anima,
            channel=str(message.place),
            meta={
                "id": f"{message.place}/{message.key}/{attempt.heard.anima}/tool/{attempt.turn.attempt}.{attempt.uses}",
                "audience": str(message.audience),
                "platform": message.place.platform,
                "reply_to": message.id,
                "ok": result.ok,
            },
        )
    )


# --- approvals ------------------------------------------------------------------------------------------------------
# The question whether an act is allowed, and what is done with the answer.


async def _ask_person(attempt: Attempt, about: str, act: str) -> PersonQuestion | None:
    """Put it to who is answered; where that is a guest, a bot or a colleague, to an owner or an admin elsewhere.

    Their answer wakes the turn again.

    Raises StorageFault.
    """
    text = attempt.word("approval", name=attempt.anima.name, act=act, **APPROVAL.words(attempt))
    if not attempt.heard.can_be_asked or is_internal(attempt.message.place):
        return await _ask_approvers(attempt, about, act, text)
    question = await ask_in_turn(attempt, APPROVAL, about, text)
    await _await_decision(attempt, question, attempt.heard.answered.name or str(attempt.heard.answered.person), act)
    return question


async def _ask_approvers(attempt: Attempt, about: str, act: str, text: str) -> PersonQuestion | None:
    """The question on record, once for this act of the turn; None where there is nobody to ask. Raises StorageFault."""
    calling, choices = attempt.context.people.calling, APPROVAL.words(attempt)
    rungs = calling.rungs_to(await _who_may_read(attempt))
    if not rungs:
        return None
    call = PersonCall(
        id=calling.new_id(),
        anima=attempt.anima.name,
        text=text,
        priority="normal",
        asked_at=attempt.now,
        rungs=rungs,
        options=tuple(choices.values()),
        audience=str(attempt.message.audience),
        turn=f"{attempt.id}/{about}",
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
        place=str(attempt.message.place),
        turn=attempt.id,
        text=call.text,
        choices=choices,
        asked_at=call.asked_at,
        expires_at=call.asked_at + QUESTION_EXPIRES_AFTER,
    )
    await asyncio.to_thread(attempt.anima.records.questions.ask, question)
    await _await_decision(attempt, question, calling.contacts.shown_name(question.person) or question.person, act)
    return question


async def _await_decision(attempt: Attempt, question: PersonQuestion, of: str, act: str) -> None:
    await await_answer(attempt, question.id, kind=question.kind, of=of, text=act, until=question.expires_at)


def _may_decide(attempt: Attempt, question: PersonQuestion) -> bool:
    """Whether this account is one of those who were asked, and still one that may allow what is about this audience.

    By a role it is allowed by the account that has it alone, not by what that is linked to.
    """
    calling, by = attempt.context.people.calling, str(attempt.message.writer)
    contacts, call = calling.contacts, attempt.anima.records.calls.find(question.id)
    addresses = set(contacts.addresses(by))
    was_asked = call is not None and any(rung.person in addresses for rung in call.rungs)
    is_theirs = attempt.message.audience == Audience.person(Person.parse(contacts.known_as(by)))
    return was_asked and (is_theirs or by in calling.settings.approvers)


async def _who_may_read(attempt: Attempt) -> Sequence[str]:
    """First whose talk it is, where it is one person's; then owners and admins, as far as they may read it."""
    present, calling = attempt.message.audience, attempt.context.people.calling
    theirs = [str(present.alone)] if present.alone and attempt.heard.answered.trust != "guest" else []
    found = []
    for address in dict.fromkeys([*theirs, *calling.settings.approvers]):
        reader = Audience.person(Person.parse(calling.contacts.known_as(address)))
        if await attempt.context.rooms.known.may_read(str(present), reader):
            found.append(address)
    return found


async def _decide_approval(attempt: Attempt, question: PersonQuestion) -> str:
    """Do what was allowed, once, and wake the anima with what came of it. Raises StorageFault, NotStored."""
    if question.answered_in != turn_key(attempt):
        return ""  # a second press
    person, found = str(attempt.message.author), allowed_act(question)
    is_yes = question.chosen == YES and found is not None
    act = "approved" if is_yes else "declined"
    await asyncio.to_thread(
        attempt.context.trust.audit.record, person, act, question.about, attempt.anima.name, place=question.place
    )
    answer = (
        await attempt.turn.once("approved", lambda: _do_allowed(attempt, question))
        if is_yes
        else attempt.word("approval_no")
    )
    await attempt.context.schedule.waits.answered(
        attempt.anima.name, question.id, answer, _result_author(question, is_yes=is_yes), trust=LEAST_TRUST
    )
    return ""


async def decide_approval_by_role(attempt: Attempt) -> None:
    """Who was asked by role has answered: do what they have allowed, once; what came of it wakes the anima.

    Raises StorageFault, NotStored.
    """
    message, occasion = attempt.message, attempt.heard.occasion
    question = await asyncio.to_thread(attempt.anima.records.questions.find, occasion.id) if occasion else None
    if question is None or question.kind != AWAITED_BY_ROLE or not attempt.heard.author.is_person:
        return
    result = await attempt.turn.once("approved", lambda: _decide_by_role(attempt, question))
    by = _result_author(question, is_yes=True)
    told = replace(message, text=result, author=by, author_name=by.id, author_is_bot=True)
    attempt.heard = replace(attempt.heard, message=told, trust=LEAST_TRUST)


async def _decide_by_role(attempt: Attempt, question: PersonQuestion) -> str:
    by, answer = attempt.message.writer, attempt.message.text
    may = _may_decide(attempt, question)
    is_yes = may and fold_name(answer) == fold_name(question.choices[YES]) and allowed_act(question) is not None
    act = "approved" if is_yes else "declined" if may else "press refused"
    await asyncio.to_thread(
        attempt.context.trust.audit.record, str(by), act, question.about, attempt.anima.name, place=question.place
    )
    if is_yes:
        return await _do_allowed(attempt, question)
    is_plain = not may or fold_name(answer) == fold_name(question.choices[NO])
    return attempt.word("approval_no") if is_plain else f"{attempt.word('approval_no')} {answer}"


def _result_author(question: PersonQuestion, *, is_yes: bool) -> Person:
    """Whose words the turn is woken with: those of the tool that was allowed. A press says nothing itself."""
    found = allowed_act(question) if is_yes else None
    return tool_as_author(found[0]) if found else program_as_author(AWAITED_APPROVAL)


async def _record_refused_press(attempt: Attempt, question: PersonQuestion) -> None:
    """Somebody pressed who was not asked, or too late."""
    person = str(attempt.message.author)
    await asyncio.to_thread(
        attempt.context.trust.audit.record,
        person,
        "press refused",
        question.about,
        question.person,
        place=question.place,
    )


async def _do_allowed(attempt: Attempt, question: PersonQuestion) -> str:
    found = allowed_act(question)
    assert found is not None
    tool, arguments, act = found
    tools = equip_attempt(attempt, granted=act)
    call = ToolCall(id=sha256(question.id.encode()).hexdigest()[:8], name=tool, arguments=json.dumps(arguments))
    result = await tools.call(call)
    return attempt.word("approval_done" if result.ok else "approval_failed", tool=tool, result=result.text)


APPROVAL = QuestionKind(
    name=AWAITED_APPROVAL, choices=(YES, NO), settle=_decide_approval, refused=_record_refused_press
)
