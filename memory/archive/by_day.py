"""Records by id: a file of lines for each day that ids name, only ever appended to; the last line of an id counts.

archive/batches/night-daily-2026-11-22.jsonl      all whose ids begin so
archive/batches/undated.jsonl                     those whose ids name no day
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from memory.archive import event_line
from memory.archive.files import Files
from memory.archive.lines import Lines, record_of
from memory.archive.quarantine import Quarantine
from memory.vocabulary.event import Json

_DAY = re.compile(r"(?:[^/]*?-)?20\d\d-?\d\d-?\d\d(?!\d)")


class ByDay:
    """Below one folder. Not thread-safe. Raises StorageFault, UnsafePath for an id that no file takes."""

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
        return [id for id in self._records(self._file(beginning)) if id.startswith(beginning)]

    def all(self, is_wanted: Callable[[str], bool]) -> list[dict[str, Json]]:
        """Of the files of these names, the oldest first."""
        names = filter(is_wanted, self._lines.files.names(self._folder, ".jsonl"))
        return [record for name in names for record in self._records(f"{self._folder}/{name}").values()]

    def _records(self, name: str) -> dict[str, dict[str, Json]]:
        found = (record_of(line) for _, line in self._lines.read(name))
        return {str(record.get("id")): record for record in found if record is not None}

    def _file(self, id: str) -> str:
        day = _DAY.match(id)
        return f"{self._folder}/{day[0] if day else 'undated'}.jsonl"
