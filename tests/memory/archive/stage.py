"""What the archive's tests share: a zone, an hour, events, a disk that fails at a chosen call."""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from zoneinfo import ZoneInfo

from memory.archive.activity_log import ActivityLog
from memory.archive.files import Disk, Files
from memory.archive.json_lines import Quarantine, Storage, redact_nothing
from memory.archive.memory_log import MemoryLog
from memory.archive.note_writer import NoteWriter
from memory.vocabulary.change import Change, Outcome
from memory.vocabulary.event import Event, Json

BERLIN = ZoneInfo("Europe/Berlin")
NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
DAY = NOON.date()

_batches = count()


def said(number: int, content: str = "", minutes: float | None = None) -> Event:
    return Event(
        ts=NOON + timedelta(minutes=number if minutes is None else minutes),
        type="message_received",
        content=content or f"word {number}",
        sender="slack:T01/U01",
        channel="slack:T01/C01",
        meta={"id": f"slack:{number}", "audience": "group:slack:T01/C01"},
    )


def log_in(folder: Path, disk: Disk | None = None) -> ActivityLog:
    return ActivityLog(folder / "activity_log", Storage(zone=BERLIN, disk=disk or Disk()))


def ids(log: ActivityLog) -> list[str]:
    return [event.id for day in log.days() for _, event in log.read(day)]


def write(
    root: Path, path: str, meta: Mapping[str, Json], body: str, expects: str = "", redact=redact_nothing
) -> Outcome:
    """A document, written as a batch of its own."""
    log = MemoryLog(root / "memory_log")
    storage = Storage(redact=redact, quarantine=Quarantine(files=Files(root.parent / "quarantine")))
    writer = NoteWriter(root, lambda: NOON, log.append, storage)
    change = Change(kind="write", path=path, meta=meta, text=body, expects=expects, because="noted")
    return writer.apply(f"b{next(_batches)}", [change])[0]


class FailingDisk(Disk):
    """Fails from call `at` on (counted over all calls that write), as a full disk does; half a write comes through."""

    def __init__(self, at: int, lasts: int = 1) -> None:
        self.calls = 0
        self._fails = range(at, at + lasts)

    def _count(self) -> None:
        self.calls += 1
        if self.calls in self._fails:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def write(self, fd: int, data: memoryview) -> int:
        half = len(data) // 2
        try:
            self._count()
        except OSError:
            super().write(fd, data[:half])
            raise
        return super().write(fd, data)

    def fsync(self, fd: int) -> None:
        self._count()
        super().fsync(fd)

    def truncate(self, fd: int, size: int) -> None:
        self._count()
        super().truncate(fd, size)

    def rename(self, old: str, new: str, old_folder: int, new_folder: int) -> None:
        self._count()
        super().rename(old, new, old_folder, new_folder)

    def unlink(self, name: str, folder: int) -> None:
        self._count()
        super().unlink(name, folder)

    def mkdir(self, name: str, folder: int) -> None:
        self._count()
        super().mkdir(name, folder)
