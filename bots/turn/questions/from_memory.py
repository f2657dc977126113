"""Questions that memory raises: two things that cannot both be so, and a procedure that may become a skill."""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta

from bots.delivery.contract import Out
from bots.turn.question_posts import ask_in_turn, question_post, turn_key
from bots.turn.turn_context import Attempt
from memory.archive.requests import PersonQuestion
from memory.fact_keeping import DOUBT_CHOICES, FactDoubt
from memory.language.dating.written_days import written_day
from memory.sleep.procedures import Proven
from memory.vocabulary.errors import MemoryFault
from memory.vocabulary.fact import Fact

# --- contradictions -------------------------------------------------------------------------------------------------
# Ask, do not guess: two things that memory holds of a person and that cannot both be so become a question to them.


log = logging.getLogger(__name__)
CONTRADICTION = "doubt"
CONTRADICTION_ASKED_AGAIN_AFTER = timedelta(days=1)
_WITHIN_S = 0.5
_QUOTED = 300


async def contradiction_question(one: Attempt) -> list[Out]:
    """The question that the asker's turn ends with, where memory holds two things of them that cannot both be so."""
    if one.heard.message.author_is_bot:
        return []
    try:
        question = await _contradiction_asked_lately(one)
    except TimeoutError:
        log.warning("what is in doubt takes too long to look up; it is asked another time")
        return []
    except MemoryFault:
        log.warning("what is in doubt could not be looked up; it is asked another time", exc_info=True)
        return []
    return [question_post(one, question)] if question else []


async def settle_contradiction(one: Attempt, question: PersonQuestion) -> None:
    """What the person chose decides; again it does nothing. Raises StorageFault."""
    await one.mind.engine.facts.settle(question.about, question.chosen, question.person)


async def _contradiction_asked_lately(one: Attempt) -> PersonQuestion | None:
    message, questions = one.heard.message, one.mind.questions
    known = await asyncio.to_thread(questions.asked_in, turn_key(one), CONTRADICTION)
    if known is not None:
        return known
    since, room = one.stage.clock() - CONTRADICTION_ASKED_AGAIN_AFTER, str(one.conversation.room)
    async with asyncio.timeout(_WITHIN_S):  # it must not delay the answer that is there already
        doubts = await one.mind.engine.facts.doubts(str(message.author), message.audience)
    for doubt in doubts:
        if not await asyncio.to_thread(questions.asked_since, since, doubt.key, room):
            choices = {choice: one.word(choice) for choice in DOUBT_CHOICES}
            return await ask_in_turn(one, CONTRADICTION, doubt.key, _which_side(one, doubt), choices)
    return None


def _which_side(one: Attempt, doubt: FactDoubt) -> str:
    return one.word(
        "which_is_right",
        known=_source_of(one, doubt.known),
        known_day=_day_of_source(one, doubt.known),
        known_text=_quoted_text(doubt.known),
        other=_source_of(one, doubt.other),
        other_day=_day_of_source(one, doubt.other),
        other_text=_quoted_text(doubt.other),
        **{choice: one.word(choice) for choice in DOUBT_CHOICES},
    )


def _source_of(one: Attempt, fact: Fact) -> str:
    return one.word("you") if fact.person == str(one.heard.message.author) else fact.speaker or fact.person


def _day_of_source(one: Attempt, fact: Fact) -> str:
    zone = one.stage.zone
    today = one.stage.clock().astimezone(zone).date()
    return written_day(fact.recorded_at.astimezone(zone).date(), one.mind.traits.language, today)


def _quoted_text(fact: Fact) -> str:
    text = " ".join(fact.text.split())
    return text if len(text) <= _QUOTED else f"{text[: _QUOTED - 1]}…"


# --- becoming a skill -----------------------------------------------------------------------------------------------
# A procedure that has proved itself may become a skill, once its owner says so; they are asked when they write.


SKILL = "skill"
YES, NO = "make_skill", "leave_procedure"
SKILL_ASKED_AGAIN_AFTER = timedelta(days=30)


async def skill_question(one: Attempt) -> list[Out]:
    """The question that an owner's turn ends with, where a procedure of this room has proved itself."""
    if one.heard.trust != "owner" or one.heard.message.author_is_bot:
        return []
    try:
        question = await _skill_asked_lately(one)
    except (TimeoutError, MemoryFault):
        log.warning("which procedures have proved themselves could not be looked up", exc_info=True)
        return []
    return [question_post(one, question)] if question else []


async def settle_skill(one: Attempt, question: PersonQuestion) -> None:
    """What the owner chose decides; again it does nothing. Raises StorageFault."""
    if question.chosen == YES:
        await one.mind.engine.procedures.promote(question.about, question.person, one.heard.message.audience)


async def _skill_asked_lately(one: Attempt) -> PersonQuestion | None:
    questions = one.mind.questions
    known = await asyncio.to_thread(questions.asked_in, turn_key(one), SKILL)
    if known is not None:
        return known
    since, room = one.stage.clock() - SKILL_ASKED_AGAIN_AFTER, str(one.conversation.room)
    async with asyncio.timeout(_WITHIN_S):  # it must not delay the answer that is there already
        proven = await one.mind.engine.procedures.proven(one.heard.message.audience)
    for found in proven:
        if not await asyncio.to_thread(questions.asked_since, since, found.path, room):
            choices = {choice: one.word(choice) for choice in (YES, NO)}
            return await ask_in_turn(one, SKILL, found.path, _skill_text(one, found), choices)
    return None


def _skill_text(one: Attempt, found: Proven) -> str:
    choices = {choice: one.word(choice) for choice in (YES, NO)}
    return one.word("proven", name=found.name, worked=str(found.worked), tries=str(found.tries), **choices)
