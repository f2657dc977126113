"""The memory log: which memories were used or stood in a prompt, a file a month, only ever appended to."""

from __future__ import annotations

import json
import re
import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta, tzinfo
from pathlib import Path

from memory.archive import event_line
from memory.archive.disk import DISK, Disk
from memory.archive.files import Files
from memory.archive.lines import Lines
from memory.archive.quarantine import Quarantine
from memory.vocabulary.errors import StorageFault
from memory.vocabulary.event import Json
from memory.vocabulary.strength import Use

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
        self._lock = threading.Lock()

    def append(self, uses: Sequence[Use]) -> int:
        """Note what is not noted yet, durably; how much of it that is. Raises StorageFault."""
        noted = 0
        try:
            with self._lock:
                for use in uses:
                    noted += self._append(use)
        except OSError as error:
            raise StorageFault(f"the memory log cannot be read: {error.strerror or error}") from error
        return noted

    def months(self) -> list[str]:
        """The files, oldest first."""
        return [name for name in self._lines.files.names(suffix=".jsonl") if _MONTH_FILE.fullmatch(name)]

    def read(self, month: str) -> Iterator[Use]:
        """What a month's file holds, in order; broken lines and notes of other kinds are passed over."""
        for _, line in self._lines.read(month):
            if use := decode(line):
                yield use

    def _append(self, use: Use) -> bool:
        if use.ts.tzinfo is None:
            raise ValueError("a use's ts must be aware")
        month = self._month(use)
        if use.key and any(use.key in self._known_month(name).keys for name in {month, self._month(use, _LATE)}):
            return False
        known = self._known_month(month)
        try:
            self._lines.append(month, [_encode(use, self._zone)])
        except BaseException:
            self._known.pop(month, None)  # what the disk holds now is uncertain
            raise
        known.keys.add(use.key)
        known.size = self._lines.files.size(month)
        return True

    def _month(self, use: Use, before: timedelta = timedelta()) -> str:
        return f"{(use.ts - before).astimezone(self._zone):%Y-%m}.jsonl"

    def _known_month(self, month: str) -> _KnownMonth:
        size = self._lines.files.size(month)
        known = self._known.get(month)
        if known is None or known.size != size:
            self._lines.mend(month)
            keys = {use.key for use in self.read(month)}
            known = self._known[month] = _KnownMonth(keys, self._lines.files.size(month))
        self._known.move_to_end(month)
        while len(self._known) > _KNOWN_MONTHS:
            self._known.popitem(last=False)
        return known


def decode(line: bytes) -> Use | None:
    """The note that a line holds; None where it holds none that names memories."""
    try:
        record = json.loads(line.decode())
    except (ValueError, RecursionError):
        return None
    if not isinstance(record, dict):
        return None
    ts, ids = event_line.moment(record.get("ts")), record.get("ids")
    if ts is None or not isinstance(ids, list):
        return None
    texts = {name: str(record.get(name, "")) for name in ("key", "type", "how", "audience")}
    return Use(ts=ts, ids=tuple(str(id) for id in ids), **texts)


def _encode(use: Use, zone: tzinfo) -> bytes:
    record: Mapping[str, Json] = {
        "ts": use.ts.astimezone(zone).isoformat(),
        "type": use.type,
        "key": use.key,
        "ids": list(use.ids),
        "how": use.how,
        "audience": use.audience,
    }
    return event_line.dump({name: value for name, value in record.items() if value})
