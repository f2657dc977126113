"""What a file of the activity log or of the memory log has more than the index has read of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import tzinfo
from pathlib import Path

from memory.archive import event_line, memory_line, memory_log
from memory.index.amends import Amend, Original, amend_of, standing
from memory.index.entry import FACT, KEPT, Entry
from memory.index.text import Seen, TextIndex
from memory.index.turns import keys, low_trust, turn
from memory.vocabulary.event import AMENDING, Event
from memory.vocabulary.fact import (
    BRINGING,
    INVALIDATED,
    MERGED,
    QUARANTINED,
    RELEASED,
    RETRACTED,
    UNDONE,
    Fact,
    FactChange,
    concerned,
)
from memory.vocabulary.quoting import shown_name

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
            _forget_file(index, directory, path, zone)
            return
        if size < seen.size:
            _forget_file(index, directory, path, zone)
            seen = Seen(0, 0, 0)
        if size > seen.size:
            with file.open("rb") as stream:
                stream.seek(seen.size)
                data = stream.read(size - seen.size)
            data = data[: data.rfind(b"\n") + 1]
            offset = seen.size
            for number, raw in enumerate(data.split(b"\n")[:-1], seen.lines + 1):
                learn(index, raw, Spot(directory, path, number, offset, zone))
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


@dataclass(frozen=True, slots=True)
class Spot:
    """A line of a log: where it stands, from which line and byte on."""

    directory: Path
    path: str
    line: int
    offset: int
    zone: tzinfo


def _forget_file(index: TextIndex, directory: Path, path: str, zone: tzinfo) -> None:
    index.forget_file(path)
    for subject in index.amends.forget_file(path):
        _stand(index, subject, directory, zone)


def _learn_events(index: TextIndex, raw: bytes, spot: Spot) -> None:
    for event in _events(raw, spot.zone):
        if event.type in AMENDING:
            if amend := amend_of(event, spot.path, spot.line, spot.offset):
                _amend(index, amend, spot)
                _forget_what_it_told(index, amend.subject)
        elif found := turn(event, spot.zone, spot.path, spot.line, spot.offset):
            _add(index, found)


def _forget_what_it_told(index: TextIndex, message: str) -> None:
    """At once; formation takes it back in the memory log a moment later."""
    told = index.keys_of([original.id for original in index.amends.originals(message)])
    index.remove_ids([id for ids in told.values() for id in ids if id.startswith("fact:")])


def _amend(index: TextIndex, amend: Amend, spot: Spot) -> None:
    """What was said stands otherwise now, or not at all; also where it is read only later."""
    index.amends.add(amend)
    for told in [index.of_message(amend.subject), *index.entries([amend.subject]).values()]:
        if told is not None and told.kind == "turn":
            index.amends.keep(_original(told))
            if told.message and amend.text is None:  # also for what was said because of it, which names the message
                index.amends.add(replace(amend, subject=told.message))
    _stand(index, amend.subject, spot.directory, spot.zone)


def _stand(index: TextIndex, subject: str, directory: Path, zone: tzinfo) -> None:
    """Have the index hold the turns of this subject as they stand now."""
    for one in index.amends.originals(subject):
        for event in event_at(directory, one.path, one.offset, zone):
            if (found := turn(event, zone, one.path, one.line, one.offset)) and found.id == one.id:
                index.remove_ids([one.id])
                index.remove_keys(one.id)
                _add(index, found)


def _add(index: TextIndex, told: Entry) -> None:
    """A turn as it was said; it is kept as it stands now."""
    if index.has(told.id):
        return
    amends = index.amends.latest((told.message, told.id))
    if amends:
        index.amends.keep(_original(told))
        amend = standing(amends.values())
        before = [told.text, *index.amends.words((told.message, told.id))]
        index.gone_words.put(told.id, told.audience, before, amend.text or "")
        if not amend.text or not amend.text.strip():
            return
        told = replace(told, text=amend.text, path=amend.path, line=amend.line, offset=amend.offset)
    index.add(told)
    for key in keys(told) if index.with_keys else ():
        index.add(key)


def _original(told: Entry) -> Original:
    return Original(id=told.id, message=told.message, path=told.path, line=told.line, offset=told.offset)


def _learn_notes(index: TextIndex, raw: bytes, spot: Spot) -> None:
    note = memory_line.decode(raw)
    if not isinstance(note, FactChange):
        return
    if note.type == UNDONE:
        _undo(index, set(note.ids), spot)
    else:
        _learn(index, note, spot, set(concerned(note)))


def _learn(index: TextIndex, note: FactChange, spot: Spot, ids: Collection[str]) -> None:
    """What a note tells of these memories."""
    about = [id for id in note.ids if id in ids]
    if note.type == RETRACTED:  # on purpose: it comes back to nobody, of no day
        index.remove_ids(about)
    if note.type in (MERGED, QUARANTINED, INVALIDATED):
        index.end(about, note.ts)
    for event in note.turns:
        gone = Amend(
            subject=event,
            event=f"{note.key}/{event}",
            stamp=note.ts.timestamp(),
            text=None,
            path=spot.path,
            line=spot.line,
            offset=spot.offset,
        )
        _amend(index, gone, spot)
    if note.fact and note.fact.id in ids and (note.type in BRINGING or note.type == RELEASED):
        told = next((source for source in note.fact.sources if index.has(source)), "")
        index.add(_entry(note.fact, told, spot.path, spot.line, spot.offset, spot.zone))
        index.end([note.fact.id], None)


def _undo(index: TextIndex, keys: Collection[str], spot: Spot) -> None:
    """What the notes of these keys told is taken back, by reading anew what else is told of the same memories."""
    notes = list(_all_notes(spot))
    undone = {id for note, _ in notes if note.type == UNDONE for id in note.ids}
    ids = {id for note, _ in notes if note.key in keys and note.type in _TELLING for id in concerned(note)}
    told = [f"{note.key}/{event}" for note, _ in notes if note.key in keys for event in note.turns]
    for subject in index.amends.forget(told):
        _stand(index, subject, spot.directory, spot.zone)
    if ids:
        index.remove_ids(ids)
        for note, there in notes:
            if note.key not in undone and note.type in _TELLING:
                _learn(index, note, there, ids)


def _all_notes(spot: Spot) -> Iterator[tuple[FactChange, Spot]]:
    for file in sorted((spot.directory / MEMORY).glob("*.jsonl")):
        offset, path = 0, f"{MEMORY}/{file.name}"
        for number, raw in enumerate(file.read_bytes().split(b"\n")[:-1], 1):
            if isinstance(note := memory_line.decode(raw), FactChange):
                yield note, Spot(spot.directory, path, number, offset, spot.zone)
            offset += len(raw) + 1


_TELLING = BRINGING | {RETRACTED, MERGED, QUARANTINED, INVALIDATED, RELEASED}
"""The notes that the index learns from."""


def _entry(fact: Fact, told: str, path: str, line: int, offset: int, zone: tzinfo) -> Entry:
    return Entry(
        id=fact.id,
        kind=FACT if told else KEPT,
        text=fact.text,
        path=path,
        line=line,
        offset=offset,
        at=fact.recorded_at.astimezone(zone),
        speaker=shown_name(fact.speaker),
        person=fact.person,
        place=fact.place,
        audience=fact.audience,
        trust=low_trust(fact.trust),
        source=told,
        valid_from=fact.valid_from,
        valid_until=fact.valid_until,
    )


_Learner = Callable[[TextIndex, bytes, Spot], None]
_LEARNERS: Mapping[str, _Learner] = {ACTIVITY: _learn_events, MEMORY: _learn_notes}
