"""Redundancy: of memories that say the same the most useful one stays awake. The index names what is to be compared."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from memory.consolidation.noting import noted
from memory.consolidation.view import View
from memory.forgetting.redundant import SAME_ABOVE, redundant, says_the_same
from memory.forgetting.rule import judged
from memory.vocabulary.change import Change
from memory.vocabulary.fact import DORMANT
from memory.vocabulary.memory import Memory
from memory.vocabulary.ports import Judge

MOST = 50
"""Memories of one audience that are compared with others in a night; the latest ones first."""


async def plan(view: View, judge: Judge | None, now: datetime) -> list[Change]:
    gone = dict[str, str]()
    for memory in _latest(view):
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


def _latest(view: View) -> list[Memory]:
    last: list[Memory] = []
    for page in view.pages("fact", "knowledge"):
        last = sorted([*last, *page], key=lambda one: (one.at or view.beginning, one.id), reverse=True)[:MOST]
    return last
