"""Ingestion: the files of an anima's archive read into a text index, all of them or what is new.

Blocking; call it from a thread.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo
from pathlib import Path

from memory.archive import json_lines, memory_log
from memory.archive.anima_directory import AnimaLocation
from memory.index.entry import FACT_KIND, FACT_KINDS, KEPT_KIND, IndexEntry, low_trust, turn_entry, turn_keys
from memory.index.pieces import PIECE_KINDS, document_pieces, piece_problem
from memory.index.text_index import SeenFile, TextIndex
from memory.index.text_tables import Amendment, OriginalMessage, amendment_of, standing_text
from memory.vocabulary.event import AMENDING, Event
from memory.vocabulary.fact import UNDONE, Fact, FactChange
from memory.vocabulary.text_form import shown_name

ACTIVITY_FOLDER = "activity_log"
MEMORY_FOLDER = memory_log.MEMORY_LOG_FOLDER


def read_log_on(index: TextIndex, directory: Path, path: str, zone: tzinfo) -> None:
    """Index the new lines of `activity_log/…` or `memory_log/…`; a file that became shorter is read from the start."""
    learn = _LEARNERS[path.partition("/")[0]]
    file = directory / path
    with index.writing():
        seen = index.seen_of(path) or SeenFile(0, 0, 0)
        try:
            size = file.stat().st_size
        except FileNotFoundError:
            _forget_file(index, directory, path, zone)
            return
        if size < seen.size:
            _forget_file(index, directory, path, zone)
            seen = SeenFile(0, 0, 0)
        if size > seen.size:
            with file.open("rb") as stream:
                stream.seek(seen.size)
                data = stream.read(size - seen.size)
            data = data[: data.rfind(b"\n") + 1]
            offset = seen.size
            for number, raw in enumerate(data.split(b"\n")[:-1], seen.lines + 1):
                learn(index, raw, LogSpot(directory, path, number, offset, zone))
                offset += len(raw) + 1
            index.mark_seen(path, SeenFile(seen.size + len(data), 0, seen.lines + data.count(b"\n")))


def event_at(directory: Path, path: str, offset: int, zone: tzinfo) -> list[Event]:
    """The events of the line that begins there; empty when it is no longer there."""
    return list(_events(_line_at(directory, path, offset), zone))


def fact_at(directory: Path, path: str, offset: int) -> Fact | None:
    """The fact of the line that begins there; None when it is no longer there."""
    note = memory_log.decode_note(_line_at(directory, path, offset))
    return note.fact if isinstance(note, FactChange) else None


def left_at(directory: Path, path: str, offset: int, event: str) -> str:
    """The words of this event that the note there leaves; empty where it leaves none, or is no longer there."""
    note = memory_log.decode_note(_line_at(directory, path, offset)) if path.startswith(MEMORY_FOLDER) else None
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
        yield json_lines.decode_event(raw, zone)
    except ValueError:
        yield from json_lines.salvage_events(raw, zone)


@dataclass(frozen=True, slots=True)
class LogSpot:
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
    for entry in index.notes.of_keys(counting):
        _learn_notes(
            index,
            _line_at(directory, entry.path, entry.offset),
            LogSpot(directory, entry.path, entry.line, entry.offset, zone),
        )


def _learn_events(index: TextIndex, raw: bytes, spot: LogSpot) -> None:
    for event in _events(raw, spot.zone):
        if event.type in AMENDING:
            if amend := amendment_of(event, spot.path, spot.line, spot.offset):
                _amend(index, amend, spot)
                _forget_what_it_told(index, amend.subject)
        elif found := turn_entry(event, spot.zone, spot.path, spot.line, spot.offset):
            _add(index, found)


def _forget_what_it_told(index: TextIndex, message: str) -> None:
    """At once; formation takes it back in the memory log a moment later."""
    told = index.keys_of([original.id for original in index.amends.originals(message)])
    index.remove_ids([id for ids in told.values() for id in ids if id.startswith("fact:")])


def _amend(index: TextIndex, amend: Amendment, spot: LogSpot) -> None:
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
    for original in index.amends.originals(subject):
        for event in event_at(directory, original.path, original.offset, zone):
            if (
                found := turn_entry(event, zone, original.path, original.line, original.offset)
            ) and found.id == original.id:
                index.remove_ids([original.id])
                index.remove_keys(original.id)
                index.gone_words.put(original.id, found.audience, (), "")
                _add(index, found)


def _add(index: TextIndex, told: IndexEntry) -> None:
    """A turn as it was said; it is kept as it stands now."""
    if index.has(told.id):
        return
    amends = index.amends.latest((told.message, told.id))
    if amends:
        index.amends.keep(_original(told))
        amend = standing_text(amends.values())
        before = [told.text, *index.amends.words((told.message, told.id))]
        index.gone_words.put(told.id, told.audience, before, amend.text or "")
        if not amend.text or not amend.text.strip():
            return
        told = told._replace(text=amend.text)
        if amend.path.startswith(ACTIVITY_FOLDER):  # an edit; what a note leaves of a message stands where it was said
            told = told._replace(path=amend.path, line=amend.line, offset=amend.offset)
    index.add(told)
    for key in turn_keys(told) if index.with_keys else ():
        index.add(key)


def _original(told: IndexEntry) -> OriginalMessage:
    return OriginalMessage(id=told.id, message=told.message, path=told.path, line=told.line, offset=told.offset)


def _learn_notes(index: TextIndex, raw: bytes, spot: LogSpot) -> None:
    note = memory_log.decode_note(raw)
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


def _amend_turns(index: TextIndex, note: FactChange, spot: LogSpot) -> None:
    for event in note.turns:
        gone = Amendment(
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
    lines = (memory_log.decode_note(_line_at(directory, *at)) for at in {(item.path, item.offset) for item in found})
    amending = [_amending(note, event) for note in lines if isinstance(note, FactChange) for event in note.turns]
    for subject in (told := index.amends.forget(amending)):
        _stand(index, subject, directory, zone)
    if told:
        _hold_anew(index, index.facts_of(""), directory, zone)
    _hold(index, dict.fromkeys(item.id for item in found), directory, zone)


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
            and there.kind in FACT_KINDS
            and (not brought or (there.path, there.offset) != (brought.path, brought.offset))
        ):
            index.remove_ids([id])
        if brought and (fact := fact_at(directory, brought.path, brought.offset)):
            told = next((source for source in fact.sources if index.has(source)), "")
            index.add(_entry(fact, told, brought.path, brought.line, brought.offset, zone))
        index.end([id], stands.ended if stands else None)


def _entry(fact: Fact, told: str, path: str, line: int, offset: int, zone: tzinfo) -> IndexEntry:
    return IndexEntry(
        id=fact.id,
        kind=FACT_KIND if told else KEPT_KIND,
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


_Learner = Callable[[TextIndex, bytes, LogSpot], None]
_LEARNERS: Mapping[str, _Learner] = {ACTIVITY_FOLDER: _learn_events, MEMORY_FOLDER: _learn_notes}


# --- shelf ----------------------------------------------------------------------------------------------------------
# The documents as they are on disk now, and what the index has to learn of them.


LARGEST_DOCUMENT = 2_000_000
"""Bytes; what is larger is no note."""


@dataclass(frozen=True, slots=True)
class DocumentFile:
    """A document on disk, with the state by which a change is seen."""

    path: str
    file: Path
    kind: str
    seen: SeenFile


def document_files(directory: Path, shared: Path) -> Iterator[DocumentFile]:
    """Every Markdown file that is a memory. Links are not followed."""
    for folder, kind in PIECE_KINDS.items():
        root = shared.parent if folder.startswith("shared/") else directory
        below = shared / folder.removeprefix("shared/") if folder.startswith("shared/") else directory / folder
        yield from _below(below, root, kind)


def update_documents(
    index: TextIndex, directory: Path, shared: Path, zone: tzinfo, tell: Callable[[str, bytes], object] | None = None
) -> None:
    """Read what changed, forget what is gone; `tell` of a document whose head cannot be read, with its bytes."""
    known = {path: seen for path, seen in index.seen().items() if path.endswith(".md")}
    for found in document_files(directory, shared):
        if known.pop(found.path, None) != found.seen:
            held = document_bytes(found.file)
            if tell and piece_problem(held):
                tell(found.path, held)
            with index.writing():
                index.forget_file(found.path)
                for piece in document_pieces(found.path, found.kind, held.decode(errors="replace"), zone):
                    index.add(piece)
                index.mark_seen(found.path, found.seen)
    for gone in known:
        with index.writing():
            index.forget_file(gone)


def document_content(file: Path) -> str:
    """The text of the file; empty when it went away."""
    return document_bytes(file).decode(errors="replace")


def document_bytes(file: Path) -> bytes:
    """What the file holds; nothing when it went away."""
    try:
        return file.read_bytes()
    except OSError:
        return b""


def _below(folder: Path, root: Path, kind: str) -> Iterator[DocumentFile]:
    try:
        with os.scandir(folder) as listing:
            entries = sorted(listing, key=lambda entry: entry.name)
    except OSError:
        return
    for entry in entries:
        if entry.name.startswith("."):
            continue
        if entry.is_dir(follow_symlinks=False):
            yield from _below(Path(entry.path), root, kind)
        elif entry.name.endswith(".md"):
            status = entry.stat(follow_symlinks=False)
            if stat.S_ISREG(status.st_mode) and status.st_nlink == 1 and status.st_size <= LARGEST_DOCUMENT:
                path = "/".join(Path(entry.path).relative_to(root).parts)
                yield DocumentFile(path, Path(entry.path), kind, SeenFile(status.st_size, status.st_mtime_ns, 0))


# --- signs ----------------------------------------------------------------------------------------------------------
# Signs: a glance at a few things by which it shows that files were made, replaced or taken away.


NEWEST_FILES = 2
"""So many of the newest files of each log are looked at by themselves: they grow without their folder showing it."""


class FileSigns:
    """When the folders were last changed that logs and documents lie in, as it was when this was made.

    What is changed inside a file, other than the newest of the logs, shows in no folder: a look at all files finds it.
    """

    def __init__(self, location: AnimaLocation) -> None:
        self.growing: Sequence[str] = ()
        roots = [location.directory / folder for folder in (ACTIVITY_FOLDER, MEMORY_FOLDER)]
        for folder in PIECE_KINDS:
            inner = folder.removeprefix("shared/")
            roots.append((location.directory if inner == folder else location.shared) / inner)
        self._changed = {folder: _changed(folder) for root in roots for folder in _with_inner(root)}

    def differ(self) -> bool:
        """Whether one of the folders has been changed since then."""
        return any(_changed(folder) != then for folder, then in self._changed.items())


def growing_files(logs: Iterable[str]) -> list[str]:
    """The newest of each log, from the names of all."""
    by_log: dict[str, list[str]] = {}
    for path in logs:
        by_log.setdefault(path.partition("/")[0], []).append(path)
    return [path for paths in by_log.values() for path in sorted(paths)[-NEWEST_FILES:]]


def _changed(folder: str) -> int:
    try:
        return os.stat(folder).st_mtime_ns
    except OSError:
        return 0


def _with_inner(root: Path) -> Iterator[str]:
    yield str(root)
    for folder, inner, _ in os.walk(root):
        yield from (f"{folder}/{name}" for name in inner if not name.startswith("."))


# --- following ------------------------------------------------------------------------------------------------------


class ArchiveReader:
    """`tell` is told of a document whose head cannot be read."""

    def __init__(self, location: AnimaLocation, zone: tzinfo, tell: Callable[[str, bytes], object] | None) -> None:
        self._location = location
        self._zone = zone
        self._tell = tell
        self._signs: FileSigns | None = None
        self._glanced: datetime | None = None

    def days(self) -> int:
        """How many files the logs have."""
        return len(self._logs())

    def file(self, index: TextIndex, path: str) -> None:
        """What this file of a log has more than the index knows. Raises MemoryFault, OSError."""
        read_log_on(index, self._location.directory, path, self._zone)

    def all(self, index: TextIndex, progress: Callable[[int, int], None] | None = None) -> FileSigns:
        """All that is new to the index; how the files looked before that."""
        signs, logs = FileSigns(self._location), self._logs()
        signs.growing = growing_files(path for path, _ in logs)
        known = index.seen()
        for number, (path, size) in enumerate(logs, start=1):
            seen = known.get(path)
            if seen is None or seen.size != size:
                self.file(index, path)
            if progress:
                progress(number, len(logs) + 1)
        update_documents(index, self._location.directory, self._location.shared, self._zone, self._tell)
        if progress:
            progress(len(logs) + 1, len(logs) + 1)
        return signs

    def bring_abreast(self, index: TextIndex) -> None:
        """The same for the index that `is_behind` is asked about."""
        self._signs = self.all(index)

    def is_behind(self, index: TextIndex, now: datetime) -> bool:
        """Whether something was changed that the index does not know of, as far as a glance tells: one for all that is
        asked at one moment. What logs have more is read at once."""
        if self._signs is None:
            return True
        if now == self._glanced:
            return False
        self._glanced = now
        if self._signs.differ():
            return True
        for path in self._signs.growing:
            self._read_more(index, path)
        return False

    def _read_more(self, index: TextIndex, path: str) -> None:
        seen = index.seen_of(path)
        try:
            size = (self._location.directory / path).stat().st_size
        except OSError:
            size = 0
        if size != (seen.size if seen else 0):
            self.file(index, path)

    def _logs(self) -> list[tuple[str, int]]:
        """The days of the activity log, then the months of the memory log, each from the oldest, with their sizes."""
        return [*self._files(ACTIVITY_FOLDER), *self._files(MEMORY_FOLDER)]

    def _files(self, folder: str) -> list[tuple[str, int]]:
        try:
            with os.scandir(self._location.directory / folder) as listing:
                files = sorted((file.name, file.stat().st_size) for file in listing if file.name.endswith(".jsonl"))
        except OSError:
            return []
        return [(f"{folder}/{name}", size) for name, size in files]
