"""Facts in recall: what was understood of the turns that come to mind, and what of it still holds.

A turn tells more than one thing, so it is put behind what replaced it only where all the values that it gave are
replaced, or where the question asks for what was replaced; what it said stays said, and is told with what holds
instead.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from memory.index.fold import Folded
from memory.index.strengths import Strengths
from memory.languages.analyser import terms
from memory.theories.testimony import Settled
from memory.theories.timeline import Believed, Contradicted, Retracted, Timeline
from memory.vocabulary.fact import Fact

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


def both(first: Replaced, second: Replaced) -> Replaced:
    """What each of them tells; what takes a place stands there once."""
    found: dict[str, dict[str, Successor]] = {}
    for id, successors in (*first.items(), *second.items()):
        for one in successors:
            found.setdefault(id, {}).setdefault(one.entry, one)
    return {id: list(successors.values()) for id, successors in found.items()}


class Facts:
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
                one
                for one in _slotted(state, state.of_slot.get(fact.slot, ()), audiences)
                if _is_current(state, one.id)
            ]
        )
        settled = self._strengths.asked(lambda state: state.settled)
        timeline = Timeline({one.id: one for one in (fact, *of_slot)}.values(), recorded_at=now, settled=settled)
        return isinstance(timeline.fate(fact.id, now), Believed | Contradicted)

    def replaced(
        self, entries: Sequence[str], audiences: Collection[str], instant: Instant, asked: Sequence[str] = ()
    ) -> Replaced:
        """Which of these turns or facts tell what has been replaced, and by what. `asked` are the question's terms."""
        told = self._strengths.asked(lambda state: _told(state, entries, audiences))
        if not told.by_entry:
            return {}
        timeline = Timeline(
            told.of_slots, recorded_at=instant.recorded_at, retracted_at=told.ended, settled=told.settled
        )
        holds = timeline.believed(instant.valid_at)
        instead = {
            entry: list(_successors(entry, facts, timeline, holds, instant, asked))
            for entry, facts in told.by_entry.items()
        }
        return {entry: found for entry, found in instead.items() if found}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Told:
    """The facts with slots that the entries tell, and all that is known of these slots."""

    by_entry: Mapping[str, Sequence[Fact]]
    of_slots: Sequence[Fact]
    ended: Mapping[str, datetime]
    settled: Sequence[Settled]


def ended(state: Folded, facts: Iterable[Fact]) -> Mapping[str, datetime]:
    """Since when these are not believed any more by themselves: they are so no more, put aside, or part of another."""
    ids = [fact.id for fact in facts]
    heirs = {id: state.facts[state.merged[id]].recorded_at for id in ids if id in state.merged}
    invalidated = {id: state.invalidated[id].ts for id in ids if id in state.invalidated}
    return heirs | invalidated | {id: state.quarantined[id].ts for id in ids if id in state.quarantined}


def _is_current(state: Folded, id: str) -> bool:
    return state.is_shown(id) and id not in state.invalidated


def _told(state: Folded, entries: Sequence[str], audiences: Collection[str]) -> _Told:
    by_entry = {id: list(_slotted(state, state.of_source.get(id, (id,)), audiences)) for id in entries}
    slots = sorted({fact.slot for facts in by_entry.values() for fact in facts})
    of_slots = [fact for slot in slots for fact in _slotted(state, state.of_slot.get(slot, ()), audiences)]
    return _Told(
        by_entry={id: facts for id, facts in by_entry.items() if facts},
        of_slots=of_slots,
        ended=ended(state, of_slots),
        settled=state.settled,
    )


def _slotted(state: Folded, ids: Iterable[str], audiences: Collection[str]) -> Iterator[Fact]:
    """But what was taken back: that is known to nobody, of no day."""
    for id in ids:
        fact = state.facts.get(id)
        if fact and fact.slot and fact.audience in audiences and id not in state.retracted:
            yield fact


def _successors(
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
