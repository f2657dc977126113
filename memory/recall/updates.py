"""Updates: of the messages that come to mind, which a later one has replaced, corrected or denied.

The memory log tells it (see `memory.formation.linking`); here is decided whether it counts for this question: both
messages say still what they said when it was judged, those present may read the later one, and it was said by then.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from memory.formation.linking import SURELY, key_of
from memory.formation.pairs import CORRECTS
from memory.index.entry import FACTS, Entry
from memory.index.fold import Folded
from memory.index.strengths import Strengths
from memory.index.text import TextIndex
from memory.recall.facts import Instant, Replaced, Successor
from memory.vocabulary.fact import SUPERSEDED, Fact, FactChange

FARTHEST = 8
"""Updates of updates that are followed."""

_SAID = {"replaces": "no longer true since", "corrects": "corrected on", "denies": "denied on"}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Step:
    """What one message does to another, since when in the world."""

    note: FactChange
    later: Entry
    since: datetime

    @property
    def is_sure(self) -> bool:
        return self.note.because == SURELY


class Updates:
    """Blocking. Of each question only what those may read who are present."""

    def __init__(self, strengths: Strengths) -> None:
        self._strengths = strengths

    def replaced(
        self, entries: Sequence[Entry], index: TextIndex, audiences: Collection[str], instant: Instant
    ) -> Replaced:
        """Which of these turns, and facts that alone were understood of one, hold no more, and what holds instead."""
        told = self._strengths.asked(lambda state: {entry.id: _turn_of(entry, state) for entry in entries})
        notes = self._notes({turn for turn in told.values() if turn})
        if not notes:
            return {}
        turns = index.entries({*notes, *(note.source for of in notes.values() for note in of)})
        facts = self._strengths.asked(partial(_facts_of_each, turns))
        steps = {
            id: [step for step in _steps(turns[id], of, turns, facts) if _counts(step, audiences, instant)]
            for id, of in notes.items()
            if id in turns
        }
        found = {id: list(_successors(turn, steps)) for id, turn in told.items() if turn}
        return {id: successors for id, successors in found.items() if successors}

    def _notes(self, turns: Collection[str]) -> dict[str, list[FactChange]]:
        """Of these, and of what took their place, and so on."""
        found: dict[str, list[FactChange]] = {}
        for _ in range(FARTHEST):
            notes = self._strengths.asked(partial(_of_each, turns))
            found |= {id: of for id, of in notes.items() if of}
            turns = {note.source for of in notes.values() for note in of} - set(found)
            if not turns:
                break
        return found


def _of_each(turns: Collection[str], state: Folded) -> dict[str, list[FactChange]]:
    return {id: _of(state, id) for id in turns}


def _of(state: Folded, turn: str) -> list[FactChange]:
    return [note for note in state.counting(turn) if note.type == SUPERSEDED]


def _turn_of(entry: Entry, state: Folded) -> str:
    """A fact among several of its turn may hold still."""
    if entry.kind not in FACTS:
        return entry.id if entry.kind == "turn" else ""
    return entry.source if len(state.of_source.get(entry.source, ())) == 1 else ""


def _facts_of_each(turns: Collection[str], state: Folded) -> dict[str, list[Fact]]:
    return {id: [state.facts[one] for one in state.of_source.get(id, ()) if state.is_shown(one)] for id in turns}


def _steps(
    turn: Entry, notes: Sequence[FactChange], turns: Mapping[str, Entry], facts: Mapping[str, Sequence[Fact]]
) -> Iterator[_Step]:
    """Where both answer one question their facts decide, which know the days that are told."""
    slots = {fact.slot for fact in facts[turn.id] if fact.slot}
    for note in notes:
        later = turns.get(note.source)
        if later is None or later.at is None or note.key != key_of(later, turn):
            continue
        told = facts[later.id]
        if slots.isdisjoint(fact.slot for fact in told):
            since = max(later.at, min((fact.valid_from for fact in told), default=later.at))
            yield _Step(note=note, later=later, since=since)


def _counts(step: _Step, audiences: Collection[str], instant: Instant) -> bool:
    """Those present may read it, and it was said and so by then."""
    at = step.later.at
    if step.later.audience not in audiences or at is None or at > instant.recorded_at:
        return False
    return step.note.how == CORRECTS or step.since <= instant.valid_at


def _successors(turn: str, steps: Mapping[str, Sequence[_Step]]) -> Iterator[Successor]:
    """What holds in the end; where nothing is sure, what may hold."""
    sure = [step for step in steps.get(turn, ()) if step.is_sure]
    ends = {end.later.id: end for step in sure for end in _ends(step, steps, frozenset({turn}))}
    for end in ends.values():
        yield _successor(end, _SAID[end.note.how])
    if not sure:
        for step in steps.get(turn, ()):
            yield _successor(step, "perhaps no longer true since", is_unsure=True)


def _ends(step: _Step, steps: Mapping[str, Sequence[_Step]], seen: frozenset[str]) -> Iterator[_Step]:
    further = [one for one in steps.get(step.later.id, ()) if one.is_sure and one.later.id not in seen]
    for one in further:
        yield from _ends(one, steps, seen | {step.later.id})
    if not further:
        yield step


def _successor(step: _Step, said: str, *, is_unsure: bool = False) -> Successor:
    label = f"{said} {step.since:%Y-%m-%d}"
    return Successor(step.later.id, step.later.text, is_unsure, is_of_part=is_unsure, label=label)
