"""Downscaling: what is hardly used is marked so in its head; what was used since loses the mark."""

from __future__ import annotations

from datetime import datetime

from memory.consolidation.noting import marked
from memory.consolidation.view import View
from memory.forgetting.hardly_used import MARK, hardly_used, marked_since
from memory.forgetting.rule import judged
from memory.vocabulary.change import Change
from memory.vocabulary.ports import Judge


async def plan(view: View, judge: Judge | None, now: datetime) -> list[Change]:
    changes = []
    for memory in (one for page in view.pages("knowledge", "procedure", dormant=True) for one in page):
        verdict = judged(memory, view.strength(memory.id), now, (hardly_used,))
        since = marked_since(memory)
        if verdict.act == "low" and since is None:
            changes.append(marked(memory, {MARK: now.isoformat()}, verdict.because))
        elif verdict.act != "low" and since is not None:
            changes.append(marked(memory, {MARK: ""}, "used again, or protected"))
    return changes
