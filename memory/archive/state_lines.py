"""A small append-only file of JSON objects below an anima's `state`: what was put on record, oldest first."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from pathlib import Path

from memory.archive import event_line
from memory.archive.disk import DISK, Disk
from memory.archive.files import Files
from memory.archive.lines import Lines, record_of
from memory.archive.quarantine import Quarantine
from memory.archive.redaction import Redact, nothing, redacted
from memory.vocabulary.event import Json

_log = logging.getLogger(__name__)


class StateLines:
    """One file, `name`, of the folder."""

    def __init__(
        self,
        directory: Path,
        name: str,
        quarantine: Quarantine | None = None,
        disk: Disk = DISK,
        redact: Redact = nothing,
    ) -> None:
        files = Files(directory, disk)
        self._lines = Lines(files, quarantine or Quarantine(files=files))
        self._name = name
        self._redact = redact

    def append(self, record: Mapping[str, Json]) -> None:
        """Durable when it returns. Raises StorageFault; then nothing is stored."""
        kept = {name: redacted(value, self._redact) for name, value in record.items()}
        self._lines.append(self._name, [event_line.dump(kept)])

    def read(self) -> Iterator[dict[str, Json]]:
        """What can be read; a broken line is copied to quarantine and left out."""
        for number, line in self._lines.read(self._name):
            if (record := record_of(line)) is not None:
                yield record
                continue
            _log.warning("line %d of %s cannot be read", number, self._name)
            self._lines.keep_broken(self._name, line)
