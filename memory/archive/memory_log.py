"""The memory log: what was used, formed or changed of the memories, a file a month, only ever appended to."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta, tzinfo
from pathlib import Path

from memory.archive.disk import DISK, Disk
from memory.archive.files import Files
from memory.archive.lines import Lines
from memory.archive.locks import lock_of
from memory.archive.memory_line import Note, decode, encode
from memory.archive.quarantine import Quarantine
from memory.vocabulary.errors import StorageFault

FOLDER = "memory_log"

_MONTH_FILE = re.compile(r"\d{4}-\d{2}\.jsonl")
_LATE = timedelta(days=3)
"""A turn is tried again within this time, also across the end of a month."""

_KNOWN_MONTHS = 2


@dataclass(slots=True)
class _KnownMonth:
    """The keys that a month's file holds; good as long as the file has this size."""

    keys: set[str]
    size: int


class MemoryLog:
    """The log below `directory` (`animas/<name>/memory_log`). Thread-safe."""

    def __init__(self, directory: Path, zone: tzinfo, quarantine: Quarantine | None = None, disk: Disk = DISK) -> None:
        files = Files(directory, disk)
        self._zone = zone
        self._lines = Lines(files, quarantine or Quarantine(files=files))
        self._known: OrderedDict[str, _KnownMonth] = OrderedDict()
        self._lock = lock_of(directory)

    def append(self, notes: Sequence[Note]) -> list[Note]:
        """Note what is not noted yet, durably, a month at a time; what of it that is. Raises StorageFault."""
        noted: list[Note] = []
        try:
            with self._lock:
                for month in dict.fromkeys(map(self.month_of, notes)):
                    noted += self._append(month, [note for note in notes if self.month_of(note) == month])
        except OSError as error:
            raise StorageFault(f"the memory log cannot be read: {error.strerror or error}") from error
        return noted

    def months(self) -> list[str]:
        """The files, oldest first."""
        return [name for name in self._lines.files.names(suffix=".jsonl") if _MONTH_FILE.fullmatch(name)]

    def read(self, month: str) -> Iterator[Note]:
        """What a month's file holds, in order; broken lines and notes of unknown kinds are passed over."""
        for _, line in self._lines.read(month):
            if note := decode(line):
                yield note

    def month_of(self, note: Note, before: timedelta = timedelta()) -> str:
        """The file that the note belongs to, or would `before` its time."""
        return f"{(note.ts - before).astimezone(self._zone):%Y-%m}.jsonl"

    def _append(self, month: str, notes: Sequence[Note]) -> list[Note]:
        fresh: dict[str, Note] = {}
        for number, note in enumerate(notes):
            if note.ts.tzinfo is None:
                raise ValueError("a note's ts must be aware")
            if not note.key or not self._is_known(note, month):
                fresh.setdefault(note.key or f"{number}", note)
        known = self._known_month(month)
        try:
            if fresh:
                self._lines.append(month, [encode(note, self._zone) for note in fresh.values()])
        except BaseException:
            self._known.pop(month, None)  # what the disk holds now is uncertain
            raise
        known.keys.update(note.key for note in fresh.values())
        known.size = self._lines.files.size(month)
        return list(fresh.values())

    def _is_known(self, note: Note, month: str) -> bool:
        return any(note.key in self._known_month(name).keys for name in {month, self.month_of(note, _LATE)})

    def _known_month(self, month: str) -> _KnownMonth:
        size = self._lines.files.size(month)
        known = self._known.get(month)
        if known is None or known.size != size:
            self._lines.mend(month)
            keys = {note.key for note in self.read(month)}
            known = self._known[month] = _KnownMonth(keys, self._lines.files.size(month))
        self._known.move_to_end(month)
        while len(self._known) > _KNOWN_MONTHS:
            self._known.popitem(last=False)
        return known
