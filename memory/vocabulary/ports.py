"""What memory needs from outside."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from memory.vocabulary.address import Person, Place


class Clock(Protocol):
    """The time, always aware."""

    def __call__(self) -> datetime: ...


class Embedder(Protocol):
    """Turns texts into unit vectors. `name` identifies model and revision: vectors of two names never mix."""

    name: str

    def embed(self, texts: Sequence[str], *, query: bool = False) -> Sequence[Sequence[float]]: ...


class Membership(Protocol):
    """Who can read a room now, from events and a look-up at most ten minutes old. Never blocks."""

    def reads(self, person: Person, room: Place) -> bool:
        """False also when the platform cannot tell."""
        ...
