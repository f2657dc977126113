"""Nights: the record of each: its stage, its instant, the steps that are carried out, what they did.

    state/sleep.json                    of the night that was begun and is not over, if there is one
    archive/nights/2026-11-22.jsonl     of those of that day that are over, a line each

That of the open one is replaced after every step, so a night that was cut off goes on at the step it was in.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path

from memory.archive import event_line, state_file
from memory.archive.by_day import ByDay
from memory.archive.disk import DISK, Disk
from memory.archive.files import Files
from memory.archive.quarantine import Quarantine
from memory.vocabulary.event import Json

FOLDER = "archive/nights"
TALK, PAST, NIGHTS = "session", "past", ("daily", "weekly", "monthly")
"""What names begin with: those of the ends of talks, of days looked at again, and of nights."""

_OPEN = "state/sleep.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class NightRecord:
    """`state` is open, done or undone; `kept` how many memories each audience had when it began; `steps` what they did.
    Without `forgets` nothing may fade in it; talks that were silent for less than `idle_s` are not over in it; `day` is
    the one that is looked at again, for those audiences alone that are in `kept`."""

    id: str
    stage: str
    at: datetime
    state: str = "open"
    kept: Mapping[str, int] = field(default_factory=dict)
    forgets: bool = True
    idle_s: float = 0.0
    day: str = ""
    steps: tuple[Mapping[str, Json], ...] = field(default=())


class Nights:
    """Of one anima. Blocking; raises StorageFault."""

    def __init__(self, root: Path, quarantine: Quarantine, disk: Disk = DISK) -> None:
        self._files = Files(root, disk)
        self._quarantine = quarantine
        self._over = ByDay(self._files, quarantine, FOLDER)

    def open(self) -> NightRecord | None:
        """The one that was begun and is not over."""
        begun = self._begun()
        return begun if begun and self._over.find(begun.id) is None else None

    def find(self, id: str) -> NightRecord | None:
        """One of this name."""
        if (known := self._over.find(id)) is not None:
            return record_of(known)
        begun = self._begun()
        return begun if begun and begun.id == id else None

    def keep(self, record: NightRecord) -> None:
        """Put it down, or what it has become."""
        kept = {**asdict(record), "at": record.at.isoformat()}
        if record.state == "open":
            state_file.write(self._files, _OPEN, kept)
        else:
            self._over.put(kept)
            self.drop(record)

    def drop(self, record: NightRecord) -> None:
        """It is open no more."""
        if (begun := self._begun()) and begun.id == record.id:
            self._files.remove(_OPEN)

    def all(self, *more: str) -> list[NightRecord]:
        """The oldest first, by the instants that they were slept as of; with `more` than nights: TALK, PAST."""
        wanted = (*NIGHTS, *more)
        begun = self.open()
        every = [*map(record_of, self._over.all(*wanted)), begun if begun and begun.stage in wanted else None]
        return sorted(filter(None, every), key=lambda one: (one.at, one.id))

    def _begun(self) -> NightRecord | None:
        state = state_file.read(self._files, _OPEN, self._quarantine)
        return record_of(state) if state else None


def record_of(state: Mapping[str, Json]) -> NightRecord | None:
    """None where it is none of a night."""
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
        day=str(state.get("day") or ""),
        steps=tuple(step for step in steps if isinstance(step, dict)) if isinstance(steps, list) else (),
    )
