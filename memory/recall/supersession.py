"""What of that which comes to mind still holds: facts of the turns, and messages that a later one has replaced."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from memory.formation.update_judge import CORRECTS
from memory.formation.update_links import SURELY, key_of
from memory.index.entry import FACT_KINDS, IndexEntry
from memory.index.fact_fold import FoldedFacts
from memory.index.strengths import Strengths
from memory.index.text_index import TextIndex
from memory.language.analyser import terms
from memory.theories.truth import Believed, Contradicted, Retracted, SettledDispute, Timeline
from memory.vocabulary.fact import SUPERSEDED, Fact, FactChange

_STEM = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Instant:
    """What is asked about: the world at `valid_at`, as it was known at `recorded_at`."""

    valid_at: datetime
    recorded_at: datetime


@dataclass(frozen=True, slots=True)
class Successor:
    """What holds instead: the entry (a turn, or a fact where facts are asked) that tells it, and what it tells.

    `is_undecided`: two people say different things, and this one is believed for the time being. `is_of_part`: what it
    replaces tells other things too, which hold and may be what is asked for. `label` is what is said of it.
    """

    entry: str
    text: str
    is_undecided: bool = False
    is_of_part: bool = False
    label: str = ""

    def __str__(self) -> str:
        return f"{self.label or ('but others say' if self.is_undecided else 'no longer true')}: {self.text}"


Replaced = Mapping[str, Sequence[Successor]]
"""Entry -> what holds in the place of what it tells."""


def join_replaced(first: Replaced, second: Replaced) -> Replaced:
    """What each of them tells; what takes a place stands there once."""
    found: dict[str, dict[str, Successor]] = {}
    for id, successors in (*first.items(), *second.items()):
        for successor in successors:
            found.setdefault(id, {}).setdefault(successor.entry, successor)
    return {id: list(successors.values()) for id, successors in found.items()}


class RecalledFacts:
    """Blocking. Of each question only what those may read who are present."""

    def __init__(self, strengths: Strengths) -> None:
        self._strengths = strengths

    def among(self, ids: Collection[str], now: datetime) -> list[Fact]:
        """The facts of these that hold now, as what each of them may be told with tells; none of little trust."""
        found = self._strengths.asked(
            lambda state: [state.facts[id] for id in ids if id in state.facts and _is_current(state, id)]
        )
        return [fact for fact in found if not fact.trust and self.holds(fact, {fact.audience}, now)]

    def holds(self, fact: Fact, audiences: Collection[str], now: datetime) -> bool:
        """Whether it is believed now, by what these audiences were told."""
        of_slot = self._strengths.asked(
            lambda state: [
                item
                for item in _slotted(state, state.of_slot.get(fact.slot, ()), audiences)
                if _is_current(state, item.id)
            ]
        )
        settled = self._strengths.asked(lambda state: state.settled)
        timeline = Timeline({item.id: item for item in (fact, *of_slot)}.values(), recorded_at=now, settled=settled)
        return isinstance(timeline.fate(fact.id, now), Believed | Contradicted)

    def replaced(
        self, entries: Sequence[str], audiences: Collection[str], instant: Instant, asked: Sequence[str] = ()
    ) -> Replaced:
        """Which of these turns or facts tell what has been replaced, and by what. `asked` are the question's terms."""
        told = self._strengths.asked(lambda state: _slot_values(state, entries, audiences))
        if not told.by_entry:
            return {}
        timeline = Timeline(
            told.of_slots, recorded_at=instant.recorded_at, retracted_at=told.ended, settled=told.settled
        )
        holds = timeline.believed(instant.valid_at)
        instead = {
            entry: list(_slot_successors(entry, facts, timeline, holds, instant, asked))
            for entry, facts in told.by_entry.items()
        }
        return {entry: found for entry, found in instead.items() if found}


@dataclass(frozen=True, slots=True, kw_only=True)
class _ToldValues:
    """The facts with slots that the entries tell, and all that is known of these slots."""

    by_entry: Mapping[str, Sequence[Fact]]
    of_slots: Sequence[Fact]
    ended: Mapping[str, datetime]
    settled: Sequence[SettledDispute]


def ended_since(state: FoldedFacts, facts: Iterable[Fact]) -> Mapping[str, datetime]:
    """Since when these are not believed any more by themselves: they are so no more, put aside, or part of another."""
    ids = [fact.id for fact in facts]
    heirs = {id: state.facts[state.merged[id]].recorded_at for id in ids if id in state.merged}
    invalidated = {id: state.invalidated[id].ts for id in ids if id in state.invalidated}
    return heirs | invalidated | {id: state.quarantined[id].ts for id in ids if id in state.quarantined}


def _is_current(state: FoldedFacts, id: str) -> bool:
    return state.is_shown(id) and id not in state.invalidated


def _slot_values(state: FoldedFacts, entries: Sequence[str], audiences: Collection[str]) -> _ToldValues:
    by_entry = {id: list(_slotted(state, state.of_source.get(id, (id,)), audiences)) for id in entries}
    slots = sorted({fact.slot for facts in by_entry.values() for fact in facts})
    of_slots = [fact for slot in slots for fact in _slotted(state, state.of_slot.get(slot, ()), audiences)]
    return _ToldValues(
        by_entry={id: facts for id, facts in by_entry.items() if facts},
        of_slots=of_slots,
        ended=ended_since(state, of_slots),
        settled=state.settled,
    )


def _slotted(state: FoldedFacts, ids: Iterable[str], audiences: Collection[str]) -> Iterator[Fact]:
    """But what was taken back: that is known to nobody, of no day."""
    for id in ids:
        fact = state.facts.get(id)
        if fact and fact.slot and fact.audience in audiences and id not in state.retracted:
            yield fact


def _slot_successors(
    entry: str,
    facts: Sequence[Fact],
    timeline: Timeline,
    holds: Sequence[Fact],
    instant: Instant,
    asked: Sequence[str],
) -> Iterator[Successor]:
    """What holds in the place of those facts that do not hold themselves."""
    fates = [(fact, timeline.fate(fact.id, instant.valid_at)) for fact in facts]
    over = [fact for fact, fate in fates if not isinstance(fate, Believed | Retracted)]
    holding = [fact for fact, fate in fates if isinstance(fate, Believed)]
    is_of_part = bool(holding) and not _ask_for(asked, over, holding)
    is_undecided = any(isinstance(fate, Contradicted) for _, fate in fates)
    slots = {fact.slot for fact in over}
    values = {(fact.slot, fact.value) for fact in facts}
    for fact in holds:
        if fact.slot in slots and (fact.slot, fact.value) not in values:
            tells = fact.id if entry.startswith("fact:") or not fact.sources else fact.sources[0]
            yield Successor(tells, fact.text, is_undecided, is_of_part=is_of_part)


def _ask_for(asked: Sequence[str], facts: Sequence[Fact], others: Sequence[Fact]) -> bool:
    """Whether more of the question's words, whatever their endings, stand in these facts than in the others."""
    return _asked_in(asked, facts) > _asked_in(asked, others)


def _asked_in(asked: Sequence[str], facts: Sequence[Fact]) -> int:
    there = {term[:_STEM] for fact in facts for term in terms(fact.text)}
    return sum(term[:_STEM] in there for term in asked)


# --- updates --------------------------------------------------------------------------------------------------------
# Updates: of the messages that come to mind, which a later one has replaced, corrected or denied.
#
# The memory log tells it (see `memory.formation.update_links`); here is decided whether it counts for this question:
# both messages say still what they said when it was judged, those present may read the later one, and it was said by
# then.


FARTHEST = 8
"""Updates of updates that are followed."""

_SAID = {"replaces": "no longer true since", "corrects": "corrected on", "denies": "denied on"}


@dataclass(frozen=True, slots=True, kw_only=True)
class _UpdateStep:
    """What one message does to another, since when in the world."""

    note: FactChange
    later: IndexEntry
    since: datetime

    @property
    def is_sure(self) -> bool:
        return self.note.because == SURELY


class RecalledUpdates:
    """Blocking. Of each question only what those may read who are present."""

    def __init__(self, strengths: Strengths) -> None:
        self._strengths = strengths

    def replaced(
        self, entries: Sequence[IndexEntry], index: TextIndex, audiences: Collection[str], instant: Instant
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
        found = {id: list(_update_successors(turn, steps)) for id, turn in told.items() if turn}
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


def _of_each(turns: Collection[str], state: FoldedFacts) -> dict[str, list[FactChange]]:
    return {id: _superseding_notes(state, id) for id in turns}


def _superseding_notes(state: FoldedFacts, turn: str) -> list[FactChange]:
    return [note for note in state.counting(turn) if note.type == SUPERSEDED]


def _turn_of(entry: IndexEntry, state: FoldedFacts) -> str:
    """A fact among several of its turn may hold still."""
    if entry.kind not in FACT_KINDS:
        return entry.id if entry.kind == "turn" else ""
    return entry.source if len(state.of_source.get(entry.source, ())) == 1 else ""


def _facts_of_each(turns: Collection[str], state: FoldedFacts) -> dict[str, list[Fact]]:
    return {id: [state.facts[item] for item in state.of_source.get(id, ()) if state.is_shown(item)] for id in turns}


def _steps(
    turn: IndexEntry, notes: Sequence[FactChange], turns: Mapping[str, IndexEntry], facts: Mapping[str, Sequence[Fact]]
) -> Iterator[_UpdateStep]:
    """Where both answer one question their facts decide, which know the days that are told."""
    slots = {fact.slot for fact in facts[turn.id] if fact.slot}
    for note in notes:
        later = turns.get(note.source)
        if later is None or later.at is None or note.key != key_of(later, turn):
            continue
        told = facts[later.id]
        if slots.isdisjoint(fact.slot for fact in told):
            since = max(later.at, min((fact.valid_from for fact in told), default=later.at))
            yield _UpdateStep(note=note, later=later, since=since)


def _counts(step: _UpdateStep, audiences: Collection[str], instant: Instant) -> bool:
    """Those present may read it, and it was said and so by then."""
    at = step.later.at
    if step.later.audience not in audiences or at is None or at > instant.recorded_at:
        return False
    return step.note.how == CORRECTS or step.since <= instant.valid_at


def _update_successors(turn: str, steps: Mapping[str, Sequence[_UpdateStep]]) -> Iterator[Successor]:
    """What holds in the end; where nothing is sure, what may hold."""
    sure = [step for step in steps.get(turn, ()) if step.is_sure]
    ends = {end.later.id: end for step in sure for end in _ends(step, steps, frozenset({turn}))}
    for end in ends.values():
        yield _successor(end, _SAID[end.note.how])
    if not sure:
        for step in steps.get(turn, ()):
            yield _successor(step, "perhaps no longer true since", is_unsure=True)


def _ends(step: _UpdateStep, steps: Mapping[str, Sequence[_UpdateStep]], seen: frozenset[str]) -> Iterator[_UpdateStep]:
    further = [item for item in steps.get(step.later.id, ()) if item.is_sure and item.later.id not in seen]
    for item in further:
        yield from _ends(item, steps, seen | {step.later.id})
    if not further:
        yield step


def _successor(step: _UpdateStep, said: str, *, is_unsure: bool = False) -> Successor:
    label = f"{said} {step.since:%Y-%m-%d}"
    return Successor(step.later.id, step.later.text, is_unsure, is_of_part=is_unsure, label=label)
