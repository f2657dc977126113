"""Rehearsal: what is about to be lost and matters is looked for by its own question, as a person would ask it.

The question is one of the log: that whose answer made use of the memory, else the one that its words answer. Where
nobody ever asked, the slot that the memory fills is asked for, never what fills it. Only what is found is firmer then.
"""

from __future__ import annotations

from datetime import datetime

from memory.consolidation.noting import noted
from memory.consolidation.view import View
from memory.forgetting.faded import felt_days
from memory.theories.retention import retention
from memory.vocabulary.change import Change
from memory.vocabulary.fact import REHEARSED
from memory.vocabulary.memory import Memory
from memory.vocabulary.ports import Judge
from memory.vocabulary.strength import Strength

MOST = 50
"""Memories of one audience that are looked for in a night."""

IMPORTANT_FROM = 0.6


async def plan(view: View, judge: Judge | None, now: datetime) -> list[Change]:
    weak = sorted(
        (retained, memory.id, memory)
        for page in view.pages("fact")
        for memory in page
        if (retained := _retained(view, memory, view.strength(memory.id), now)) < view.curve.due_below
        and _matters(view.strength(memory.id))
    )
    changes, tried = [], 0
    for retained, _, memory in weak:
        if tried >= MOST:
            break
        question = view.question_of(memory)
        tried += bool(question)
        if question and _is_found(view, memory, question):
            changes.append(noted(view, REHEARSED, memory.id, because=f"found by its question at {retained:.2f}"))
    return changes


def _retained(view: View, memory: Memory, strength: Strength, now: datetime) -> float:
    return retention(felt_days(memory, strength, now), strength.stability_days, view.curve)


def _matters(strength: Strength) -> bool:
    return strength.importance >= IMPORTANT_FROM or strength.access_count > 0


def _is_found(view: View, memory: Memory, question: str) -> bool:
    told = {memory.id, *(memory.fact.sources if memory.fact else ())}
    return any(told & {one.id, *one.ids} for one in view.recalled(question))
