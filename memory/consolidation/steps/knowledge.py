"""Knowledge: what people have said becomes notes, by their subjects, and with a model by what a day has taught."""

from __future__ import annotations

from datetime import datetime, timedelta

from memory.consolidation.view import View
from memory.knowledge.asking import Asking
from memory.knowledge.extraction import extracted
from memory.knowledge.subjects import notes
from memory.knowledge.validation import Validation
from memory.vocabulary.change import Change
from memory.vocabulary.ports import Judge

LOOK_BACK = timedelta(hours=36)
"""A day, and half of one for a night that came late, where none was left out; what is known is not learned twice."""


async def plan(view: View, judge: Judge | None, now: datetime) -> list[Change]:
    ask = Asking(judge)
    written = notes(view, now)
    if not ask.is_possible:
        return written
    found = await extracted(view, view.said(view.since(LOOK_BACK), now), ask, Validation(view.aids.entailment, ask))
    taken = {change.path for change in written}
    return [*written, *(change for change in found if change.path not in taken)]


async def plan_day(view: View, judge: Judge | None, now: datetime) -> list[Change]:
    """What a day has taught to which something was added; notes by subjects are of all days, and made each night."""
    ask = Asking(judge)
    return await extracted(view, view.said_on(view.day), ask, Validation(view.aids.entailment, ask))
