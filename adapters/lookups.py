"""What a platform was asked about people and rooms: believed for a while, asked once at a time, changed by events."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Generic, TypeVar

Key = TypeVar("Key")
Entry = TypeVar("Entry")

BELIEVED_S = 300.0


class LookupCache(Generic[Key, Entry]):
    """Entries by key, with the loop's time of their look-up; one look-up at a time for each. `entries` has None for
    what the platform does not tell; of more than `most` the oldest are let go."""

    def __init__(self, fetch: Callable[[Key], Awaitable[Entry | None]], most: int | None = None) -> None:
        self.entries: dict[Key, tuple[float, Entry | None]] = {}
        self._fetch, self._most = fetch, most
        self._open: dict[Key, asyncio.Task[Entry | None]] = {}
        self._changed: dict[Key, float] = {}

    def put(self, key: Key, entry: Entry | None, asked_at: float) -> None:
        """What a look-up said, unless an event has said something newer."""
        if self._changed.get(key, -1.0) < asked_at:
            self._keep(key, entry, asked_at)

    def change(self, key: Key, entry: Entry | None) -> None:
        """What an event said."""
        self.forget(key)
        self._keep(key, entry, self._changed[key])

    def forget(self, key: Key) -> None:
        """An event said that it is something else than before, which is to be asked for."""
        self._changed[key] = asyncio.get_running_loop().time()
        self.entries.pop(key, None)

    def forget_all(self) -> None:
        for key in [*self.entries, *self._open]:
            self.forget(key)

    def missing(self, keys: Iterable[Key]) -> list[Key]:
        now = asyncio.get_running_loop().time()
        return [key for key in keys if key and (key not in self.entries or now - self.entries[key][0] > BELIEVED_S)]

    def all(self) -> dict[Key, Entry]:
        return {key: entry for key, (_, entry) in self.entries.items() if entry is not None}

    async def fresh(self, key: Key) -> Entry | None:
        """What is believed of it, asked for where nothing is."""
        if not self.missing([key]):
            return self.entries[key][1]
        return await asyncio.shield(self.look_up(key))

    def look_up(self, key: Key) -> asyncio.Task[Entry | None]:
        if key not in self._open:
            self._open[key] = task = asyncio.create_task(self._kept(key))
            task.add_done_callback(lambda done: self._ended(key, done))
        return self._open[key]

    def close(self) -> None:
        for task in list(self._open.values()):
            task.cancel()

    def _ended(self, key: Key, task: asyncio.Task[Entry | None]) -> None:
        self._open.pop(key, None)
        if not task.cancelled():
            task.exception()  # seen here, for whoever asked may have gone

    async def _kept(self, key: Key) -> Entry | None:
        asked_at = asyncio.get_running_loop().time()
        self.put(key, entry := await self._fetch(key), asked_at)
        return entry

    def _keep(self, key: Key, entry: Entry | None, at: float) -> None:
        self.entries.pop(key, None)
        self.entries[key] = (at, entry)
        while self._most is not None and len(self.entries) > self._most:
            oldest = next(iter(self.entries))
            del self.entries[oldest]
            self._changed.pop(oldest, None)
