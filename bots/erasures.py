"""Erasures of a running fleet: hidden as soon as they are asked for, carried out in one slot a day, told when done.

What they rewrite is of no open home: in the slot the fleet rests, whoever runs it carries them out and begins it again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from datetime import datetime, time, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from bots.people.role import Asker, Role
from memory.erasure.erase import Erasing
from memory.erasure.finding import Asked, held
from memory.vocabulary.event import Json
from memory.vocabulary.ports import Clock

if TYPE_CHECKING:
    from datetime import tzinfo

    from memory.engine import MemoryEngine

SLOT = time(2)
"""On the clock of the house: before the animas sleep."""

_LOOK_S = 60.0


class House(Protocol):
    """The part of a fleet that is asked."""

    @property
    def home(self) -> Path: ...

    @property
    def clock(self) -> Clock: ...

    @property
    def zone(self) -> tzinfo: ...

    def rest(self) -> None: ...

    def accounts(self) -> Mapping[str, str]: ...


Tell = Callable[[Asker, str, str], Awaitable[None]]
"""To whom, what, and the name under which it is said once."""


async def hide(home: Path, asked: Asked, memory: Callable[[str], Awaitable[MemoryEngine]]) -> None:
    """Have nobody told any more what is to be erased. Raises StorageFault."""
    whose = next(iter(asked.addresses), asked.by)
    for one in await asyncio.to_thread(held, home, asked):
        try:
            engine = await memory(one.anima)
        except KeyError:  # it rests, and tells nobody anything
            continue
        await engine.facts.withhold(one.events, one.facts, one.audience, whose)


def due(since: datetime, zone: tzinfo) -> datetime:
    """The first slot after it was asked for."""
    local = since.astimezone(zone)
    slot = datetime.combine(local.date(), SLOT, zone)
    return slot if slot > local else datetime.combine(local.date() + timedelta(days=1), SLOT, zone)


class Erasures:
    """Of one running home."""

    def __init__(self, house: House, tell: Tell) -> None:
        self._house, self._tell = house, tell
        self._erasing = Erasing(house.home, house.clock)

    async def keep_watch(self) -> None:
        while True:
            await self.look()
            await asyncio.sleep(_LOOK_S)

    async def look(self) -> None:
        """Tell those who asked for what was done; rest where the slot of what waits has come."""
        receipt, tells = await asyncio.to_thread(self._erasing.to_tell)
        if receipt and all(self._is_there(one) for one in tells):
            for asker in map(_asker, tells):
                await self._tell(
                    asker, f"What you asked for is erased, in all backups too. Receipt `{receipt}`.", receipt
                )
            await asyncio.to_thread(self._erasing.told)
        since = await asyncio.to_thread(self._erasing.waits_since)
        if since is not None and self._house.clock() >= due(since, self._house.zone):
            self._house.rest()

    def _is_there(self, tell: Json) -> bool:
        """Its account is connected, or there is no such account any more."""
        return self._house.accounts().get(_asker(tell).heard_by, "connected") == "connected"


def by_whom(asker: Asker) -> dict[str, Json] | None:
    """What is kept to tell the asker later; None: they asked on the command line."""
    return {"place": asker.place, "heard_by": asker.heard_by} if asker.place and asker.heard_by else None


def _asker(tell: Json) -> Asker:
    told = tell if isinstance(tell, Mapping) else {}
    place, heard_by = (str(told.get(name) or "") for name in ("place", "heard_by"))
    return Asker(person="", role=Role.GUEST, audience="", place=place, heard_by=heard_by)
