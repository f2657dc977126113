"""A tap on a question, or the word for one: whose it is, what it decides, and what is shown of it."""

from __future__ import annotations

from bots.asking import shown, taken, tapped, turned_away, typed
from bots.attempt import Attempt
from bots.contradictions import DOUBT, settle
from bots.delivery.seam import Out
from bots.message import Kind


async def chosen(one: Attempt) -> list[Out] | None:
    """What is to be sent; None where the message answers no question of this anima's. Raises StorageFault."""
    found = await (tapped(one) if one.heard.message.kind is Kind.BUTTON else typed(one))
    if found is None:
        return None
    question, is_taken = await taken(one, *found)
    if not is_taken and str(one.heard.message.author) != question.person:
        return await turned_away(one, question)
    if is_taken and question.kind == DOUBT:
        await settle(one, question)
    return await shown(one, question)
