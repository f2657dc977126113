"""Relating: the links between memories that notes tell of, as many as are worth keeping.

Which are kept is decided by what they are alone, so the order in which they are told does not matter: all that never
go, and of the others all of an audience, until they were once more than MOST; from then on its surest PRUNED_TO. How
much others have told drives nothing out. Links that were noted before they named their audience share one limit.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from heapq import heappop, heappush
from typing import NamedTuple

from memory.index.moments import microseconds
from memory.theories.relations import MOST, PRIORITIES, PRUNED_TO, Identity, identity
from memory.vocabulary.fact import FactChange
from memory.vocabulary.relation import Relation


class _Told(NamedTuple):
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


class Link(NamedTuple):
    """A relation, and since when it is there, in microseconds since 1970."""

    relation: Relation
    since: int


class Related:
    """The links of one anima's memories. Adding one takes no longer the more there are."""

    def __init__(self) -> None:
        self._of: dict[str, set[_Told]] = {}
        self._prunable: dict[str, list[_Told]] = {}  # by audience
        self._most: dict[str, int] = {}
        self._held: set[_Told] = set()

    def add(self, note: FactChange) -> None:
        """A note of the kind `related`; one that links nothing, or a memory to itself, adds nothing."""
        if len(note.ids) != 2 or note.ids[0] == note.ids[1]:
            return
        source, target = note.ids
        priority = PRIORITIES.get(note.how, -1)
        told = _Told(note.confidence, priority, source, target, note.how, microseconds(note.ts), note.key)
        if told in self._held:
            return
        self._hold(told)
        if note.how in PRIORITIES:
            heappush(self._prunable.setdefault(note.audience, []), told)
            self._prune(note.audience)

    def of(self, id: str, undone: Collection[str] = ()) -> list[Link]:
        """The links of a memory, each once, the oldest first; without those that an `undone` key told of."""
        return _joined(self._of.get(id, ()), undone)

    def all(self, undone: Collection[str] = ()) -> list[Link]:
        return _joined(self._held, undone)

    def _hold(self, told: _Told) -> None:
        self._held.add(told)
        for end in (told.source, told.target):
            self._of.setdefault(end, set()).add(told)

    def _prune(self, audience: str) -> None:
        prunable = self._prunable[audience]
        if len(prunable) > self._most.setdefault(audience, MOST):
            self._most[audience] = PRUNED_TO
        while len(prunable) > self._most[audience]:
            gone = heappop(prunable)
            self._held.discard(gone)
            for end in (gone.source, gone.target):
                self._of[end].discard(gone)
                if not self._of[end]:
                    del self._of[end]


def _joined(told: Iterable[_Told], undone: Collection[str]) -> list[Link]:
    """Each link once, as sure as it was told at most, since it was told first."""
    links: dict[Identity, Link] = {}
    for one in sorted(one for one in told if one.key not in undone):
        relation, since = one.relation, one.since
        known = links.get(identity(relation))
        links[identity(relation)] = Link(relation, min(since, known.since) if known else since)
    return sorted(links.values(), key=_in_turn)


def _in_turn(link: Link) -> tuple[int, Identity]:
    return link.since, identity(link.relation)
