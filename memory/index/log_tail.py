"""What a file of the activity log or of the memory log has more than the index has read of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import tzinfo
from pathlib import Path

from memory.archive import event_line, memory_line, memory_log
from memory.index.amends import Amend, Original, amend_of, standing
from memory.index.entry import FACT, FACTS, KEPT, Entry
from memory.index.text import Seen, TextIndex
from memory.index.turns import keys, low_trust, turn
from memory.vocabulary.event import AMENDING, Event
from memory.vocabulary.fact import UNDONE, Fact, FactChange
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


def left_at(directory: Path, path: str, offset: int, event: str) -> str:
    """The words of this event that the note there leaves; empty where it leaves none, or is no longer there."""
    note = memory_line.decode(_line_at(directory, path, offset)) if path.startswith(MEMORY) else None
    return note.left.get(event, "") if isinstance(note, FactChange) else ""


def _line_at(directory: Path, path: str, offset: int) -> bytes:
    try:
        with open(f"{directory}/{path}", "rb") as stream:
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
    concerned, counting = index.notes.forget_file(path)
    _hold(index, concerned, directory, zone)
    for one in index.notes.of_keys(counting):
        _learn_notes(
            index, _line_at(directory, one.path, one.offset), Spot(directory, one.path, one.line, one.offset, zone)
        )


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
            if told.message:  # also for what was said because of it, which names the message
                index.amends.add(replace(amend, subject=told.message))
    _stand(index, amend.subject, spot.directory, spot.zone)


def _stand(index: TextIndex, subject: str, directory: Path, zone: tzinfo) -> None:
    """Have the index hold the turns of this subject as they stand now."""
    for one in index.amends.originals(subject):
        for event in event_at(directory, one.path, one.offset, zone):
            if (found := turn(event, zone, one.path, one.line, one.offset)) and found.id == one.id:
                index.remove_ids([one.id])
                index.remove_keys(one.id)
                index.gone_words.put(one.id, found.audience, (), "")
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
        told = told._replace(text=amend.text)
        if amend.path.startswith(ACTIVITY):  # an edit; what a note leaves of a message stands where it was said
            told = told._replace(path=amend.path, line=amend.line, offset=amend.offset)
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
        index.notes.undo(note.ids, spot.path)
        _take_back(index, note.ids, spot.directory, spot.zone)
        return
    concerned = index.notes.add(note, spot.path, spot.line, spot.offset)
    if note.turns and not index.notes.is_undone(note.key):
        _amend_turns(index, note, spot)
    _hold(index, concerned, spot.directory, spot.zone)


def _amend_turns(index: TextIndex, note: FactChange, spot: Spot) -> None:
    for event in note.turns:
        gone = Amend(
            subject=event,
            event=_amending(note, event),
            stamp=note.ts.timestamp(),
            text=note.left.get(event),
            path=spot.path,
            line=spot.line,
            offset=spot.offset,
        )
        _amend(index, gone, spot)
        _hold_anew(index, index.facts_of(event), spot.directory, spot.zone)


def _amending(note: FactChange, event: str) -> str:
    return f"{note.key}/{event}"


def _take_back(index: TextIndex, keys: Collection[str], directory: Path, zone: tzinfo) -> None:
    """Have everything that the notes of these keys concerned stand as if they had never been noted."""
    found = index.notes.of_keys(keys)
    lines = (memory_line.decode(_line_at(directory, *at)) for at in {(one.path, one.offset) for one in found})
    amending = [_amending(note, event) for note in lines if isinstance(note, FactChange) for event in note.turns]
    for subject in (told := index.amends.forget(amending)):
        _stand(index, subject, directory, zone)
    if told:
        _hold_anew(index, index.facts_of(""), directory, zone)
    _hold(index, dict.fromkeys(one.id for one in found), directory, zone)


def _hold_anew(index: TextIndex, facts: Sequence[str], directory: Path, zone: tzinfo) -> None:
    """Have the index hold facts by themselves where nothing is left of what told them, else as ways to find that."""
    index.remove_ids(facts)
    _hold(index, facts, directory, zone)


def _hold(index: TextIndex, ids: Iterable[str], directory: Path, zone: tzinfo) -> None:
    """Have the index hold these facts as the notes that count say."""
    for id in ids:
        stands, there = index.notes.standing(id), index.entries([id]).get(id)
        brought = stands.brought if stands else None
        if (
            there
            and there.kind in FACTS
            and (not brought or (there.path, there.offset) != (brought.path, brought.offset))
        ):
            index.remove_ids([id])
        if brought and (fact := fact_at(directory, brought.path, brought.offset)):
            told = next((source for source in fact.sources if index.has(source)), "")
            index.add(_entry(fact, told, brought.path, brought.line, brought.offset, zone))
        index.end([id], stands.ended if stands else None)


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
        confidence=fact.confidence,
    )


_Learn = Callable[[TextIndex, bytes, Spot], None]
_LEARNERS: Mapping[str, _Learn] = {ACTIVITY: _learn_events, MEMORY: _learn_notes}
