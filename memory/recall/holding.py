"""Holding: whether a memory holds, for these readers, at this instant. Whatever tells memories asks here.

What was taken back, put aside or ended by a word of its own does not; of a slot what its testimony says
(`memory.theories.truth`); and what a later message replaces, as far as that is sure (`memory.recall.belief`). What is
not sure is told as it is, with its day. Nothing of it is stored: who may not read the later message hears nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from memory.index.entry import IndexEntry, SearchScope
from memory.index.fact_fold import FoldedFacts
from memory.index.keeper import IndexKeeper
from memory.index.pieces import BEGINNING_OF_TIME
from memory.index.strengths import Strengths
from memory.language.analyser import query_terms, terms
from memory.recall.belief import BeliefJudge, ToldMemory
from memory.theories.truth import Believed, Contradicted, Retracted, SettledDispute, Timeline
from memory.vocabulary.address import Audience, Membership, audience_covers, readable_sources
from memory.vocabulary.fact import Fact

if TYPE_CHECKING:
    from memory.index.vector_store import Vector

BY_WORDS, BY_MEANING, AFTERWARDS = 4, 4, 4
"""Later messages that are weighed: those nearest by words, by meaning, and those that were said right after it."""

FEWEST_TERMS, MOST_TERMS = 2, 8
FARTHEST = 8
"""Replacements of replacements that are followed."""

_QUOTED = re.compile(r"(?:- (?:\[ \] )?)?(.+)")
"""A line of a note that may quote a fact, or a plan that is open."""

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


class Holding:
    """One anima's. Blocking; of each question only what those may read who are present."""

    def __init__(
        self, strengths: Strengths, keeper: IndexKeeper, membership: Membership | None, judge: BeliefJudge | None
    ) -> None:
        """Without a judge no message replaces another one, but by the facts that were understood of them."""
        self._strengths = strengths
        self._keeper = keeper
        self._membership = membership
        self.judge = judge

    def __call__(
        self,
        memories: Collection[str],
        readers: Collection[str],
        instant: Instant,
        asked: Sequence[str] = (),
        doubted: Collection[str] | None = None,
    ) -> Replaced:
        """Which of these turns or facts hold no more, and what holds instead. `readers` are the audiences that may be
        read, `asked` a question's terms, `doubted` those that a later message may have replaced; None: any of them."""
        of_messages = self._of_messages(memories if doubted is None else doubted, readers, instant)
        return join_replaced(self._of_slots(memories, readers, instant, asked), of_messages)

    def facts(self, ids: Collection[str], present: Audience, now: datetime) -> list[Fact]:
        """The facts of these that hold now, as these people are told; none of little trust, none that they may not
        read."""
        readers = readable_sources(self._keeper.index.audiences(), present, self._membership)
        may_tell = partial(audience_covers, present=present, membership=self._membership)
        held = self._strengths.asked(
            lambda state: [state.facts[id] for id in ids if id in state.facts and state.holds(id, may_tell)]
        )
        told = [fact for fact in held if not fact.trust and audience_covers(fact.audience, present, self._membership)]
        of_slots = {*readers, *(fact.audience for fact in told)}
        believed = [fact for fact in told if self._is_believed(fact, of_slots, now)]
        over = self._of_messages([fact.id for fact in believed], readers, Instant(valid_at=now, recorded_at=now))
        return [fact for fact in believed if fact.id not in over]

    def lines(self, text: str, present: Audience, now: datetime) -> str:
        """A note that quotes facts, without the lines of those that hold no more."""
        quoted = {found[1] for line in text.splitlines() if (found := _QUOTED.match(line))}
        if not quoted:
            return text
        told = self._strengths.asked(
            lambda state: {
                id: line for id, fact in state.facts.items() if (line := " ".join(fact.text.split())) in quoted
            }
        )
        holding = {told[fact.id] for fact in self.facts(list(told), present, now)}
        over = set(told.values()) - holding
        return "\n".join(
            line for line in text.splitlines() if not ((found := _QUOTED.match(line)) and found[1] in over)
        )

    # -------------------------------------------------------------------------------------------- by their slots

    def _is_believed(self, fact: Fact, readers: Collection[str], now: datetime) -> bool:
        of_slot = self._strengths.asked(
            lambda state: [
                item
                for item in _slotted(state, state.of_slot.get(fact.slot, ()), readers)
                if state.holds(item.id, readers.__contains__)
            ]
        )
        settled = self._strengths.asked(lambda state: state.settled)
        timeline = Timeline({item.id: item for item in (fact, *of_slot)}.values(), recorded_at=now, settled=settled)
        return isinstance(timeline.fate(fact.id, now), Believed | Contradicted)

    def _of_slots(
        self, entries: Collection[str], audiences: Collection[str], instant: Instant, asked: Sequence[str]
    ) -> Replaced:
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

    # ---------------------------------------------------------------------------------------- by later messages

    def _of_messages(self, memories: Collection[str], readers: Collection[str], instant: Instant) -> Replaced:
        if self.judge is None or not memories:
            return {}
        index, audiences = self._keeper.index, frozenset(readers)
        told = self._strengths.asked(partial(_turns_of, memories))
        entries = index.entries({*memories, *filter(None, told.values())})
        within = SearchScope(audiences=audiences, kinds=("turn",), until=min(instant.valid_at, instant.recorded_at))
        search = _LaterSearch(self._keeper, within, self.judge, self._begin)
        found: dict[str, Sequence[Successor]] = {}
        for id in memories:
            entry = entries.get(told.get(id) or id)
            if entry is not None and (successor := self._end(entry, search)) is not None:
                found[id] = [successor]
        return found

    def _end(self, entry: IndexEntry, search: _LaterSearch) -> Successor | None:
        """What holds in the end, where one took the place of another."""
        seen, last = {entry.id}, None
        for _ in range(FARTHEST):
            later = search.successor(entry)
            if later is None or later.id in seen:
                break
            seen.add(later.id)
            entry = last = later
        if last is None:
            return None
        return Successor(last.id, last.text, label=f"no longer true since {self._begin(last):%Y-%m-%d}")

    def _begin(self, turn: IndexEntry) -> datetime:
        """Since when what it tells is so: when it was said, or later, where it tells that."""
        told = self._strengths.asked(
            lambda state: [state.facts[id].valid_from for id in state.of_source.get(turn.id, ()) if state.is_shown(id)]
        )
        said = turn.at or BEGINNING_OF_TIME
        return max(said, min(told, default=said))


class _LaterSearch:
    """What took a memory's place, among the messages that are near it and came after it."""

    def __init__(
        self,
        keeper: IndexKeeper,
        within: SearchScope,
        judge: BeliefJudge,
        begin: Callable[[IndexEntry], datetime],
    ) -> None:
        self._index = keeper.index
        self._vectors = keeper.vectors()
        self._within = within
        self._judge = judge
        self._begin = begin

    def successor(self, entry: IndexEntry) -> IndexEntry | None:
        """The surest of those that surely replace it, of two alike the latest."""
        later = [found for found in self._later(entry) if may_replace(entry, found) and self._has_begun(found)]
        if not later:
            return None
        vectors = self._vectors.of([entry.id, *(found.id for found in later)]) if self._vectors else {}
        before = self._index.sessions.neighbours([entry, *later], self._within)
        weighed = [_weighed(found, before, vectors) for found in (entry, *later)]
        shares = self._judge.replaced(weighed[0], weighed[1:])
        sure = [item for item in zip(shares, later, strict=True) if item[0] >= self._judge.sure]
        return max(sure, key=_surest)[1] if sure else None

    def _has_begun(self, later: IndexEntry) -> bool:
        """What is announced replaces nothing before its day."""
        return self._within.until is None or self._begin(later) <= self._within.until

    def _later(self, entry: IndexEntry) -> list[IndexEntry]:
        """Each once."""
        if entry.at is None:
            return []
        within = replace(self._within, since=entry.at, without=(entry.id,))
        asked = sorted(query_terms(entry.text), key=len, reverse=True)[:MOST_TERMS]
        found = self._index.match(asked, within, BY_WORDS) if len(asked) >= FEWEST_TERMS else []
        own = self._vectors.of([entry.id]).get(entry.id) if self._vectors else None
        if self._vectors is not None and own is not None:
            near = [id for id, _ in self._vectors.nearest(own, within, BY_MEANING)]
            found = [*found, *self._index.entries(near, within).values()]
        after = self._index.said_after(entry.place, entry.audience, entry.at, AFTERWARDS)
        found = [*found, *self._index.entries([item.id for item in after], within).values()]
        return list({item.id: item for item in found}.values())


def _weighed(
    entry: IndexEntry, beside: Mapping[str, tuple[IndexEntry | None, IndexEntry | None]], vectors: Mapping[str, Vector]
) -> ToldMemory:
    before, _ = beside.get(entry.id, (None, None))
    return ToldMemory(entry, before, vectors.get(entry.id))


def _surest(found: tuple[float, IndexEntry]) -> tuple[float, float, str]:
    share, entry = found
    return round(share, 2), entry.at.timestamp() if entry.at else 0.0, entry.id


def may_replace(earlier: IndexEntry, later: IndexEntry) -> bool:
    """Who is little trusted does not replace the words of others, nor does the anima."""
    if later.own or later.at is None or earlier.at is None or later.at <= earlier.at:
        return False
    return not later.trust or earlier.person == later.person


def _turns_of(memories: Collection[str], state: FoldedFacts) -> dict[str, str]:
    """The turn of each fact that is all that was understood of it; another fact among several may hold still."""
    found: dict[str, str] = {}
    for id in memories:
        fact = state.facts.get(id)
        if fact is not None:
            turn = next((source for source in fact.sources if len(state.of_source.get(source, ())) == 1), "")
            found[id] = turn or id
    return found


# --- slots ----------------------------------------------------------------------------------------------------------


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


def _slot_values(state: FoldedFacts, entries: Collection[str], audiences: Collection[str]) -> _ToldValues:
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
