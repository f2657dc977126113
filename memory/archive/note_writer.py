"""The writer: all that becomes of an anima's notes passes here, batch by batch, and each batch can be undone.

The record of a batch that is being carried out is `pending.json`: it is put down before the first file is touched, and
goes when the batch has its line, after the last. So a crash in between leaves all that is needed to go on.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import Literal, TypeAlias

from memory.archive import documents
from memory.archive.documents import Documents, Versions, checked_document, version_of
from memory.archive.files import lock_of
from memory.archive.json_lines import PLAIN_STORAGE, Storage
from memory.archive.memory_log import MemoryNote, decode_note, encode_note
from memory.archive.state_records import Codec, DailyRecords, Moment
from memory.vocabulary.change import Change, NotKept, Outcome, Version
from memory.vocabulary.errors import StorageFault
from memory.vocabulary.fact import UNDONE, FactChange
from memory.vocabulary.ports import Clock

BATCHES_FOLDER = "archive/batches"
PENDING_BATCH = f"{BATCHES_FOLDER}/pending.json"

DeedState: TypeAlias = Literal["refused", "done", "undone"]


@dataclass(frozen=True, slots=True)
class FileMove:
    """What a file is to be: one version, then the other ("": no file). The bytes are among the versions of `kept`."""

    path: str
    before: str
    after: str
    kept: str


@dataclass(frozen=True, slots=True)
class FileDeed:
    """One change as it was carried out: its moves, or the line of the memory log. `state` is what it is to be."""

    outcome: Outcome
    state: DeedState
    moves: tuple[FileMove, ...] = ()
    note: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True)
class ChangeBatch:
    """`todo` are the numbers of the deeds that are being carried out or taken back, `lines` what is noted with them."""

    id: str
    at: Moment
    deeds: tuple[FileDeed, ...]
    todo: tuple[int, ...] = ()
    lines: tuple[str, ...] = ()


CHANGE_BATCHES = Codec(ChangeBatch)


class ChangeBatches:
    """Of one anima. Not thread-safe: the writer holds the lock. Raises StorageFault."""

    def __init__(self, root: Path, storage: Storage = PLAIN_STORAGE) -> None:
        self._files, self._quarantine = storage.open(root)
        self._over = DailyRecords(root, storage, BATCHES_FOLDER, CHANGE_BATCHES)

    def pending(self) -> ChangeBatch | None:
        """The one that is being carried out."""
        return CHANGE_BATCHES.read(self._files, PENDING_BATCH, self._quarantine)

    def find(self, id: str) -> ChangeBatch | None:
        """One that was carried out. Raises UnsafePath for a name that no file can have."""
        return self._over.find(id)

    def ids(self, beginning: str) -> list[str]:
        """Of those that were carried out and whose name begins so; the day that it names is in the beginning."""
        return self._over.ids(beginning)

    def begin(self, batch: ChangeBatch) -> None:
        CHANGE_BATCHES.write(self._files, PENDING_BATCH, batch)

    def finish(self, batch: ChangeBatch) -> None:
        self._over.put(batch)
        self.drop_pending()

    def drop_pending(self) -> None:
        self._files.remove(PENDING_BATCH)


# --- writer ---------------------------------------------------------------------------------------------------------
# The writer: all that becomes of an anima's notes passes here, batch by batch, and each batch can be undone.
#
# What is replaced or put away is kept as a version first, and so is the text that comes in its place. Then the batch's
# record is put down, and only then are files touched. So nothing is lost, at whatever step the process ends; what it
# leaves half done is done at the next opening.


_log = logging.getLogger(__name__)

CHANGED_MEANWHILE = "it was changed since it was read"
GONE_MEANWHILE = "there is no such file"

_OF_WHAT_IS_THERE = ("archive", "mark")
_MADE = ("procedures/", "knowledge/_")


class NoteWriter:
    """Of the anima's directory `root`; all that are open on one directory take turns. Blocking.

    `append` adds to the memory log, durably and each key once.
    """

    def __init__(
        self,
        root: Path,
        clock: Clock,
        append: Callable[[Sequence[MemoryNote]], object],
        storage: Storage = PLAIN_STORAGE,
    ) -> None:
        self._files, _ = storage.open(root)
        self._documents = Documents(root, clock, storage)
        self._versions = Versions(root, clock, storage)
        self.batches = ChangeBatches(root, storage)
        self._clock = clock
        self._append = append
        self._storage = storage
        self._lock = lock_of(root)

    def alone(self) -> AbstractContextManager[object]:
        """Nobody else writes meanwhile."""
        return self._lock

    def apply(self, batch: str, changes: Sequence[Change]) -> list[Outcome]:
        """What became of each, in order. Applied once: again, the same is told and nothing changes.

        Raises StorageFault (then nothing was changed, or the rest follows at the next opening), UnsafePath, ValueError
        for two changes of one file.
        """
        with self._lock:
            self.recover()
            if done := self.batches.find(batch):
                return [deed.outcome for deed in done.deeds]
            paths = [change.path for change in changes if change.kind != "note"]
            if len(paths) > len(set(paths)):
                raise ValueError("two changes of one file need two batches")
            deeds = tuple(map(self._planned, changes))
            todo = tuple(number for number, deed in enumerate(deeds) if deed.state == "done")
            lines = tuple(deed.note for deed in deeds if deed.note)
            self._put_down(ChangeBatch(batch, self._clock(), deeds, todo, lines))
            return [deed.outcome for deed in deeds]

    def undo(self, batch: str) -> list[Outcome]:
        """Make every file of it what it was before, bit for bit; one that was changed since stays, and is told.

        Notes of it count no more. Raises NotKept where there is no such batch, StorageFault.
        """
        with self._lock:
            self.recover()
            if (done := self.batches.find(batch)) is None:
                raise NotKept(f"there is no batch {batch[:120]!r}")
            todo = tuple(number for number, deed in enumerate(done.deeds) if self._may_be_undone(deed))
            deeds = tuple(
                replace(deed, state="undone") if number in todo else deed for number, deed in enumerate(done.deeds)
            )
            self._put_down(replace(done, deeds=deeds, todo=todo, lines=self._taking_back(done, todo)))
            return [_undone(deed) for deed in deeds]

    def recover(self) -> None:
        """Do what was put down and not done. Raises StorageFault."""
        with self._lock:
            if pending := self.batches.pending():
                self._carry_out(pending)
                self.batches.finish(pending)

    def tidy(self, newest: int, before: datetime) -> int:
        """Let go old texts of procedures, and of notes that are made of facts alone, which say what the facts say; how
        many there were. Raises StorageFault."""
        with self._lock:
            return self._versions.tidy(
                lambda path: documents.path_without_shelf(path).startswith(_MADE), newest, before
            )

    def versions(self, path: str) -> list[Version]:
        """What stood, or was to stand, under the path, the oldest first."""
        checked_document(path)
        with self._lock:
            return self._versions.of(path)

    # ---------------------------------------------------------------------------------------------------------

    def _planned(self, change: Change) -> FileDeed:
        if change.kind == "note":
            return self._noted(change)
        current = self._files.read_or_none(checked_document(change.path))
        seen, content = version_of(current), self._content(change)
        is_gone = change.kind in _OF_WHAT_IS_THERE and not seen
        why = CHANGED_MEANWHILE if change.expects not in (None, seen) else GONE_MEANWHILE if is_gone else ""
        if current is not None and not why:
            self._versions.keep(change.path, current)
        kept = "" if content is None else self._versions.keep(change.path, content)
        if why:
            return FileDeed(
                self._outcome(change, applied=False, version=seen, kept=kept, why=why), "refused", kind=change.kind
            )
        moves = [FileMove(change.path, seen, kept, change.path)]
        if content is None:
            moves.append(FileMove(self._free(change), "", seen, change.path))
        return FileDeed(self._outcome(change, applied=True, version=kept), "done", tuple(moves), kind=change.kind)

    def _noted(self, change: Change) -> FileDeed:
        if change.note is None or not change.note.key:
            raise ValueError("a note needs a key, by which it can be taken back")
        line = encode_note(change.note, self._storage.zone).decode()
        return FileDeed(self._outcome(change, applied=True), "done", note=line)

    def _outcome(self, change: Change, *, applied: bool, version: str = "", kept: str = "", why: str = "") -> Outcome:
        because = self._storage.redact(change.because)
        return Outcome(path=change.path, because=because, applied=applied, version=version, kept=kept, why=why)

    def _content(self, change: Change) -> bytes | None:
        """The bytes that the file shall have; None: it is put away."""
        if change.kind == "mark":
            return self._documents.marked(change.path, change.meta)
        if change.kind == "write":
            return self._documents.rendered(change.path, change.meta, change.text)
        return self._versions.content(change.path, change.version) if change.kind == "restore" else None

    def _free(self, change: Change) -> str:
        path = "/".join(part for part in ("archive", change.folder, change.path) if part)
        stem, dot, suffix = path.rpartition(".")
        numbered = (path if n == 1 else f"{stem}-{n}{dot}{suffix}" for n in count(1))
        return next(name for name in numbered if self._files.read_or_none(name) is None)

    def _may_be_undone(self, deed: FileDeed) -> bool:
        return deed.state == "done" and all(self._is(move.path) == move.after for move in deed.moves)

    def _taking_back(self, batch: ChangeBatch, todo: Sequence[int]) -> tuple[str, ...]:
        lines = (batch.deeds[number].note for number in todo)
        keys = tuple(note.key for line in lines if line and (note := decode_note(line.encode())))
        if not keys:
            return ()
        note = FactChange(ts=self._clock(), key=f"undone/{batch.id}", type=UNDONE, ids=keys, because=batch.id)
        return (encode_note(note, self._storage.zone).decode(),)

    def _put_down(self, batch: ChangeBatch) -> None:
        self.batches.begin(batch)
        try:
            self._carry_out(batch)
        except StorageFault:
            self._take_back(batch)
            raise
        try:
            self.batches.finish(batch)
        except StorageFault:
            _log.exception("batch %s is carried out; its record is put down with the next one", batch.id)

    def _carry_out(self, batch: ChangeBatch) -> None:
        """Each step of it may be done already."""
        for number in batch.todo:
            deed = batch.deeds[number]
            for move in deed.moves:
                if deed.state == "done":
                    self._move(move)
                else:
                    self._move(_back(move))
        notes = [note for line in batch.lines if (note := decode_note(line.encode()))]
        if notes:
            self._append(notes)

    def _take_back(self, batch: ChangeBatch) -> None:
        """After a fault on the way: as it was, where the disk allows that; else the rest follows later."""
        with suppress(StorageFault):
            for number in batch.todo:
                deed = batch.deeds[number]
                for move in deed.moves:
                    self._move(_back(move) if deed.state == "done" else move)
            self.batches.drop_pending()

    def _move(self, move: FileMove) -> None:
        current = self._is(move.path)
        if current == move.after:
            return
        if current != move.before:
            _log.warning("%s was changed by somebody else meanwhile, and stays as it is", move.path)
        elif not move.after:
            self._files.remove(move.path)
        elif (content := self._kept(move)) is not None:
            self._files.replace(move.path, content)

    def _kept(self, move: FileMove) -> bytes | None:
        try:
            return self._versions.content(move.kept, move.after)
        except NotKept:  # somebody has emptied the archive
            _log.error("%s stays as it is: what it was to be is not kept any more", move.path)
            return None

    def _is(self, path: str) -> str:
        return version_of(self._files.read_or_none(path))


def _back(move: FileMove) -> FileMove:
    return FileMove(move.path, move.after, move.before, move.kept)


def _undone(deed: FileDeed) -> Outcome:
    is_undone = deed.state == "undone"
    version = deed.moves[0].before if deed.moves and is_undone else deed.outcome.version
    why = "" if is_undone else CHANGED_MEANWHILE if deed.state == "done" else deed.outcome.why
    return replace(deed.outcome, applied=is_undone, version=version, why=why)
