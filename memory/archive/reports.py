"""Turn reports: why a reply came out as it did, the newest few thousand, for `why` and `trace`."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path

from memory.archive import event_line
from memory.archive.disk import DISK, Disk
from memory.archive.files import Files
from memory.archive.lines import Lines
from memory.archive.quarantine import Quarantine
from memory.archive.redaction import Redact, nothing, redacted
from memory.vocabulary.event import Json

_NOW, _BEFORE = "turns.jsonl", "turns.before.jsonl"


class TurnReports:
    """`turns.jsonl` below `directory` (`state`), at most two files of `limit_bytes`. Thread-safe."""

    def __init__(
        self,
        directory: Path,
        limit_bytes: int = 5_000_000,
        quarantine: Quarantine | None = None,
        disk: Disk = DISK,
        redact: Redact = nothing,
    ) -> None:
        self._files = Files(directory, disk)
        self._lines = Lines(self._files, quarantine or Quarantine(files=self._files))
        self._limit = limit_bytes
        self._redact = redact
        self._lock = threading.Lock()

    def append(self, report: Mapping[str, Json]) -> None:
        """Keep a report; its `id` is the turn's. Raises StorageFault."""
        kept = {name: redacted(value, self._redact) for name, value in report.items()}
        with self._lock:
            if self._files.size(_NOW) >= self._limit:
                self._files.move(_NOW, _BEFORE)
            self._lines.append(_NOW, [event_line.dump(kept)])

    def last(self, audience: str = "") -> dict[str, Json] | None:
        """The newest report, of the turns in front of this audience, or of all."""
        return next((report for report in self._newest() if _is_for(report, audience)), None)

    def find(self, id: str, audience: str = "") -> dict[str, Json] | None:
        """The newest report with this id, of the turns in front of this audience, or of all."""
        found = (report for report in self._newest() if report.get("id") == id)
        return next((report for report in found if _is_for(report, audience)), None)

    def tail(self, n: int) -> list[dict[str, Json]]:
        """The last `n`, oldest first."""
        return list(islice(self._newest(), max(n, 0)))[::-1]

    def _newest(self) -> Iterator[dict[str, Json]]:
        for name in (_NOW, _BEFORE):
            yield from self._lines.records_backwards(name)


def _is_for(report: Mapping[str, Json], audience: str) -> bool:
    return not audience or report.get("audience") == audience
