"""Backups by themselves: each time that the settled span has gone by, one more in the settled folder."""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta
from pathlib import Path

from bots.delivery import DATABASE
from bots.delivery.copying import copied
from memory.archive import increments
from memory.archive.backup import Manifest
from memory.archive.known_backups import Every, KnownBackups
from memory.vocabulary.errors import StorageFault
from memory.vocabulary.ports import Clock, Progress, unwatched

log = logging.getLogger(__name__)
_LOOK_S = 60.0


class Backups:
    """Of one running home."""

    def __init__(self, home: Path, clock: Clock) -> None:
        self._home, self._clock = home, clock
        self._known = KnownBackups(home / "shared")

    async def keep_watch(self) -> None:
        while True:
            await asyncio.to_thread(self.make_due)
            await asyncio.sleep(_LOOK_S)

    def make_due(self) -> bool:
        """Make one where it is time; a disk that refuses is told in the log, and asked again. Blocking."""
        every = self._known.every()
        if every is None:
            return False
        last = self._known.last(every.folder)
        if last is not None and self._clock() - last < timedelta(seconds=every.seconds):
            return False
        try:
            manifest, fresh = make(self._home, every.folder, self._clock)
            self._thin(every)
        except StorageFault:
            log.exception("the backup could not be made", extra={"folder": str(every.folder)})
            return False
        told = {"folder": str(every.folder), "bytes": manifest.bytes, "new_bytes": fresh}
        log.info("a backup was made", extra=told)
        return True

    def _thin(self, every: Every) -> None:
        if every.keep > 0 and (old := increments.all_of(every.folder)[: -every.keep]):
            increments.drop(old)


def make(home: Path, folder: Path, clock: Clock, progress: Progress = unwatched) -> tuple[Manifest, int]:
    """One more backup in the folder, checked; and how many bytes of it were not there yet. Raises StorageFault.

    The database first: what is done later is recorded again at most, and never lost.
    """
    content, at = copied(home / DATABASE), clock()
    KnownBackups(home / "shared").note(folder, at)
    made = increments.write(home, folder, at, {DATABASE: content} if content else {}, progress=progress)
    increments.check(increments.all_of(folder)[-1])
    return made
