"""Small state on disk: objects that are replaced whole, and records by id that are folded when they are read.

A line of a record file begins a thing or tells, by its `id`, what became of one.
"""

from __future__ import annotations

import json
import logging
import re
import threading
from collections.abc import Iterator, Mapping
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Annotated, ClassVar, Generic, TypeAlias, TypeVar

from pydantic import Field, PlainSerializer, PlainValidator, SkipValidation, TypeAdapter, ValidationError

from memory.archive import json_lines
from memory.archive.files import Files
from memory.archive.json_lines import PLAIN_STORAGE, Quarantine, Storage, record_of_line
from memory.vocabulary.event import Json

_log = logging.getLogger(__name__)


def read_state(files: Files, name: str, quarantine: Quarantine) -> dict[str, Json] | None:
    """The object; None where there is none or none that can be read."""
    content = files.read_or_none(name)
    if content is None:
        return None
    try:
        found = json.loads(content.decode())
    except (ValueError, RecursionError):
        found = None
    if isinstance(found, dict):
        return found
    _log.warning("%s is no JSON object; its bytes are kept in %s", name, quarantine.keep(name, content))
    return None


def write_state(files: Files, name: str, state: Mapping[str, Json]) -> None:
    """Raises StorageFault; then the old state is still there."""
    files.replace(name, json_lines.dump_json(state) + b"\n")


# --- codec ----------------------------------------------------------------------------------------------------------
# How a frozen dataclass stands on disk: a JSON object of its fields in their order. Fields that are missing have their
# defaults, unknown ones are passed over.


Stored = TypeVar("Stored")


def _moment_of(value: object) -> datetime:
    found = value if isinstance(value, datetime) else json_lines.parse_moment(value)
    if found is None:
        raise ValueError("a moment needs a date, an hour and an offset")
    return found


Moment: TypeAlias = Annotated[datetime, PlainValidator(_moment_of), PlainSerializer(datetime.isoformat)]
"""Pydantic would write Z for the offset of UTC."""

LineMoment: TypeAlias = Annotated[Moment, Field(alias="ts")]
"""When a line was written."""

StoredJson: TypeAlias = SkipValidation[Json]
"""What is no business of the archive, as it was parsed."""


class Codec(Generic[Stored]):
    """Of one class; it is made ready when it is first used."""

    def __init__(self, of: type[Stored]) -> None:
        self._of = of

    def dump(self, stored: Stored, *, is_brief: bool = False) -> dict[str, Json]:
        """Its fields; where it `is_brief`, those that have their defaults are left out."""
        fields: dict[str, Json] = self._adapter.dump_python(
            stored, mode="json", by_alias=True, exclude_defaults=is_brief
        )
        return fields

    def load(self, record: object) -> Stored | None:
        """None where it is none."""
        try:
            return self._adapter.validate_python(record)
        except ValidationError:
            return None

    def read(self, files: Files, name: str, quarantine: Quarantine, **given: Json) -> Stored | None:
        """What a file holds alone, but for what is `given`; None where there is none or none that can be read."""
        record = read_state(files, name, quarantine)
        if record is None:
            return None
        if (stored := self.load({**record, **given})) is None:
            kept = quarantine.keep(name, files.read(name))
            _log.warning("%s holds no %s; its bytes are kept in %s", name, self._of.__name__, kept)
        return stored

    def write(self, files: Files, name: str, stored: Stored) -> None:
        """Raises StorageFault; then the old one is still there."""
        write_state(files, name, self.dump(stored))

    @cached_property
    def _adapter(self) -> TypeAdapter[Stored]:
        return TypeAdapter(self._of)


# --- state lines ----------------------------------------------------------------------------------------------------
# A small append-only file of JSON objects below an anima's `state`: what was put on record, oldest first.


class StateLines:
    """One file, `name`, of the folder."""

    def __init__(self, directory: Path, name: str, storage: Storage = PLAIN_STORAGE) -> None:
        self._lines = storage.lines(directory)
        self._name = name
        self._redacted = storage.redacted

    def append(self, record: Mapping[str, Json]) -> None:
        """Durable when it returns. Raises StorageFault; then nothing is stored."""
        self._lines.append(self._name, [json_lines.dump_json(self._redacted(record))])

    def read(self) -> Iterator[dict[str, Json]]:
        """What can be read; a broken line is copied to quarantine and left out."""
        for number, line in self._lines.read(self._name):
            if (record := record_of_line(line)) is not None:
                yield record
                continue
            _log.warning("line %d of %s cannot be read", number, self._name)
            self._lines.keep_broken(self._name, line)

    def newest(self) -> Iterator[dict[str, Json]]:
        """What can be read, the last line first, without reading what comes before."""
        return self._lines.records_backwards(self._name)

    def keep_broken(self, record: Mapping[str, Json]) -> None:
        """A line that does not hold what it should is copied to quarantine."""
        _log.warning("a line of %s does not hold what it should", self._name)
        self._lines.keep_broken(self._name, json_lines.dump_json(record))


# --- by day ---------------------------------------------------------------------------------------------------------
# Records by id: a file of lines for each day that ids name, only ever appended to; the last line of an id counts.
#
# archive/batches/night-daily-2026-11-22.jsonl      all whose ids begin so
# archive/batches/undated.jsonl                     those whose ids name no day


_DAY = re.compile(r"(?:^|-)(20\d\d)-?(\d\d)-?(\d\d)(?!\d)")


class DailyRecords(Generic[Stored]):
    """Below one folder. The first field of a record is its `id`. Not thread-safe. Raises StorageFault."""

    def __init__(self, root: Path, storage: Storage, folder: str, codec: Codec[Stored]) -> None:
        self._lines = storage.lines(root)
        self._folder = folder
        self._codec = codec

    def put(self, stored: Stored) -> None:
        """Durable when it returns."""
        record = self._codec.dump(stored)
        self._lines.append(self._file(str(record["id"])), [json_lines.dump_json(record)])

    def find(self, id: str) -> Stored | None:
        """What it is now."""
        head = json_lines.dump_json({"id": id})[:-1]
        lines = (line for line in self._lines.backwards(self._file(id)) if line.startswith(head))
        record = next(filter(None, map(record_of_line, lines)), None)
        return self._codec.load(record) if record is not None else None

    def ids(self, beginning: str) -> list[str]:
        """Those that begin so, the oldest first. What they begin with has the day in it, where they name one."""
        return [*self._records(self._file(beginning), beginning)]

    def all(self, *beginnings: str) -> list[Stored]:
        """Those of all days that begin so, the oldest day first."""
        names = self._lines.files.names(self._folder, ".jsonl")
        records = (record for name in names for record in self._records(f"{self._folder}/{name}", *beginnings).values())
        return [*filter(None, map(self._codec.load, records))]

    def _records(self, name: str, *beginnings: str) -> dict[str, dict[str, Json]]:
        heads = tuple(json_lines.dump_json({"id": beginning})[:-2] for beginning in beginnings)
        lines = (line for _, line in self._lines.read(name) if line.startswith(heads))
        return {str(record["id"]): record for record in map(record_of_line, lines) if record is not None}

    def _file(self, id: str) -> str:
        day = _DAY.search(id)
        return f"{self._folder}/{'-'.join(day.groups()) if day else 'undated'}.jsonl"


# --- records --------------------------------------------------------------------------------------------------------
# Things of one kind below an anima's `state`, each with what became of it: an append-only file, folded when read.
#
# A line begins a thing or tells, by its `id`, what became of one.


Line: TypeAlias = Mapping[str, Json]


class Records(Generic[Stored]):
    """One file. Thread-safe under `lock`; read once, for nobody else writes it. Writes raise StorageFault.

    `file` is its name, `begun` the type of the line that begins a thing.
    """

    file: ClassVar[str]
    begun: ClassVar[str]
    codec: Codec[Stored]

    def __init__(self, directory: Path, storage: Storage = PLAIN_STORAGE) -> None:
        self.lock = threading.RLock()
        self._lines = StateLines(directory, self.file, storage)

    def after(self, stored: Stored, type: str, line: Line, /) -> Stored:
        """The thing after a line that tells what became of it; of an unknown type it tells nothing."""
        raise NotImplementedError

    def find(self, id: str) -> Stored | None:
        with self.lock:
            return self.by_id.get(id)

    def all(self) -> list[Stored]:
        """In the order in which they began."""
        with self.lock:
            return list(self.by_id.values())

    def add(self, stored: Stored) -> Stored:
        """Put it on record, the same one once; what is on record."""
        with self.lock:
            line = {"type": self.begun, **self.codec.dump(stored, is_brief=True)}
            id = str(line["id"])
            if id not in self.by_id:
                self._lines.append(line)
                self.by_id[id] = stored
            return self.by_id[id]

    def note(self, id: str, type: str, at: datetime, **texts: str) -> Stored:
        """What became of it; the thing after that. Raises KeyError."""
        with self.lock:
            line: Line = {"type": type, "ts": at.isoformat(), **texts, "id": id}
            after = self.after(self.by_id[id], type, line)
            self._lines.append(line)
            self.by_id[id] = after
            return after

    @cached_property
    def by_id(self) -> dict[str, Stored]:
        """By id; under `lock`."""
        by_id: dict[str, Stored] = {}
        for line in self._lines.read():
            id, type = str(line.get("id", "")), str(line.get("type", ""))
            if type != self.begun:
                if id in by_id:
                    by_id[id] = self.after(by_id[id], type, line)
            elif (stored := self.codec.load(line)) is not None:
                by_id[id] = stored
            else:
                self._lines.keep_broken(line)
        return by_id
