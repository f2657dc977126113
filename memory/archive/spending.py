"""What model calls cost in tokens: a line a call, a file a day, for whoever keeps an eye on the money.

Every call is here, whatever it was for (answers, the fallback, summaries, the forming of facts), and the ones that
failed after the provider had begun, with an estimate.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator, Mapping
from datetime import date, datetime
from pathlib import Path

from memory.archive import event_line
from memory.archive.disk import DISK, Disk
from memory.archive.files import Files
from memory.archive.lines import Lines
from memory.archive.quarantine import Quarantine
from memory.vocabulary.errors import StorageFault
from memory.vocabulary.event import Json

FOLDER = "usage"
_log = logging.getLogger(__name__)


class Spending:
    """`<day>.jsonl` below `directory` (an anima's `usage`). Thread-safe; days are those of `at`."""

    def __init__(self, directory: Path, quarantine: Quarantine | None = None, disk: Disk = DISK) -> None:
        self._files = Files(directory, disk)
        self._lines = Lines(self._files, quarantine or Quarantine(files=self._files))
        self._lock = threading.Lock()

    def keep(self, at: datetime, call: Mapping[str, Json]) -> None:
        """Append one call. A disk that refuses is logged: no answer is lost for its price."""
        line = event_line.dump({"ts": at.isoformat(timespec="seconds"), **call})
        try:
            with self._lock:
                self._lines.append(f"{at:%Y-%m-%d}.jsonl", [line])
        except StorageFault:
            _log.warning("what a model call cost could not be kept", exc_info=True)

    def days(self) -> list[str]:
        """Those that have calls, as 2026-11-20, in order."""
        return [name.removesuffix(".jsonl") for name in self._files.names(suffix=".jsonl")]

    def of(self, day: date) -> Iterator[dict[str, Json]]:
        """The calls of that day, and the notices that were given of them, the last one first."""
        return self._lines.records_backwards(f"{day:%Y-%m-%d}.jsonl")
