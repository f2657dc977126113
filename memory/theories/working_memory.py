"""Working memory: nine things at most are in mind; the least, longest untouched one gives way.

Formula  hold = importance · e^(-minutes since last access / 30) · (1 + 0.1 · accesses); the lowest is evicted;
         promoted: accesses ≥ 2 or importance ≥ 0.6
Units    minutes; 30 is the time constant, half of it is gone after 20.8
Params   capacity = 9 (≥ 1)
Source   Miller (1956), Psychological Review 63.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from math import exp
from types import TracebackType

CAPACITY = 9
TIME_CONSTANT_MINUTES = 30.0
PROMOTING_ACCESSES = 2
PROMOTING_IMPORTANCE = 0.6


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """Something in mind. `last_access` is aware."""

    id: str
    text: str
    importance: float
    last_access: datetime
    access_count: int = 0


def hold(item: Item, now: datetime) -> float:
    """How firmly an item is held; the lowest gives way."""
    minutes = max(0.0, (now - item.last_access) / timedelta(minutes=1))
    return item.importance * exp(-minutes / TIME_CONSTANT_MINUTES) * (1 + 0.1 * item.access_count)


def is_promoted(item: Item) -> bool:
    """Whether it is worth more than the session."""
    return item.access_count >= PROMOTING_ACCESSES or item.importance >= PROMOTING_IMPORTANCE


class WorkingMemory:
    """What is in mind during one session of one conversation; leaving the `with` block empties it, whatever happens."""

    def __init__(self, capacity: int = CAPACITY) -> None:
        self._capacity = capacity
        self._items: dict[str, Item] = {}

    def __enter__(self) -> WorkingMemory:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.clear()

    def __iter__(self) -> Iterator[Item]:
        return iter(tuple(self._items.values()))

    def __len__(self) -> int:
        return len(self._items)

    def take(self, item: Item, now: datetime) -> Item | None:
        """Take it in; what is known by its id is renewed in its place. The item that had to give way, if any."""
        evicted = None
        if item.id not in self._items and len(self._items) >= self._capacity:
            weakest = min(self._items.values(), key=lambda held: hold(held, now))
            evicted = self._items.pop(weakest.id)
        self._items[item.id] = item
        return evicted

    def access(self, id: str, now: datetime) -> None:
        """It was used once more; nothing happens where it is not in mind."""
        if item := self._items.get(id):
            self._items[id] = replace(item, access_count=item.access_count + 1, last_access=now)

    def promoted(self) -> list[Item]:
        return [item for item in self._items.values() if is_promoted(item)]

    def clear(self) -> None:
        self._items.clear()
