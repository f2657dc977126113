"""Promotion: what has proved itself becomes semantic and fades more slowly; what did not, and is idle, falls asleep."""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timedelta

from memory.consolidation.noting import noted
from memory.consolidation.view import View
from memory.forgetting.rule import idle_days
from memory.theories import tiers
from memory.vocabulary.change import Change
from memory.vocabulary.fact import DEMOTED, PROMOTED
from memory.vocabulary.memory import Memory
from memory.vocabulary.ports import Judge
from memory.vocabulary.strength import ASLEEP, EPISODIC, SEMANTIC, Strength

AT_ONCE = 100
"""So many memories are promoted by one note."""

_DAY = timedelta(days=1)


async def plan(view: View, judge: Judge | None, now: datetime) -> list[Change]:
    rising, falling = list[str](), list[str]()
    for page in view.pages("fact"):
        shared = Counter(entity for one in page for entity in set(one.entities) if _is_episodic(view, one))
        for memory in page:
            strength = view.strength(memory.id)
            if strength.tier == EPISODIC and _is_promoted(memory, strength, now, shared):
                rising.append(memory.id)
            elif strength.tier == SEMANTIC and _is_demoted(memory, strength, now):
                falling.append(memory.id)
    chunks = (rising[at : at + AT_ONCE] for at in range(0, len(rising), AT_ONCE))
    up = [noted(view, PROMOTED, *ids, because="it has proved itself", how=SEMANTIC) for ids in chunks]
    few = falling[: view.may_vanish]
    return up + [noted(view, DEMOTED, id, because="idle and of little use", how=ASLEEP) for id in few]


def _is_episodic(view: View, memory: Memory) -> bool:
    return view.strength(memory.id).tier == EPISODIC


def _is_promoted(memory: Memory, strength: Strength, now: datetime, shared: Counter[str]) -> bool:
    return tiers.is_promoted(
        access_count=strength.access_count,
        utility=strength.utility,
        age_days=(now - memory.at) / _DAY if memory.at else 0.0,
        shared=max((shared[entity] for entity in memory.entities), default=0),
        is_pinned=strength.pinned,
        is_immutable=memory.says("immutable"),
    )


def _is_demoted(memory: Memory, strength: Strength, now: datetime) -> bool:
    return tiers.is_demoted(
        idle_days=idle_days(memory, strength, now),
        utility=strength.utility,
        is_pinned=strength.pinned,
        is_immutable=memory.says("immutable"),
        is_flashbulb=memory.says("flashbulb"),
    )
