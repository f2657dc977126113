"""Batches: the records of what was changed together, below `archive/batches/`, a line each.

The record of a batch that is being carried out is `pending.json`: it is put down before the first file is touched, and
goes when the batch has its line, after the last. So a crash in between leaves all that is needed to go on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Literal, TypeAlias

from memory.archive import state_file
from memory.archive.by_day import ByDay
from memory.archive.files import Files
from memory.archive.quarantine import Quarantine
from memory.vocabulary.change import Outcome
from memory.vocabulary.event import Json

FOLDER = "archive/batches"
PENDING = f"{FOLDER}/pending.json"

State: TypeAlias = Literal["refused", "done", "undone"]


@dataclass(frozen=True, slots=True)
class Move:
    """What a file is to be: one version, then the other ("": no file). The bytes are among the versions of `kept`."""

    path: str
    before: str
    after: str
    kept: str


@dataclass(frozen=True, slots=True)
class Deed:
    """One change as it was carried out: its moves, or the line of the memory log. `state` is what it is to be."""

    outcome: Outcome
    state: State
    moves: tuple[Move, ...] = ()
    note: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Batch:
    """`todo` are the numbers of the deeds that are being carried out or taken back, `lines` what is noted with them."""

    id: str
    at: datetime
    deeds: tuple[Deed, ...]
    todo: tuple[int, ...] = ()
    lines: tuple[str, ...] = ()


class Batches:
    """Of one anima. Not thread-safe: the writer holds the lock. Raises StorageFault."""

    def __init__(self, files: Files, quarantine: Quarantine) -> None:
        self._files = files
        self._quarantine = quarantine
        self._over = ByDay(files, quarantine, FOLDER)

    def pending(self) -> Batch | None:
        """The one that is being carried out."""
        record = state_file.read(self._files, PENDING, self._quarantine)
        batch = _batch(record) if record is not None else None
        if record is not None and batch is None:
            self._quarantine.keep(PENDING, self._files.read(PENDING))
        return batch

    def find(self, id: str) -> Batch | None:
        """One that was carried out. Raises UnsafePath for a name that no file can have."""
        record = self._over.find(id)
        return _batch(record) if record is not None else None

    def ids(self, beginning: str) -> list[str]:
        """Of those that were carried out and whose name begins so; the day that it names is in the beginning."""
        return self._over.ids(beginning)

    def begin(self, batch: Batch) -> None:
        state_file.write(self._files, PENDING, _record(batch))

    def finish(self, batch: Batch) -> None:
        self._over.put(_record(batch))
        self.drop_pending()

    def drop_pending(self) -> None:
        self._files.remove(PENDING)


def _record(batch: Batch) -> dict[str, Json]:
    return {**asdict(batch), "at": batch.at.isoformat()}


def _batch(record: Mapping[str, Json]) -> Batch | None:
    """None where the record is none of a batch."""
    try:
        match record:
            case {"id": str(id), "at": str(at), "deeds": [*deeds], "todo": [*todo], "lines": [*lines]}:
                return Batch(
                    id=id,
                    at=datetime.fromisoformat(at),
                    deeds=tuple(_deed(deed) for deed in deeds),
                    todo=tuple(number for number in todo if isinstance(number, int)),
                    lines=tuple(str(line) for line in lines),
                )
    except (TypeError, ValueError):
        return None
    return None


def _deed(record: Json) -> Deed:
    match record:
        case {
            "outcome": dict(outcome),
            "state": "refused" | "done" | "undone" as state,
            "moves": [*moves],
            "note": str(note),
            **more,
        }:
            return Deed(
                Outcome(**outcome),
                state,
                tuple(Move(**move) for move in moves if isinstance(move, dict)),
                note,
                str(more.get("kind") or ""),
            )
    raise ValueError("the record of a change is none")
