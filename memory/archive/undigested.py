"""Days that were over when something was added to them, by an import or by a catch-up: sleep has to look at them again.

state/undigested.json    {"group:slack:T01/C01": ["2026-01-01", "2026-01-02"]}
"""

from __future__ import annotations

import threading
from collections.abc import Collection
from contextlib import suppress
from datetime import date
from pathlib import Path

from memory.archive import state_file
from memory.archive.disk import DISK, Disk
from memory.archive.files import Files
from memory.archive.quarantine import Quarantine

_FILE = "state/undigested.json"


class UndigestedDays:
    """Of one anima, by audience. Blocking; raises StorageFault. Read each time, for an erasure rewrites the file."""

    def __init__(self, root: Path, quarantine: Quarantine, disk: Disk = DISK) -> None:
        self._files = Files(root, disk)
        self._quarantine = quarantine
        self._lock = threading.Lock()

    def add(self, day: date, audiences: Collection[str]) -> None:
        """Called before anything is added to the day, so that no end of the process can lose it."""
        with self._lock:
            known = self._read()
            if any(day not in known.get(one, ()) for one in audiences):
                self._write(known | {one: known.get(one, set()) | {day} for one in audiences})

    def settle(self, day: date, audiences: Collection[str]) -> None:
        """A night has taken them over."""
        with self._lock:
            known = self._read()
            self._write({one: days - {day} if one in audiences else days for one, days in known.items()})

    def days(self) -> list[date]:
        """The oldest first."""
        with self._lock:
            return sorted(set().union(*self._read().values()))

    def of(self, day: date) -> set[str]:
        """The audiences to whose day something was added."""
        with self._lock:
            return {one for one, days in self._read().items() if day in days}

    def _read(self) -> dict[str, set[date]]:
        found: dict[str, set[date]] = {}
        for audience, days in (state_file.read(self._files, _FILE, self._quarantine) or {}).items():
            for day in days if isinstance(days, list) else ():
                with suppress(ValueError):
                    found.setdefault(audience, set()).add(date.fromisoformat(str(day)))
        return found

    def _write(self, known: dict[str, set[date]]) -> None:
        left = {one: [day.isoformat() for day in sorted(days)] for one, days in sorted(known.items()) if days}
        if left:
            state_file.write(self._files, _FILE, {one: [*days] for one, days in left.items()})
        else:
            self._files.remove(_FILE)
