"""The keeper: keeps the text index abreast of the archive, and makes it anew.

What the index knows comes from the files alone, by one way, so an index that was deleted comes back the same. An
error in the index never reaches who records: it is noted, and mended before the next recall.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable
from datetime import datetime, timedelta, tzinfo

from memory.index import log_tail, shelf
from memory.index.location import Location
from memory.index.text import TextIndex
from memory.vocabulary.errors import MemoryFault

_log = logging.getLogger(__name__)

LOOK_AGAIN = timedelta(seconds=2)
"""An edit by hand is seen by the first recall after this time."""


class Keeper:
    """Blocking; call it from a thread."""

    def __init__(self, location: Location, zone: tzinfo) -> None:
        self.index = TextIndex(location.text_index)
        self._location = location
        self._zone = zone
        self._lock = threading.Lock()
        self._stale = True
        self._looked: datetime | None = None

    def recorded(self, day_file: str) -> None:
        """The day file has grown. Never raises for the index's sake."""
        if self._stale:
            return  # the next recall reads all that is new, in order
        try:
            if self.index.began_blank():
                self._stale = True
                return
            log_tail.read_on(self.index, self._location.directory, day_file, self._zone)
        except (MemoryFault, OSError):
            self._stale = True
            _log.warning("the text index could not follow %s; it is mended before the next recall", day_file)

    def changed(self) -> None:
        """A document was written: look at all of them before the next recall."""
        self._looked = None

    def refresh(self, now: datetime) -> TextIndex:
        """The index, abreast of the files."""
        with self._lock:
            if self.index.began_blank() or self._stale or self._is_due(now):
                self._stale = False
                try:
                    self._catch_up(self.index)
                except BaseException:
                    self._stale = True
                    raise
                self._looked = now
            return self.index

    def rebuild(self, progress: Callable[[int, int], None] | None = None) -> None:
        """A new index beside the old one, which then takes its place."""
        with self._lock:
            fresh = TextIndex(self.index.path.with_suffix(".new"))
            fresh.discard()
            self._catch_up(fresh, progress)
            self._stale = True  # whatever was recorded meanwhile
            self.index.replace_with(fresh)

    def discard(self) -> None:
        """Throw a damaged index away; the next refresh makes it anew."""
        self._stale = True
        self.index.discard()

    def close(self) -> None:
        self.index.close()

    def _is_due(self, now: datetime) -> bool:
        return self._looked is None or not timedelta() <= now - self._looked < LOOK_AGAIN

    def _catch_up(self, index: TextIndex, progress: Callable[[int, int], None] | None = None) -> None:
        days = self._days()
        known = index.seen()
        for number, (name, size) in enumerate(days, start=1):
            seen = known.get(f"{log_tail.FOLDER}/{name}")
            if seen is None or seen.size != size:
                log_tail.read_on(index, self._location.directory, name, self._zone)
            if progress:
                progress(number, len(days) + 1)
        shelf.update(index, self._location.directory, self._location.shared, self._zone)
        if progress:
            progress(len(days) + 1, len(days) + 1)

    def _days(self) -> list[tuple[str, int]]:
        try:
            with os.scandir(self._location.directory / log_tail.FOLDER) as listing:
                return sorted((file.name, file.stat().st_size) for file in listing if file.name.endswith(".jsonl"))
        except FileNotFoundError:
            return []
