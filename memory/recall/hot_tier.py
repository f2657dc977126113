"""The hot tier: what is always in mind, whatever the message.

Rule    pinned, or utility ≥ 0.8 and used ≥ 10 times, last within 30 days; active; the 15 of highest utility
Source  the memory log's counts, the facts that hold, and the heads of the documents

It is made for those who are present, each time: of what they may read, by the uses alone that they may know of, and
of what stands in its file or holds. Nothing of it waits for a time or for what others say; what was read
of a file is kept until the file changes.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, tzinfo
from functools import cache

from memory.archive.anima_directory import AnimaLocation
from memory.archive.documents import MAX_HEAD_BYTES
from memory.index.entry import FACT_KIND, IndexEntry
from memory.index.fact_fold import FoldedFacts
from memory.index.ingestion import DocumentFile, document_content, document_files
from memory.index.pieces import document_pieces
from memory.index.strengths import OFTEN_USED, Strengths
from memory.recall.holding import Holding
from memory.recall.verification import Hydration
from memory.theories.truth import is_current
from memory.vocabulary.address import Audience, Membership, audience_covers
from memory.vocabulary.cue import RecallReason, Recollection
from memory.vocabulary.fact import Fact, Strength, memory_of
from memory.vocabulary.text_form import Names, shown_name

UTILITY, WITHIN, MOST = 0.8, timedelta(days=30), 15

_TELLS = re.compile(r"^(?:pinned[ \t]*+:|utility[ \t]*+:\s*+(?P<utility>\d++\.?+\d*+[ \t\r]*+$)?)", re.MULTILINE)


NEW = Strength()


@dataclass(frozen=True, slots=True)
class _Hot:
    """What may qualify: a fact, or a piece of a document with its file as it was read."""

    entry: IndexEntry
    found: DocumentFile | None = None
    fact: Fact | None = None
    strength: Strength = NEW

    @property
    def order(self) -> tuple[bool, float, int, str]:
        return (not self.strength.pinned, -self.strength.utility, -self.strength.access_count, self.entry.id)

    @property
    def is_unchanged(self) -> bool:
        """Whether the file is as it was read."""
        try:
            if self.found is None:
                return False
            status = self.found.file.stat(follow_symlinks=False)
        except OSError:
            return False
        return (status.st_size, status.st_mtime_ns) == (self.found.seen.size, self.found.seen.changed)


@dataclass(slots=True)
class _Read:
    """A document as it was read last; its pieces are told when they are wanted."""

    found: DocumentFile
    text: str | None
    pieces: list[_Hot] | None = None


class HotTier:
    """One anima's. Blocking; call it from a thread."""

    def __init__(
        self,
        location: AnimaLocation,
        zone: tzinfo,
        strengths: Strengths,
        holding: Holding,
        membership: Membership | None,
    ) -> None:
        self._location = location
        self._zone = zone
        self._strengths = strengths
        self._holding = holding
        self._membership = membership
        self._files: dict[str, _Read] = {}
        self._lock = threading.Lock()

    def __call__(self, present: Audience, now: datetime) -> list[Recollection]:
        """The memories that are always in mind in front of these people, the most useful first."""
        hydration = Hydration(self._location, self._zone, present, self._membership)
        told: dict[str, Recollection] = {}
        seen = self._seen_by(present, now)
        names = Names.of((item.entry.speaker, item.entry.person) for item in seen)
        for item in seen:
            memory = memory_of(item.entry.id)
            if memory in told:
                continue
            still = (
                self._holding.facts([item.fact.id], present, now)
                if item.fact
                else item.is_unchanged or hydration.holds(item.entry)
            )
            if still:
                told[memory] = _recollection(item, names)
            if len(told) == MOST:
                break
        return list(told.values())

    def _seen_by(self, present: Audience, now: datetime) -> list[_Hot]:
        """What qualifies by the uses that those present may know of, the most useful first."""
        may_know = cache(lambda seen: audience_covers(seen, present, self._membership))
        with self._lock:
            self._strengths.refresh()
            notable = self._strengths.notable()
            there = [candidate for candidate in self._candidates(notable, now) if may_know(candidate.entry.audience)]
            known = [replace(item, strength=self._strengths.told_to(item.entry.id, may_know)) for item in there]
        return sorted(
            (item for item in known if self._is_awake(item) and qualifies(item.strength, now)),
            key=lambda item: item.order,
        )

    def _is_awake(self, item: _Hot) -> bool:
        """By the uses that its strength tells of; a fact that is held or used so often is awake."""
        return self._strengths.standings.of(item.found.path).is_awake(item.strength.last_access) if item.found else True

    def _candidates(self, notable: Collection[str], now: datetime) -> Iterator[_Hot]:
        yield from (_Hot(_entry(fact), fact=fact) for fact in self._strengths.asked(lambda s: _facts(s, notable)))
        often = {memory.partition("#")[0] for memory in notable}
        files, before = {}, self._files
        for found in document_files(self._location.directory, self._location.shared):
            read = before.get(found.path)
            if read is None or read.found.seen != found.seen:
                text = document_content(found.file)
                read = _Read(found, text if _may_qualify(text) else None)
            files[found.path] = read
            if found.path in often or read.text is not None:
                yield from self._pieces(read, now, is_often=found.path in often)
        self._files = files

    def _pieces(self, read: _Read, now: datetime, *, is_often: bool) -> list[_Hot]:
        standing = self._strengths.standings.of(read.found.path)
        if standing.trust or not is_current(standing.validity, now):
            return []  # what strangers wrote is never always in mind
        if not (standing.pinned or standing.utility >= UTILITY or is_often):
            return []
        if read.pieces is None:
            text = document_content(read.found.file) if read.text is None else read.text
            entries = document_pieces(read.found.path, read.found.kind, text, self._zone)
            read.pieces = [_Hot(entry, found=read.found) for entry in entries]
        return read.pieces


def _facts(state: FoldedFacts, ids: Collection[str]) -> list[Fact]:
    return [state.facts[id] for id in ids if id in state.facts and state.is_shown(id) and not state.facts[id].trust]


def _entry(fact: Fact) -> IndexEntry:
    return IndexEntry(
        id=fact.id,
        kind=FACT_KIND,
        text=fact.text,
        path=fact.id,
        at=fact.recorded_at,
        speaker=shown_name(fact.speaker),
        person=fact.person,
        place=fact.place,
        audience=fact.audience,
    )


def _may_qualify(text: str) -> bool:
    """A quick look: to read the heads of hundreds of documents takes longer than a turn may wait."""
    return any(
        not match["utility"] or float(match["utility"]) >= UTILITY for match in _TELLS.finditer(text[:MAX_HEAD_BYTES])
    )


def qualifies(strength: Strength, now: datetime) -> bool:
    """Whether a memory of this strength is always in mind."""
    if strength.pinned:
        return True
    is_recent = strength.last_access is not None and now - strength.last_access < WITHIN
    return strength.utility >= UTILITY and strength.access_count >= OFTEN_USED and is_recent


def _recollection(hot: _Hot, names: Names) -> Recollection:
    entry, strength = hot.entry, hot.strength
    pinned = (RecallReason("pinned", 1.0),) if strength.pinned else ()
    return Recollection(
        id=entry.id,
        kind=entry.kind,
        text=entry.text,
        score=strength.utility,
        confidence=1.0,
        reasons=(
            *pinned,
            RecallReason("utility", strength.utility),
            RecallReason("uses", float(strength.access_count)),
        ),
        path=entry.pointer,
        at=entry.at,
        speaker=names.shown(entry.speaker, entry.person) if entry.speaker else "",
        place=entry.place,
        audience=entry.audience,
    )
