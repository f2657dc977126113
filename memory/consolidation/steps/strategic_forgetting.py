"""Strategic forgetting: what is contradicted, over, useless or double may sleep; and where there is too much, the
least useful. Nothing is deleted: a dormant memory is found by a search, and wakes when it is used."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from memory.consolidation.noting import noted
from memory.consolidation.view import View
from memory.forgetting.catalogue import STRATEGIC
from memory.forgetting.overfull import overfull
from memory.forgetting.rule import judged
from memory.vocabulary.change import Change
from memory.vocabulary.fact import DORMANT
from memory.vocabulary.memory import Memory
from memory.vocabulary.ports import Judge
from memory.vocabulary.strength import Strength


async def plan(view: View, judge: Judge | None, now: datetime) -> list[Change]:
    sleeping, held = dict[str, str](), list[tuple[Memory, Strength]]()
    for page in view.pages("fact", "knowledge", "procedure", "episode"):
        replaced = view.replaced(page)
        for memory in page:
            strength = view.strength(memory.id)
            seen = replace(memory, replaced_by=replaced[memory.id]) if memory.id in replaced else memory
            verdict = judged(seen, strength, now, STRATEGIC)
            if verdict.act == "dormant":
                sleeping[memory.id] = verdict.because
            else:
                held.append((memory, strength))
    sleeping |= {memory.id: why for memory, why in overfull(held, now, view.most_active)}
    few = list(sleeping.items())[: view.may_vanish]
    return [noted(view, DORMANT, id, because=why) for id, why in few]
