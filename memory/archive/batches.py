"""Batches: the records of what was changed together, below `archive/batches/`, a JSON file each.

The record of a batch that is being carried out is `pending.json`: it is put down before the first file is touched, and
takes its batch's name after the last. So a crash in between leaves all that is needed to go on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Literal, TypeAlias

from memory.archive import state_file
from memory.archive.files import Files
from memory.archive.paths import UnsafePath, parts
from memory.archive.quarantine import Quarantine
from memory.vocabulary.change import Outcome
from memory.vocabulary.event import Json

FOLDER = "archive/batches"

_PENDING = f"{FOLDER}/pending.json"

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

    def pending(self) -> Batch | None:
        """The one that is being carried out."""
        return self._read(_PENDING)

    def find(self, id: str) -> Batch | None:
        """One that was carried out. Raises UnsafePath for a name that no file can have."""
        return self._read(_name(id))

    def ids(self, beginning: str) -> list[str]:
        """Of those that were carried out and whose name begins so."""
        names = (name.removesuffix(".json") for name in self._files.names(FOLDER, ".json"))
        return [name for name in names if name.startswith(beginning)]

    def begin(self, batch: Batch) -> None:
        state_file.write(self._files, _PENDING, _record(batch))

    def finish(self, batch: Batch) -> None:
        self._files.move(_PENDING, _name(batch.id))

    def drop_pending(self) -> None:
        self._files.remove(_PENDING)

    def _read(self, name: str) -> Batch | None:
        record = state_file.read(self._files, name, self._quarantine)
        try:
            return None if record is None else _batch(record)
        except (KeyError, TypeError, ValueError):
            self._quarantine.keep(name, self._files.read(name))
            return None


def _name(id: str) -> str:
    name = f"{FOLDER}/{id}.json"
    if len(parts(name)) != 3 or name == _PENDING:
        raise UnsafePath(f"{id[:120]!r} cannot name a batch")
    return name


def _record(batch: Batch) -> dict[str, Json]:
    return {**asdict(batch), "at": batch.at.isoformat()}


def _batch(record: Mapping[str, Json]) -> Batch:
    match record:
        case {"id": str(id), "at": str(at), "deeds": [*deeds], "todo": [*todo], "lines": [*lines]}:
            return Batch(
                id=id,
                at=datetime.fromisoformat(at),
                deeds=tuple(_deed(deed) for deed in deeds),
                todo=tuple(number for number in todo if isinstance(number, int)),
                lines=tuple(str(line) for line in lines),
            )
    raise ValueError("the record of a batch is none")


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
