"""What goes into an anima's logs and notes, and what follows: events, notes of facts, what is taken back, changed
documents.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import tzinfo

from memory.archive.anima_directory import AnimaStores
from memory.archive.conversations import Attachments
from memory.archive.documents import SHELF_MARK, Documents, MarkdownDocument, on_shelf, shelf_name
from memory.archive.files import UnsafePath, path_components, slug
from memory.archive.memory_log import MemoryNote
from memory.archive.note_writer import GONE_MEANWHILE, NoteWriter
from memory.index.entry import IndexEntry, low_trust, message_key
from memory.index.keeper import IndexKeeper
from memory.index.strengths import Strengths
from memory.sleep.procedures import procedure_record, record_fields
from memory.sleep.subject_notes import Publishing, Withdrawing
from memory.theories.tiers import AnchoredAct, anchors_permit
from memory.theories.utility import revised
from memory.vocabulary.address import Audience, Place
from memory.vocabulary.change import Change, Outcome
from memory.vocabulary.errors import AddressError, MemoryFault, NotAllowed
from memory.vocabulary.event import AMENDING, EDITED, Event, Json
from memory.vocabulary.fact import QUARANTINED, RETRACTED, FactChange
from memory.vocabulary.ports import Clock

_log = logging.getLogger(__name__)


class MemoryNotes:
    """Blocking; call it from a thread."""

    def __init__(self, stores: AnimaStores, strengths: Strengths, keeper: IndexKeeper) -> None:
        self._stores = stores
        self._strengths = strengths
        self._keeper = keeper

    def append(self, notes: Sequence[MemoryNote]) -> list[MemoryNote]:
        """Those that were not in the log yet. Raises StorageFault."""
        noted = self._stores.memory_log().append(notes)
        self._follow(noted)
        return noted

    def append_for_writer(self, notes: Sequence[MemoryNote]) -> None:
        """The writer must not fail for the sake of an index once the log has the notes. Raises StorageFault."""
        noted = self._stores.memory_log().append(notes)
        try:
            self._follow(noted)
        except (MemoryFault, OSError):
            _log.warning("strengths could not follow a change", exc_info=True)

    def _follow(self, noted: Sequence[MemoryNote]) -> None:
        if noted:
            self._strengths.refresh()
        if any(isinstance(note, FactChange) for note in noted):
            log = self._stores.memory_log()
            for month in dict.fromkeys(map(log.month_of, noted)):
                self._keeper.recorded(f"memory_log/{month}")


# --- retracting -----------------------------------------------------------------------------------------------------
# Retracting: notes of facts, and what follows when one is taken back or its message is gone: nothing tells it more.


TAKING_BACK = frozenset({RETRACTED, QUARANTINED})
"""The notes after which nothing may tell a fact any more."""


@dataclass(frozen=True, slots=True, eq=False)
class FactRetraction:
    """Blocking; call it from a thread. Where notes cannot follow, the next night mends them."""

    noting: MemoryNotes
    strengths: Strengths
    withdrawing: Withdrawing
    publishing: Publishing

    def note(self, notes: Sequence[MemoryNote]) -> None:
        """Add them to the memory log. Raises StorageFault."""
        noted = self.noting.append(notes)
        back = [note for note in noted if isinstance(note, FactChange) and note.type in TAKING_BACK]
        if back:
            self._withdraw(back)

    def message_gone(self, was: IndexEntry) -> None:
        """A message was deleted, or says something else now: what was made of it alone is put away."""
        try:
            self.withdrawing.events([was.id], was.audience)
        except MemoryFault:
            _log.warning("notes may still tell of a message that is gone", exc_info=True)

    def publish(self) -> None:
        """Profiles follow the notes; where they cannot, they follow after the next night."""
        try:
            self.publishing()
        except (MemoryFault, OSError):
            _log.warning("profiles of people could not be brought abreast of the notes", exc_info=True)

    def _withdraw(self, notes: Sequence[FactChange]) -> None:
        ids = {id for note in notes for id in note.ids}
        facts = self.strengths.asked(lambda state: [state.facts[id] for id in ids if id in state.facts])
        events = {*(id for fact in facts for id in fact.sources), *(id for note in notes for id in note.turns)}
        try:
            if self.withdrawing.facts(facts):
                self.publish()
            for audience in {*(fact.audience for fact in facts), *(note.audience for note in notes)}:
                self.withdrawing.events({*events, *ids}, audience)
        except MemoryFault:
            _log.warning("notes still tell what was taken back; the next night mends that", exc_info=True)


# --- recording ------------------------------------------------------------------------------------------------------
# Recording: what happened goes into the activity log; index, files and notes follow what it amends.


class EventRecording:
    """Blocking; call it from a thread. Raises StorageFault."""

    def __init__(self, stores: AnimaStores, keeper: IndexKeeper, retracting: FactRetraction) -> None:
        self._stores = stores
        self._keeper = keeper
        self._retracting = retracting

    def __call__(self, event: Event) -> bool:
        """False: it was there already."""
        log = self._stores.log()
        stored = log.append(event, self._stores.clock())
        is_amending = event.type in AMENDING and bool(event.channel)
        was = self._said_before(event) if is_amending else None
        if stored:
            self._keeper.recorded(f"activity_log/{log.file_of(event)}")
        if is_amending:
            self._amend_attachments(event)
        if was is not None:
            self._retracting.message_gone(was)
        return stored

    def all(self, events: Sequence[Event]) -> list[bool]:
        """The same for many that amend nothing, with one fsync a day; which are new."""
        log = self._stores.log()
        stored = log.append_many(events, self._stores.clock())
        for file in self.files_of(events, stored):
            self._keeper.recorded(f"activity_log/{file}")
        return stored

    def files_of(self, events: Sequence[Event], stored: Sequence[bool]) -> set[str]:
        """The day files that those of them which are new stand in."""
        log = self._stores.log()
        return {log.file_of(event) for event, new in zip(events, stored, strict=True) if new}

    def _said_before(self, event: Event) -> IndexEntry | None:
        """What the message was that is edited or deleted now; asked before the index reads of that."""
        try:
            return self._keeper.index.of_message(message_key(event))
        except (MemoryFault, OSError):
            _log.warning("what a message said before cannot be looked up", exc_info=True)
            return None

    def _amend_attachments(self, event: Event) -> None:
        """What came with a message goes with it, or with the edit that takes it away. After it is on record, so that
        whoever keeps a file at this moment sees that the message is gone."""
        names = event.meta.get("files")
        still = [str(name) for name in names] if isinstance(names, list) and event.type == EDITED else []
        with suppress(AddressError):
            place = Place.parse(event.channel)
            Attachments(self._stores.directory).forget(place, str(event.meta.get("message_id", "")), still)


# --- memorising -----------------------------------------------------------------------------------------------------
# Intentional memorisation: what an anima writes down for itself, on the shelf of those who are present.
#
# No other shelf, and no note of the operator's, can be named for writing: so whether something is there, hidden from
# those who are present or not, changes no answer.


FOLDERS = ("knowledge", "procedures")
TRUST = "anima"
"""A model's own words, where nobody of little trust has asked for them."""

NOTES_A_DAY = 100
"""So many changes of notes one audience can bring about in a day."""

LONGEST = 20_000
"""Characters of a note."""


class Memorising:
    """Blocking; call it from a thread."""

    def __init__(self, writer: NoteWriter, documents: Documents, clock: Clock, zone: tzinfo) -> None:
        self._writer = writer
        self._documents = documents
        self._clock = clock
        self._zone = zone

    def __call__(
        self,
        path: str,
        text: str,
        present: Audience,
        reason: str,
        expects: str | None = None,
        trust: str = "",
    ) -> Outcome:
        """Write, or archive where the text is empty. Raises NotAllowed, StorageFault.

        What is written may be read by those who are present now. `trust` is that of who asked for it.
        """
        path = own_path(path, present)
        with self._writer.alone():
            batch, is_used_up = self._batch(present)
            old = self._documents.read(path)
            self._refuse_anchored(old, is_away=not text.strip())
            if not text.strip():
                if old is None:
                    return Outcome(path=path, because=reason, applied=False, why=GONE_MEANWHILE)
                change = Change(kind="archive", path=path, because=reason, expects=expects)
                return self._writer.apply(batch, [change])[0]
            if is_used_up:
                raise NotAllowed(f"{NOTES_A_DAY} notes were written here today; the next can be written tomorrow")
            if len(text) > LONGEST:
                raise NotAllowed(f"a note has at most {LONGEST} characters: shorten it, or make several of it")
            meta = {"audience": str(present), "trust": low_trust(trust) or TRUST, **_begun_anew(old, text)}
            change = Change(kind="write", path=path, text=text, meta=meta, because=reason, expects=expects)
            return self._writer.apply(batch, [change])[0]

    def version(self, path: str, present: Audience) -> str:
        """Of their own note of this name; empty where there is none, or where none can be."""
        try:
            found = self._documents.read(own_path(path, present))
        except (NotAllowed, OSError):
            return ""
        return found.version if found else ""

    def _batch(self, present: Audience) -> tuple[str, bool]:
        """The name of the next batch, and whether today's are used up."""
        today = f"{self._clock().astimezone(self._zone):%Y%m%d}"
        beginning = f"note-{today}-{shelf_name(present).rpartition('~')[2]}-"
        number = 1 + max((int(id.removeprefix(beginning)) for id in self._writer.batches.ids(beginning)), default=0)
        return f"{beginning}{number:04}", number > NOTES_A_DAY

    def _refuse_anchored(self, old: MarkdownDocument | None, is_away: bool) -> None:
        if old is None:
            return
        is_immutable = any(old.meta.get(name) is True for name in ("immutable", "protected"))
        acts: tuple[AnchoredAct, ...] = ("forget", "update") if is_away else ("update",)
        if not all(
            anchors_permit(act, is_pinned=old.meta.get("pinned") is True, is_immutable=is_immutable) for act in acts
        ):
            raise NotAllowed("this note is held fast: choose another name")


def own_path(path: str, present: Audience) -> str:
    """The path on the shelf of those who are present, with names that every file system takes.

    Raises NotAllowed for everything but notes of theirs, whatever may be there.
    """
    folder, *names = path.strip().removeprefix("./").split("/")
    if names and names[0].startswith(SHELF_MARK):
        if names[0] != shelf_name(present):
            raise NotAllowed(f"{path[:200]!r} is read only here: write {folder}/{names[-1]} to keep your own")
        del names[0]
    is_note = folder in FOLDERS or (folder == "state" and len(names) == 1)
    if not is_note or not names or not all(names) or ".." in names:
        raise NotAllowed(f"{path[:120]!r} cannot be written: choose knowledge/…, procedures/… or state/….md")
    *folders, leaf = names
    named = "/".join([folder, *(slug(name) for name in folders), f"{_leaf(leaf)}.md"])
    try:
        path_components(named)
    except UnsafePath as error:
        raise NotAllowed(str(error)) from error
    return on_shelf(named, present)


def _begun_anew(old: MarkdownDocument | None, text: str) -> Mapping[str, Json]:
    """Of a procedure that is written anew nothing is known yet."""
    if old is None or old.kind != "procedures" or old.body.strip() == text.strip():
        return {}
    return record_fields(revised(procedure_record(old.meta)))


def _leaf(name: str) -> str:
    stem = name.removesuffix(".md")
    # A name that was generated once is kept as it is: `current_task` is not `current-task`.
    plain = stem.replace("_", "").replace("-", "")
    return stem if plain.isascii() and plain.isalnum() and len(stem) <= 80 else slug(stem)


# --- editing --------------------------------------------------------------------------------------------------------
# Editing: changes of notes, by the anima itself, by the program, and undone; indexes follow each.


@dataclass(frozen=True, slots=True, eq=False)
class NoteEditing:
    """Blocking; call it from a thread. Raises StorageFault."""

    writer: NoteWriter
    memorise: Memorising
    recording: EventRecording
    keeper: IndexKeeper
    clock: Clock

    def write(self, path: str, text: str, audience: Audience, reason: str, expects: str | None, trust: str) -> Outcome:
        """On the audience's own shelf, and on record. Raises NotAllowed."""
        (outcome,) = self.carried_out(lambda: [self.memorise(path, text, audience, reason, expects, trust)])
        if outcome.applied:
            now = self.clock()
            id = f"memory_write:{outcome.path}:{now.isoformat()}:{outcome.version[:16]}"
            meta: dict[str, Json] = {"id": id, "audience": str(audience)}
            self.recording(Event(ts=now, type="memory_write", content=reason, summary=outcome.path, meta=meta))
        return outcome

    def apply(self, batch: str, changes: Sequence[Change]) -> list[Outcome]:
        """Raises UnsafePath, ValueError."""
        return self.carried_out(lambda: self.writer.apply(batch, changes))

    def undo(self, batch: str) -> list[Outcome]:
        """Raises NotKept."""
        return self.carried_out(lambda: self.writer.undo(batch))

    def carried_out(self, change: Callable[[], list[Outcome]]) -> list[Outcome]:
        """What became of it; the indexes look at the files again, after a fault too: some of it may have been done."""
        try:
            return change()
        finally:
            self.files_changed()

    def files_changed(self) -> None:
        """What has been read of documents is read again before the next recall."""
        self.keeper.changed()
