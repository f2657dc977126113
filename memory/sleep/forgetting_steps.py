"""The steps of forgetting: what falls asleep, what is marked or put away, and what is rehearsed before that."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable
from dataclasses import replace
from datetime import datetime, timedelta

from memory.sleep.forgetting_rules import (
    LOW_ACTIVITY_MARK,
    SAME_ABOVE,
    STRATEGIC_RULES,
    expired,
    faded,
    felt_days,
    hardly_used,
    idle_days,
    judge_memory,
    long_unused,
    marked_since,
    overfull,
    protected,
    redundant,
    says_the_same,
    what_it_says,
)
from memory.sleep.night_view import NightView
from memory.sleep.step import ENDED, mark_change, note_change
from memory.theories import tiers
from memory.theories.retention import retention_after
from memory.theories.tiers import access_threshold
from memory.vocabulary.change import Change, Memory, MemoryKind
from memory.vocabulary.fact import ASLEEP, DEMOTED, DORMANT, EPISODIC, PROMOTED, REHEARSED, SEMANTIC, Strength
from memory.vocabulary.ports import Judge

AT_ONCE = 100
"""So many memories are promoted by one note."""

_DAY = timedelta(days=1)


async def plan_promotion(view: NightView, judge: Judge | None, now: datetime) -> list[Change]:
    rising, falling = list[str](), list[str]()
    seen = _seen(view, "fact")
    shared = Counter(entity for item in seen for entity in set(item.entities) if _is_episodic(view, item))
    for memory in seen:
        strength = view.strength(memory.id)
        if strength.tier == EPISODIC and _is_promoted(memory, strength, now, shared):
            rising.append(memory.id)
        elif strength.tier == SEMANTIC and _is_demoted(memory, strength, now) and not protected(memory, strength, now):
            falling.append(memory.id)
    chunks = (rising[at : at + AT_ONCE] for at in range(0, len(rising), AT_ONCE))
    up = [note_change(view, PROMOTED, *ids, because="it has proved itself", how=SEMANTIC) for ids in chunks]
    few = falling[: view.may_vanish]
    return up + [note_change(view, DEMOTED, id, because="idle and of little use", how=ASLEEP) for id in few]


def _is_episodic(view: NightView, memory: Memory) -> bool:
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


# --- rehearsal ------------------------------------------------------------------------------------------------------
# Rehearsal: what is about to be lost and matters is looked for by its own question, as a person would ask it.
#
# The question is one of the log: that whose answer made use of the memory, else the one that its words answer. Where
# nobody ever asked, the slot that the memory fills is asked for, never what fills it. Only what is found is firmer
# then.


MOST_REHEARSED = 50
"""Memories of one audience that are looked for in a night."""

IMPORTANT_FROM = 0.6


async def plan_rehearsal(view: NightView, judge: Judge | None, now: datetime) -> list[Change]:
    weak = sorted(
        (retained, memory.id, memory)
        for page in view.pages("fact")
        for memory in page
        if (retained := _retained(view, memory, view.strength(memory.id), now)) < view.curve.due_below
        and _matters(view.strength(memory.id))
    )
    changes, tried = [], 0
    for retained, _, memory in weak:
        if tried >= MOST_REHEARSED:
            break
        question = view.question_of(memory)
        tried += bool(question)
        if question and _is_found(view, memory, question):
            changes.append(note_change(view, REHEARSED, memory.id, because=f"found by its question at {retained:.2f}"))
    return changes


def _retained(view: NightView, memory: Memory, strength: Strength, now: datetime) -> float:
    return retention_after(felt_days(memory, strength, now), strength.stability_days, view.curve)


def _matters(strength: Strength) -> bool:
    return strength.importance >= IMPORTANT_FROM or strength.access_count > 0


def _is_found(view: NightView, memory: Memory, question: str) -> bool:
    told = {memory.id, *(memory.fact.sources if memory.fact else ())}
    return any(told & {item.id, *item.ids} for item in view.recalled(question))


# --- redundancy -----------------------------------------------------------------------------------------------------
# Redundancy: of memories that say the same the most useful one stays awake.
#
# Compared are those that say it in the same words; how alike they are the index tells.


MOST_TWINS = 50
"""Memories of one audience that are compared with others in a night; the latest ones first."""


async def plan_redundancy(view: NightView, judge: Judge | None, now: datetime) -> list[Change]:
    gone = dict[str, str]()
    for memory in _twins(view)[:MOST_TWINS]:
        if len(gone) >= view.may_vanish:
            break
        if memory.id in gone:
            continue
        for near in view.near(memory, memory.kind):
            other = near.memory
            if near.similarity <= SAME_ABOVE or other.id in gone or not says_the_same(memory, other):
                continue
            kept, double = sorted((memory, other), key=lambda item: (-view.strength(item.id).utility, item.id))
            verdict = judge_memory(replace(double, double_of=kept.id), view.strength(double.id), now, (redundant,))
            if verdict.act == "dormant" and not view.is_dormant(kept):
                gone[double.id] = verdict.because
    return [note_change(view, DORMANT, id, because=why) for id, why in list(gone.items())[: view.may_vanish]]


def _twins(view: NightView) -> list[Memory]:
    """Those of which another one that is awake says the same, the latest first."""
    alike = defaultdict[Hashable, list[Memory]](list)
    for page in view.pages("fact", "knowledge"):
        for memory in page:
            alike[memory.kind, what_it_says(memory)].append(memory)
    found = (memory for each in alike.values() if len(each) > 1 for memory in each)
    return sorted(found, key=lambda item: (item.at or view.beginning, item.id), reverse=True)


# --- foresight expiry -----------------------------------------------------------------------------------------------
# Foresight expiry: what was planned for a time that is over sleeps; a search for it finds it still.


async def plan_foresight_expiry(view: NightView, judge: Judge | None, now: datetime) -> list[Change]:
    return [
        note_change(view, DORMANT, memory.id, because=verdict.because, how=ENDED)
        for page in view.pages("fact")
        for memory in page
        if (verdict := judge_memory(memory, view.strength(memory.id), now, (expired,))).act == "dormant"
    ]


# --- fading ---------------------------------------------------------------------------------------------------------
# Fading: facts that are hardly near any more, and were used less than others, sleep; how soon goes by category.


async def plan_fading(view: NightView, judge: Judge | None, now: datetime) -> list[Change]:
    counts = [view.strength(memory.id).access_count for page in view.pages("fact") for memory in page]
    rules = (faded(access_threshold(counts), view.curve),)
    found = [
        note_change(view, DORMANT, memory.id, because=verdict.because)
        for memory in _seen(view, "fact")
        if (verdict := judge_memory(memory, view.strength(memory.id), now, rules)).act == "dormant"
    ]
    return found[: view.may_vanish]


def _seen(view: NightView, *kinds: MemoryKind) -> list[Memory]:
    """All that are awake, each with what took its place, or what it took the place of."""
    every = [memory for page in view.pages(*kinds) for memory in page]
    replaced = view.replaced(every)
    former = {successor: id for id, successor in replaced.items()}
    return [
        replace(
            memory,
            replaced_by=replaced.get(memory.id, ""),
            instead_of=next(
                (former[id] for id in (memory.id, *(memory.fact.sources if memory.fact else ())) if id in former), ""
            ),
        )
        for memory in every
    ]


# --- strategic forgetting -------------------------------------------------------------------------------------------
# Strategic forgetting: what is contradicted, over, useless or double may sleep; and where there is too much, the
# least useful. Nothing is deleted: a dormant memory is found by a search, and wakes when it is used.


async def plan_strategic_forgetting(view: NightView, judge: Judge | None, now: datetime) -> list[Change]:
    sleeping, held = dict[str, str](), list[tuple[Memory, Strength]]()
    for memory in _seen(view, "fact", "knowledge", "procedure", "episode"):
        strength = view.strength(memory.id)
        verdict = judge_memory(memory, strength, now, STRATEGIC_RULES)
        if verdict.act == "dormant":
            sleeping[memory.id] = verdict.because
        else:
            held.append((memory, strength))
    sleeping |= {memory.id: why for memory, why in overfull(held, now, view.most_active)}
    few = list(sleeping.items())[: view.may_vanish]
    return [note_change(view, DORMANT, id, because=why) for id, why in few]


# --- downscaling ----------------------------------------------------------------------------------------------------
# Downscaling: what is hardly used is marked so in its head; what was used since loses the mark.


async def plan_downscaling(view: NightView, judge: Judge | None, now: datetime) -> list[Change]:
    changes = []
    for memory in (item for page in view.pages("knowledge", "procedure", dormant=True) for item in page):
        verdict = judge_memory(memory, view.strength(memory.id), now, (hardly_used,))
        since = marked_since(memory)
        if verdict.act == "low" and since is None:
            changes.append(mark_change(memory, {LOW_ACTIVITY_MARK: now.isoformat()}, verdict.because))
        elif verdict.act != "low" and since is not None:
            changes.append(mark_change(memory, {LOW_ACTIVITY_MARK: ""}, "used again, or protected"))
    return changes


# --- complete forgetting --------------------------------------------------------------------------------------------
# Complete forgetting: what was hardly used for so long is put away; it leaves the indexes and stays in the archive.


ARCHIVED_FOLDER = "forgotten"


async def plan_complete_forgetting(view: NightView, judge: Judge | None, now: datetime) -> list[Change]:
    found = [
        Change(
            kind="archive", path=memory.path, because=verdict.because, folder=ARCHIVED_FOLDER, expects=memory.version
        )
        for page in view.pages("knowledge", "procedure", dormant=True)
        for memory in page
        if (verdict := judge_memory(memory, view.strength(memory.id), now, (long_unused,))).act == "archive"
    ]
    return found[: view.may_vanish]
