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
"""A day, and half of one for a night that came late; what is known already is not learned twice."""


async def plan(view: View, judge: Judge | None, now: datetime) -> list[Change]:
    ask = Asking(judge)
    written = notes(view, now)
    if not ask.is_possible:
        return written
    found = await extracted(view, view.said(now - LOOK_BACK, now), ask, Validation(view.aids.entailment, ask))
    taken = {change.path for change in written}
    return [*written, *(change for change in found if change.path not in taken)]
