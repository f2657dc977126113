"""A turn under way: its lane, its place among those that are thought at once, and what `think` sees of it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Protocol

from bots.delivery.seam import Out
from bots.delivery.store import TurnRow


class Abilities(Protocol):
    """What a turn may have done for it."""

    async def once(self, turn: int, name: str, action: Callable[[], Awaitable[str]]) -> str: ...

    async def send_early(self, turn: TurnRow, out: Out, lane: Lane) -> str: ...

    async def behind(self, turn: TurnRow) -> Sequence[bytes]: ...

    async def mark(self, turn: int, what: str, detail: str) -> None: ...


class Slot:
    """A place among the turns that are thought at once."""

    def __init__(self, slots: asyncio.Semaphore) -> None:
        self._slots = slots
        self._is_held = False

    async def take(self) -> None:
        await self._slots.acquire()
        self._is_held = True

    def leave(self) -> None:
        if self._is_held:
            self._is_held = False
            self._slots.release()


@dataclass(slots=True)
class Lane:
    """A lane that is being served, and the turn under way in it.

    `is_cut`: a person has ended the thinking; `is_stopped`: they want no more of the rest; `halt`: nothing is to be
    waited for any more, by either or because the fleet ends; `was_halted`: the wish was in time.
    """

    name: str
    again: bool = False  # something was accepted while we looked
    row: TurnRow | None = None
    thinking: asyncio.Task[Sequence[Out]] | None = None
    is_cut: bool = False
    is_stopped: bool = False
    was_halted: bool = False
    halt: asyncio.Event = field(default_factory=asyncio.Event)
    ended: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass(slots=True, kw_only=True)
class Taken:
    """What `think` sees of a row."""

    abilities: Abilities
    row: TurnRow
    served: Lane
    slot: Slot
    attempt: int
    away: timedelta
    sent: Mapping[str, str]
    halted: Sequence[Out] | None
    lane: str = field(init=False)
    key: str = field(init=False)
    body: bytes = field(init=False)
    accepted_at: datetime = field(init=False)

    def __post_init__(self) -> None:
        self.lane, self.key, self.body = self.row.lane, self.row.key, self.row.body
        self.accepted_at = self.row.accepted_at

    async def once(self, name: str, action: Callable[[], Awaitable[str]]) -> str:
        return await self.abilities.once(self.row.id, name, action)

    async def send(self, out: Out) -> str:
        return await self.abilities.send_early(self.row, out, self.served)

    async def behind(self) -> Sequence[bytes]:
        return await self.abilities.behind(self.row)

    async def mark(self, what: str, detail: str = "") -> None:
        await self.abilities.mark(self.row.id, what, detail)

    def rest(self) -> None:
        self.slot.leave()
