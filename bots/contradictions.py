"""Ask, do not guess: two things that memory holds of a person and that cannot both be so become a question to them."""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta

from bots.asking import posted, put, turn_of
from bots.attempt import Attempt
from bots.days import told
from bots.delivery.seam import Out
from memory.archive.questions import Question
from memory.keeping import CHOICES, Doubt
from memory.vocabulary.errors import MemoryFault
from memory.vocabulary.fact import Fact

log = logging.getLogger(__name__)
DOUBT = "doubt"
AGAIN_AFTER = timedelta(days=1)
_WITHIN_S = 0.5
_QUOTED = 300


async def question_for(one: Attempt) -> list[Out]:
    """The question that the asker's turn ends with, where memory holds two things of them that cannot both be so."""
    if one.heard.message.author_is_bot:
        return []
    try:
        question = await _asked(one)
    except TimeoutError:
        log.warning("what is in doubt takes too long to look up; it is asked another time")
        return []
    except MemoryFault:
        log.warning("what is in doubt could not be looked up; it is asked another time", exc_info=True)
        return []
    return [posted(one, question)] if question else []


async def settle(one: Attempt, question: Question) -> None:
    """What the person chose decides; again it does nothing. Raises StorageFault."""
    await one.mind.engine.facts.settle(question.about, question.chosen, question.person)


async def _asked(one: Attempt) -> Question | None:
    message, questions = one.heard.message, one.mind.questions
    known = await asyncio.to_thread(questions.asked_in, turn_of(one), DOUBT)
    if known is not None:
        return known
    since, room = one.stage.clock() - AGAIN_AFTER, str(one.conversation.room)
    async with asyncio.timeout(_WITHIN_S):  # it must not delay the answer that is there already
        doubts = await one.mind.engine.facts.doubts(str(message.author), message.audience)
    for doubt in doubts:
        if not await asyncio.to_thread(questions.asked_since, since, doubt.key, room):
            choices = {choice: one.word(choice) for choice in CHOICES}
            return await put(one, DOUBT, doubt.key, _which(one, doubt), choices)
    return None


def _which(one: Attempt, doubt: Doubt) -> str:
    return one.word(
        "which_is_right",
        known=_source(one, doubt.known),
        known_day=_day(one, doubt.known),
        known_text=_quoted(doubt.known),
        other=_source(one, doubt.other),
        other_day=_day(one, doubt.other),
        other_text=_quoted(doubt.other),
        **{choice: one.word(choice) for choice in CHOICES},
    )


def _source(one: Attempt, fact: Fact) -> str:
    return one.word("you") if fact.person == str(one.heard.message.author) else fact.speaker or fact.person


def _day(one: Attempt, fact: Fact) -> str:
    zone = one.stage.zone
    today = one.stage.clock().astimezone(zone).date()
    return told(fact.recorded_at.astimezone(zone).date(), today, one.mind.traits.language)


def _quoted(fact: Fact) -> str:
    text = " ".join(fact.text.split())
    return text if len(text) <= _QUOTED else f"{text[: _QUOTED - 1]}…"
