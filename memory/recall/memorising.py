"""Intentional memorisation: what an anima writes down for itself, on the shelf of those who are present.

No other shelf, and no note of the operator's, can be named for writing: so whether something is there, hidden from
those who are present or not, changes no answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import tzinfo

from memory.archive import shelves
from memory.archive.documents import Document, Documents
from memory.archive.paths import UnsafePath, parts, slug
from memory.archive.writer import GONE, Writer
from memory.index.turns import low_trust
from memory.procedures.record import fields_of, record_of
from memory.theories.procedure_confidence import revised
from memory.theories.truth_anchors import Act, permits
from memory.vocabulary.address import Audience
from memory.vocabulary.change import Change, Outcome
from memory.vocabulary.errors import NotAllowed
from memory.vocabulary.event import Json
from memory.vocabulary.ports import Clock

FOLDERS = ("knowledge", "procedures")
TRUST = "anima"
"""A model's own words, where nobody of little trust has asked for them."""

NOTES_A_DAY = 100
"""So many changes of notes one audience can bring about in a day."""

LONGEST = 20_000
"""Characters of a note."""


class Memorising:
    """Blocking; call it from a thread."""

    def __init__(self, writer: Writer, documents: Documents, clock: Clock, zone: tzinfo) -> None:
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
                    return Outcome(path=path, because=reason, applied=False, why=GONE)
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
        beginning = f"note-{today}-{shelves.shelf(present).rpartition('~')[2]}-"
        number = 1 + max((int(id.removeprefix(beginning)) for id in self._writer.batches.ids(beginning)), default=0)
        return f"{beginning}{number:04}", number > NOTES_A_DAY

    def _refuse_anchored(self, old: Document | None, is_away: bool) -> None:
        if old is None:
            return
        is_immutable = any(old.meta.get(name) is True for name in ("immutable", "protected"))
        acts: tuple[Act, ...] = ("forget", "update") if is_away else ("update",)
        if not all(permits(act, is_pinned=old.meta.get("pinned") is True, is_immutable=is_immutable) for act in acts):
            raise NotAllowed("this note is held fast: choose another name")


def own_path(path: str, present: Audience) -> str:
    """The path on the shelf of those who are present, with names that every file system takes.

    Raises NotAllowed for everything but notes of theirs, whatever may be there.
    """
    folder, *names = path.strip().removeprefix("./").split("/")
    if names and names[0].startswith(shelves.MARK):
        if names[0] != shelves.shelf(present):
            raise NotAllowed(f"{path[:200]!r} is read only here: write {folder}/{names[-1]} to keep your own")
        del names[0]
    is_note = folder in FOLDERS or (folder == "state" and len(names) == 1)
    if not is_note or not names or not all(names) or ".." in names:
        raise NotAllowed(f"{path[:120]!r} cannot be written: choose knowledge/…, procedures/… or state/….md")
    *folders, leaf = names
    named = "/".join([folder, *(slug(name) for name in folders), f"{_leaf(leaf)}.md"])
    try:
        parts(named)
    except UnsafePath as error:
        raise NotAllowed(str(error)) from error
    return shelves.on_shelf(named, present)


def _begun_anew(old: Document | None, text: str) -> Mapping[str, Json]:
    """Of a procedure that is written anew nothing is known yet."""
    if old is None or old.kind != "procedures" or old.body.strip() == text.strip():
        return {}
    return fields_of(revised(record_of(old.meta)))


def _leaf(name: str) -> str:
    stem = name.removesuffix(".md")
    # A name that was generated once is kept as it is: `current_task` is not `current-task`.
    plain = stem.replace("_", "").replace("-", "")
    return stem if plain.isascii() and plain.isalnum() and len(stem) <= 80 else slug(stem)
