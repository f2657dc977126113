"""Nights: the record of each, below `archive/nights/`, a JSON file each, and which one is not over.

    archive/nights/daily-2026-11-22.json    its stage, its instant, the steps that are carried out, what they did
    state/sleep.json                        the night that was begun and is not over, if there is one

A record is replaced after every step, so a night that was cut off goes on at the step it was in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from memory.archive import event_line, state_file
from memory.archive.disk import DISK, Disk
from memory.archive.files import Files
from memory.archive.paths import parts
from memory.archive.quarantine import Quarantine
from memory.vocabulary.event import Json

FOLDER = "archive/nights"

_OPEN = "state/sleep.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class NightRecord:
    """`state` is open, done or undone; `kept` how many memories each audience had when it began; `steps` what they did.
    Without `forgets` nothing may fade in it; talks that were silent for less than `idle_s` are not over in it."""

    id: str
    stage: str
    at: datetime
    state: str = "open"
    kept: Mapping[str, int] = field(default_factory=dict)
    forgets: bool = True
    idle_s: float = 0.0
    steps: tuple[Mapping[str, Json], ...] = field(default=())


class Nights:
    """Of one anima. Blocking; raises StorageFault."""

    def __init__(self, root: Path, quarantine: Quarantine, disk: Disk = DISK) -> None:
        self._files = Files(root, disk)
        self._quarantine = quarantine

    def open(self) -> NightRecord | None:
        """The one that was begun and is not over."""
        found = state_file.read(self._files, _OPEN, self._quarantine)
        record = self.find(str(found.get("night"))) if found and found.get("night") else None
        return record if record and record.state == "open" else None

    def find(self, id: str) -> NightRecord | None:
        """One of this name."""
        record = state_file.read(self._files, _file(id), self._quarantine)
        return _record(record) if record else None

    def keep(self, record: NightRecord) -> None:
        """Put it down, or what it has become."""
        state = {"id": record.id, "stage": record.stage, "at": record.at.isoformat(), "state": record.state}
        kept: dict[str, Json] = {
            **state,
            "kept": dict(record.kept),
            "forgets": record.forgets,
            "idle_s": record.idle_s,
            "steps": [dict(step) for step in record.steps],
        }
        state_file.write(self._files, _file(record.id), kept)
        state_file.write(self._files, _OPEN, {"night": record.id if record.state == "open" else ""})

    def drop(self, record: NightRecord) -> None:
        """It came to nothing, and need not be known."""
        self._files.remove(_file(record.id))
        state_file.write(self._files, _OPEN, {"night": ""})

    def all(self, *, talks: bool = False) -> list[NightRecord]:
        """The oldest first, by the instants that they were slept as of; with the ends of `talks`, which are many."""
        every = (name.removesuffix(".json") for name in self._files.names(FOLDER, ".json"))
        names = (name for name in every if talks or not name.startswith("session"))
        return sorted(filter(None, map(self.find, names)), key=lambda one: (one.at, one.id))


def _file(id: str) -> str:
    name = f"{FOLDER}/{id}.json"
    parts(name)
    return name


def _record(state: Mapping[str, Json]) -> NightRecord | None:
    at = event_line.moment(state.get("at"))
    if at is None:
        return None
    kept, steps, idle = state.get("kept"), state.get("steps"), state.get("idle_s")
    return NightRecord(
        id=str(state.get("id")),
        stage=str(state.get("stage")),
        at=at,
        state=str(state.get("state")),
        kept={one: count for one, count in kept.items() if isinstance(count, int)} if isinstance(kept, dict) else {},
        forgets=state.get("forgets") is not False,
        idle_s=float(idle) if isinstance(idle, int | float) else 0.0,
        steps=tuple(step for step in steps if isinstance(step, dict)) if isinstance(steps, list) else (),
    )
