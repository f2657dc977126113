"""Records by id: a file of lines for each day that ids name, only ever appended to; the last line of an id counts.

archive/batches/night-daily-2026-11-22.jsonl      all whose ids begin so
archive/batches/undated.jsonl                     those whose ids name no day
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from memory.archive import event_line
from memory.archive.files import Files
from memory.archive.lines import Lines, record_of
from memory.archive.quarantine import Quarantine
from memory.vocabulary.event import Json

_DAY = re.compile(r"(?:^|-)(20\d\d)-?(\d\d)-?(\d\d)(?!\d)")


class ByDay:
    """Below one folder. Not thread-safe. Raises StorageFault."""

    def __init__(self, files: Files, quarantine: Quarantine, folder: str) -> None:
        self._lines = Lines(files, quarantine)
        self._folder = folder

    def put(self, record: Mapping[str, Json]) -> None:
        """Durable when it returns. Its `id` comes first."""
        self._lines.append(self._file(str(record["id"])), [event_line.dump(record)])

    def find(self, id: str) -> dict[str, Json] | None:
        """What it is now."""
        head = event_line.dump({"id": id})[:-1]
        lines = (line for line in self._lines.backwards(self._file(id)) if line.startswith(head))
        return next(filter(None, map(record_of, lines)), None)

    def ids(self, beginning: str) -> list[str]:
        """Those that begin so, the oldest first. What they begin with has the day in it, where they name one."""
        return [*self._records(self._file(beginning), beginning)]

    def all(self, *beginnings: str) -> list[dict[str, Json]]:
        """Those of all days that begin so, the oldest day first."""
        names = self._lines.files.names(self._folder, ".jsonl")
        return [one for name in names for one in self._records(f"{self._folder}/{name}", *beginnings).values()]

    def _records(self, name: str, *beginnings: str) -> dict[str, dict[str, Json]]:
        heads = tuple(event_line.dump({"id": one})[:-2] for one in beginnings)
        lines = (line for _, line in self._lines.read(name) if line.startswith(heads))
        return {str(record["id"]): record for record in map(record_of, lines) if record is not None}

    def _file(self, id: str) -> str:
        day = _DAY.search(id)
        return f"{self._folder}/{'-'.join(day.groups()) if day else 'undated'}.jsonl"
