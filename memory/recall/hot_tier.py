"""The hot tier: what is always in mind, whatever the message.

Rule    pinned, or utility ≥ 0.8 and used ≥ 10 times, last within 30 days; active; the 15 of highest utility
Source  the memory log's counts, the facts that hold, and the heads of the documents

What qualifies is looked up for all audiences at once: when a document was made, changed or taken away, so that nobody
sees a change later because others talked, and every five minutes for what else changes. Who may read it is asked each
time: the set is then made for those who are present, of texts that still stand in their files and facts that hold.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo

from memory.archive.frontmatter import MAX_BYTES
from memory.audience import readable
from memory.index.entry import FACT, Entry
from memory.index.location import Location
from memory.index.pieces import pieces
from memory.index.shelf import Found, content, documents
from memory.index.strengths import Strengths
from memory.recall.facts import Facts
from memory.recall.hydrate import Hydration
from memory.theories.validity import is_current
from memory.vocabulary.address import Audience
from memory.vocabulary.fact import Fact
from memory.vocabulary.ports import Membership
from memory.vocabulary.recall import Reason, Recollection
from memory.vocabulary.strength import Strength, memory_of

UTILITY, TIMES, WITHIN, MOST = 0.8, 10, timedelta(days=30), 15

FRESH = timedelta(minutes=5)

_TELLS = re.compile(r"^(?:pinned[ \t]*+:|utility[ \t]*+:\s*+(?P<utility>\d++\.?+\d*+[ \t\r]*+$)?)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class _Hot:
    """What qualifies: a fact, or a piece of a document with its file as it was read."""

    entry: Entry
    strength: Strength
    found: Found | None = None
    fact: Fact | None = None

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


class HotTier:
    """One anima's. Blocking; call it from a thread."""

    def __init__(
        self, location: Location, zone: tzinfo, strengths: Strengths, facts: Facts, membership: Membership | None
    ) -> None:
        self._location = location
        self._zone = zone
        self._strengths = strengths
        self._facts = facts
        self._membership = membership
        self._hot: list[_Hot] = []
        self._looked: datetime | None = None
        self._seen: Sequence[tuple[str, object]] = ()
        self._lock = threading.Lock()

    def __call__(self, present: Audience, now: datetime) -> list[Recollection]:
        """The memories that are always in mind in front of these people, the most useful first."""
        hot = self._qualified(now)
        allowed = readable({one.entry.audience for one in hot}, present, self._membership)
        hydration = Hydration(self._location, self._zone, present, self._membership)
        told: dict[str, Recollection] = {}
        for one in hot:
            memory = memory_of(one.entry.id)
            if memory in told or one.entry.audience not in allowed:
                continue
            still = (
                self._facts.among([one.fact.id], now) if one.fact else one.is_unchanged or hydration.holds(one.entry)
            )
            if still:
                told[memory] = _recollection(one)
            if len(told) == MOST:
                break
        return list(told.values())

    def forget(self) -> None:
        """Look again at the next recall: a document was written, or something pinned."""
        with self._lock:
            self._looked = None

    def _qualified(self, now: datetime) -> list[_Hot]:
        with self._lock:
            there = list(documents(self._location.directory, self._location.shared))
            seen = [(found.path, found.seen) for found in there]
            if self._looked is None or seen != self._seen or not timedelta() <= now - self._looked < FRESH:
                self._strengths.refresh()
                self._hot = sorted(self._look(there, now), key=lambda one: one.order)
                self._looked, self._seen = now, seen
            return self._hot

    def _look(self, there: Iterable[Found], now: datetime) -> Iterator[_Hot]:
        counted = self._strengths.counted()
        yield from self._facts_of(
            {id for id, times in counted.items() if times >= TIMES} | self._strengths.pinned(), now
        )
        often = {memory.partition("#")[0] for memory, times in counted.items() if times >= TIMES}
        for found in there:
            text = content(found.file)
            if found.path not in often and not _may_qualify(text):
                continue
            standing = self._strengths.standings.of(found.path)
            if standing.trust or not is_current(standing.validity, now):
                continue  # what strangers wrote is never always in mind
            if standing.pinned or standing.utility >= UTILITY or found.path in often:
                for entry in pieces(found.path, found.kind, text, self._zone):
                    strength = self._strengths.of(entry.id)
                    if standing.is_awake(strength.last_access) and qualifies(strength, now):
                        yield _Hot(entry, strength, found)

    def _facts_of(self, ids: Collection[str], now: datetime) -> Iterator[_Hot]:
        for fact in self._facts.among(ids, now):
            strength = self._strengths.of(fact.id)
            if qualifies(strength, now):
                yield _Hot(_entry(fact), strength, fact=fact)


def _entry(fact: Fact) -> Entry:
    return Entry(
        id=fact.id,
        kind=FACT,
        text=fact.text,
        path=fact.id,
        at=fact.recorded_at,
        place=fact.place,
        audience=fact.audience,
    )


def _may_qualify(text: str) -> bool:
    """A quick look: to read the heads of hundreds of documents takes longer than a turn may wait."""
    return any(
        not match["utility"] or float(match["utility"]) >= UTILITY for match in _TELLS.finditer(text[:MAX_BYTES])
    )


def qualifies(strength: Strength, now: datetime) -> bool:
    """Whether a memory of this strength is always in mind."""
    if strength.pinned:
        return True
    is_recent = strength.last_access is not None and now - strength.last_access < WITHIN
    return strength.utility >= UTILITY and strength.access_count >= TIMES and is_recent


def _recollection(hot: _Hot) -> Recollection:
    entry, strength = hot.entry, hot.strength
    pinned = (Reason("pinned", 1.0),) if strength.pinned else ()
    return Recollection(
        id=entry.id,
        kind=entry.kind,
        text=entry.text,
        score=strength.utility,
        confidence=1.0,
        reasons=(*pinned, Reason("utility", strength.utility), Reason("uses", float(strength.access_count))),
        path=entry.pointer,
        at=entry.at,
        speaker="",
        place=entry.place,
        audience=entry.audience,
    )
