"""What an anima's vectors lack, embedded batch by batch until they are abreast of the text index.

Blocking; call it from a thread that may wait for a model.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import TypeVar

from memory.index.embedded import Embedded, described, stamp, text_hash
from memory.index.entry import Entry
from memory.index.text import TextIndex
from memory.index.vector_store import Known
from memory.index.vectors import VectorIndex
from memory.vocabulary.errors import EmbedderFault, MemoryFault
from memory.vocabulary.ports import Embedder

Item = TypeVar("Item")

BATCH = 64
"""Texts embedded at once; texts of like length stand together, so that little is padded."""

LOOK = 256
"""Entries looked at in one step."""


class Embedding:
    """Follows one text index: all of it once, then what it is told of."""

    def __init__(self, embedder: Embedder, vectors: VectorIndex) -> None:
        self._embedder = embedder
        self._vectors = vectors
        self._told: set[str] = set()
        self._gone: set[str] = set()
        self._lock = threading.Lock()
        self._to_look_at: int | None = 0  # rows of the text index, then of the vectors, up to which all is well
        self._to_clean: int | None = 0

    @property
    def has_gone(self) -> bool:
        return bool(self._gone)

    @property
    def is_abreast(self) -> bool:
        return self._to_look_at is None and self._to_clean is None and not self._told

    def notice(self, id: str, is_there: bool) -> None:
        """An entry was added to the text index, or removed from it."""
        with self._lock:
            self._told.add(id)
            if not is_there:
                self._gone.add(id)

    def begin_again(self) -> None:
        """The text index or the vectors were made anew: look at all of it."""
        with self._lock:
            self._told.clear()
            self._gone.clear()
            self._to_look_at = self._to_clean = 0

    def drop_gone(self, index: TextIndex) -> None:
        """Take the vectors of what was removed or has other words now. Raises IndexDamaged, IndexUnreachable."""
        with self._lock:
            gone, self._gone = self._gone, set()
        for ids in _chunks(sorted(gone), LOOK):
            left = index.entries(ids)
            known = self._vectors.known(ids)
            self._vectors.remove([id for id, kept in known.items() if not _is_of(kept, left.get(id))])

    def step(self, index: TextIndex, is_over: Callable[[], bool] = lambda: False) -> bool:
        """Bring some of it abreast; False: all of it is.

        Raises IndexDamaged, IndexUnreachable, EmbedderFault.
        """
        self.drop_gone(index)
        if (row := self._to_look_at) is not None:
            found = index.after(row, LOOK)
            self.embed(found, is_over)
            if not is_over():
                self._to_look_at = found[-1].row if found else None
            return True
        if (row := self._to_clean) is not None:
            rows = self._vectors.store.ids_after(row, LOOK)
            there = index.entries([id for _, id in rows])
            self._vectors.remove([id for _, id in rows if id not in there])
            self._to_clean = rows[-1][0] if rows else None
            return True
        return self._embed_told(index, is_over)

    def embed(self, entries: Collection[Entry], is_over: Callable[[], bool] = lambda: False) -> None:
        """Embed those of the entries that lack a vector of their text.

        Raises EmbedderFault also where the embedder has become another one meanwhile.
        """
        known = self._vectors.known([entry.id for entry in entries])
        fresh = [entry for entry in entries if not _is_of(known.get(entry.id), entry)]
        fresh.sort(key=lambda entry: len(entry.meaning))
        for batch in _chunks(fresh, BATCH):
            rows = self._embedder.embed([entry.meaning for entry in batch])
            if self._embedder.name != self._vectors.model:
                raise EmbedderFault(f"these are vectors of {self._embedder.name}, not of {self._vectors.model}")
            if is_over():
                return
            self._vectors.keep([described(entry, row) for entry, row in zip(batch, rows, strict=True)])
        moved = [entry for entry in entries if _has_moved(known.get(entry.id), entry)]
        kept = self._vectors.of([entry.id for entry in moved])
        self._vectors.keep([described(entry, kept[entry.id]) for entry in moved if entry.id in kept])

    def lacking(self, index: TextIndex) -> int:
        """How many entries of the text index have no vector of their text."""
        row, lacking = 0, 0
        while entries := index.after(row, LOOK):
            row = entries[-1].row
            known = self._vectors.known([entry.id for entry in entries])
            lacking += sum(not _is_of(known.get(entry.id), entry) for entry in entries)
        return lacking

    def _embed_told(self, index: TextIndex, is_over: Callable[[], bool]) -> bool:
        with self._lock:
            told = [self._told.pop() for _ in range(min(LOOK, len(self._told)))]
        try:
            there = index.entries(told)
            self._vectors.remove([id for id in told if id not in there])
            self.embed(there.values(), is_over)
        except BaseException:
            self._told.update(told)
            raise
        if is_over():
            self._told.update(told)
        return bool(self._told)


def anew(embedder: Embedder, index: TextIndex, old: VectorIndex, progress: Callable[[int, int], None]) -> VectorIndex:
    """The vectors of all that the text index has, in a new file beside the old one. Raises EmbedderFault."""
    path = old.store.path
    fresh = VectorIndex(path.with_name(f"{path.stem}.new{path.suffix}"), old.model)
    fresh.discard()
    embedding = Embedding(embedder, fresh)
    row, done, total = 0, 0, index.size()
    while entries := index.after(row, LOOK):
        row = entries[-1].row
        fresh.keep(_still_valid(old, entries))
        embedding.embed(entries)
        done += len(entries)
        progress(done, total)
    return fresh


def _still_valid(old: VectorIndex, entries: Collection[Entry]) -> list[Embedded]:
    by_id = {entry.id: entry for entry in entries}
    try:
        kept = [id for id, known in old.known(list(by_id)).items() if _is_of(known, by_id[id])]
        return [described(by_id[id], vector) for id, vector in old.of(kept).items()]
    except MemoryFault:
        return []  # a damaged file has nothing that could be believed


def _is_of(known: Known | None, entry: Entry | None) -> bool:
    """Whether what is kept is the vector of the entry's text."""
    return known is not None and entry is not None and known.hash == text_hash(entry)


def _has_moved(known: Known | None, entry: Entry) -> bool:
    """Its text is the same, but not whom it is for, what it is or when it was."""
    if known is None or known.hash != text_hash(entry):
        return False
    return (known.audience, known.kind, known.stamp) != (entry.audience, entry.kind, stamp(entry))


def _chunks(items: Sequence[Item], size: int) -> Iterator[Sequence[Item]]:
    return (items[first : first + size] for first in range(0, len(items), size))
