"""What a file of the activity log or of the memory log has more than the index has read of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import tzinfo
from pathlib import Path

from memory.archive import event_line, memory_line, memory_log
from memory.index.entry import FACT, Entry
from memory.index.text import Seen, TextIndex
from memory.index.turns import keys, low_trust, message_key, one_line, turn
from memory.vocabulary.event import Event
from memory.vocabulary.fact import BRINGING, MERGED, QUARANTINED, RELEASED, RETRACTED, Fact, FactChange

ACTIVITY = "activity_log"
MEMORY = memory_log.FOLDER


def read_on(index: TextIndex, directory: Path, path: str, zone: tzinfo) -> None:
    """Index the new lines of `activity_log/…` or `memory_log/…`; a file that became shorter is read from the start."""
    learn = _LEARNERS[path.partition("/")[0]]
    file = directory / path
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
            offset = seen.size
            for number, raw in enumerate(data.split(b"\n")[:-1], seen.lines + 1):
                learn(index, raw, path, number, offset, zone)
                offset += len(raw) + 1
            index.mark_seen(path, Seen(seen.size + len(data), 0, seen.lines + data.count(b"\n")))


def event_at(directory: Path, path: str, offset: int, zone: tzinfo) -> list[Event]:
    """The events of the line that begins there; empty when it is no longer there."""
    return list(_events(_line_at(directory, path, offset), zone))


def fact_at(directory: Path, path: str, offset: int) -> Fact | None:
    """The fact of the line that begins there; None when it is no longer there."""
    note = memory_line.decode(_line_at(directory, path, offset))
    return note.fact if isinstance(note, FactChange) else None


def _line_at(directory: Path, path: str, offset: int) -> bytes:
    try:
        with (directory / path).open("rb") as stream:
            stream.seek(offset)
            return stream.readline().rstrip(b"\n")
    except OSError:
        return b""


def _events(raw: bytes, zone: tzinfo) -> Iterator[Event]:
    try:
        yield event_line.decode(raw, zone)
    except ValueError:
        yield from event_line.salvage(raw, zone)


def _learn_events(index: TextIndex, raw: bytes, path: str, line: int, offset: int, zone: tzinfo) -> None:
    for event in _events(raw, zone):
        if event.type == "message_deleted":
            _forget(index, event)
        elif event.type == "message_edited":
            _correct(index, event, path, line, offset)
        elif found := turn(event, zone, path, line, offset):
            _add(index, found)


def _forget(index: TextIndex, event: Event) -> None:
    if told := index.of_message(message_key(event)):
        index.remove([told.row])
        index.remove_keys(told.id)


def _add(index: TextIndex, told: Entry) -> None:
    if not index.has(told.id):
        index.add(told)
        for key in keys(told) if index.with_keys else ():
            index.add(key)


def _correct(index: TextIndex, event: Event, path: str, line: int, offset: int) -> None:
    """The memory of a message that was edited has the new words, and points at where they stand."""
    told = index.of_message(message_key(event))
    if told is None or not event.content.strip():
        return
    index.remove([told.row])
    index.remove_keys(told.id)
    _add(index, replace(told, text=event.content, path=path, line=line, offset=offset))


def _learn_notes(index: TextIndex, raw: bytes, path: str, line: int, offset: int, zone: tzinfo) -> None:
    note = memory_line.decode(raw)
    if not isinstance(note, FactChange):
        return
    if note.type in (MERGED, RETRACTED, QUARANTINED):
        index.remove_ids(note.ids)
    if note.fact and (note.type in BRINGING or note.type == RELEASED):
        index.add(_entry(note.fact, path, line, offset, zone))


def _entry(fact: Fact, path: str, line: int, offset: int, zone: tzinfo) -> Entry:
    return Entry(
        id=fact.id,
        kind=FACT,
        text=fact.text,
        path=path,
        line=line,
        offset=offset,
        at=fact.recorded_at.astimezone(zone),
        speaker=one_line(fact.speaker),
        person=fact.person,
        place=fact.place,
        audience=fact.audience,
        trust=low_trust(fact.trust),
        source=fact.sources[0] if fact.sources else "",
    )


_Learn = Callable[[TextIndex, bytes, str, int, int, tzinfo], None]
_LEARNERS: Mapping[str, _Learn] = {ACTIVITY: _learn_events, MEMORY: _learn_notes}
