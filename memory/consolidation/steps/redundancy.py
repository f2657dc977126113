"""Redundancy: of memories that say the same the most useful one stays awake.

Compared are those that say it in the same words; how alike they are the index tells.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable
from dataclasses import replace
from datetime import datetime

from memory.consolidation.noting import noted
from memory.consolidation.view import View
from memory.forgetting.redundant import SAME_ABOVE, redundant, says_the_same, what_it_says
from memory.forgetting.rule import judged
from memory.vocabulary.change import Change
from memory.vocabulary.fact import DORMANT
from memory.vocabulary.memory import Memory
from memory.vocabulary.ports import Judge

MOST = 50
"""Memories of one audience that are compared with others in a night; the latest ones first."""


async def plan(view: View, judge: Judge | None, now: datetime) -> list[Change]:
    gone = dict[str, str]()
    for memory in _twins(view)[:MOST]:
        if len(gone) >= view.may_vanish:
            break
        if memory.id in gone:
            continue
        for near in view.near(memory, memory.kind):
            other = near.memory
            if near.similarity <= SAME_ABOVE or other.id in gone or not says_the_same(memory, other):
                continue
            kept, double = sorted((memory, other), key=lambda one: (-view.strength(one.id).utility, one.id))
            verdict = judged(replace(double, double_of=kept.id), view.strength(double.id), now, (redundant,))
            if verdict.act == "dormant" and not view.is_dormant(kept):
                gone[double.id] = verdict.because
    return [noted(view, DORMANT, id, because=why) for id, why in list(gone.items())[: view.may_vanish]]


def _twins(view: View) -> list[Memory]:
    """Those of which another one that is awake says the same, the latest first."""
    alike = defaultdict[Hashable, list[Memory]](list)
    for page in view.pages("fact", "knowledge"):
        for memory in page:
            alike[memory.kind, what_it_says(memory)].append(memory)
    found = (memory for each in alike.values() if len(each) > 1 for memory in each)
    return sorted(found, key=lambda one: (one.at or view.beginning, one.id), reverse=True)
