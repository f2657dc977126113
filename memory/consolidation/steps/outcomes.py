"""Outcomes: at the end of a talk, how the procedures went that it made use of."""

from __future__ import annotations

from datetime import datetime, timedelta

from memory.consolidation.view import View
from memory.knowledge.asking import Asking
from memory.procedures.tracking import tracked
from memory.vocabulary.change import Change
from memory.vocabulary.ports import Judge

LOOK_BACK = timedelta(hours=24)


async def plan(view: View, judge: Judge | None, now: datetime) -> list[Change]:
    return await tracked(view, view.said(now - LOOK_BACK, now), Asking(judge))
