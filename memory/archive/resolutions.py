"""The registry of resolved issues, shared by all animas: `shared/resolutions.jsonl`, append-only."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import islice
from pathlib import Path

from memory.archive import event_line
from memory.archive.disk import DISK, Disk
from memory.archive.files import Files
from memory.archive.lines import Lines, record_of
from memory.archive.quarantine import Quarantine
from memory.archive.redaction import Redact, nothing
from memory.vocabulary.event import Json

_FILE = "resolutions.jsonl"


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolution:
    """An issue that is settled. `audience` decides whose prompts it may appear in; empty: nobody's."""

    ts: datetime
    anima: str
    issue: str
    resolution: str = ""
    audience: str = ""
    id: str = ""


class Resolutions:
    """The registry below `shared` (the home's folder of that name). Thread-safe."""

    def __init__(
        self, shared: Path, quarantine: Quarantine | None = None, disk: Disk = DISK, redact: Redact = nothing
    ) -> None:
        files = Files(shared, disk)
        self._lines = Lines(files, quarantine or Quarantine(files=files))
        self._redact = redact
        self._lock = threading.Lock()

    def append(self, resolution: Resolution) -> bool:
        """False: one of this id is there already. Raises StorageFault."""
        with self._lock:
            if resolution.id and any(known.id == resolution.id for known in self._newest()):
                return False
            kept = replace(
                resolution, issue=self._redact(resolution.issue), resolution=self._redact(resolution.resolution)
            )
            self._lines.append(_FILE, [event_line.dump(_record(kept))])
            return True

    def latest(self, n: int, may_tell: Callable[[str], bool] = lambda _: True) -> list[Resolution]:
        """The last `n` of those whose audience may be told, newest first."""
        return list(islice((one for one in self._newest() if may_tell(one.audience)), n))

    def _newest(self) -> Iterator[Resolution]:
        for line in self._lines.backwards(_FILE):
            resolution = _resolution(line)
            if resolution:
                yield resolution


def _record(resolution: Resolution) -> Mapping[str, Json]:
    texts = {
        "anima": resolution.anima,
        "issue": resolution.issue,
        "resolution": resolution.resolution,
        "audience": resolution.audience,
        "id": resolution.id,
    }
    return {"ts": resolution.ts.isoformat(), **{name: text for name, text in texts.items() if text}}


def _resolution(line: bytes) -> Resolution | None:
    record = record_of(line) or {}
    ts = event_line.moment(record.get("ts"))
    if ts is None:
        return None
    texts = {name: str(record.get(name, "")) for name in ("anima", "issue", "resolution", "audience", "id")}
    return Resolution(ts=ts, **texts)
