"""Procedures: what people told step by step, each night; what was done again and again, each week."""

from __future__ import annotations

from datetime import datetime, timedelta

from memory.consolidation.steps.knowledge import LOOK_BACK
from memory.consolidation.view import View
from memory.knowledge.asking import Asking
from memory.knowledge.validation import Validation
from memory.procedures.distillation import distilled
from memory.procedures.habits import habits
from memory.vocabulary.change import Change
from memory.vocabulary.ports import Judge

WEEK = timedelta(days=7)


async def plan(view: View, judge: Judge | None, now: datetime) -> list[Change]:
    """Of the day."""
    ask = Asking(judge)
    return await distilled(view, view.said(view.since(LOOK_BACK), now), ask, Validation(view.aids.entailment, ask))


async def plan_day(view: View, judge: Judge | None, now: datetime) -> list[Change]:
    """Of a day to which something was added."""
    ask = Asking(judge)
    return await distilled(view, view.said_on(view.day), ask, Validation(view.aids.entailment, ask))


async def plan_week(view: View, judge: Judge | None, now: datetime) -> list[Change]:
    """Of the week."""
    return await habits(view, view.said(now - WEEK, now), Asking(judge))
