"""Strengths: what use has made of each memory, folded from the memory log and the heads of the documents.

Derived: the log says it all, digests only spare reading it. The night publishes counts into the heads for people to
read, so of the two the larger count holds.
"""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import tzinfo
from pathlib import Path
from typing import TypeVar

from memory.archive.memory_log import FOLDER
from memory.index import digests
from memory.index.digests import Counted, Piece
from memory.index.fold import Folded, fold
from memory.index.location import Location
from memory.index.standing import Standing, Standings
from memory.index.strengthening import Told, accesses, is_pinned, named, strength, touched
from memory.theories.retention import SOURCE, Curve
from memory.vocabulary.fact import UNDONE, Fact, FactChange
from memory.vocabulary.strength import Strength, memory_of

T = TypeVar("T")

OFTEN = 10
"""So many uses make a memory notable."""

DIGESTED_AT = 200
"""So many notes make a piece of a digest."""


@dataclass(frozen=True, slots=True)
class _Known:
    """The strengths of a memory by those of its uses that may be told of: `seen` are all who saw one of them."""

    seen: frozenset[str]
    by: dict[frozenset[str], Strength]


class _Month:
    """How far a file of the log is folded, and what of that its digest does not have yet."""

    __slots__ = ("digested", "fresh", "read")

    def __init__(self) -> None:
        self.read = self.digested = 0
        self.fresh: list[Counted] = []


class Strengths:
    """Blocking. One anima's; thread-safe."""

    def __init__(self, location: Location, zone: tzinfo, curve: Curve = SOURCE) -> None:
        self._folder = location.directory / FOLDER
        self._digests = location.index / "fold"
        self.standings = Standings(location, zone)
        self.curve = curve
        self._state = Folded()
        self._months: dict[str, _Month] = {}
        self._known: dict[str, _Known] = {}
        self._notable: set[str] = set()
        self._named: set[str] | None = None  # by notes since that was looked at; None: all are to be looked at
        self._awake: dict[str, list[Fact]] | None = None
        self._is_folded = False
        self._lock = threading.RLock()

    def refresh(self) -> None:
        """Fold what the log has more than before; where a file became shorter, all is folded anew."""
        with self._lock:
            sizes = self._sizes()
            if any(sizes.get(name, 0) < month.read for name, month in self._months.items()):
                self._begin_again()
            self._is_folded = True
            for name, size in sizes.items():
                month = self._months.get(name) or self._begun(name)
                if size > month.read:
                    self._follow(name, month)

    def rebuild(self) -> None:
        """Throw away all that is derived, and fold the log itself."""
        with self._lock:
            shutil.rmtree(self._digests, ignore_errors=True)
            self._begin_again()
            self.standings.forget()
            self.refresh()

    def of(self, id: str) -> Strength:
        """The strength of the memory that this id (of a turn, a document or a piece of one) belongs to."""
        memory = memory_of(id)
        used = self._used(memory)
        path = memory.partition("#")[0]
        return _strength(self.standings.of(path), used) if path.endswith(".md") else used

    def told_to(self, id: str, told: Told) -> Strength:
        """The same, by the uses alone that may be told of; of a document its use, where there was any, goes before
        what its head says."""
        memory = memory_of(id)
        used = self._used(memory, told)
        path = memory.partition("#")[0]
        if not path.endswith(".md"):
            return used
        head = _strength(self.standings.of(path), used)
        worth = used.utility if used.utility != Strength().utility else head.utility
        return replace(head, utility=worth, pinned=head.pinned or used.pinned)

    def asked(self, question: Callable[[Folded], T]) -> T:
        """What the folded state says, which is not to be changed; nobody folds meanwhile."""
        with self._lock:
            if not self._is_folded:
                self.refresh()
            return question(self._state)

    def awake(self, audience: str) -> Sequence[Fact]:
        """The facts of an audience that are believed and not asleep, by all their uses; in the order of their times."""
        with self._lock:
            found = self._awake if self._awake is not None and self._is_folded else self.asked(self._all_awake)
            self._awake = found
            return found.get(audience, ())

    def notable(self) -> set[str]:
        """The memories that were used `OFTEN`, and the facts that somebody holds, or that stirred somebody so much;
        documents that are held say it in their heads. Only what was named since the last time is looked at."""

        def is_notable(state: Folded, id: str) -> bool:
            return accesses(state, id) >= OFTEN or (id in state.facts and is_pinned(state, id))

        def look(state: Folded) -> set[str]:
            fresh = {*state.uses, *state.facts} if self._named is None else self._named
            self._notable = (self._notable - fresh) | {id for id in fresh if is_notable(state, id)}
            self._named = set()
            return self._notable

        with self._lock:
            return set(self.asked(look))

    def _used(self, memory: str, told: Told = lambda _: True) -> Strength:
        with self._lock:
            if (known := self._known.get(memory)) is None:
                known = self._known[memory] = self.asked(lambda state: _known(state, memory, self.curve))
            heard = frozenset(filter(told, known.seen))
            if (found := known.by.get(heard)) is None:
                found = self.asked(lambda state: strength(state, memory, self.curve, heard.__contains__))
                known.by[heard] = found
            return found

    def _all_awake(self, state: Folded) -> dict[str, list[Fact]]:
        found: dict[str, list[Fact]] = {}
        for id, fact in state.facts.items():
            if state.holds(id) and self._used(id).asleep_since is None:
                found.setdefault(fact.audience, []).append(fact)
        for facts in found.values():
            facts.sort(key=lambda one: (one.recorded_at, one.id))
        return found

    def _begun(self, name: str) -> _Month:
        """A file that is new here, with what its digest has of it."""
        month = self._months[name] = _Month()
        if piece := digests.read(self._digest(name), self._folder / name):
            self._fold(piece.notes)
            month.read = month.digested = piece.upto
        return month

    def _follow(self, name: str, month: _Month) -> None:
        try:
            piece = digests.read_on(self._folder / name, month.read)
        except OSError:
            return
        self._fold(piece.notes)
        month.read = piece.upto
        month.fresh += piece.notes
        if len(month.fresh) >= DIGESTED_AT:
            fresh = Piece(month.fresh, month.read)
            digests.append(self._digest(name), self._folder / name, month.digested, fresh)
            month.fresh, month.digested = [], month.read

    def _begin_again(self) -> None:
        self._state, self._months = Folded(), {}
        self._known.clear()
        self._named = self._awake = None

    def _fold(self, notes: Sequence[Counted]) -> None:
        self._awake = None
        for note in notes:
            fold(self._state, note)
            self._name(note)
            if not self._known:
                continue
            if (changed := touched(self._state, note)) is None:
                self._known.clear()
            else:
                for id in changed:
                    self._known.pop(id, None)

    def _name(self, note: Counted) -> None:
        """What one note more is about, itself or as what told it."""
        if isinstance(note, FactChange) and note.type == UNDONE:
            self._named = None
        if self._named is not None:
            self._named |= named(self._state, note)

    def _digest(self, name: str) -> Path:
        return self._digests / f"{name.removesuffix('.jsonl')}.digest"

    def _sizes(self) -> dict[str, int]:
        try:
            return {file.name: file.stat().st_size for file in sorted(self._folder.glob("*.jsonl"))}
        except OSError:
            return {}


def _known(state: Folded, memory: str, curve: Curve) -> _Known:
    seen = set[str]()

    def told(audience: str) -> bool:
        seen.add(audience)
        return True

    whole = strength(state, memory, curve, told)
    return _Known(frozenset(seen), {frozenset(seen): whole})


def _strength(head: Standing, used: Strength) -> Strength:
    """A document's worth is what its head says; the night brings that abreast of the log."""
    return replace(
        used,
        access_count=max(head.access_count, used.access_count),
        last_access=max(filter(None, (head.last_access, used.last_access)), default=None),
        utility=head.utility,
        importance=head.importance,
        pinned=head.pinned,
    )
