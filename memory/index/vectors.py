"""The vector index: one anima's vectors of one model, scanned exactly or behind Chroma, and what is still to be
embedded.

What Chroma finds is believed only where the store has it too, and is measured by the store's vector, so both ways
give the same cosines, and a row that Chroma brings back from the dead is nobody's. Blocking; call it from a thread.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from memory.index.entry import IndexEntry, SearchScope
from memory.index.text_index import TextIndex
from memory.index.vector_store import (
    EmbeddedEntry,
    KnownVector,
    RankedIds,
    Vector,
    VectorBlock,
    VectorStore,
    embedded_text,
    text_hash,
    vector_stamp,
)
from memory.vocabulary.errors import EmbedderFault, IndexDamaged, MemoryFault
from memory.vocabulary.ports import Embedder

if TYPE_CHECKING:
    from memory.index.chroma import Chroma

_log = logging.getLogger(__name__)

OVERFETCH = 3
"""So many times more is asked of Chroma than is wanted: some of it may be gone, or not for everybody."""


class VectorIndex:
    """Nothing is loaded before the first use, and `close` may be followed by use.

    A file that cannot be read finds nothing, and `lost` is told: the vectors are derived, and can be made again.
    """

    def __init__(
        self, path: Path, model: str, chroma: Chroma | None = None, lost: Callable[[], None] = lambda: None
    ) -> None:
        self.model = model
        self.store = VectorStore(path)
        self.chroma = chroma
        self._lost = lost
        self._lock = threading.RLock()
        self._block: VectorBlock | None = None

    # ------------------------------------------------------------------------------------------------ asking

    def nearest(self, query_vector: Vector, within: SearchScope, limit: int) -> RankedIds:
        """Entry ids and cosines, best first; only what `within` admits."""
        return self.nearest_with(query_vector, within, [], limit)[0]

    def nearest_with(
        self, query_vector: Vector, within: SearchScope, beside: Sequence[SearchScope], limit: int
    ) -> list[RankedIds]:
        """As `nearest`, and then of each that is `beside`, as much as the same search brings along."""
        if not within.audiences or limit < 1:
            return [[] for _ in (within, *beside)]
        try:
            return self._nearest(np.asarray(query_vector, np.float32).reshape(-1), (within, *beside), limit)
        except MemoryFault as fault:
            self._tell(fault)
            return [[] for _ in (within, *beside)]

    def of(self, ids: Collection[str]) -> dict[str, Vector]:
        """The vectors of those that have one, in the order in which they are asked for."""
        try:
            with self._lock:
                block = self._loaded()
                return block.of(ids) if block is not None else {}
        except MemoryFault as fault:
            self._tell(fault)
            return {}

    def cosines(self, ids: Collection[str], query_vector: Vector) -> dict[str, float]:
        """Of those that have a vector, keys too, which no search goes through."""
        try:
            with self._lock:
                block = self._loaded()
                return block.cosines(ids, np.asarray(query_vector, np.float32).reshape(-1)) if block is not None else {}
        except MemoryFault as fault:
            self._tell(fault)
            return {}

    def count(self) -> int:
        try:
            return self.store.count(self.model)
        except MemoryFault as fault:
            self._tell(fault)
            return 0

    def filed(self) -> int:
        """How many of them Chroma has."""
        return self.store.filed(self.model)

    def is_sound(self) -> bool:
        """Whether every vector is as it was written."""
        return self.store.is_sound()

    def known(self, ids: Collection[str]) -> dict[str, KnownVector]:
        """What is kept of these entries for this model. Raises IndexDamaged, IndexUnreachable."""
        return {id: item for id, item in self.store.known(ids).items() if item.model == self.model}

    # ----------------------------------------------------------------------------------------------- keeping

    def keep(self, vectors: Sequence[EmbeddedEntry]) -> None:
        """Once and for all, however often it is said. Raises IndexDamaged, IndexUnreachable."""
        with self._lock:
            is_loaded = self._block is not None and self._block.is_as_it_was
            self.store.keep(vectors, self.model)
            if self._block is not None and is_loaded:
                self._block.add(self.store.placed(self.model, [vector.id for vector in vectors]))
            else:
                self._block = None

    def remove(self, ids: Collection[str]) -> None:
        """Raises IndexDamaged, IndexUnreachable."""
        with self._lock:
            if self._block is not None:
                self._block.remove(ids)
            self.store.remove(ids)

    def file(self, is_over: Callable[[], bool] = lambda: False) -> bool:
        """Put the files in order, have Chroma open where it is used, and hand it the next batch where there is one;
        False: nothing is left to do.

        Only for the background. Raises IndexDamaged, IndexUnreachable.
        """
        with self._lock:
            if self.store.compact():
                self._block = None
        return self.chroma is not None and self.chroma.work(self.store, self.model, is_over)

    # ----------------------------------------------------------------------------------------------- lifetime

    def reload(self) -> None:
        """Forget what is in memory; the next use reads it again."""
        with self._lock:
            self._block = None

    def close(self) -> None:
        with self._lock:
            self._block = None
            if self.chroma is not None:
                self.chroma.close()
            self.store.close()

    def replace_with(self, other: VectorIndex) -> None:
        """Take the file of another index over; the other is closed for good."""
        with self._lock:
            self._block = None
            if self.chroma is not None:
                self.chroma.discard()
            self.store.replace_with(other.store)

    def discard(self) -> None:
        """Delete all of it."""
        with self._lock:
            self._block = None
            if self.chroma is not None:
                self.chroma.discard()
            self.store.discard()

    # ---------------------------------------------------------------------------------------------------------

    def _nearest(self, query: Vector, withins: Sequence[SearchScope], limit: int) -> list[RankedIds]:
        rows = self.chroma.nearest(query, OVERFETCH * limit) if self.chroma is not None else None
        with self._lock:
            block = self._loaded()
            if block is None:
                return [[] for _ in withins]
            if rows is None:
                return block.nearest_of_each(query, withins, limit)
            among = block.among(rows, self.store.filed_to(self.model))
            found = block.nearest_of_each(query, withins, limit, among)
            # Where others' took the places, nobody must see it: all that may be read is scanned.
            short = [place for place, hits in enumerate(found) if len(hits) < limit]
            for place, hits in zip(
                short, block.nearest_of_each(query, [withins[at] for at in short], limit), strict=True
            ):
                found[place] = hits
            return found

    def _loaded(self) -> VectorBlock | None:
        """None: there is no vector yet."""
        if self._block is None or not self._block.is_as_it_was:
            self._block = None
            file = self.store.file(self.model)
            self._block = VectorBlock(file, self.store.placed(self.model)) if file is not None else None
        return self._block

    def _tell(self, fault: MemoryFault) -> None:
        _log.warning("the vectors cannot be read, and recall goes by words: %s", fault)
        if isinstance(fault, IndexDamaged):
            self._lost()


# --- embedding ------------------------------------------------------------------------------------------------------
# What an anima's vectors lack, embedded batch by batch until they are abreast of the text index.
#
# Blocking; call it from a thread that may wait for a model.


Item = TypeVar("Item")

EMBEDDING_BATCH = 64
"""Texts embedded at once; texts of like length stand together, so that little is padded."""

ENTRIES_AT_A_LOOK = 256
"""Entries looked at in one step."""


class EmbeddingWork:
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
        for ids in _chunks(sorted(gone), ENTRIES_AT_A_LOOK):
            left = index.entries(ids)
            known = self._vectors.known(ids)
            self._vectors.remove([id for id, kept in known.items() if not _is_of(kept, left.get(id))])

    def step(self, index: TextIndex, is_over: Callable[[], bool] = lambda: False) -> bool:
        """Bring some of it abreast; False: all of it is.

        Raises IndexDamaged, IndexUnreachable, EmbedderFault.
        """
        self.drop_gone(index)
        if (row := self._to_look_at) is not None:
            found = index.after(row, ENTRIES_AT_A_LOOK)
            self.embed(found, is_over)
            if not is_over():
                self._to_look_at = found[-1].row if found else None
            return True
        if (row := self._to_clean) is not None:
            rows = self._vectors.store.ids_after(row, ENTRIES_AT_A_LOOK)
            there = index.entries([id for _, id in rows])
            self._vectors.remove([id for _, id in rows if id not in there])
            self._to_clean = rows[-1][0] if rows else None
            return True
        return self._embed_told(index, is_over)

    def embed(self, entries: Collection[IndexEntry], is_over: Callable[[], bool] = lambda: False) -> None:
        """Embed those of the entries that lack a vector of their text.

        Raises EmbedderFault also where the embedder has become another one meanwhile.
        """
        known = self._vectors.known([entry.id for entry in entries])
        fresh = [entry for entry in entries if not _is_of(known.get(entry.id), entry)]
        fresh.sort(key=lambda entry: len(entry.meaning))
        for batch in _chunks(fresh, EMBEDDING_BATCH):
            rows = self._embedder.embed([entry.meaning for entry in batch])
            if self._embedder.name != self._vectors.model:
                raise EmbedderFault(f"these are vectors of {self._embedder.name}, not of {self._vectors.model}")
            if is_over():
                return
            self._vectors.keep([embedded_text(entry, row) for entry, row in zip(batch, rows, strict=True)])
        moved = [entry for entry in entries if _has_moved(known.get(entry.id), entry)]
        kept = self._vectors.of([entry.id for entry in moved])
        self._vectors.keep([embedded_text(entry, kept[entry.id]) for entry in moved if entry.id in kept])

    def lacking(self, index: TextIndex) -> int:
        """How many entries of the text index have no vector of their text."""
        row, lacking = 0, 0
        while entries := index.after(row, ENTRIES_AT_A_LOOK):
            row = entries[-1].row
            known = self._vectors.known([entry.id for entry in entries])
            lacking += sum(not _is_of(known.get(entry.id), entry) for entry in entries)
        return lacking

    def _embed_told(self, index: TextIndex, is_over: Callable[[], bool]) -> bool:
        with self._lock:
            told = [self._told.pop() for _ in range(min(ENTRIES_AT_A_LOOK, len(self._told)))]
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


def embed_anew(
    embedder: Embedder, index: TextIndex, old: VectorIndex, progress: Callable[[int, int], None]
) -> VectorIndex:
    """The vectors of all that the text index has, in a new file beside the old one. Raises EmbedderFault."""
    path = old.store.path
    fresh = VectorIndex(path.with_name(f"{path.stem}.new{path.suffix}"), old.model)
    fresh.discard()
    embedding = EmbeddingWork(embedder, fresh)
    row, done, total = 0, 0, index.size()
    while entries := index.after(row, ENTRIES_AT_A_LOOK):
        row = entries[-1].row
        fresh.keep(_still_valid(old, entries))
        embedding.embed(entries)
        done += len(entries)
        progress(done, total)
    return fresh


def _still_valid(old: VectorIndex, entries: Collection[IndexEntry]) -> list[EmbeddedEntry]:
    by_id = {entry.id: entry for entry in entries}
    try:
        kept = [id for id, known in old.known(list(by_id)).items() if _is_of(known, by_id[id])]
        return [embedded_text(by_id[id], vector) for id, vector in old.of(kept).items()]
    except MemoryFault:
        return []  # a damaged file has nothing that could be believed


def _is_of(known: KnownVector | None, entry: IndexEntry | None) -> bool:
    """Whether what is kept is the vector of the entry's text."""
    return known is not None and entry is not None and known.hash == text_hash(entry)


def _has_moved(known: KnownVector | None, entry: IndexEntry) -> bool:
    """Its text is the same, but not whom it is for, what it is or when it was."""
    if known is None or known.hash != text_hash(entry):
        return False
    return (known.audience, known.kind, known.stamp) != (entry.audience, entry.kind, vector_stamp(entry))


def _chunks(items: Sequence[Item], size: int) -> Iterator[Sequence[Item]]:
    return (items[first : first + size] for first in range(0, len(items), size))
