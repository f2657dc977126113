"""An answer to a question, by a tap or by a word for it: whose it is, what it decides, and what is shown of it."""

from __future__ import annotations

from bots.delivery.contract import Out
from bots.message import Kind
from bots.turn.equipping import APPROVAL
from bots.turn.question_posts import (
    QuestionKind,
    is_asked,
    show_settled,
    take_choice,
    tapped_question,
    thumbed_question,
    turn_away,
    typed_question,
)
from bots.turn.questions.from_memory import CONTRADICTION, SKILL
from bots.turn.questions.night_reports import FACT_CARD
from bots.turn.questions.reminder_wishes import REMINDER
from bots.turn.turn_context import Attempt
from memory.archive.requests import PersonQuestion

QUESTION_KINDS: dict[str, QuestionKind] = {
    kind.name: kind for kind in (CONTRADICTION.kind, SKILL.kind, FACT_CARD, REMINDER, APPROVAL)
}


async def answer_question(attempt: Attempt) -> list[Out] | None:
    """What is to be sent; None where the message answers no question of this anima's. Raises StorageFault."""
    found = await _answered_question(attempt)
    if found is None:
        return None
    question, is_taken = await take_choice(attempt, *found)
    kind, note = QUESTION_KINDS.get(question.kind), ""
    if kind is not None and is_taken:
        note = await kind.settle(attempt, question)
    elif kind is not None and kind.refused is not None:
        await kind.refused(attempt, question)
    if not is_taken and not is_asked(attempt, question):
        return await turn_away(attempt, question)
    return await show_settled(attempt, question, note)


async def _answered_question(attempt: Attempt) -> tuple[PersonQuestion, str] | None:
    match attempt.message.kind:
        case Kind.BUTTON:
            return await tapped_question(attempt)
        case Kind.REACTION:
            found = await thumbed_question(attempt)
            kind = QUESTION_KINDS.get(found[0].kind) if found else None
            return found if kind is not None and kind.is_agreed_by_thumb else None
        case _:
            return await typed_question(attempt)
