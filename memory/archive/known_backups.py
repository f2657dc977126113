"""Which backups there are of a home, and how often one is to be made: `backups.jsonl` of the shared folder."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from memory.archive import event_line
from memory.archive.disk import DISK, Disk
from memory.archive.state_lines import StateLines
from memory.vocabulary.event import Json

_FILE = "backups.jsonl"
_MADE, _EVERY = "made", "every"


@dataclass(frozen=True, slots=True, kw_only=True)
class Every:
    """A backup into `folder` each time that `seconds` have gone by; of the older ones `keep` stay (0: all)."""

    folder: Path
    seconds: float
    keep: int = 0


class KnownBackups:
    """In the home's `shared`. Writes raise StorageFault."""

    def __init__(self, shared: Path, disk: Disk = DISK) -> None:
        self._lines = StateLines(shared, _FILE, None, disk)

    def note(self, place: Path, at: datetime) -> None:
        """A backup was made: a file, or a folder of several."""
        self._lines.append({"type": _MADE, "ts": at.isoformat(), "place": str(place)})

    def settle(self, every: Every, at: datetime) -> None:
        """From now on; with 0 seconds no more."""
        record: dict[str, Json] = {"folder": str(every.folder), "seconds": every.seconds, "keep": every.keep}
        self._lines.append({"type": _EVERY, "ts": at.isoformat(), **record})

    def places(self) -> list[Path]:
        """All that were ever made, each once."""
        made = (Path(str(one.get("place"))) for one in self._lines.read() if one.get("type") == _MADE)
        return list(dict.fromkeys(made))

    def every(self) -> Every | None:
        """What was settled last."""
        found: Every | None = None
        for one in self._lines.read():
            seconds, keep = one.get("seconds"), one.get("keep")
            if one.get("type") == _EVERY and isinstance(seconds, int | float):
                kept = keep if isinstance(keep, int) else 0
                found = Every(folder=Path(str(one.get("folder"))), seconds=float(seconds), keep=kept)
        return found if found and found.seconds > 0 else None

    def last(self, folder: Path) -> datetime | None:
        """When one was made there."""
        made = (one for one in self._lines.read() if one.get("type") == _MADE and one.get("place") == str(folder))
        return max(filter(None, (event_line.moment(one.get("ts")) for one in made)), default=None)
