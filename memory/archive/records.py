"""Things of one kind below an anima's `state`, each with what became of it: an append-only file, folded when read.

A line begins a thing or tells, by its `id`, what became of one.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Generic, TypeVar

from memory.archive.disk import DISK, Disk
from memory.archive.quarantine import Quarantine
from memory.archive.redaction import Redact, nothing
from memory.archive.state_lines import StateLines
from memory.vocabulary.event import Json

Thing = TypeVar("Thing")
Line = Mapping[str, Json]


class Records(Generic[Thing]):
    """One file. Thread-safe under `lock`; read once, for nobody else writes it. Writes raise StorageFault.

    `begun` makes a thing of the line that begins it (None: this line does not), `after` is the thing after a line.
    """

    def __init__(
        self,
        directory: Path,
        name: str,
        begun: Callable[[Line], Thing | None],
        after: Callable[[Thing, Line], Thing],
        quarantine: Quarantine | None = None,
        disk: Disk = DISK,
        redact: Redact = nothing,
    ) -> None:
        self.lock = threading.RLock()
        self._lines = StateLines(directory, name, quarantine, disk, redact)
        self._begun, self._after = begun, after
        self._known: dict[str, Thing] | None = None

    def find(self, id: str) -> Thing | None:
        with self.lock:
            return self.known.get(id)

    def all(self) -> list[Thing]:
        """In the order in which they began."""
        with self.lock:
            return list(self.known.values())

    def add(self, thing: Thing, line: dict[str, Json]) -> Thing:
        """Put it on record, the same one once; what is on record."""
        with self.lock:
            id = str(line["id"])
            if id not in self.known:
                self._lines.append(line)
                self.known[id] = thing
            return self.known[id]

    def note(self, id: str, line: dict[str, Json]) -> Thing:
        """What became of it; the thing after that. Raises KeyError."""
        with self.lock:
            after = self._after(self.known[id], line)
            self._lines.append({**line, "id": id})
            self.known[id] = after
            return after

    @property
    def known(self) -> dict[str, Thing]:
        """By id; under `lock`."""
        if self._known is None:
            self._known = known = {}
            for line in self._lines.read():
                id = str(line.get("id", ""))
                if (thing := self._begun(line)) is not None:
                    known[id] = thing
                elif id in known:
                    known[id] = self._after(known[id], line)
        return self._known
