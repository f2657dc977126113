"""A person's yes to one act: asked in the talk, carried out when it is pressed, and told to the turn that waits."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from hashlib import sha256

from bots.addressing import fold
from bots.asking import turn_of
from bots.attempt import Attempt
from bots.equipping import equipped
from bots.house import program_as_author, tool_as_author
from bots.ports import ToolCall
from bots.trust.approvers import may_decide
from bots.trust.clearance import NO, YES, allowed
from bots.waiting import LEAST
from memory.archive.awaited import APPROVAL, BY_ROLE
from memory.archive.questions import Question
from memory.vocabulary.address import Person


async def decided(one: Attempt, question: Question) -> str:
    """Do what was allowed, once, and wake the anima with what came of it. Raises StorageFault, NotStored."""
    if question.answered_in != turn_of(one):
        return ""  # a second press
    person, found = str(one.heard.message.author), allowed(question)
    is_yes = question.chosen == YES and found is not None
    act = "approved" if is_yes else "declined"
    await asyncio.to_thread(one.stage.audit.record, person, act, question.about, one.mind.name, place=question.place)
    answer = await one.turn.once("approved", lambda: _done(one, question)) if is_yes else one.word("approval_no")
    await one.stage.waits.answered(one.mind.name, question.id, answer, _author(question, is_yes=is_yes), trust=LEAST)
    return ""


async def decided_elsewhere(one: Attempt) -> None:
    """Who was asked by role has answered: do what they have allowed, once; what came of it wakes the anima.

    Raises StorageFault, NotStored.
    """
    message, occasion = one.heard.message, one.heard.occasion
    question = await asyncio.to_thread(one.mind.questions.find, occasion.id) if occasion else None
    if question is None or question.kind != BY_ROLE or not one.heard.author.is_person:
        return
    result = await one.turn.once("approved", lambda: _by_role(one, question))
    by = _author(question, is_yes=True)
    told = replace(message, text=result, author=by, author_name=by.id, author_is_bot=True)
    one.heard = replace(one.heard, message=told, trust=LEAST)


async def _by_role(one: Attempt, question: Question) -> str:
    by, answer = one.heard.message.writer, one.heard.message.text
    may = may_decide(one.stage, one.mind, question, by, one.heard.message.audience)
    is_yes = may and fold(answer) == fold(question.choices[YES]) and allowed(question) is not None
    act = "approved" if is_yes else "declined" if may else "press refused"
    await asyncio.to_thread(one.stage.audit.record, str(by), act, question.about, one.mind.name, place=question.place)
    if is_yes:
        return await _done(one, question)
    is_plain = not may or fold(answer) == fold(question.choices[NO])
    return one.word("approval_no") if is_plain else f"{one.word('approval_no')} {answer}"


def _author(question: Question, *, is_yes: bool) -> Person:
    """Whose words the turn is woken with: those of the tool that was allowed. A press says nothing itself."""
    found = allowed(question) if is_yes else None
    return tool_as_author(found[0]) if found else program_as_author(APPROVAL)


async def turned_down(one: Attempt, question: Question) -> None:
    """Somebody pressed who was not asked, or too late."""
    person = str(one.heard.message.author)
    await asyncio.to_thread(
        one.stage.audit.record, person, "press refused", question.about, question.person, place=question.place
    )


async def _done(one: Attempt, question: Question) -> str:
    found = allowed(question)
    assert found is not None
    tool, arguments, act = found
    tools = equipped(one, granted=act)
    call = ToolCall(id=sha256(question.id.encode()).hexdigest()[:8], name=tool, arguments=json.dumps(arguments))
    result = await tools.call(call)
    return one.word("approval_done" if result.ok else "approval_failed", tool=tool, result=result.text)
