"""What a day file of the activity log has more than the index has read of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import tzinfo
from pathlib import Path

from memory.archive import event_line
from memory.index.text import Seen, TextIndex
from memory.index.turns import message_key, turn
from memory.vocabulary.event import Event

FOLDER = "activity_log"


@dataclass(frozen=True, slots=True)
class Line:
    """An event and where it stands."""

    number: int
    offset: int
    event: Event


def read_on(index: TextIndex, directory: Path, name: str, zone: tzinfo) -> None:
    """Index the new lines of `activity_log/<name>`; a file that became shorter is read again from the start."""
    path = f"{FOLDER}/{name}"
    file = directory / FOLDER / name
    with index.writing():
        seen = index.seen_of(path) or Seen(0, 0, 0)
        try:
            size = file.stat().st_size
        except FileNotFoundError:
            index.forget_file(path)
            return
        if size < seen.size:
            index.forget_file(path)
            seen = Seen(0, 0, 0)
        if size > seen.size:
            with file.open("rb") as stream:
                stream.seek(seen.size)
                data = stream.read(size - seen.size)
            data = data[: data.rfind(b"\n") + 1]
            for line in _lines(data, seen, zone):
                _learn(index, line, path, zone)
            index.mark_seen(path, Seen(seen.size + len(data), 0, seen.lines + data.count(b"\n")))


def event_at(directory: Path, path: str, offset: int, zone: tzinfo) -> list[Event]:
    """The events of the line that begins there; empty when it is no longer there."""
    try:
        with (directory / path).open("rb") as stream:
            stream.seek(offset)
            return list(_events(stream.readline().rstrip(b"\n"), zone))
    except OSError:
        return []


def _lines(data: bytes, seen: Seen, zone: tzinfo) -> Iterator[Line]:
    offset = seen.size
    for number, raw in enumerate(data.split(b"\n")[:-1], seen.lines + 1):
        for event in _events(raw, zone):
            yield Line(number, offset, event)
        offset += len(raw) + 1


def _events(raw: bytes, zone: tzinfo) -> Iterator[Event]:
    try:
        yield event_line.decode(raw, zone)
    except ValueError:
        yield from event_line.salvage(raw, zone)


def _learn(index: TextIndex, line: Line, path: str, zone: tzinfo) -> None:
    event = line.event
    if event.type == "message_deleted":
        _forget(index, event)
    elif event.type == "message_edited":
        _correct(index, line, path)
    elif found := turn(event, zone, path, line.number, line.offset):
        index.add(found)


def _forget(index: TextIndex, event: Event) -> None:
    if told := index.of_message(message_key(event)):
        index.remove([told.row])


def _correct(index: TextIndex, line: Line, path: str) -> None:
    """The memory of a message that was edited has the new words, and points at where they stand."""
    told = index.of_message(message_key(line.event))
    if told is None or not line.event.content.strip():
        return
    index.remove([told.row])
    index.add(replace(told, text=line.event.content, path=path, line=line.number, offset=line.offset))
