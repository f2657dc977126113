"""The vector index: one anima's vectors of one model, scanned exactly; where there are many, Chroma stands before that.

What Chroma finds is believed only where the store has it too, and is measured by the store's vector, so both ways
give the same cosines, and a row that Chroma brings back from the dead is nobody's. Blocking; call it from a thread.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from memory.index.embedded import Embedded, Vector
from memory.index.errors import IndexDamaged
from memory.index.exact import Block, Hits
from memory.index.vector_store import Known, VectorStore
from memory.index.within import Within
from memory.vocabulary.errors import MemoryFault

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
        self._block: Block | None = None

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

    def known(self, ids: Collection[str]) -> dict[str, Known]:
        """What is kept of these entries for this model. Raises IndexDamaged, IndexUnreachable."""
        return {id: one for id, one in self.store.known(ids).items() if one.model == self.model}

    # ----------------------------------------------------------------------------------------------- keeping

    def keep(self, vectors: Sequence[Embedded]) -> None:
        """Once and for all, however often it is said. Raises IndexDamaged, IndexUnreachable."""
        with self._lock:
            is_loaded = self._block is not None and self._block.is_as_it_was
            self.store.keep(vectors, self.model)
            if self._block is not None and is_loaded:
                self._block.add(self.store.placed(self.model, [one.id for one in vectors]))
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

    def _nearest(self, query: Vector, withins: Sequence[Within], limit: int) -> list[Hits]:
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

    def _loaded(self) -> Block | None:
        """None: there is no vector yet."""
        if self._block is None or not self._block.is_as_it_was:
            self._block = None
            file = self.store.file(self.model)
            self._block = Block(file, self.store.placed(self.model)) if file is not None else None
        return self._block

    def _tell(self, fault: MemoryFault) -> None:
        _log.warning("the vectors cannot be read, and recall goes by words: %s", fault)
        if isinstance(fault, IndexDamaged):
            self._lost()
