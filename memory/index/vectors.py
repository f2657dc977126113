"""The vector index: one anima's vectors of one model, from the store alone or with Chroma before it.

What Chroma finds is believed only where the store has it too, and is measured by the store's vector, so both ways
give the same cosines, and a row that Chroma brings back from the dead is nobody's. Blocking; call it from a thread.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from memory.index.embedded import Embedded, Vector, rounded
from memory.index.entry import KEY
from memory.index.errors import IndexDamaged
from memory.index.exact import Block, Hits
from memory.index.vector_store import Known, VectorStore
from memory.index.within import Within
from memory.vocabulary.errors import MemoryFault

if TYPE_CHECKING:
    from memory.index.chroma import Chroma

_log = logging.getLogger(__name__)

OVERFETCH = 3
"""So many times more is asked of Chroma than is wanted: some of it may be gone."""


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
        self._block: Block | None = None
        self._has_filed = False

    # ------------------------------------------------------------------------------------------------ asking

    def nearest(self, query_vector: Vector, within: Within, limit: int) -> Hits:
        """Entry ids and cosines, best first; only what `within` admits."""
        return self.nearest_with(query_vector, within, [], limit)[0]

    def nearest_with(self, query_vector: Vector, within: Within, beside: Sequence[Within], limit: int) -> list[Hits]:
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
                found = self._loaded(with_filed=self.chroma is None or not self.chroma.is_ready).of(ids)
            rest = [] if self._has_filed else [id for id in ids if id not in found]
            if rest:
                found |= self.store.of(rest, self.model)
                found = {id: found[id] for id in ids if id in found}
            return found
        except MemoryFault as fault:
            self._tell(fault)
            return {}

    def cosines(self, ids: Collection[str], query_vector: Vector) -> dict[str, float]:
        """Of those that have a vector, keys too, which no search goes through."""
        try:
            found, rows = self.store.matrix(ids, self.model)
            cosines = rows @ np.asarray(query_vector, np.float32) if found else rows
            return dict(zip(found, cosines.tolist(), strict=True))
        except (MemoryFault, ValueError) as fault:
            _log.warning("the keys of turns cannot be read, and are left out: %s", fault)
            return {}

    def count(self) -> int:
        try:
            return self.store.count(self.model)
        except MemoryFault as fault:
            self._tell(fault)
            return 0

    def filed(self) -> int | None:
        """How many of them Chroma has; None where it is not used."""
        return self.store.filed(self.model) if self.chroma is not None else None

    def is_sound(self) -> bool:
        """Whether every vector is as it was written."""
        return self.store.is_sound()

    def known(self, ids: Collection[str]) -> dict[str, Known]:
        """What is kept of these entries for this model. Raises IndexDamaged, IndexUnreachable."""
        return {id: one for id, one in self.store.known(ids).items() if one.model == self.model}

    # ----------------------------------------------------------------------------------------------- keeping

    def keep(self, vectors: Sequence[Embedded]) -> None:
        """Once and for all, however often it is said. Raises IndexDamaged, IndexUnreachable."""
        with self._lock:
            self.store.keep(vectors, self.model)
            if self._block is not None:
                self._block.add([replace(one, vector=rounded(one.vector)) for one in vectors if one.kind != KEY])

    def remove(self, ids: Collection[str]) -> None:
        """Raises IndexDamaged, IndexUnreachable."""
        with self._lock:
            if self._block is not None:
                self._block.remove(ids)
                if self._block.is_sparse:
                    self._block = None
            self.store.remove(ids)

    def file(self, is_over: Callable[[], bool] = lambda: False) -> bool:
        """Have Chroma open, and hand it the next batch where there is one; False: nothing is left to do.

        Only for the background. Raises IndexDamaged, IndexUnreachable.
        """
        if self.chroma is None:
            return False
        was_ready = self.chroma.is_ready
        more = self.chroma.work(self.store, self.model, is_over)
        if more or not was_ready:
            self.reload()  # what is filed need not be scanned any more
        return more

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

    def _nearest(self, query: Vector, withins: Sequence[Within], limit: int) -> list[Hits]:
        chroma = self.chroma if self.chroma is not None and self.chroma.is_ready else None
        filed = self._filed(chroma, query, withins, limit) if chroma is not None else None
        with self._lock:  # where Chroma cannot be asked, or has just fallen ill, all of it is scanned
            scanned = self._loaded(with_filed=filed is None).nearest_of_each(query, withins, limit)
        return scanned if filed is None else [_best(*both, limit) for both in zip(scanned, filed, strict=True)]

    def _filed(self, chroma: Chroma, query: Vector, withins: Sequence[Within], limit: int) -> list[Hits] | None:
        """Chroma's best, as the store has them; None: it cannot be asked."""
        wanted = OVERFETCH * limit
        rows = chroma.nearest(query, None, wanted)  # most searches admit most of the rows
        if rows is None:
            return None
        hits = Block.of_all(self.store.rows(rows, self.model)).nearest_of_each(query, withins, limit)
        if len(hits[0]) < limit and len(rows) == wanted:
            rows = chroma.nearest(query, withins[0], wanted)
            if rows is None:
                return None
            hits[0] = Block.of_all(self.store.rows(rows, self.model)).nearest(query, withins[0], limit)
        return hits

    def _loaded(self, *, with_filed: bool) -> Block:
        """What is scanned: the tail, and what is filed too while Chroma cannot be asked."""
        if self._block is None or (with_filed and not self._has_filed):
            rows = self.store.all(self.model) if with_filed else self.store.tail(self.model)
            self._block, self._has_filed = Block.of_all(rows), with_filed
        return self._block

    def _tell(self, fault: MemoryFault) -> None:
        _log.warning("the vectors cannot be read, and recall goes by words: %s", fault)
        if isinstance(fault, IndexDamaged):
            self._lost()


def _best(newer: Hits, older: Hits, limit: int) -> Hits:
    """Of both; the newer comes first where cosines are the same."""
    return sorted((dict(newer) | dict(older)).items(), key=lambda hit: -hit[1])[:limit]
