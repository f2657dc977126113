"""Append-only files of JSON lines: what is left out before it is kept, where broken bytes go, how a line is written
and read.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TypeAlias

from memory.archive.files import DISK, Disk, Files
from memory.vocabulary.errors import StorageFault
from memory.vocabulary.event import Event, Json

Redact: TypeAlias = Callable[[str], str]


def redact_nothing(text: str) -> str:
    """The redaction that finds no secrets."""
    return text


def redacted_json(value: Json, redact: Redact) -> Json:
    """The value with every text in it redacted; names of fields stay."""
    if isinstance(value, str):
        return redact(value)
    if isinstance(value, list):
        return [redacted_json(item, redact) for item in value]
    if isinstance(value, Mapping):
        return {name: redacted_json(item, redact) for name, item in value.items()}
    return value


# --- quarantine -----------------------------------------------------------------------------------------------------
# Where bytes go that cannot be read: kept as they are, once, in a file that no reader takes for a log.


_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Quarantine:
    """A folder of fragments. `owner` (the anima) begins each file's name where several share the folder."""

    files: Files
    owner: str = ""

    def keep(self, source: str, data: bytes) -> str:
        """The name of the file that holds the bytes; the same bytes of the same source are kept once."""
        label = source.replace("/", ".")[:120]
        owner = f"{self.owner}." if self.owner else ""
        name = f"{owner}{label}.{sha256(data).hexdigest()[:16]}.quarantine"
        if self.files.create(name, data):
            _log.warning("unreadable bytes of %s are in quarantine (%d bytes, %s)", source, len(data), name)
        return name

    def try_keep(self, source: str, data: bytes) -> str:
        """As keep, for readers: a full disk must not keep anybody from reading. Empty when it was not possible."""
        try:
            return self.keep(source, data)
        except StorageFault:
            _log.exception("unreadable bytes of %s could not be copied to quarantine; they are still in place", source)
            return ""


# --- event line -----------------------------------------------------------------------------------------------------
# One line of the activity log: an Event as JSON with the names that stand on disk.


_FIELDS = {
    "type": "type",
    "content": "content",
    "summary": "summary",
    "from": "sender",
    "to": "recipient",
    "channel": "channel",
    "tool": "tool",
    "via": "via",
}
_START = b'{"ts":'  # how every line begins; inside a JSON string the quote would be escaped
_LATE = timedelta(minutes=1)


def encode_event(event: Event, zone: tzinfo, now: datetime | None = None) -> bytes:
    """The line without its newline. Empty fields are left out; `meta.recorded_at` tells a late recording."""
    record: dict[str, Json] = {"ts": event.ts.astimezone(zone).isoformat()}
    record |= {name: value for name, field in _FIELDS.items() if (value := getattr(event, field))}
    meta = dict(event.meta)
    if now is not None and abs(now - event.ts) > _LATE:
        meta.setdefault("recorded_at", now.astimezone(zone).isoformat())
    if meta:
        record["meta"] = meta
    return dump_json(record)


def decode_event(line: bytes, zone: tzinfo) -> Event:
    """The event of a line. Raises ValueError when it is none; unknown types and fields are fine."""
    try:
        record = json.loads(line.decode())
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    return _event(record, zone)


def salvage_events(line: bytes, zone: tzinfo) -> Iterator[Event]:
    """Events that are whole inside a broken line, as when a record was glued to a torn one."""
    decoder = json.JSONDecoder()
    text = line.decode(errors="surrogateescape")
    start = text.find(_START.decode())
    while start >= 0:
        end = start + len(_START)
        try:
            record, end = decoder.raw_decode(text, start)
            text[start:end].encode()  # bytes that are no UTF-8 make the record a broken one
            yield _event(record, zone)
        except (ValueError, RecursionError):
            pass
        start = text.find(_START.decode(), end)


def dump_json(record: Mapping[str, Json]) -> bytes:
    """Compact JSON in UTF-8; half of a surrogate pair, which UTF-8 does not have, is escaped."""
    try:
        return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode()
    except UnicodeEncodeError:
        return json.dumps(record, separators=(",", ":")).encode()


def parse_moment(value: object) -> datetime | None:
    """The aware time that a field holds; None when it holds none."""
    try:
        found = datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None
    return found.replace(tzinfo=_offset(found.utcoffset())) if found and found.tzinfo else None


@cache  # each parsed time brings one of its own, and a log has hardly more than two
def _offset(east: timedelta) -> timezone:
    return timezone(east)


def _event(record: object, zone: tzinfo) -> Event:
    if not isinstance(record, dict) or not isinstance(record.get("ts"), str) or not isinstance(record.get("type"), str):
        raise ValueError("no event: ts and type are needed")
    ts = datetime.fromisoformat(record["ts"])
    meta = record.get("meta")
    return Event(
        ts=ts if ts.tzinfo else ts.replace(tzinfo=zone),
        meta=meta if isinstance(meta, dict) else {},
        **{_FIELDS[name]: _text(value) for name, value in record.items() if name in _FIELDS},
    )


def _text(value: object) -> str:
    if isinstance(value, str):
        return value
    return "" if value is None else json.dumps(value, ensure_ascii=False)


# --- lines ----------------------------------------------------------------------------------------------------------
# Append-only files of lines: a torn tail is mended before anything is added to it.


_BLOCK = 1 << 16


class Lines:
    """Durable lines below the root of `files`. Lines are bytes without their newline."""

    def __init__(self, files: Files, quarantine: Quarantine) -> None:
        self.files = files
        self._quarantine = quarantine

    def append(self, name: str, lines: Sequence[bytes]) -> None:
        """One write and one fsync for all. Raises StorageFault; then none of them is stored."""
        self.mend(name)
        self.files.append(name, b"".join(line + b"\n" for line in lines))

    def mend(self, name: str) -> bool:
        """Make the file end in a newline. What was cut goes to quarantine; a record that lacks only its newline stays.

        Without this the next record would be glued to the fragment, and both were lost.
        """
        try:
            fragment, start = self._torn_tail(name)
        except FileNotFoundError:
            return False
        if not fragment:
            return False
        if record_of_line(fragment) is not None:
            self.files.append(name, b"\n")
        else:
            self._quarantine.keep(name, fragment)
            self.files.truncate(name, start)
        return True

    def read(self, name: str) -> Iterator[tuple[int, bytes]]:
        """Line numbers from 1 and whole lines; a tail that is being written is left out."""
        try:
            with self.files.opened(name) as fd, os.fdopen(fd, "rb", _BLOCK, closefd=False) as file:
                for number, line in enumerate(file, 1):
                    if line.endswith(b"\n"):
                        yield number, line[:-1]
        except FileNotFoundError:
            return

    def backwards(self, name: str) -> Iterator[bytes]:
        """Whole lines, the last one first, without reading what comes before."""
        try:
            with self.files.opened(name) as fd:
                yield from _backwards(fd)
        except FileNotFoundError:
            return

    def records_backwards(self, name: str) -> Iterator[dict[str, Json]]:
        """The objects on its lines, the last one first; what is none is left out."""
        return (record for line in self.backwards(name) if (record := record_of_line(line)) is not None)

    def keep_broken(self, name: str, line: bytes) -> None:
        """Copy an unreadable line to quarantine; the file itself is never rewritten."""
        self._quarantine.try_keep(name, line)

    def _torn_tail(self, name: str) -> tuple[bytes, int]:
        with self.files.opened(name) as fd:
            size = os.fstat(fd).st_size
            start = size
            pieces: list[bytes] = []
            while start > 0:
                length = min(_BLOCK, start)
                block = os.pread(fd, length, start - length)
                newline = block.rfind(b"\n")
                pieces.append(block[newline + 1 :])
                start -= length - newline - 1
                if newline >= 0:
                    break
            return b"".join(reversed(pieces)), start


@dataclass(frozen=True, slots=True, kw_only=True)
class Storage:
    """How files are kept: on which disk, without what, where bytes go that cannot be read (None: beside the file they
    were in), and the zone that decides when a day begins."""

    disk: Disk = DISK
    redact: Redact = redact_nothing
    quarantine: Quarantine | None = None
    zone: tzinfo = UTC

    def open(self, root: Path) -> tuple[Files, Quarantine]:
        """The files below a folder, and where their fragments go."""
        files = Files(root, self.disk)
        return files, self.quarantine or Quarantine(files=files)

    def lines(self, root: Path) -> Lines:
        """The append-only files below a folder."""
        return Lines(*self.open(root))

    def redacted(self, record: Mapping[str, Json]) -> dict[str, Json]:
        """The record with every text in it redacted."""
        return {name: redacted_json(value, self.redact) for name, value in record.items()}


PLAIN_STORAGE = Storage()


def record_of_line(line: bytes) -> dict[str, Json] | None:
    """The JSON object that the line is; None where it is none."""
    try:
        record = json.loads(line.decode())
    except (ValueError, RecursionError):
        return None
    return record if isinstance(record, dict) else None


def _backwards(fd: int) -> Iterator[bytes]:
    position = os.fstat(fd).st_size
    pieces: list[bytes] = []  # of the line whose end has been seen, last piece first
    is_whole = False
    while position > 0:
        length = min(_BLOCK, position)
        position -= length
        *rest, last = reversed(os.pread(fd, length, position).split(b"\n"))
        # `rest` is what stands after each newline, last first; `last` begins before the first newline of the block.
        for piece in rest:
            pieces.append(piece)
            if is_whole:
                yield b"".join(reversed(pieces))
            pieces, is_whole = [], True
        pieces.append(last)
    if is_whole:
        yield b"".join(reversed(pieces))
