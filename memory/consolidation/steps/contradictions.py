"""Contradictions among notes: of those that are new, each night; of all, each week. What was superseded is put away."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from memory.consolidation.steps.knowledge import LOOK_BACK
from memory.consolidation.view import View
from memory.knowledge.asking import Asking
from memory.knowledge.contradictions import resolved, superseded
from memory.knowledge.reconsolidation import reconsolidated
from memory.knowledge.validation import Validation
from memory.vocabulary.change import Change
from memory.vocabulary.memory import Memory
from memory.vocabulary.ports import Judge


async def plan(view: View, judge: Judge | None, now: datetime) -> list[Change]:
    """Of what is new."""
    since = view.since(LOOK_BACK)
    fresh = [one for one in _notes(view) if one.at is not None and one.at >= since]
    return await _resolved(view, fresh, judge)


async def plan_all(view: View, judge: Judge | None, now: datetime) -> list[Change]:
    """Of everything."""
    return await _resolved(view, _notes(view), judge)


async def plan_revisions(view: View, judge: Judge | None, now: datetime) -> list[Change]:
    """Of old notes by new facts."""
    ask = Asking(judge)
    return await reconsolidated(view, view.since(LOOK_BACK), ask, Validation(view.aids.entailment, ask))


async def plan_away(view: View, judge: Judge | None, now: datetime) -> list[Change]:
    """What was superseded in this night, or earlier."""
    return superseded(view)


async def _resolved(view: View, notes: Sequence[Memory], judge: Judge | None) -> list[Change]:
    ask = Asking(judge)
    return await resolved(view, notes, ask, Validation(view.aids.entailment, ask))


def _notes(view: View) -> list[Memory]:
    return [one for page in view.pages("knowledge") for one in page]
