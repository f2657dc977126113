"""Questions that memory raises at the end of a turn: two things that cannot both be so, and a procedure that may become
a skill."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from bots.delivery.contract import Out
from bots.turn.question_posts import QuestionKind, ask_in_turn, question_post, turn_key
from bots.turn.turn_context import Attempt
from memory.archive.requests import PersonQuestion
from memory.fact_keeping import DOUBT_CHOICES, FactDoubt
from memory.language.dating.written_days import written_day
from memory.sleep.procedures import Proven
from memory.vocabulary.errors import MemoryFault
from memory.vocabulary.fact import Fact

log = logging.getLogger(__name__)
_WITHIN_S = 0.5
_QUOTED = 300


# --- asking ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryMatter:
    """What memory may want to know of who writes: `raised` looks up (what it is about, the question), the most
    pressing first."""

    kind: QuestionKind
    raised: Callable[[Attempt], Awaitable[Sequence[tuple[str, str]]]]
    asked_again_after: timedelta
    owners_alone: bool = False


async def memory_question(attempt: Attempt) -> list[Out]:
    """The question that the asker's turn ends with; nothing where memory wants to know nothing of them."""
    for matter in (CONTRADICTION, SKILL):
        if attempt.message.author_is_bot or (matter.owners_alone and attempt.heard.trust != "owner"):
            continue
        try:
            question = await _due_question(attempt, matter)
        except (TimeoutError, MemoryFault):
            log.warning("a question could not be looked up in time", extra={"kind": matter.kind.name}, exc_info=True)
            continue
        if question is not None:
            return [question_post(attempt, question)]
    return []


async def _due_question(attempt: Attempt, matter: MemoryMatter) -> PersonQuestion | None:
    questions, kind = attempt.anima.records.questions, matter.kind
    before = await asyncio.to_thread(questions.asked_in, turn_key(attempt), kind.name)
    if before is not None:
        return before
    since, room = attempt.now - matter.asked_again_after, str(attempt.conversation.room)
    async with asyncio.timeout(_WITHIN_S):  # it must not delay the answer that is there already
        raised = await matter.raised(attempt)
    for about, text in raised:
        if not await asyncio.to_thread(questions.asked_since, since, about, room):
            return await ask_in_turn(attempt, kind, about, text)
    return None


# --- contradictions -------------------------------------------------------------------------------------------------
# Ask, do not guess: two things that memory holds of a person and that cannot both be so become a question to them.


async def _contradictions(attempt: Attempt) -> list[tuple[str, str]]:
    message = attempt.message
    doubts = await attempt.anima.engine.facts.doubts(str(message.author), message.audience)
    return [(doubt.key, _which_side(attempt, doubt)) for doubt in doubts]


async def _settle_contradiction(attempt: Attempt, question: PersonQuestion) -> str:
    await attempt.anima.engine.facts.settle(question.about, question.chosen, question.person)
    return ""


def _which_side(attempt: Attempt, doubt: FactDoubt) -> str:
    return attempt.word(
        "which_is_right",
        known=_source_of(attempt, doubt.known),
        known_day=_day_of_source(attempt, doubt.known),
        known_text=_quoted_text(doubt.known),
        other=_source_of(attempt, doubt.other),
        other_day=_day_of_source(attempt, doubt.other),
        other_text=_quoted_text(doubt.other),
        **CONTRADICTION.kind.words(attempt),
    )


def _source_of(attempt: Attempt, fact: Fact) -> str:
    return attempt.word("you") if fact.person == str(attempt.message.author) else fact.speaker or fact.person


def _day_of_source(attempt: Attempt, fact: Fact) -> str:
    zone = attempt.context.people.zone
    today = attempt.now.astimezone(zone).date()
    return written_day(fact.recorded_at.astimezone(zone).date(), attempt.language, today)


def _quoted_text(fact: Fact) -> str:
    text = " ".join(fact.text.split())
    return text if len(text) <= _QUOTED else f"{text[: _QUOTED - 1]}…"


CONTRADICTION = MemoryMatter(
    kind=QuestionKind(name="doubt", choices=DOUBT_CHOICES, settle=_settle_contradiction),
    raised=_contradictions,
    asked_again_after=timedelta(days=1),
)


# --- becoming a skill -----------------------------------------------------------------------------------------------
# A procedure that has proved itself may become a skill, once an owner says so; they are asked when they write.


_MAKE, _LEAVE = "make_skill", "leave_procedure"


async def _proven_procedures(attempt: Attempt) -> list[tuple[str, str]]:
    proven = await attempt.anima.engine.procedures.proven(attempt.message.audience)
    return [(found.path, _skill_text(attempt, found)) for found in proven]


async def _settle_skill(attempt: Attempt, question: PersonQuestion) -> str:
    if question.chosen == _MAKE:
        await attempt.anima.engine.procedures.promote(question.about, question.person, attempt.message.audience)
    return ""


def _skill_text(attempt: Attempt, found: Proven) -> str:
    tries, words = str(found.tries), SKILL.kind.words(attempt)
    return attempt.word("proven", name=found.name, worked=str(found.worked), tries=tries, **words)


SKILL = MemoryMatter(
    kind=QuestionKind(name="skill", choices=(_MAKE, _LEAVE), settle=_settle_skill),
    raised=_proven_procedures,
    asked_again_after=timedelta(days=30),
    owners_alone=True,
)
