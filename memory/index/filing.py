"""Filing: facts as they are found by what they hold, each from its sources on. Pure."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TypeVar

from memory.vocabulary.fact import Fact

Order = tuple[datetime, str]
"""When a note was written, and its key."""

Held = TypeVar("Held")


@dataclass(frozen=True, slots=True)
class Source:
    """An event in which a fact was told; who uses the event later uses the fact."""

    event: str
    since: Order


@dataclass(frozen=True, slots=True)
class Filed:
    """A fact as it is found by what it holds."""

    fact: Fact
    brought: Order
    sources: tuple[Source, ...] = ()


@dataclass(slots=True)
class Filing:
    """`facts` are as they were formed. `of_slot`, `of_person`, `of_message` and `of_source` find facts, in the order in
    which they were formed; `of_place` tells with how important each is."""

    facts: dict[str, Fact] = field(default_factory=dict)
    of_source: dict[str, tuple[str, ...]] = field(default_factory=dict)
    of_slot: dict[str, list[str]] = field(default_factory=dict)
    of_person: dict[str, list[str]] = field(default_factory=dict)
    of_message: dict[str, list[str]] = field(default_factory=dict)
    of_place: dict[str, list[tuple[Order, str, float]]] = field(default_factory=dict)
    filed: dict[str, Filed] = field(default_factory=dict)
    _told: dict[str, list[tuple[Order, str]]] = field(default_factory=dict)

    def file(self, id: str, filed: Filed | None) -> None:
        """Have the fact found by its slot, its speaker, its messages, its sources and its place; or no more."""
        before = self.filed.get(id)
        if filed == before:
            return
        if before is not None:
            self._take_out(before)
        hold(self.filed, id, filed)
        hold(self.facts, id, filed.fact if filed else None)
        if filed is not None:
            self._put_in(filed)

    def add_source(self, id: str, source: Source) -> None:
        """One source more of a fact that is filed; one that it has changes nothing."""
        filed = self.filed[id]
        if source.event and all(one.event != source.event for one in filed.sources):
            self.filed[id] = replace(filed, sources=(*filed.sources, source))
            self._tell(source, id)

    def _put_in(self, filed: Filed) -> None:
        id = filed.fact.id
        for found, name in self._names(filed.fact):
            insort(found.setdefault(name, []), id, key=lambda one: self.filed[one].brought)
        insort(self.of_place.setdefault(filed.fact.place, []), (filed.brought, id, filed.fact.importance))
        for source in filed.sources:
            self._tell(source, id)

    def _take_out(self, filed: Filed) -> None:
        id = filed.fact.id
        for found, name in self._names(filed.fact):
            found[name].remove(id)
        self.of_place[filed.fact.place].remove((filed.brought, id, filed.fact.importance))
        for source in filed.sources:
            told = self._told[source.event]
            told.remove((source.since, id))
            hold(self.of_source, source.event, _ids(told))

    def _tell(self, source: Source, id: str) -> None:
        told = self._told.setdefault(source.event, [])
        insort(told, (source.since, id))
        hold(self.of_source, source.event, _ids(told))

    def _names(self, fact: Fact) -> Iterator[tuple[dict[str, list[str]], str]]:
        if fact.slot:
            yield self.of_slot, fact.slot
        yield self.of_person, fact.person
        for message in dict.fromkeys(filter(None, (fact.message, fact.question))):
            yield self.of_message, message


def hold(held: dict[str, Held], id: str, value: Held | None) -> None:
    """Under this id, or nothing there."""
    if value is None:
        held.pop(id, None)
    else:
        held[id] = value


def _ids(told: Sequence[tuple[Order, str]]) -> tuple[str, ...] | None:
    return tuple(id for _, id in told) or None
