"""Where one anima's memory is kept: its logs and notes. A log is opened when it is first needed."""

from __future__ import annotations

import threading
from datetime import tzinfo
from pathlib import Path

from memory.archive.activity_log import ActivityLog
from memory.archive.documents import Documents
from memory.archive.files import Files
from memory.archive.memory_log import MemoryLog
from memory.archive.operations_log import FOLDER as OPERATIONS
from memory.archive.operations_log import OperationsLog
from memory.archive.paths import UnsafePath
from memory.archive.people import ProfileShelf
from memory.archive.quarantine import Quarantine
from memory.archive.redaction import Redact
from memory.archive.resolutions import Resolutions
from memory.archive.undigested import UndigestedDays
from memory.index.location import Location
from memory.vocabulary.event import Event
from memory.vocabulary.ports import Clock


class Stores:
    """What is read and written of an anima's directory, and of what it shares with the others."""

    def __init__(self, directory: Path, clock: Clock, zone: tzinfo, redact: Redact) -> None:
        self.location = Location.of(directory)
        self.name = directory.name
        self.clock = clock
        self.zone = zone
        self.redact = redact
        home = self.location.shared.parent  # the directory itself where it stands in no home
        self.quarantine = Quarantine(files=Files(home / "quarantine"), owner=self.name)
        self.documents = Documents(directory, self.quarantine, clock, redact=redact)
        self.operations = OperationsLog(directory / OPERATIONS, zone, quarantine=self.quarantine, redact=redact)
        self.profiles = ProfileShelf(self.location.shared, self.quarantine, redact=redact)
        self.resolutions = Resolutions(self.location.shared, self.quarantine, redact=redact)
        self.undigested = UndigestedDays(directory, self.quarantine)
        self._opening = threading.Lock()
        self._log: ActivityLog | None = None
        self._memory_log: MemoryLog | None = None

    @property
    def directory(self) -> Path:
        return self.location.directory

    def log(self) -> ActivityLog:
        """What happened."""
        with self._opening:
            if self._log is None:
                folder = self.directory / "activity_log"
                late = self.undigested.add
                self._log = ActivityLog(folder, self.zone, self.quarantine, redact=self.redact, late=late)
            return self._log

    def memory_log(self) -> MemoryLog:
        """What was learned and used."""
        with self._opening:
            if self._memory_log is None:
                self._memory_log = MemoryLog(self.directory / "memory_log", self.zone, self.quarantine)
            return self._memory_log

    def events_of(self, path: str) -> list[str]:
        """The ids of the events that a pointer into the activity log names; none for other paths."""
        try:
            return [event.id for event in self.log().pointed_at(path)]
        except UnsafePath:
            return []

    def event(self, id: str) -> Event | None:
        """The event of this id, as it was written."""
        return self.log().find(id)
