"""Strengths: what use has made of each memory, folded from the memory log and the heads of the documents.

Derived: nothing of it is kept on disk, for the log says it all. The night publishes counts into the heads for people
to read, so of the two the larger count holds.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from datetime import datetime, tzinfo

from memory.archive.memory_log import FOLDER, decode
from memory.index.location import Location
from memory.index.standing import Standing, Standings
from memory.vocabulary.strength import USED, Strength, Use, memory_of


@dataclass(slots=True)
class _Count:
    times: int = 0
    last: datetime | None = None


class Strengths:
    """Blocking. One anima's; thread-safe."""

    def __init__(self, location: Location, zone: tzinfo) -> None:
        self._folder = location.directory / FOLDER
        self.standings = Standings(location, zone)
        self._counts: dict[str, _Count] = {}
        self._read: dict[str, int] = {}  # file -> bytes that are folded
        self._is_folded = False
        self._lock = threading.Lock()

    def refresh(self) -> None:
        """Fold what the log has more than before; a log that became shorter is folded anew."""
        with self._lock:
            self._is_folded = True
            sizes = self._sizes()
            if any(sizes.get(name, 0) < read for name, read in self._read.items()):
                self._counts, self._read = {}, {}
            for name, size in sizes.items():
                if size > self._read.get(name, 0):
                    self._read_on(name)

    def of(self, id: str) -> Strength:
        """The strength of the memory that this id (of a turn, a document or a piece of one) belongs to."""
        memory = memory_of(id)
        if not self._is_folded:
            self.refresh()
        with self._lock:
            count = self._counts.get(memory)
        path = memory.partition("#")[0]
        return _strength(self.standings.of(path), count)

    def counted(self) -> dict[str, int]:
        """How often each memory that was ever used was used."""
        with self._lock:
            return {memory: count.times for memory, count in self._counts.items()}

    def _sizes(self) -> dict[str, int]:
        try:
            return {file.name: file.stat().st_size for file in sorted(self._folder.glob("*.jsonl"))}
        except OSError:
            return {}

    def _read_on(self, name: str) -> None:
        start = self._read.get(name, 0)
        try:
            with (self._folder / name).open("rb") as stream:
                stream.seek(start)
                data = stream.read()
        except OSError:
            return
        whole = data[: data.rfind(b"\n") + 1]
        for line in whole.splitlines():
            if (use := decode(line)) and use.type == USED:
                self._fold(use)
        self._read[name] = start + len(whole)

    def _fold(self, use: Use) -> None:
        for memory in {memory_of(id) for id in use.ids}:
            count = self._counts.setdefault(memory, _Count())
            count.times += 1
            count.last = max(filter(None, (count.last, use.ts)))


def _strength(head: Standing, count: _Count | None) -> Strength:
    return Strength(
        access_count=max(head.access_count, count.times if count else 0),
        last_access=max(filter(None, (head.last_access, count.last if count else None)), default=None),
        utility=head.utility,
        importance=head.importance,
        pinned=head.pinned,
    )
