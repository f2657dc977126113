"""How far the work behind the talk has come: formation, the days that sleep has to look at again, the record of each
night.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from memory.archive import state_records
from memory.archive.json_lines import PLAIN_STORAGE, Storage
from memory.archive.state_records import Codec, DailyRecords, Moment, StoredJson
from memory.vocabulary.event import Json

_FORMATION_FILE = "formation.json"


class FormationState:
    """The file below `directory` (`animas/<name>/state`). Lost, it is made anew: facts have keys, none comes twice."""

    def __init__(self, directory: Path, storage: Storage = PLAIN_STORAGE) -> None:
        self._files, self._quarantine = storage.open(directory)
        self.read: dict[str, int] = {}
        self.counted: Counter[str] = Counter()
        self._is_loaded = False

    def load(self) -> None:
        """Once; again it does nothing."""
        if self._is_loaded:
            return
        kept = state_records.read_state(self._files, _FORMATION_FILE, self._quarantine) or {}
        self.read = _numbers(kept.get("read"))
        self.counted = Counter(_numbers(kept.get("counted")))
        self._is_loaded = True

    def save(self) -> None:
        """Raises StorageFault."""
        state: dict[str, Json] = {"read": dict(self.read), "counted": dict(sorted(self.counted.items()))}
        state_records.write_state(self._files, _FORMATION_FILE, state)


def _numbers(record: Json) -> dict[str, int]:
    if not isinstance(record, Mapping):
        return {}
    return {name: value for name, value in record.items() if isinstance(value, int) and not isinstance(value, bool)}


# --- undigested -----------------------------------------------------------------------------------------------------
# Days that were over when something was added to them, by an import or by a catch-up: sleep has to look at them again.
#
# state/undigested.json    {"group:slack:T01/C01": ["2026-01-01", "2026-01-02"]}


_UNDIGESTED_FILE = "state/undigested.json"


class UndigestedDays:
    """Of one anima, by audience. Blocking; raises StorageFault. Read each time, for an erasure rewrites the file."""

    def __init__(self, root: Path, storage: Storage = PLAIN_STORAGE) -> None:
        self._files, self._quarantine = storage.open(root)
        self._lock = threading.Lock()

    def add(self, day: date, audiences: Collection[str]) -> None:
        """Called before anything is added to the day, so that no end of the process can lose it."""
        with self._lock:
            days_of = self._read()
            if any(day not in days_of.get(audience, ()) for audience in audiences):
                self._write(days_of | {audience: days_of.get(audience, set()) | {day} for audience in audiences})

    def settle(self, day: date, audiences: Collection[str]) -> None:
        """A night has taken them over."""
        with self._lock:
            days_of = self._read()
            settled = {audience: days - {day} for audience, days in days_of.items() if audience in audiences}
            self._write(days_of | settled)

    def days(self) -> list[date]:
        """The oldest first."""
        with self._lock:
            return sorted(set().union(*self._read().values()))

    def of(self, day: date) -> set[str]:
        """The audiences to whose day something was added."""
        with self._lock:
            return {audience for audience, days in self._read().items() if day in days}

    def _read(self) -> dict[str, set[date]]:
        found: dict[str, set[date]] = {}
        for audience, days in (state_records.read_state(self._files, _UNDIGESTED_FILE, self._quarantine) or {}).items():
            for day in days if isinstance(days, list) else ():
                with suppress(ValueError):
                    found.setdefault(audience, set()).add(date.fromisoformat(str(day)))
        return found

    def _write(self, days_of: dict[str, set[date]]) -> None:
        left: dict[str, Json] = {
            audience: [day.isoformat() for day in sorted(days)] for audience, days in sorted(days_of.items()) if days
        }
        if left:
            state_records.write_state(self._files, _UNDIGESTED_FILE, left)
        else:
            self._files.remove(_UNDIGESTED_FILE)


# --- nights ---------------------------------------------------------------------------------------------------------
# Nights: the record of each: its stage, its instant, the steps that are carried out, what they did.
#
#     state/sleep.json                    of the night that was begun and is not over, if there is one
#     archive/nights/2026-11-22.jsonl     of those of that day that are over, a line each
#
# That of the open one is replaced after every step, so a night that was cut off goes on at the step it was in.


NIGHTS_FOLDER = "archive/nights"
TALK_STAGE, PAST_STAGE, NIGHT_STAGES = "session", "past", ("daily", "weekly", "monthly")
"""What names begin with: those of the ends of talks, of days looked at again, and of nights."""

_OPEN = "state/sleep.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class NightRecord:
    """`state` is open, done or undone; `kept` how many memories each audience had when it began; `steps` what they did.
    Without `forgets` nothing may fade in it; talks that were silent for less than `idle_s` are not over in it; `day` is
    the one that is looked at again, for those audiences alone that are in `kept`."""

    id: str
    stage: str
    at: Moment
    state: str = "open"
    kept: Mapping[str, int] = field(default_factory=dict)
    forgets: bool = True
    idle_s: float = 0.0
    day: str = ""
    steps: tuple[Mapping[str, StoredJson], ...] = ()


NIGHT_RECORDS = Codec(NightRecord)


class NightRecords:
    """Of one anima. Blocking; raises StorageFault."""

    def __init__(self, root: Path, storage: Storage = PLAIN_STORAGE) -> None:
        self._files, self._quarantine = storage.open(root)
        self._over = DailyRecords(root, storage, NIGHTS_FOLDER, NIGHT_RECORDS)

    def open(self) -> NightRecord | None:
        """The one that was begun and is not over."""
        begun = self._begun()
        return begun if begun and self._over.find(begun.id) is None else None

    def find(self, id: str) -> NightRecord | None:
        """One of this name."""
        if (over := self._over.find(id)) is not None:
            return over
        begun = self._begun()
        return begun if begun and begun.id == id else None

    def keep(self, record: NightRecord) -> None:
        """Put it down, or what it has become."""
        if record.state == "open":
            NIGHT_RECORDS.write(self._files, _OPEN, record)
        else:
            self._over.put(record)
            self.drop(record)

    def drop(self, record: NightRecord) -> None:
        """It is open no more."""
        if (begun := self._begun()) and begun.id == record.id:
            self._files.remove(_OPEN)

    def all(self, *more: str) -> list[NightRecord]:
        """The oldest first, by the instants that they were slept as of; with `more` than nights: TALK, PAST."""
        wanted = (*NIGHT_STAGES, *more)
        begun = self.open()
        still_open = [begun] if begun and begun.stage in wanted else []
        return sorted([*self._over.all(*wanted), *still_open], key=lambda night: (night.at, night.id))

    def _begun(self) -> NightRecord | None:
        state = state_records.read_state(self._files, _OPEN, self._quarantine)
        return NIGHT_RECORDS.load(state)  # the first homes kept a night's name alone here
