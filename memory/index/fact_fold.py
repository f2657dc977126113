"""The fold: what the notes of the memory log make of an anima's facts, their uses and their links.

The state is a set of notes with ways to find things in it, so neither their order nor how often one is read decides
anything, and a note takes as long as it is large, wherever in time it belongs. What a memory is worth is worked out
from its own notes when somebody asks (see `strengths`). Pure.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from hashlib import blake2b
from heapq import heappop, heappush
from itertools import islice, takewhile
from sys import intern
from typing import NamedTuple, TypeVar

from memory.archive.memory_log import MemoryNote
from memory.theories import association, retention
from memory.theories.association import (
    MOST_RELATIONS,
    PRUNING_PRIORITIES,
    RELATIONS_PRUNED_TO,
    RelationIdentity,
    relation_identity,
)
from memory.theories.truth import SettledDispute
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
    USED,
    Fact,
    FactChange,
    Relation,
    Use,
    concerned_facts,
    memory_of,
)
from memory.vocabulary.fact import REFUTED as CALLED_WRONG

USED_ALONE, USED_TOGETHER, USED_REFUTED = 0, 1, 2
"""What it was: used, used together with others, called wrong."""

REPLY_USE = "reply"
"""How a memory was used that stands in an answer."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
_KINDS = 2
_MARK = (1 << 64) - (1 << _KINDS)


@dataclass(frozen=True, slots=True)
class UseMoments:
    """A use as it counts: the first `together` of the memories were used together; `reply` is the note's key where the
    use was a reply. `audience` saw it."""

    moment: int
    memories: tuple[str, ...]
    together: int = 0
    reply: str = ""
    audience: str = ""


def counted_uses(use: Use) -> UseMoments | None:
    """None where it teaches nothing."""
    if use.type not in (USED, CALLED_WRONG):
        return None
    memories = tuple(dict.fromkeys(map(memory_of, use.ids)))
    if use.type == CALLED_WRONG:
        return UseMoments(moment_of_use(use.ts, use.key, USED_REFUTED), memories, audience=use.audience)
    is_reply = use.how == REPLY_USE
    together = association.used_together(memories) if is_reply else 0
    return UseMoments(
        moment_of_use(use.ts, use.key, USED_ALONE), memories, together, use.key if is_reply else "", use.audience
    )


def microseconds_of(at: datetime) -> int:
    return (at - _EPOCH) // _MICROSECOND


def mark_of_use(key: str) -> int:
    """What tells the notes of one instant apart."""
    return int.from_bytes(blake2b(key.encode(errors="surrogatepass"), digest_size=8).digest()) & _MARK


def moment_of_use(at: datetime, key: str, kind: int) -> int:
    return microseconds_of(at) << 64 | mark_of_use(key) | kind


def instant_of_moment(moment: int) -> datetime:
    """When it was, in UTC."""
    return _EPOCH + timedelta(microseconds=moment >> 64)


def mark_of_moment(moment: int) -> int:
    """The mark of its note's key."""
    return moment & _MARK


def kind_of_moment(moment: int) -> int:
    return moment & ((1 << _KINDS) - 1)


def is_same_moment(moment: int) -> int:
    """Equal for what one note says of several memories."""
    return moment >> _KINDS


def insert_moment(moments: list[int], moment: int) -> None:
    """Into its place; at the end where it is the latest, as nearly all are."""
    if not moments or moments[-1] < moment:
        moments.append(moment)
    elif moments[at := bisect_left(moments, moment)] != moment:
        moments.insert(at, moment)


# --- relating -------------------------------------------------------------------------------------------------------
# Relating: the links between memories that notes tell of, as many as are worth keeping.
#
# Which are kept is decided by what they are alone, so the order in which they are told does not matter: all that never
# go, and of the others all of an audience, until they were once more than MOST; from then on its surest PRUNED_TO. How
# much others have told drives nothing out. Links that were noted before they named their audience share one limit.


class _RelationNote(NamedTuple):
    """A link as one note tells it, in the order in which links go: the least sure first."""

    confidence: float
    priority: int
    source: str
    target: str
    kind: str
    since: int
    key: str

    @property
    def relation(self) -> Relation:
        return Relation(source=self.source, target=self.target, kind=self.kind, confidence=self.confidence)


class MemoryLink(NamedTuple):
    """A relation, and since when it is there, in microseconds since 1970."""

    relation: Relation
    since: int


class RelatedMemories:
    """The links of one anima's memories. Adding one takes no longer the more there are."""

    def __init__(self) -> None:
        self._of: dict[str, set[_RelationNote]] = {}
        self._prunable: dict[str, list[_RelationNote]] = {}  # by audience
        self._most: dict[str, int] = {}
        self._held: set[_RelationNote] = set()

    def add(self, note: FactChange) -> None:
        """A note of the kind `related`; one that links nothing, or a memory to itself, adds nothing."""
        if len(note.ids) != 2 or note.ids[0] == note.ids[1]:
            return
        source, target = note.ids
        priority = PRUNING_PRIORITIES.get(note.how, -1)
        told = _RelationNote(note.confidence, priority, source, target, note.how, microseconds_of(note.ts), note.key)
        if told in self._held:
            return
        self._hold(told)
        if note.how in PRUNING_PRIORITIES:
            heappush(self._prunable.setdefault(note.audience, []), told)
            self._prune(note.audience)

    def of(self, id: str, undone: Collection[str] = ()) -> list[MemoryLink]:
        """The links of a memory, each once, the oldest first; without those that an `undone` key told of."""
        return _joined(self._of.get(id, ()), undone)

    def all(self, undone: Collection[str] = ()) -> list[MemoryLink]:
        return _joined(self._held, undone)

    def _hold(self, told: _RelationNote) -> None:
        self._held.add(told)
        for end in (told.source, told.target):
            self._of.setdefault(end, set()).add(told)

    def _prune(self, audience: str) -> None:
        prunable = self._prunable[audience]
        if len(prunable) > self._most.setdefault(audience, MOST_RELATIONS):
            self._most[audience] = RELATIONS_PRUNED_TO
        while len(prunable) > self._most[audience]:
            gone = heappop(prunable)
            self._held.discard(gone)
            for end in (gone.source, gone.target):
                self._of[end].discard(gone)
                if not self._of[end]:
                    del self._of[end]


def _joined(told: Iterable[_RelationNote], undone: Collection[str]) -> list[MemoryLink]:
    """Each link once, as sure as it was told at most, since it was told first."""
    links: dict[RelationIdentity, MemoryLink] = {}
    for item in sorted(item for item in told if item.key not in undone):
        relation, since = item.relation, item.since
        known = links.get(relation_identity(relation))
        links[relation_identity(relation)] = MemoryLink(relation, min(since, known.since) if known else since)
    return sorted(links.values(), key=_in_turn)


def _in_turn(link: MemoryLink) -> tuple[int, RelationIdentity]:
    return link.since, relation_identity(link.relation)


# --- filing ---------------------------------------------------------------------------------------------------------
# Filing: facts as they are found by what they hold, each from its sources on. Pure.


FilingOrder = tuple[datetime, str]
"""When a note was written, and its key."""

Held = TypeVar("Held")


@dataclass(frozen=True, slots=True)
class FactSource:
    """An event in which a fact was told; who uses the event later uses the fact."""

    event: str
    since: FilingOrder


@dataclass(frozen=True, slots=True)
class FiledFact:
    """A fact as it is found by what it holds."""

    fact: Fact
    brought: FilingOrder
    sources: tuple[FactSource, ...] = ()


@dataclass(slots=True)
class FactFiling:
    """`facts` are as they were formed. `of_slot`, `of_person`, `of_message` and `of_source` find facts, in the order in
    which they were formed; `of_place` tells with how important each is."""

    facts: dict[str, Fact] = field(default_factory=dict)
    of_source: dict[str, tuple[str, ...]] = field(default_factory=dict)
    of_slot: dict[str, list[str]] = field(default_factory=dict)
    of_person: dict[str, list[str]] = field(default_factory=dict)
    of_message: dict[str, list[str]] = field(default_factory=dict)
    of_place: dict[str, list[tuple[FilingOrder, str, float]]] = field(default_factory=dict)
    filed: dict[str, FiledFact] = field(default_factory=dict)
    _told: dict[str, list[tuple[FilingOrder, str]]] = field(default_factory=dict)

    def file(self, id: str, filed: FiledFact | None) -> None:
        """Have the fact found by its slot, its speaker, its messages, its sources and its place; or no more."""
        before = self.filed.get(id)
        if filed == before:
            return
        if before is not None:
            self._take_out(before)
        hold_fact(self.filed, id, filed)
        hold_fact(self.facts, id, filed.fact if filed else None)
        if filed is not None:
            self._put_in(filed)

    def add_source(self, id: str, source: FactSource) -> None:
        """One source more of a fact that is filed; one that it has changes nothing."""
        filed = self.filed[id]
        if source.event and all(item.event != source.event for item in filed.sources):
            self.filed[id] = replace(filed, sources=(*filed.sources, source))
            self._tell(source, id)

    def _put_in(self, filed: FiledFact) -> None:
        id = filed.fact.id
        for found, name in self._names(filed.fact):
            insort(found.setdefault(name, []), id, key=lambda item: self.filed[item].brought)
        insort(self.of_place.setdefault(filed.fact.place, []), (filed.brought, id, filed.fact.importance))
        for source in filed.sources:
            self._tell(source, id)

    def _take_out(self, filed: FiledFact) -> None:
        id = filed.fact.id
        for found, name in self._names(filed.fact):
            found[name].remove(id)
        self.of_place[filed.fact.place].remove((filed.brought, id, filed.fact.importance))
        for source in filed.sources:
            told = self._told[source.event]
            told.remove((source.since, id))
            hold_fact(self.of_source, source.event, _ids(told))

    def _tell(self, source: FactSource, id: str) -> None:
        told = self._told.setdefault(source.event, [])
        insort(told, (source.since, id))
        hold_fact(self.of_source, source.event, _ids(told))

    def _names(self, fact: Fact) -> Iterator[tuple[dict[str, list[str]], str]]:
        if fact.slot:
            yield self.of_slot, fact.slot
        yield self.of_person, fact.person
        for message in dict.fromkeys(filter(None, (fact.message, fact.question))):
            yield self.of_message, message


def hold_fact(held: dict[str, Held], id: str, value: Held | None) -> None:
    """Under this id, or nothing there."""
    if value is None:
        held.pop(id, None)
    else:
        held[id] = value


def _ids(told: Sequence[tuple[FilingOrder, str]]) -> tuple[str, ...] | None:
    return tuple(id for _, id in told) or None


# --- fold -----------------------------------------------------------------------------------------------------------


KEPT_REPLIES = 200

IMMUTABLE = "immutable"
"""How a fact is pinned that must not be changed either."""


@dataclass(slots=True)
class FoldedFacts(FactFiling):
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
    settled: tuple[SettledDispute, ...] = ()
    uses: dict[str, list[int]] = field(default_factory=dict)
    changes: dict[str, list[FactChange]] = field(default_factory=dict)
    undone: set[str] = field(default_factory=set)
    _saw: dict[int, str] = field(default_factory=dict)  # a moment, whatever it was -> who saw it
    _undone_marks: set[int] = field(default_factory=set)
    _by_key: dict[str, tuple[FactChange, ...]] = field(default_factory=dict)
    _questions: list[FactChange] = field(default_factory=list)
    _answers: list[FactChange] = field(default_factory=list)
    _replies: dict[str, list[tuple[FilingOrder, tuple[str, ...]]]] = field(
        default_factory=dict
    )  # by audience, the latest
    _related: RelatedMemories = field(default_factory=RelatedMemories)

    def is_shown(self, id: str) -> bool:
        """Neither taken back, nor put aside, nor part of another one."""
        return id not in self.retracted and id not in self.quarantined and id not in self.merged

    def holds(self, id: str, told: Callable[[str], bool]) -> bool:
        """Whether it is shown, and nothing that may be `told` says that it is so no more, or never was."""
        return self.is_shown(id) and id not in self.invalidated and not self.is_refuted(id, told)

    def is_refuted(self, id: str, told: Callable[[str], bool]) -> bool:
        """Whether a person called it wrong, and nobody has confirmed or used it since, before those of whom may be
        `told`: a word in private puts nothing out of a room's mind."""
        moments = [moment for moment in self.used(id) if told(self.audience_of(moment))]
        return bool(moments) and kind_of_moment(moments[-1]) == USED_REFUTED

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

    def links(self) -> list[MemoryLink]:
        """All that are kept, the oldest first."""
        return self._related.all(self.undone)

    def links_of(self, id: str) -> list[MemoryLink]:
        """Those of one memory, the oldest first."""
        return self._related.of(id, self.undone)

    def used(self, id: str) -> list[int]:
        """The moments of a memory, its own and those of what told it since it was told there; in their order."""
        filed = self.filed.get(id)
        moments = self.uses.get(id, [])
        if filed is not None:
            moments = moments[bisect_left(moments, microseconds_of(filed.brought[0]) << 64) :]
        if filed is not None and any(source.event in self.uses for source in filed.sources):
            through = (
                (item for item in self.uses.get(source.event, ()) if item >> 64 >= microseconds_of(source.since[0]))
                for source in filed.sources
            )
            each = {is_same_moment(item): item for item in (*(item for part in through for item in part), *moments)}
            moments = sorted(each.values())
        if self._undone_marks:
            moments = [moment for moment in moments if mark_of_moment(moment) not in self._undone_marks]
        return moments

    def audience_of(self, moment: int) -> str:
        """Who saw the use; empty where the log does not say it."""
        return self._saw.get(is_same_moment(moment), "")

    def counting(self, id: str) -> Iterator[FactChange]:
        """The notes about a memory that count, in the order of their times."""
        return (note for note in self.changes.get(id, ()) if note.key not in self.undone)

    def captured_at(self, id: str, told: Callable[[str], bool] = lambda _: True) -> datetime | None:
        """When something strong came in the place of a weak fact, soon enough to hold it, whose readers may be
        `told` of it."""
        filed = self.filed.get(id)
        if filed is None or not retention.is_tagged(filed.fact.importance):
            return None
        here, (since, _) = self.of_place[filed.fact.place], filed.brought
        later = islice(here, bisect_right(here, filed.brought, key=lambda item: item[0]), None)
        near = takewhile(lambda item: item[0][0] - since <= retention.TAGGING_WINDOW, later)
        strong = [(at, other) for (at, _), other, importance in near if retention.tag_captures(importance)]
        seen = [at for at, other in strong if told(self.filed[other].fact.audience)]  # of all: it is noted who is asked
        return seen[0] if seen else None


def note_order(note: MemoryNote) -> FilingOrder:
    return note.ts, note.key


def folded(notes: Iterable[MemoryNote | UseMoments], onto: FoldedFacts | None = None) -> FoldedFacts:
    """The state with these notes, in any order; beside those of the state `onto`, which is changed."""
    state = onto or FoldedFacts()
    for note in notes:
        fold_note(state, note)
    return state


def fold_note(state: FoldedFacts, note: MemoryNote | UseMoments) -> None:
    """One more note; one that is there already changes nothing."""
    item = counted_uses(note) if isinstance(note, Use) else note
    if isinstance(item, UseMoments):
        _use(state, item)
    elif item is not None:
        _change(state, item)


def _change(state: FoldedFacts, note: FactChange) -> None:
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
        insort(state._questions, note, key=note_order)
    elif note.type == SETTLED:
        insort(state._answers, note, key=note_order)
        _settle(state)
    else:
        for id in concerned_facts(note):
            changes = state.changes.setdefault(id, [])
            insort(changes, note, key=note_order)
            if not (changes[-1] is note and _is_said_again(state, id, note)):
                _derive(state, id)


def _use(state: FoldedFacts, used: UseMoments) -> None:
    beside = used.moment | USED_TOGETHER
    state._saw[is_same_moment(used.moment)] = intern(used.audience)
    for number, memory in enumerate(used.memories):
        insert_moment(state.uses.setdefault(memory, []), beside if number < used.together else used.moment)
    if used.reply:
        reply = ((instant_of_moment(used.moment), used.reply), used.memories)
        replies = state._replies.setdefault(used.audience, [])
        at = bisect_left(replies, reply)
        if replies[at : at + 1] != [reply]:
            replies.insert(at, reply)
            del replies[:-KEPT_REPLIES]


def _undo(state: FoldedFacts, keys: Sequence[str]) -> None:
    """What rests on the notes of these keys is worked out anew, once for all of them."""
    fresh = set(keys) - state.undone
    state.undone |= fresh
    state._undone_marks |= set(map(mark_of_use, fresh))
    notes = [note for key in fresh for note in state._by_key.get(key, ())]
    for id in dict.fromkeys(id for note in notes for id in concerned_facts(note)):
        _derive(state, id)
    if any(note.type == SETTLED for note in notes):
        _settle(state)


def _settle(state: FoldedFacts) -> None:
    state.settled = tuple(
        SettledDispute(at=note.ts, holds=note.ids[0], against=note.ids[1], both=note.how == "both")
        for note in state._answers
        if len(note.ids) == 2 and note.key not in state.undone
    )


def _derive(state: FoldedFacts, id: str) -> None:
    """What the notes about one memory make of it."""
    notes = list(state.counting(id))
    hold_fact(state.retracted, id, next((note for note in notes if note.type == RETRACTED), None))
    hold_fact(state.invalidated, id, next((note for note in notes if note.type == INVALIDATED), None))
    hold_fact(state.quarantined, id, _last(notes, QUARANTINED, RELEASED))
    into = _last([note for note in notes if id in note.ids], MERGED, RELEASED)
    hold_fact(state.merged, id, into.fact.id if into and into.fact else None)
    again = [note for note in notes if note.type == REINFORCED]
    hold_fact(state.said_again, id, tuple(dict.fromkeys(note.source for note in again)) or None)
    brought = next((note for note in notes if note.type in BRINGING and note.fact and note.fact.id == id), None)
    state.file(id, _filing(brought, brought.fact, notes, again) if brought and brought.fact else None)


def _last(notes: Sequence[FactChange], type: str, ended_by: str) -> FactChange | None:
    """The last note of a kind, unless one that ends it came later."""
    last = next((note for note in reversed(notes) if note.type in (type, ended_by)), None)
    return last if last and last.type == type else None


def _filing(brought: FactChange, fact: Fact, notes: Sequence[FactChange], again: Sequence[FactChange]) -> FiledFact:
    for note in notes:
        if note.type in (PINNED, UNPINNED) and note.how == IMMUTABLE:
            fact = replace(fact, immutable=note.type == PINNED)
    told = {event: note_order(brought) for event in fact.sources}
    for note in again:
        if note.source:
            told.setdefault(note.source, note_order(note))
    return FiledFact(fact, note_order(brought), tuple(FactSource(event, since) for event, since in told.items()))


def _is_said_again(state: FoldedFacts, id: str, note: FactChange) -> bool:
    """Whether the latest note about a memory only says it again: then one source more is all that changes."""
    filed = state.filed.get(id)
    if filed is None or note.type != REINFORCED or note.key in state.undone:
        return False
    said = state.said_again.get(id, ())
    if note.source not in said:
        state.said_again[id] = (*said, note.source)
    state.add_source(id, FactSource(note.source, note_order(note)))
    return True
