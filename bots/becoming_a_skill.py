"""A procedure that has proved itself may become a skill, once its owner says so; they are asked when they write."""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta

from bots.asking import posted, put, turn_of
from bots.attempt import Attempt
from bots.delivery.seam import Out
from memory.archive.questions import Question
from memory.procedures.known import Proven
from memory.vocabulary.errors import MemoryFault

log = logging.getLogger(__name__)
SKILL = "skill"
YES, NO = "make_skill", "leave_procedure"
AGAIN_AFTER = timedelta(days=30)
_WITHIN_S = 0.5


async def skill_question(one: Attempt) -> list[Out]:
    """The question that an owner's turn ends with, where a procedure of this room has proved itself."""
    if one.heard.trust != "owner" or one.heard.message.author_is_bot:
        return []
    try:
        question = await _asked(one)
    except (TimeoutError, MemoryFault):
        log.warning("which procedures have proved themselves could not be looked up", exc_info=True)
        return []
    return [posted(one, question)] if question else []


async def settle_skill(one: Attempt, question: Question) -> None:
    """What the owner chose decides; again it does nothing. Raises StorageFault."""
    if question.chosen == YES:
        await one.mind.engine.procedures.promote(question.about, question.person, one.heard.message.audience)


async def _asked(one: Attempt) -> Question | None:
    questions = one.mind.questions
    known = await asyncio.to_thread(questions.asked_in, turn_of(one), SKILL)
    if known is not None:
        return known
    since, room = one.stage.clock() - AGAIN_AFTER, str(one.conversation.room)
    async with asyncio.timeout(_WITHIN_S):  # it must not delay the answer that is there already
        proven = await one.mind.engine.procedures.proven(one.heard.message.audience)
    for found in proven:
        if not await asyncio.to_thread(questions.asked_since, since, found.path, room):
            choices = {choice: one.word(choice) for choice in (YES, NO)}
            return await put(one, SKILL, found.path, _text(one, found), choices)
    return None


def _text(one: Attempt, found: Proven) -> str:
    choices = {choice: one.word(choice) for choice in (YES, NO)}
    return one.word("proven", name=found.name, worked=str(found.worked), tries=str(found.tries), **choices)
