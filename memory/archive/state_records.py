"""Small state on disk: objects that are replaced whole, and records by id that are folded when they are read.

A line of a record file begins a thing or tells, by its `id`, what became of one.
"""

from __future__ import annotations

import json
import logging
import re
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Generic, TypeVar

from memory.archive import json_lines
from memory.archive.files import DISK, Disk, Files
from memory.archive.json_lines import Lines, Quarantine, Redact, record_of_line, redact_nothing, redacted_json
from memory.vocabulary.event import Json

_log = logging.getLogger(__name__)


def read_state(files: Files, name: str, quarantine: Quarantine) -> dict[str, Json] | None:
    """The object; None where there is none or none that can be read."""
    content = files.read_or_none(name)
    if content is None:
        return None
    try:
        found = json.loads(content.decode())
    except (ValueError, RecursionError):
        found = None
    if isinstance(found, dict):
        return found
    _log.warning("%s is no JSON object; its bytes are kept in %s", name, quarantine.keep(name, content))
    return None


def write_state(files: Files, name: str, state: Mapping[str, Json]) -> None:
    """Raises StorageFault; then the old state is still there."""
    files.replace(name, json_lines.dump_json(state) + b"\n")


# --- state lines ----------------------------------------------------------------------------------------------------
# A small append-only file of JSON objects below an anima's `state`: what was put on record, oldest first.


class StateLines:
    """One file, `name`, of the folder."""

    def __init__(
        self,
        directory: Path,
        name: str,
        quarantine: Quarantine | None = None,
        disk: Disk = DISK,
        redact: Redact = redact_nothing,
    ) -> None:
        files = Files(directory, disk)
        self._lines = Lines(files, quarantine or Quarantine(files=files))
        self._name = name
        self._redact = redact

    def append(self, record: Mapping[str, Json]) -> None:
        """Durable when it returns. Raises StorageFault; then nothing is stored."""
        kept = {name: redacted_json(value, self._redact) for name, value in record.items()}
        self._lines.append(self._name, [json_lines.dump_json(kept)])

    def read(self) -> Iterator[dict[str, Json]]:
        """What can be read; a broken line is copied to quarantine and left out."""
        for number, line in self._lines.read(self._name):
            if (record := record_of_line(line)) is not None:
                yield record
                continue
            _log.warning("line %d of %s cannot be read", number, self._name)
            self._lines.keep_broken(self._name, line)


# --- by day ---------------------------------------------------------------------------------------------------------
# Records by id: a file of lines for each day that ids name, only ever appended to; the last line of an id counts.
#
# archive/batches/night-daily-2026-11-22.jsonl      all whose ids begin so
# archive/batches/undated.jsonl                     those whose ids name no day


_DAY = re.compile(r"(?:^|-)(20\d\d)-?(\d\d)-?(\d\d)(?!\d)")


class DailyRecords:
    """Below one folder. Not thread-safe. Raises StorageFault."""

    def __init__(self, files: Files, quarantine: Quarantine, folder: str) -> None:
        self._lines = Lines(files, quarantine)
        self._folder = folder

    def put(self, record: Mapping[str, Json]) -> None:
        """Durable when it returns. Its `id` comes first."""
        self._lines.append(self._file(str(record["id"])), [json_lines.dump_json(record)])

    def find(self, id: str) -> dict[str, Json] | None:
        """What it is now."""
        head = json_lines.dump_json({"id": id})[:-1]
        lines = (line for line in self._lines.backwards(self._file(id)) if line.startswith(head))
        return next(filter(None, map(record_of_line, lines)), None)

    def ids(self, beginning: str) -> list[str]:
        """Those that begin so, the oldest first. What they begin with has the day in it, where they name one."""
        return [*self._records(self._file(beginning), beginning)]

    def all(self, *beginnings: str) -> list[dict[str, Json]]:
        """Those of all days that begin so, the oldest day first."""
        names = self._lines.files.names(self._folder, ".jsonl")
        return [one for name in names for one in self._records(f"{self._folder}/{name}", *beginnings).values()]

    def _records(self, name: str, *beginnings: str) -> dict[str, dict[str, Json]]:
        heads = tuple(json_lines.dump_json({"id": one})[:-2] for one in beginnings)
        lines = (line for _, line in self._lines.read(name) if line.startswith(heads))
        return {str(record["id"]): record for record in map(record_of_line, lines) if record is not None}

    def _file(self, id: str) -> str:
        day = _DAY.search(id)
        return f"{self._folder}/{'-'.join(day.groups()) if day else 'undated'}.jsonl"


# --- records --------------------------------------------------------------------------------------------------------
# Things of one kind below an anima's `state`, each with what became of it: an append-only file, folded when read.
#
# A line begins a thing or tells, by its `id`, what became of one.


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
        redact: Redact = redact_nothing,
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
