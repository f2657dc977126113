"""Strengthening: what a memory is worth, worked out from its own notes and moments and from those beside it.

It takes as long as the memory has a history. The curve by which memories fade comes in here alone, so nothing that is
kept depends on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from memory.index.fold import Folded
from memory.index.moments import REFUTED, TOGETHER, Used, instant, kind_of, microseconds, same
from memory.theories import coactivation, dual_strength, flashbulb, neighbour_evolution, rehearsal, synaptic_tagging
from memory.theories.fsrs6 import Grade, Learned, first, reviewed
from memory.theories.importance import level
from memory.theories.retention import SOURCE, Curve, retention
from memory.theories.utility import after_use
from memory.vocabulary.fact import (
    BRINGING,
    DEMOTED,
    DORMANT,
    FORMED,
    INVALIDATED,
    MERGED,
    PINNED,
    PROMOTED,
    REHEARSED,
    REINFORCED,
    RETRACTED,
    UNPINNED,
    WOKEN,
    Fact,
    FactChange,
    concerned,
)
from memory.vocabulary.strength import ASLEEP, SEMANTIC, Strength

_DAY = timedelta(days=1)
_BIRTH_GRADE = {"critical": Grade.EASY, "high": Grade.GOOD, "normal": Grade.GOOD, "low": Grade.HARD}
"""How well something was learned that was heard once."""

_CHANGE, _USE, _BESIDE, _CAPTURE = 0, 1, 2, 3
"""What happens at one instant, in this order."""

_OWN = {FORMED, REINFORCED, PINNED, UNPINNED, REHEARSED, DORMANT, WOKEN, PROMOTED, DEMOTED, INVALIDATED, RETRACTED}
"""Notes that change the strength of the memory that they are about, and of those beside it alone."""

_Step = tuple[int, int, str, FactChange | int]
"""Microseconds since 1970, one of the four, what tells two apart, and the note or moment."""


Told = Callable[[str], bool]
"""Whether uses that an audience saw may be told of."""


def strength(state: Folded, id: str, curve: Curve = SOURCE, told: Told = lambda _: True) -> Strength:
    """How the memory of this id stands after all that is folded, as far as its uses may be `told` of."""
    return _strength(state, id, curve, None, frozenset({id}), told)


def accesses(state: Folded, id: str) -> int:
    """How often a memory was used, as its strength says, but quickly."""
    is_heir = any(note.type == MERGED and note.fact and note.fact.id == id for note in state.counting(id))
    return strength(state, id).access_count if is_heir else _uses(state.used(id))


def is_pinned(state: Folded, id: str) -> bool:
    """As the strength of a fact says, but quickly."""
    told = [note for note in state.counting(id) if note.type in (PINNED, UNPINNED, MERGED)]
    if any(note.type == MERGED for note in told):
        return strength(state, id).pinned
    return told[-1].type == PINNED if told else state.facts[id].pinned


def named(state: Folded, note: FactChange | Used) -> set[str]:
    """The memories that this note is about, themselves or as what told them."""
    ids = concerned(note) if isinstance(note, FactChange) else note.memories
    return set(ids).union(*(state.of_source.get(id, ()) for id in ids))


def touched(state: Folded, note: FactChange | Used) -> set[str] | None:
    """The memories whose strength this note may have changed, which is folded already; None: any."""
    if isinstance(note, FactChange) and (
        note.type not in _OWN or (note.fact and synaptic_tagging.captures(note.fact.importance))
    ):
        return None
    own = named(state, note)
    links = [link.relation for id in own for link in state.links_of(id)]
    found = own.union(*((one.source, one.target) for one in links))
    return None if any(one.type == MERGED for id in found for one in state.changes.get(id, ())) else found


def retrieval(held: Strength, now: datetime, curve: Curve = SOURCE) -> float:
    """How near a memory is now, 0 … 1."""
    since = held.reviewed or held.born
    return retention((now - since) / _DAY, held.stability_days, curve) if since else 0.0


def _strength(state: Folded, id: str, curve: Curve, until: int | None, asked: frozenset[str], told: Told) -> Strength:
    """As it stood at the instant `until`; `asked` are those whose strengths wait for this one."""
    held, is_born = Strength(), False
    for us, rank, _, what in _steps(state, id, told):
        if until is not None and us > until:
            break
        if isinstance(what, int):
            held = _at_moment(held, rank, what, curve)
        elif what.type in BRINGING and what.fact is not None and what.fact.id == id:
            if not is_born:
                others = [other for other in what.ids if other not in asked]
                heard = [_strength(state, other, curve, us, asked | {other}, told) for other in others]
                held, is_born = _brought(what, what.fact, heard), True
        else:
            held = _changed(held, what, curve)
    return held


def _steps(state: Folded, id: str, told: Told) -> Sequence[_Step]:
    own = _seen(state, id, told)
    steps: list[_Step] = [(microseconds(note.ts), _CHANGE, note.key, note) for note in state.counting(id)]
    steps += ((one >> 64, _USE, f"{one}", one) for one in own)
    steps += ((one >> 64, _BESIDE, f"{one}", one) for one in _beside(state, id, own, told))
    if captured := state.captured_at(id):
        steps.append((microseconds(captured), _CAPTURE, "", microseconds(captured) << 64))
    return sorted(steps, key=_in_turn)


def _seen(state: Folded, id: str, told: Told) -> list[int]:
    return [one for one in state.used(id) if told(state.audience_of(one))]


def _in_turn(step: _Step) -> tuple[int, int, str]:
    return step[:3]


def _beside(state: Folded, id: str, own: Sequence[int], told: Told) -> Iterator[int]:
    """The moments in which a memory was used that lies beside this one, each once, and not those of its own."""
    seen = set(map(same, own))
    for link in state.links_of(id):
        other = link.relation.target if link.relation.source == id else link.relation.source
        for one in _seen(state, other, told):
            if one >> 64 >= link.since and kind_of(one) != REFUTED and same(one) not in seen:
                seen.add(same(one))
                yield one


def _at_moment(held: Strength, rank: int, moment: int, curve: Curve) -> Strength:
    if rank == _BESIDE:
        return replace(held, stability_days=neighbour_evolution.stability_days(held.stability_days))
    if rank == _CAPTURE:
        firmer = synaptic_tagging.stability_days(held.stability_days)
        return replace(held, stability_days=firmer, captured=True)
    if kind_of(moment) == REFUTED:
        return _refuted(held, instant(moment))
    used = _used(held, instant(moment), curve)
    if kind_of(moment) == TOGETHER:
        return replace(used, stability_days=coactivation.stability_days(used.stability_days))
    return used


def _changed(held: Strength, note: FactChange, curve: Curve) -> Strength:
    if note.type == REINFORCED:
        return _recalled(held, note.ts, curve)
    if note.type in (PINNED, UNPINNED):
        return replace(held, pinned=note.type == PINNED)
    if note.type == REHEARSED:
        return replace(held, stability_days=rehearsal.stability_days(held.stability_days))
    if note.type == DORMANT:
        return replace(held, asleep_since=note.ts)
    if note.type == WOKEN:
        return replace(held, asleep_since=None)
    if note.type in (PROMOTED, DEMOTED):
        tier = note.how or (SEMANTIC if note.type == PROMOTED else ASLEEP)
        return replace(held, tier=tier, asleep_since=note.ts if tier == ASLEEP else None)
    return held


def _used(before: Strength, at: datetime, curve: Curve) -> Strength:
    """After it was used once more; that wakes what is asleep."""
    return replace(
        _recalled(before, at, curve),
        access_count=before.access_count + 1,
        last_access=at,
        utility=after_use(before.utility, helped=True),
        asleep_since=None,
    )


def _refuted(before: Strength, at: datetime) -> Strength:
    learned = Learned(stability_days=before.stability_days, difficulty=before.difficulty)
    after = reviewed(learned, _elapsed_days(before, at), Grade.AGAIN)
    return replace(before, stability_days=after.stability_days, utility=after_use(before.utility, helped=False))


def _recalled(before: Strength, at: datetime, curve: Curve) -> Strength:
    learned = Learned(stability_days=before.stability_days, difficulty=before.difficulty)
    after = reviewed(learned, _elapsed_days(before, at), Grade.GOOD)
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


def _brought(note: FactChange, fact: Fact, before: Sequence[Strength]) -> Strength:
    """At its birth; what takes the place of others has their use, and one access more."""
    born = _born(fact, note.ts)
    if note.type != MERGED:
        return born
    return replace(
        born,
        access_count=1 + max((one.access_count for one in before), default=0),
        last_access=max(filter(None, (born.born, *(one.last_access for one in before))), default=None),
        storage=max((one.storage for one in before), default=born.storage),
        stability_days=max((born.stability_days, *(one.stability_days for one in before))),
        utility=max((one.utility for one in before), default=born.utility),
        pinned=born.pinned or any(one.pinned for one in before),
    )


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


def _uses(moments: Sequence[int]) -> int:
    return sum(kind_of(one) != REFUTED for one in moments)
