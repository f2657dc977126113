"""Fading: facts that are hardly near any more, and were used less than others, sleep; how soon goes by category."""

from __future__ import annotations

from datetime import datetime

from memory.consolidation.noting import noted
from memory.consolidation.view import View
from memory.forgetting.faded import faded
from memory.forgetting.rule import judged
from memory.theories.adaptive_threshold import threshold
from memory.vocabulary.change import Change
from memory.vocabulary.fact import DORMANT
from memory.vocabulary.ports import Judge


async def plan(view: View, judge: Judge | None, now: datetime) -> list[Change]:
    counts = [view.strength(memory.id).access_count for page in view.pages("fact") for memory in page]
    rules = (faded(threshold(counts), view.curve),)
    found = [
        noted(view, DORMANT, memory.id, because=verdict.because)
        for page in view.pages("fact")
        for memory in page
        if (verdict := judged(memory, view.strength(memory.id), now, rules)).act == "dormant"
    ]
    return found[: view.may_vanish]
