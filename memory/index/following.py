"""Following: the files of an anima's archive read into a text index, all of them or what is new.

Blocking; call it from a thread.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import datetime, tzinfo

from memory.index import log_tail, shelf
from memory.index.location import Location
from memory.index.signs import Signs, growing
from memory.index.text import TextIndex


class Following:
    """`tell` is told of a document whose head cannot be read."""

    def __init__(self, location: Location, zone: tzinfo, tell: Callable[[str, bytes], object] | None) -> None:
        self._location = location
        self._zone = zone
        self._tell = tell
        self._signs: Signs | None = None
        self._glanced: datetime | None = None

    def days(self) -> int:
        """How many files the logs have."""
        return len(self._logs())

    def file(self, index: TextIndex, path: str) -> None:
        """What this file of a log has more than the index knows. Raises MemoryFault, OSError."""
        log_tail.read_on(index, self._location.directory, path, self._zone)

    def all(self, index: TextIndex, progress: Callable[[int, int], None] | None = None) -> Signs:
        """All that is new to the index; how the files looked before that."""
        signs, logs = Signs(self._location), self._logs()
        signs.growing = growing(path for path, _ in logs)
        known = index.seen()
        for number, (path, size) in enumerate(logs, start=1):
            seen = known.get(path)
            if seen is None or seen.size != size:
                self.file(index, path)
            if progress:
                progress(number, len(logs) + 1)
        shelf.update(index, self._location.directory, self._location.shared, self._zone, self._tell)
        if progress:
            progress(len(logs) + 1, len(logs) + 1)
        return signs

    def bring_abreast(self, index: TextIndex) -> None:
        """The same for the index that `is_behind` is asked about."""
        self._signs = self.all(index)

    def is_behind(self, index: TextIndex, now: datetime) -> bool:
        """Whether something was changed that the index does not know of, as far as a glance tells: one for all that is
        asked at one moment. What logs have more is read at once."""
        if self._signs is None:
            return True
        if now == self._glanced:
            return False
        self._glanced = now
        if self._signs.differ():
            return True
        for path in self._signs.growing:
            self._read_more(index, path)
        return False

    def _read_more(self, index: TextIndex, path: str) -> None:
        seen = index.seen_of(path)
        try:
            size = (self._location.directory / path).stat().st_size
        except OSError:
            size = 0
        if size != (seen.size if seen else 0):
            self.file(index, path)

    def _logs(self) -> list[tuple[str, int]]:
        """The days of the activity log, then the months of the memory log, each from the oldest, with their sizes."""
        return [*self._files(log_tail.ACTIVITY), *self._files(log_tail.MEMORY)]

    def _files(self, folder: str) -> list[tuple[str, int]]:
        try:
            with os.scandir(self._location.directory / folder) as listing:
                files = sorted((file.name, file.stat().st_size) for file in listing if file.name.endswith(".jsonl"))
        except OSError:
            return []
        return [(f"{folder}/{name}", size) for name, size in files]
