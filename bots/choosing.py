"""A tap on a question, or the word for one: whose it is, what it decides, and what is shown of it."""

from __future__ import annotations

from bots import approving
from bots.asking import is_asked, shown, taken, tapped, thumbed, turned_away, typed
from bots.attempt import Attempt
from bots.becoming_a_skill import SKILL, settle_skill
from bots.contradictions import DOUBT, settle
from bots.delivery.seam import Out
from bots.message import Kind
from bots.prospective import REMINDER, decided
from bots.rhythm.telling import KIND as WEEKLY_CARD
from bots.rhythm.telling import settle_card
from memory.archive.awaited import APPROVAL
from memory.archive.questions import Question


async def chosen(one: Attempt) -> list[Out] | None:
    """What is to be sent; None where the message answers no question of this anima's. Raises StorageFault."""
    found = await _answered(one)
    if found is None:
        return None
    question, is_taken = await taken(one, *found)
    if not is_taken and question.kind == APPROVAL:
        await approving.turned_down(one, question)
    if not is_taken and not is_asked(one, question):
        return await turned_away(one, question)
    return await shown(one, question, await _carried_out(one, question) if is_taken else "")


async def _answered(one: Attempt) -> tuple[Question, str] | None:
    match one.heard.message.kind:
        case Kind.BUTTON:
            return await tapped(one)
        case Kind.REACTION:
            found = await thumbed(one)
            return found if found and found[0].kind == REMINDER else None  # which of two is right no thumb tells
        case _:
            return await typed(one)


async def _carried_out(one: Attempt, question: Question) -> str:
    """A note for the person, where there is one."""
    if question.kind == DOUBT:
        await settle(one, question)
    elif question.kind == SKILL:
        await settle_skill(one, question)
    elif question.kind == WEEKLY_CARD:
        await settle_card(one, question)
    elif question.kind == REMINDER:
        return await decided(one, question)
    elif question.kind == APPROVAL:
        return await approving.decided(one, question)
    return ""
