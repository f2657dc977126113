"""Foresight expiry: what was planned for a time that is over sleeps; a search for it finds it still."""

from __future__ import annotations

from datetime import datetime

from memory.consolidation.guard import ENDED
from memory.consolidation.noting import noted
from memory.consolidation.view import View
from memory.forgetting.expired import expired
from memory.forgetting.rule import judged
from memory.vocabulary.change import Change
from memory.vocabulary.fact import DORMANT
from memory.vocabulary.ports import Judge


async def plan(view: View, judge: Judge | None, now: datetime) -> list[Change]:
    return [
        noted(view, DORMANT, memory.id, because=verdict.because, how=ENDED)
        for page in view.pages("fact")
        for memory in page
        if (verdict := judged(memory, view.strength(memory.id), now, (expired,))).act == "dormant"
    ]
