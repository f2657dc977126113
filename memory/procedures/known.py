"""An anima's procedures and skills, within what an audience may read: what there is, and how a try of one went."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256

from memory.archive import shelves
from memory.archive.documents import Document, Documents
from memory.archive.writer import Writer
from memory.audience import readable
from memory.index.keeper import Keeper
from memory.index.turns import low_trust
from memory.index.within import Within
from memory.procedures.outcomes import counted
from memory.procedures.record import record_of
from memory.recall.question import SCOPES
from memory.theories.procedure_confidence import confidence, lower_bound
from memory.vocabulary.address import Audience, Membership
from memory.vocabulary.change import Change, Outcome
from memory.vocabulary.event import Json
from memory.vocabulary.ports import Clock

PROVEN_TRIES, PROVEN_FROM = 5, 0.5
"""A procedure has proved itself after so many tries, where it worked, as far as can be relied on, so often."""

PROMOTED = "promoted_to"

MOST = 400
"""Pieces of abilities that are looked through for the table of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ability:
    """A skill, or a procedure: what it is called, what it is for, where it stands."""

    name: str
    description: str
    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Proven:
    """A procedure that may be relied on: how often it was tried in its life, and how often it worked."""

    name: str
    path: str
    tries: int
    worked: int


class Procedures:
    """Public beside the engine. `changed` carries a change out and has the indexes follow."""

    def __init__(
        self,
        documents: Documents,
        writer: Writer,
        keeper: Keeper,
        changed: Callable[[Callable[[], list[Outcome]]], list[Outcome]],
        membership: Membership | None,
        clock: Clock,
    ) -> None:
        self._documents = documents
        self._writer = writer
        self._keeper = keeper
        self._changed = changed
        self._membership = membership
        self._clock = clock

    async def tried(self, path: str, turn: str, audience: Audience, *, worked: bool) -> float | None:
        """Count one try of a procedure; the confidence in it now. None: nothing counts there from here.

        A try is known to those before whom it was made: it counts in their own procedures, and in none that is for
        others too, who would be told by the count how it went. Raises StorageFault.
        """
        return await asyncio.to_thread(self._tried, path, turn, audience, worked)

    async def known(self, audience: Audience) -> Sequence[Ability]:
        """The skills and procedures that these may read, by their names; what is of little trust is not among them."""
        return await asyncio.to_thread(self._known, audience)

    async def proven(self, audience: Audience) -> Sequence[Proven]:
        """Those of this audience that have proved themselves and are no skills yet, the surest first."""
        return await asyncio.to_thread(self._proven, audience)

    async def promote(self, path: str, person: str, audience: Audience) -> str:
        """Make the procedure a skill for those whose it is; the skill's path, empty where there is nothing to promote.

        The procedure stays, and is asked about no more. Raises StorageFault.
        """
        return await asyncio.to_thread(self._promote, path, person, audience)

    def _proven(self, audience: Audience) -> list[Proven]:
        folder = shelves.shelf(audience)
        found = []
        for path in self._documents.paths("procedures"):
            document = self._documents.read(path) if shelves.shelf_of(path) == folder else None
            if document is not None and _has_proved_itself(document):
                record = record_of(document.meta)
                tries = record.lifetime_successes + record.lifetime_failures
                found.append(Proven(name=document.title, path=path, tries=tries, worked=record.lifetime_successes))
        return sorted(found, key=lambda one: (-one.worked, one.path))

    def _promote(self, path: str, person: str, audience: Audience) -> str:
        with self._writer.alone():
            document = self._documents.read(path) if shelves.shelf_of(path) == shelves.shelf(audience) else None
            if document is None or not _has_proved_itself(document):
                return ""
            skill = self._documents.path_for("skills", document.title)
            because = f"{person} made it a skill"
            meta: dict[str, Json] = {
                "name": document.title,
                "description": str(document.meta.get("description") or document.title),
                "audience": str(audience),
                "promoted_from": path,
            }
            changes = [
                Change(kind="write", path=skill, text=document.body, meta=meta, because=because, expects=""),
                Change(
                    kind="write", path=path, text=document.body, meta={PROMOTED: skill}, because=because,
                    expects=document.version,
                ),
            ]  # fmt: skip
            batch = f"skill-{sha256(f'{path} {document.version}'.encode()).hexdigest()[:24]}"
            self._changed(lambda: self._writer.apply(batch, changes))
        return skill

    def _tried(self, path: str, turn: str, audience: Audience, worked: bool) -> float | None:
        with self._writer.alone():
            document = self._found(path, audience)
            if document is None or _audience_of(document) != str(audience):
                return None
            change = counted(document, {turn: worked}, "it worked" if worked else "it did not work")
            if change is not None:
                tried = sha256(f"{document.path} {turn}".encode()).hexdigest()[:24]
                batch = f"outcome-{self._clock():%Y-%m-%d}-{tried}"
                self._changed(lambda: self._writer.apply(batch, [change]))
                document = self._documents.read(document.path) or document
        return confidence(record_of(document.meta))

    def _found(self, path: str, audience: Audience) -> Document | None:
        """Their own procedure of this name, else the one that is meant by the whole path."""
        if not path.startswith("procedures/"):
            return None
        own = [] if shelves.shelf_of(path) else [shelves.on_shelf(path, audience)]
        found = filter(None, map(self._documents.read, [*own, path]))
        return next((one for one in found if not one.problem), None)

    def _known(self, audience: Audience) -> list[Ability]:
        now: datetime = self._clock()
        index = self._keeper.refresh(now)
        audiences = readable(index.audiences(), audience, self._membership)
        pieces = index.latest(Within(audiences=audiences, kinds=SCOPES["procedures"]), MOST)
        first = {piece.path: piece for piece in pieces if piece.id.endswith("#1") and not piece.trust}
        own = shelves.shelf(audience)
        found = (
            _ability(shelves.plain(path) if shelves.shelf_of(path) == own else path, piece.text)
            for path, piece in first.items()
        )
        return sorted(found, key=lambda one: (one.name, one.path))


def _audience_of(document: Document) -> str:
    folder = shelves.shelf_of(document.path)
    return str(shelves.audience_of(folder) if folder else document.meta["audience"])


def _has_proved_itself(document: Document) -> bool:
    record = record_of(document.meta)
    tries = record.lifetime_successes + record.lifetime_failures
    is_new = not document.problem and not document.meta.get(PROMOTED) and not low_trust(document.meta.get("trust"))
    return is_new and tries >= PROVEN_TRIES and lower_bound(record) >= PROVEN_FROM


def _ability(path: str, text: str) -> Ability:
    name, _, description = text.partition(": ")
    line = next((one for one in (description or text).splitlines() if one.strip()), "").lstrip("# ")
    stem = path.removesuffix("/SKILL.md").removesuffix(".md").rpartition("/")[2]
    return Ability(name=name if description and "\n" not in name else stem, description=line, path=path)
