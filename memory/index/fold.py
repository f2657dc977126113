"""The fold: what the notes of the memory log make of an anima's facts, their uses and their links.

The state is a set of notes with ways to find things in it, so neither their order nor how often one is read decides
anything, and a note takes as long as it is large, wherever in time it belongs. What a memory is worth is worked out
from its own notes when somebody asks (see `strengthening`). Pure.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from sys import intern

from memory.archive.memory_line import Note
from memory.index.filing import Filed, Filing, Order, Source, hold
from memory.index.moments import (
    TOGETHER,
    Used,
    counted,
    insert,
    instant,
    mark,
    mark_of,
    microseconds,
    same,
)
from memory.index.relating import Link, Related
from memory.theories import synaptic_tagging
from memory.theories.testimony import Settled
from memory.vocabulary.fact import (
    ASKED,
    BRINGING,
    INVALIDATED,
    MERGED,
    PINNED,
    QUARANTINED,
    REINFORCED,
    RELATED,
    RELEASED,
    RETRACTED,
    SETTLED,
    UNDONE,
    UNPINNED,
    Fact,
    FactChange,
    concerned,
)
from memory.vocabulary.strength import USED, Use

KEPT_REPLIES = 200

IMMUTABLE = "immutable"
"""How a fact is pinned that must not be changed either."""


@dataclass(slots=True)
class Folded(Filing):
    """What became of everything so far.

    `invalidated` are those that were so and are no more, `merged` the heirs of others;
    `said_again` the sources of a fact that came after its own. `uses` are the moments of each memory that was named
    itself, `changes` the notes about each, in the order of their times. `undone` are the keys of notes that do not
    count.
    """

    retracted: dict[str, FactChange] = field(default_factory=dict)
    invalidated: dict[str, FactChange] = field(default_factory=dict)
    merged: dict[str, str] = field(default_factory=dict)
    quarantined: dict[str, FactChange] = field(default_factory=dict)
    said_again: dict[str, tuple[str, ...]] = field(default_factory=dict)
    settled: tuple[Settled, ...] = ()
    uses: dict[str, list[int]] = field(default_factory=dict)
    changes: dict[str, list[FactChange]] = field(default_factory=dict)
    undone: set[str] = field(default_factory=set)
    _saw: dict[int, str] = field(default_factory=dict)  # a moment, whatever it was -> who saw it
    _undone_marks: set[int] = field(default_factory=set)
    _by_key: dict[str, tuple[FactChange, ...]] = field(default_factory=dict)
    _questions: list[FactChange] = field(default_factory=list)
    _answers: list[FactChange] = field(default_factory=list)
    _replies: dict[str, list[tuple[Order, tuple[str, ...]]]] = field(default_factory=dict)  # by audience, the latest
    _related: Related = field(default_factory=Related)

    def is_shown(self, id: str) -> bool:
        """Neither taken back, nor put aside, nor part of another one."""
        return id not in self.retracted and id not in self.quarantined and id not in self.merged

    def holds(self, id: str) -> bool:
        """Whether it is shown, and nothing says that it is so no more."""
        return self.is_shown(id) and id not in self.invalidated

    @property
    def asked(self) -> dict[str, FactChange]:
        """The questions that are open, by their keys, the oldest first."""
        answered = {note.because for note in self._answers if note.key not in self.undone}
        shut = answered | self.undone
        return {note.key: note for note in self._questions if note.key not in shut}

    @property
    def replies(self) -> Mapping[str, tuple[str, ...]]:
        """The memories that the latest answers made use of, by the event that was answered."""
        each = (reply for replies in self._replies.values() for reply in replies)
        return {key.removesuffix(f"/{USED}"): ids for (_, key), ids in each if key not in self.undone}

    def links(self) -> list[Link]:
        """All that are kept, the oldest first."""
        return self._related.all(self.undone)

    def links_of(self, id: str) -> list[Link]:
        """Those of one memory, the oldest first."""
        return self._related.of(id, self.undone)

    def used(self, id: str) -> list[int]:
        """The moments of a memory, its own and those of what told it since it was told there; in their order."""
        filed = self.filed.get(id)
        moments = self.uses.get(id, [])
        if filed is not None:
            moments = moments[bisect_left(moments, microseconds(filed.brought[0]) << 64) :]
        if filed is not None and any(source.event in self.uses for source in filed.sources):
            through = (
                (one for one in self.uses.get(source.event, ()) if one >> 64 >= microseconds(source.since[0]))
                for source in filed.sources
            )
            each = {same(one): one for one in (*(one for part in through for one in part), *moments)}
            moments = sorted(each.values())
        if self._undone_marks:
            moments = [one for one in moments if mark_of(one) not in self._undone_marks]
        return moments

    def audience_of(self, moment: int) -> str:
        """Who saw the use; empty where the log does not say it."""
        return self._saw.get(same(moment), "")

    def counting(self, id: str) -> Iterator[FactChange]:
        """The notes about a memory that count, in the order of their times."""
        return (note for note in self.changes.get(id, ()) if note.key not in self.undone)

    def captured_at(self, id: str) -> datetime | None:
        """When something strong came in the place of a weak fact, soon enough to hold it."""
        filed = self.filed.get(id)
        if filed is None or not synaptic_tagging.is_tagged(filed.fact.importance):
            return None
        here = self.of_place[filed.fact.place]
        for number in range(bisect_right(here, filed.brought, key=lambda one: one[0]), len(here)):
            (at, _), _, importance = here[number]
            if at - filed.brought[0] > synaptic_tagging.WINDOW:
                return None
            if synaptic_tagging.captures(importance):
                return at
        return None


def order(note: Note) -> Order:
    return note.ts, note.key


def folded(notes: Iterable[Note | Used], onto: Folded | None = None) -> Folded:
    """The state with these notes, in any order; beside those of the state `onto`, which is changed."""
    state = onto or Folded()
    for note in notes:
        fold(state, note)
    return state


def fold(state: Folded, note: Note | Used) -> None:
    """One more note; one that is there already changes nothing."""
    one = counted(note) if isinstance(note, Use) else note
    if isinstance(one, Used):
        _use(state, one)
    elif one is not None:
        _change(state, one)


def _change(state: Folded, note: FactChange) -> None:
    if note.type == RELATED:  # nothing but the links rests on it, and they know their keys
        state._related.add(note)
        return
    same_key = state._by_key.get(note.key, ())
    if note in same_key:
        return
    state._by_key[note.key] = (*same_key, note)
    if note.type == UNDONE:
        _undo(state, note.ids)
    elif note.type == ASKED:
        insort(state._questions, note, key=order)
    elif note.type == SETTLED:
        insort(state._answers, note, key=order)
        _settle(state)
    else:
        for id in concerned(note):
            changes = state.changes.setdefault(id, [])
            insort(changes, note, key=order)
            if not (changes[-1] is note and _is_said_again(state, id, note)):
                _derive(state, id)


def _use(state: Folded, used: Used) -> None:
    beside = used.moment | TOGETHER
    state._saw[same(used.moment)] = intern(used.audience)
    for number, memory in enumerate(used.memories):
        insert(state.uses.setdefault(memory, []), beside if number < used.together else used.moment)
    if used.reply:
        reply = ((instant(used.moment), used.reply), used.memories)
        replies = state._replies.setdefault(used.audience, [])
        at = bisect_left(replies, reply)
        if replies[at : at + 1] != [reply]:
            replies.insert(at, reply)
            del replies[:-KEPT_REPLIES]


def _undo(state: Folded, keys: Sequence[str]) -> None:
    """What rests on the notes of these keys is worked out anew, once for all of them."""
    fresh = set(keys) - state.undone
    state.undone |= fresh
    state._undone_marks |= set(map(mark, fresh))
    notes = [note for key in fresh for note in state._by_key.get(key, ())]
    for id in dict.fromkeys(id for note in notes for id in concerned(note)):
        _derive(state, id)
    if any(note.type == SETTLED for note in notes):
        _settle(state)


def _settle(state: Folded) -> None:
    state.settled = tuple(
        Settled(at=note.ts, holds=note.ids[0], against=note.ids[1], both=note.how == "both")
        for note in state._answers
        if len(note.ids) == 2 and note.key not in state.undone
    )


def _derive(state: Folded, id: str) -> None:
    """What the notes about one memory make of it."""
    notes = list(state.counting(id))
    hold(state.retracted, id, next((note for note in notes if note.type == RETRACTED), None))
    hold(state.invalidated, id, next((note for note in notes if note.type == INVALIDATED), None))
    hold(state.quarantined, id, _last(notes, QUARANTINED, RELEASED))
    into = _last([note for note in notes if id in note.ids], MERGED, RELEASED)
    hold(state.merged, id, into.fact.id if into and into.fact else None)
    again = [note for note in notes if note.type == REINFORCED]
    hold(state.said_again, id, tuple(dict.fromkeys(note.source for note in again)) or None)
    brought = next((note for note in notes if note.type in BRINGING and note.fact and note.fact.id == id), None)
    state.file(id, _filing(brought, brought.fact, notes, again) if brought and brought.fact else None)


def _last(notes: Sequence[FactChange], type: str, ended_by: str) -> FactChange | None:
    """The last note of a kind, unless one that ends it came later."""
    last = next((note for note in reversed(notes) if note.type in (type, ended_by)), None)
    return last if last and last.type == type else None


def _filing(brought: FactChange, fact: Fact, notes: Sequence[FactChange], again: Sequence[FactChange]) -> Filed:
    for note in notes:
        if note.type in (PINNED, UNPINNED) and note.how == IMMUTABLE:
            fact = replace(fact, immutable=note.type == PINNED)
    told = {event: order(brought) for event in fact.sources}
    for note in again:
        if note.source:
            told.setdefault(note.source, order(note))
    return Filed(fact, order(brought), tuple(Source(event, since) for event, since in told.items()))


def _is_said_again(state: Folded, id: str, note: FactChange) -> bool:
    """Whether the latest note about a memory only says it again: then one source more is all that changes."""
    filed = state.filed.get(id)
    if filed is None or note.type != REINFORCED or note.key in state.undone:
        return False
    said = state.said_again.get(id, ())
    if note.source not in said:
        state.said_again[id] = (*said, note.source)
    state.add_source(id, Source(note.source, order(note)))
    return True
