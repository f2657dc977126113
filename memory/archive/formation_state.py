"""How far formation has come: the bytes of each day that it has heard, and what it has counted since it began."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from memory.archive import state_file
from memory.archive.disk import DISK, Disk
from memory.archive.files import Files
from memory.archive.quarantine import Quarantine
from memory.vocabulary.event import Json

_FILE = "formation.json"


class FormationState:
    """The file below `directory` (`animas/<name>/state`). Lost, it is made anew: facts have keys, none comes twice."""

    def __init__(self, directory: Path, quarantine: Quarantine | None = None, disk: Disk = DISK) -> None:
        self._files = Files(directory, disk)
        self._quarantine = quarantine or Quarantine(files=self._files)
        self.read: dict[str, int] = {}
        self.counted: Counter[str] = Counter()
        self._is_loaded = False

    def load(self) -> None:
        """Once; again it does nothing."""
        if self._is_loaded:
            return
        kept = state_file.read(self._files, _FILE, self._quarantine) or {}
        self.read = _numbers(kept.get("read"))
        self.counted = Counter(_numbers(kept.get("counted")))
        self._is_loaded = True

    def save(self) -> None:
        """Raises StorageFault."""
        state: dict[str, Json] = {"read": dict(self.read), "counted": dict(sorted(self.counted.items()))}
        state_file.write(self._files, _FILE, state)


def _numbers(record: Json) -> dict[str, int]:
    if not isinstance(record, Mapping):
        return {}
    return {name: value for name, value in record.items() if isinstance(value, int) and not isinstance(value, bool)}
