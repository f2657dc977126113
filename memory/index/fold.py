"""The fold: what the notes of the memory log make of an anima's facts, their strengths and their links.

Notes are folded in the order of (ts, key), so the order in which they arrived decides nothing. Pure: the same notes
give the same state to the bit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from memory.archive.memory_line import Note
from memory.theories import coactivation, dual_strength, flashbulb, neighbour_evolution, relations, synaptic_tagging
from memory.theories.fsrs6 import Grade, Learned, first, reviewed
from memory.theories.importance import level
from memory.theories.relations import Identity
from memory.theories.retention import SOURCE, Curve, grown, retention
from memory.theories.testimony import Settled
from memory.theories.utility import after_use
from memory.vocabulary.fact import (
    ASKED,
    BRINGING,
    MERGED,
    PINNED,
    QUARANTINED,
    REINFORCED,
    RELATED,
    RELEASED,
    RETRACTED,
    SETTLED,
    UNPINNED,
    Fact,
    FactChange,
)
from memory.vocabulary.relation import Relation
from memory.vocabulary.strength import REFUTED, USED, Strength, Use, memory_of

Order = tuple[datetime, str]

REPLY = "reply"
"""How a memory was used that stands in an answer."""

KEPT_REPLIES = 200

IMMUTABLE = "immutable"
"""How a fact is pinned that must not be changed either."""

_DAY = timedelta(days=1)
_BIRTH_GRADE = {"critical": Grade.EASY, "high": Grade.GOOD, "normal": Grade.GOOD, "low": Grade.HARD}
"""How well something was learned that was heard once."""


@dataclass(slots=True)
class Folded:
    """What became of everything so far. `pairs` counts what was used together; `said_again` the sources of a fact
    that came after its own; `tags` are the weak facts of each place, which something strong may still capture.
    `replies` are the memories that the latest answers made use of, by the event that was answered. `of_slot`,
    `of_person` and `of_message` only find facts, `linked` the links that there are."""

    facts: dict[str, Fact] = field(default_factory=dict)
    strengths: dict[str, Strength] = field(default_factory=dict)
    retracted: dict[str, FactChange] = field(default_factory=dict)
    merged: dict[str, str] = field(default_factory=dict)
    quarantined: dict[str, FactChange] = field(default_factory=dict)
    relations: tuple[Relation, ...] = ()
    asked: dict[str, FactChange] = field(default_factory=dict)
    settled: tuple[Settled, ...] = ()
    said_again: dict[str, tuple[str, ...]] = field(default_factory=dict)
    of_source: dict[str, tuple[str, ...]] = field(default_factory=dict)
    pairs: Counter[coactivation.Pair] = field(default_factory=Counter)
    tags: dict[str, tuple[tuple[str, datetime], ...]] = field(default_factory=dict)
    replies: dict[str, tuple[str, ...]] = field(default_factory=dict)
    last: Order | None = None
    of_slot: dict[str, list[str]] = field(default_factory=dict)
    of_person: dict[str, list[str]] = field(default_factory=dict)
    of_message: dict[str, list[str]] = field(default_factory=dict)
    linked: set[Identity] = field(default_factory=set, compare=False)

    def is_shown(self, id: str) -> bool:
        """Neither taken back, nor put aside, nor part of another one."""
        return id not in self.retracted and id not in self.quarantined and id not in self.merged


def order(note: Note) -> Order:
    return note.ts, note.key


def folded(notes: Iterable[Note], curve: Curve = SOURCE, onto: Folded | None = None) -> Folded:
    """The state after these notes. Those that are folded `onto` a state must come after all that it was made of."""
    state = onto or Folded()
    for note in sorted(notes, key=order):
        fold(state, note, curve)
    return state


def fold(state: Folded, note: Note, curve: Curve = SOURCE) -> None:
    """One more note, in its order."""
    state.last = order(note)
    if isinstance(note, Use):
        _use(state, note, curve)
    elif note.type in BRINGING and note.fact:
        _bring(state, note, note.fact)
    elif note.type == REINFORCED:
        _reinforce(state, note, curve)
    elif note.type == RETRACTED:
        state.retracted |= {id: note for id in note.ids if id not in state.retracted}
    elif note.type in (PINNED, UNPINNED):
        _pin(state, note)
    elif note.type == RELATED and len(note.ids) == 2:
        one = Relation(source=note.ids[0], target=note.ids[1], kind=note.how, confidence=note.confidence)
        _relate(state, one)
    elif note.type == QUARANTINED:
        state.quarantined |= dict.fromkeys(note.ids, note)
    elif note.type == RELEASED:
        state.quarantined = {id: kept for id, kept in state.quarantined.items() if id not in note.ids}
        state.merged = {id: heir for id, heir in state.merged.items() if id not in note.ids}
    elif note.type == ASKED:
        state.asked[note.key] = note
    elif note.type == SETTLED:
        _settle(state, note)


def find(state: Folded, fact: Fact) -> None:
    """Have the fact found by its slot, its speaker, its message and the one that it answers."""
    if fact.slot:
        state.of_slot.setdefault(fact.slot, []).append(fact.id)
    for message in filter(None, (fact.message, fact.question)):
        state.of_message.setdefault(message, []).append(fact.id)
    state.of_person.setdefault(fact.person, []).append(fact.id)


def retrieval(strength: Strength, now: datetime, curve: Curve = SOURCE) -> float:
    """How near a memory is now, 0 … 1."""
    since = strength.reviewed or strength.born
    return retention((now - since) / _DAY, strength.stability_days, curve) if since else 0.0


def _use(state: Folded, use: Use, curve: Curve) -> None:
    memories = _with_facts(state, use.ids)
    if use.type == REFUTED:
        for memory in memories:
            _change(state, memory, _refuted(_strength(state, memory), use.ts))
    if use.type != USED:
        return
    for memory in memories:
        _change(state, memory, _used(_strength(state, memory), use.ts, curve))
    if use.how == REPLY:
        _answer(state, use)
    together = sorted({memory_of(id) for id in use.ids})
    state.pairs.update(coactivation.counted([together]))
    if len(together) > 1:
        _grow(state, memories, coactivation.GROWTH)
    _grow(state, _neighbours(state, memories), neighbour_evolution.GROWTH)


def _answer(state: Folded, use: Use) -> None:
    state.replies[use.key.removesuffix(f"/{USED}")] = use.ids
    while len(state.replies) > KEPT_REPLIES:
        state.replies.pop(next(iter(state.replies)))


def _used(before: Strength, at: datetime, curve: Curve) -> Strength:
    """After it was used once more."""
    return replace(
        _recalled(before, at, curve, Grade.GOOD),
        access_count=before.access_count + 1,
        last_access=max(filter(None, (before.last_access, at))),
        utility=after_use(before.utility, helped=True),
    )


def _refuted(before: Strength, at: datetime) -> Strength:
    learned = Learned(stability_days=before.stability_days, difficulty=before.difficulty)
    after = reviewed(learned, _elapsed_days(before, at), Grade.AGAIN)
    return replace(before, stability_days=after.stability_days, utility=after_use(before.utility, helped=False))


def _recalled(before: Strength, at: datetime, curve: Curve, grade: Grade) -> Strength:
    learned = Learned(stability_days=before.stability_days, difficulty=before.difficulty)
    after = reviewed(learned, _elapsed_days(before, at), grade)
    return replace(
        before,
        storage=dual_strength.recalled(before.storage, retrieval(before, at, curve)),
        stability_days=after.stability_days,
        difficulty=after.difficulty,
        reviewed=at,
    )


def _elapsed_days(before: Strength, at: datetime) -> float:
    since = before.reviewed or before.born
    return max(0.0, (at - since) / _DAY) if since else 0.0


def _bring(state: Folded, note: FactChange, fact: Fact) -> None:
    if fact.id in state.facts:
        return
    state.facts[fact.id] = fact
    find(state, fact)
    for source in fact.sources:
        state.of_source[source] = (*state.of_source.get(source, ()), fact.id)
    born = _born(fact, note.ts)
    if note.type == MERGED:
        state.merged |= dict.fromkeys(note.ids, fact.id)
        born = _heir(born, [_strength(state, id) for id in note.ids])
    _change(state, fact.id, born)
    _tag(state, fact, note.ts)


def _born(fact: Fact, at: datetime) -> Strength:
    learned = first(_BIRTH_GRADE[level(fact.importance)])
    stability = flashbulb.stability_days(learned.stability_days, fact.feeling.arousal)
    return Strength(
        utility=0.5,
        importance=fact.importance,
        pinned=fact.pinned,
        stability_days=stability if fact.flashbulb else learned.stability_days,
        difficulty=learned.difficulty,
        born=at,
    )


def _heir(born: Strength, before: Sequence[Strength]) -> Strength:
    """What takes the place of others has their use, and one access more."""
    return replace(
        born,
        access_count=1 + max((one.access_count for one in before), default=0),
        last_access=max(filter(None, (born.born, *(one.last_access for one in before))), default=None),
        storage=max((one.storage for one in before), default=born.storage),
        stability_days=max(born.stability_days, *(one.stability_days for one in before)),
        utility=max((one.utility for one in before), default=born.utility),
        pinned=born.pinned or any(one.pinned for one in before),
    )


def _tag(state: Folded, fact: Fact, at: datetime) -> None:
    """A weak fact is tagged; a strong one captures what is tagged in its place, each once."""
    open_tags = [(id, since) for id, since in state.tags.get(fact.place, ()) if at - since <= synaptic_tagging.WINDOW]
    if synaptic_tagging.captures(fact.importance):
        for id, _ in open_tags:
            held = _strength(state, id)
            if not held.captured:
                firmer = synaptic_tagging.stability_days(held.stability_days)
                _change(state, id, replace(held, stability_days=firmer, captured=True))
        open_tags = []
    elif synaptic_tagging.is_tagged(fact.importance):
        open_tags.append((fact.id, at))
    state.tags[fact.place] = tuple(open_tags)


def _reinforce(state: Folded, note: FactChange, curve: Curve) -> None:
    for id in note.ids:
        _change(state, id, _recalled(_strength(state, id), note.ts, curve, Grade.GOOD))
        state.said_again[id] = tuple(dict.fromkeys((*state.said_again.get(id, ()), note.source)))
    if note.source:
        state.of_source[note.source] = (*state.of_source.get(note.source, ()), *note.ids)


def _pin(state: Folded, note: FactChange) -> None:
    for id in note.ids:
        _change(state, id, replace(_strength(state, id), pinned=note.type == PINNED))
        if id in state.facts and note.how == IMMUTABLE:
            state.facts[id] = replace(state.facts[id], immutable=note.type == PINNED)


def _relate(state: Folded, one: Relation) -> None:
    """Most links are new: those that there are need not be looked through for each."""
    if len(state.linked) != len(state.relations):  # read from a snapshot, or pruned
        state.linked = set(map(relations.identity, state.relations))
    if relations.identity(one) in state.linked or one.source == one.target:
        state.relations = relations.joined(state.relations, [one])
    else:
        state.linked.add(relations.identity(one))
        state.relations = relations.pruned((*state.relations, one))


def _settle(state: Folded, note: FactChange) -> None:
    state.asked.pop(note.because, None)
    if len(note.ids) == 2:
        holds, against = note.ids
        state.settled = (*state.settled, Settled(at=note.ts, holds=holds, against=against, both=note.how == "both"))


def _with_facts(state: Folded, ids: Iterable[str]) -> list[str]:
    """The memories of these ids, and the facts that were understood from them: who uses a turn uses what it told."""
    memories = [memory_of(id) for id in ids]
    return list(dict.fromkeys((*memories, *(fact for id in memories for fact in state.of_source.get(id, ())))))


def _neighbours(state: Folded, memories: Iterable[str]) -> set[str]:
    used = set(memories)
    near = {end for link in state.relations if used & {link.source, link.target} for end in (link.source, link.target)}
    return near - used


def _grow(state: Folded, memories: Iterable[str], factor: float) -> None:
    for memory in memories:
        before = _strength(state, memory)
        _change(state, memory, replace(before, stability_days=grown(before.stability_days, factor)))


def _strength(state: Folded, memory: str) -> Strength:
    return state.strengths.get(memory) or Strength()


def _change(state: Folded, memory: str, strength: Strength) -> None:
    state.strengths[memory] = strength
