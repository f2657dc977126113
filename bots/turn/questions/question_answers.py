"""An answer to a question, by a tap or by a word for it: whose it is, what it decides, and what is shown of it.

What a person allows is carried out once, and told to the turn that waits for it.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from hashlib import sha256

from bots.delivery.contract import Out
from bots.delivery.internal_channel import program_as_author, tool_as_author
from bots.message import Kind
from bots.people.addressing import fold_name
from bots.ports import ToolCall
from bots.tools.turn_tools import LEAST_TRUST
from bots.trust.clearance import NO, YES, allowed_act
from bots.turn.equipping import equip_attempt, may_decide
from bots.turn.question_posts import (
    is_asked,
    show_settled,
    take_choice,
    tapped_question,
    thumbed_question,
    turn_away,
    turn_key,
    typed_question,
)
from bots.turn.questions.from_memory import CONTRADICTION, SKILL, settle_contradiction, settle_skill
from bots.turn.questions.night_reports import CARD_QUESTION as WEEKLY_CARD
from bots.turn.questions.night_reports import settle_fact_card
from bots.turn.questions.reminder_wishes import REMINDER, decide_reminder
from bots.turn.turn_context import Attempt
from memory.archive.requests import AWAITED_APPROVAL, AWAITED_BY_ROLE, PersonQuestion
from memory.vocabulary.address import Person


async def decide_approval(one: Attempt, question: PersonQuestion) -> str:
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
    may = may_decide(one.stage, one.mind, question, by, one.heard.message.audience)
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


async def record_refused_press(one: Attempt, question: PersonQuestion) -> None:
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


# --- choosing -------------------------------------------------------------------------------------------------------
# A tap on a question, or the word for one: whose it is, what it decides, and what is shown of it.


async def answer_question(one: Attempt) -> list[Out] | None:
    """What is to be sent; None where the message answers no question of this anima's. Raises StorageFault."""
    found = await _answered_question(one)
    if found is None:
        return None
    question, is_taken = await take_choice(one, *found)
    if not is_taken and question.kind == AWAITED_APPROVAL:
        await record_refused_press(one, question)
    if not is_taken and not is_asked(one, question):
        return await turn_away(one, question)
    return await show_settled(one, question, await _carry_out_choice(one, question) if is_taken else "")


async def _answered_question(one: Attempt) -> tuple[PersonQuestion, str] | None:
    match one.heard.message.kind:
        case Kind.BUTTON:
            return await tapped_question(one)
        case Kind.REACTION:
            found = await thumbed_question(one)
            return found if found and found[0].kind == REMINDER else None  # which of two is right no thumb tells
        case _:
            return await typed_question(one)


async def _carry_out_choice(one: Attempt, question: PersonQuestion) -> str:
    """A note for the person, where there is one."""
    if question.kind == CONTRADICTION:
        await settle_contradiction(one, question)
    elif question.kind == SKILL:
        await settle_skill(one, question)
    elif question.kind == WEEKLY_CARD:
        await settle_fact_card(one, question)
    elif question.kind == REMINDER:
        return await decide_reminder(one, question)
    elif question.kind == AWAITED_APPROVAL:
        return await decide_approval(one, question)
    return ""
