"""MemoryEngine: the public face of one anima's memory, usable without any bot."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Self

from memory.vocabulary.address import Audience
from memory.vocabulary.event import Event
from memory.vocabulary.ports import Clock, Embedder, Membership
from memory.vocabulary.recall import Change, Cue, Primed, Recollection


class MemoryEngine:
    """One anima's memory: an archive of files, and indexes derived from it."""

    @classmethod
    async def open(
        cls,
        directory: Path,
        embedder: Embedder | None = None,
        clock: Clock | None = None,
        membership: Membership | None = None,
    ) -> Self:
        """Open (or make) the anima's directory."""
        raise NotImplementedError

    async def record(self, event: Event) -> bool:
        """Append to the activity log, once per `event.id`; False: it was there already. Raises StorageFault."""
        raise NotImplementedError

    async def prime(self, cue: Cue, budget: int | None = None) -> Primed:
        """What comes to mind before a turn."""
        raise NotImplementedError

    async def search(
        self,
        query: str,
        audience: Audience,
        scope: str = "all",
        since: datetime | None = None,
        until: datetime | None = None,
        as_of: datetime | None = None,
        limit: int = 10,
    ) -> list[Recollection]:
        """Intentional recall."""
        raise NotImplementedError

    async def read(self, path: str, audience: Audience) -> str:
        """A file or pointer (`activity_log/2026-11-20.jsonl#L3-L9`) inside what the audience may read."""
        raise NotImplementedError

    async def write(self, path: str, text: str, audience: Audience, reason: str) -> Change:
        """Intentional memorisation; an empty text archives the file."""
        raise NotImplementedError

    async def rebuild(self, progress: Callable[[int, int], None] | None = None) -> None:
        """Make the indexes again from the archive."""
        raise NotImplementedError

    async def close(self) -> None:
        """Close every file and index."""
        raise NotImplementedError
