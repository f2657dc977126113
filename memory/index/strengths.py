"""Strengths: what use has made of each memory, folded from the memory log and the heads of the documents.

Derived: the log says it all, snapshots only spare reading it. The night publishes counts into the heads for people to
read, so of the two the larger count holds.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import tzinfo
from pathlib import Path
from typing import TypeVar

from memory.archive.memory_line import Note, decode
from memory.archive.memory_log import FOLDER
from memory.index import snapshots
from memory.index.fold import Folded, fold, folded, order
from memory.index.location import Location
from memory.index.standing import Standing, Standings
from memory.theories.retention import SOURCE, Curve
from memory.vocabulary.strength import Strength, memory_of

T = TypeVar("T")


class Strengths:
    """Blocking. One anima's; thread-safe."""

    def __init__(self, location: Location, zone: tzinfo, curve: Curve = SOURCE) -> None:
        self._folder = location.directory / FOLDER
        self._snapshots = location.index / "fold"
        self.standings = Standings(location, zone)
        self.curve = curve
        self._state = Folded()
        self._read: dict[str, int] = {}  # file -> bytes that are folded
        self._is_folded = False
        self._lock = threading.RLock()

    def refresh(self) -> None:
        """Fold what the log has more than before; one that became shorter or tells of the past is folded anew."""
        with self._lock:
            sizes = self._sizes()
            if not self._is_folded or any(sizes.get(name, 0) < read for name, read in self._read.items()):
                self._begin(sizes)
            self._is_folded = True
            for name, size in sizes.items():
                if size > self._read.get(name, 0) and not self._follow(name, sizes):
                    break

    def of(self, id: str) -> Strength:
        """The strength of the memory that this id (of a turn, a document or a piece of one) belongs to."""
        memory = memory_of(id)
        used = self.asked(lambda state: state.strengths.get(memory))
        path = memory.partition("#")[0]
        if not path.endswith(".md"):
            return used or Strength()
        return _strength(self.standings.of(path), used)

    def asked(self, question: Callable[[Folded], T]) -> T:
        """What the folded state says, which is not to be changed; nobody folds meanwhile."""
        with self._lock:
            if not self._is_folded:
                self.refresh()
            return question(self._state)

    def counted(self) -> dict[str, int]:
        """How often each memory that was ever used was used."""
        return self.asked(lambda state: {id: one.access_count for id, one in state.strengths.items()})

    def _begin(self, sizes: dict[str, int]) -> None:
        kept = snapshots.latest(self._snapshots, dict(list(sizes.items())[:-1]))
        self._state, self._read = kept or (Folded(), {})

    def _follow(self, name: str, sizes: dict[str, int]) -> bool:
        """Fold the rest of a file; False: all was folded anew, for some of it belongs before what was folded."""
        fresh, end = self._rest(name)
        fresh.sort(key=order)
        if fresh and self._state.last is not None and order(fresh[0]) < self._state.last:
            self._anew(sizes)
            return False
        if name not in self._read:
            self._keep_snapshot(name, sizes)
        for note in fresh:
            fold(self._state, note, self.curve)
        self._read[name] = end
        return True

    def _anew(self, sizes: dict[str, int]) -> None:
        self._begin(sizes)
        notes = list[Note]()
        for name in sizes:
            if name not in self._read:
                more, self._read[name] = self._rest(name)
                notes += more
        if self._state.last is not None and any(order(note) < self._state.last for note in notes):
            self._state, self._read = Folded(), {}
            notes = []
            for name in sizes:
                more, self._read[name] = self._rest(name)
                notes += more
        self._state = folded(notes, self.curve, onto=self._state)

    def _keep_snapshot(self, name: str, sizes: dict[str, int]) -> None:
        """Of all months before this file's, which begins now."""
        if self._read and self._read == {one: size for one, size in sizes.items() if one < name}:
            snapshots.write(self._snapshots, max(self._read).removesuffix(".jsonl"), self._read, self._state)

    def _sizes(self) -> dict[str, int]:
        try:
            return {file.name: file.stat().st_size for file in sorted(self._folder.glob("*.jsonl"))}
        except OSError:
            return {}

    def _rest(self, name: str) -> tuple[list[Note], int]:
        """The notes that are not folded yet, and where they end."""
        start = self._read.get(name, 0)
        try:
            data = _from(self._folder / name, start)
        except OSError:
            return [], start
        whole = data[: data.rfind(b"\n") + 1]
        return list(_notes(whole)), start + len(whole)


def _from(file: Path, start: int) -> bytes:
    with file.open("rb") as stream:
        stream.seek(start)
        return stream.read()


def _notes(data: bytes) -> Iterator[Note]:
    for line in data.splitlines():
        if note := decode(line):
            yield note


def _strength(head: Standing, used: Strength | None) -> Strength:
    """A document's worth is what its head says; the night brings that abreast of the log."""
    used = used or Strength()
    return replace(
        used,
        access_count=max(head.access_count, used.access_count),
        last_access=max(filter(None, (head.last_access, used.last_access)), default=None),
        utility=head.utility,
        importance=head.importance,
        pinned=head.pinned,
    )
