"""Chroma before the store: an approximate index of the vectors that are filed in it, in one directory an anima.

It is an index and never a store: it is filled from the store, opened by the background alone, and whatever goes wrong
with it throws it away. Files that were not closed in order are first read by a child process
(memory.index.chroma_client): what its core does with broken ones may be the end of the process.
"""

from __future__ import annotations

import logging
import shutil
import threading
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import numpy as np

from memory.index import chroma_client
from memory.index.chroma_client import CHROMA_COLLECTION, ChromaClient, ChromaCollection, open_chroma_client
from memory.index.database import IndexManifest, ManifestState
from memory.index.vector_store import Vector, VectorStore
from memory.vocabulary.errors import MemoryFault

_log = logging.getLogger(__name__)

BATCH = 1024
"""Vectors that are filed at once."""

_SLICE = 64
"""So many of them in one call: a question waits while it lasts, some 50 ms."""

OPEN_AT_MOST = 8
"""Clients in the process; each holds its index in memory until it is closed."""

_SETTINGS = {"hnsw": {"space": "cosine", "ef_construction": 200, "max_neighbors": 32, "ef_search": 200}}


class Chroma:
    """One anima's, from `chroma_from` vectors on; None: never, and what is there of it goes.

    `is_ready` says whether it can be asked; until then the store is scanned.
    """

    def __init__(self, folder: Path, chroma_from: int | None, batch: int = BATCH) -> None:
        self.folder = folder
        self._chroma_from = chroma_from
        self._batch = batch
        self._manifest = IndexManifest(folder.parent)
        self._lock = threading.RLock()
        self._client: ChromaClient | None = None
        self._collection: ChromaCollection | None = None

    @property
    def is_ready(self) -> bool:
        return self._collection is not None

    def nearest(self, query: Vector, limit: int) -> list[int] | None:
        """Rows of the store, best first, whoever may see them; None: it cannot be asked."""
        with self._lock:
            if self._collection is None:
                return None
            _OPEN.use(self)
            try:
                found = self._collection.query(
                    query_embeddings=query[np.newaxis], n_results=limit, include=["distances"]
                )
                return [int(id) for id in found["ids"][0]]
            except BaseException as fault:
                _end_if_asked_to(fault)
                self._fall_ill(fault)
                return None

    def count(self) -> int | None:
        """How many vectors it says it has; None: it cannot be asked."""
        with self._lock:
            try:
                return self._collection.count() if self._collection is not None else None
            except BaseException as fault:
                _end_if_asked_to(fault)
                self._fall_ill(fault)
                return None

    def work(self, store: VectorStore, model: str, is_over: Callable[[], bool] = lambda: False) -> bool:
        """Open it, forget what is withdrawn, file the next batch; False: nothing is left to do.

        Raises IndexDamaged, IndexUnreachable.
        """
        try:
            more = self._work(store, model, is_over)
        except MemoryFault:
            raise
        except BaseException as fault:
            _end_if_asked_to(fault)
            self._fall_ill(fault)
            store.unfile()
            return False  # the next time that something is to be done
        _OPEN.close_superfluous()
        return more

    def close(self) -> None:
        with self._lock:
            if self._client is None:
                return
            try:
                self._client.close()
                self._manifest.sign(self.folder.name)
            except BaseException as fault:
                _end_if_asked_to(fault)
            self._client = self._collection = None
            _OPEN.forget(self)

    def discard(self) -> None:
        """Throw it away. Who calls it has the store unfile what was filed."""
        with self._lock:
            self.close()
            self._manifest.withdraw(self.folder.name)
            shutil.rmtree(self.folder, ignore_errors=True)

    # ---------------------------------------------------------------------------------------------------------

    def _work(self, store: VectorStore, model: str, is_over: Callable[[], bool]) -> bool:
        filed = store.filed(model)
        is_due = self._is_due(store.searched(model), filed)
        if not is_due and (not filed or self._chroma_from is None):
            self._leave(store)
            return False
        withdrawn = store.withdrawn() if self.is_ready else []
        if not (is_due or withdrawn) and self.is_ready:
            return False
        is_well = self.is_ready or self._is_well()  # it takes long, and neither a question nor a stop waits for it
        if is_over():
            return False
        with self._lock:
            collection = self._collection or self._open(store, model, is_well=is_well)
            if withdrawn:
                collection.delete(ids=[str(row) for row in withdrawn])
                store.forget_withdrawn(withdrawn)
        if self._is_due(store.searched(model), store.filed(model)):
            numbers, vectors = store.unfiled(model, self._batch)
            for first in range(0, len(numbers), _SLICE):
                if not self._file(numbers[first : first + _SLICE], vectors[first : first + _SLICE], store, model):
                    return False
        return self._is_due(store.searched(model), store.filed(model)) and not is_over()

    def _is_due(self, searched: int, filed: int) -> bool:
        """Whether there is a batch to be filed."""
        if self._chroma_from is None or (not filed and searched < self._chroma_from):
            return False
        return searched - filed >= min(self._chroma_from, BATCH)

    def _leave(self, store: VectorStore) -> None:
        """Nothing of it is wanted: a home of another version or another config had it."""
        if self.folder.exists():
            self._begin_anew(store)

    def _file(self, numbers: list[int], vectors: Vector, store: VectorStore, model: str) -> bool:
        with self._lock:
            if self._collection is None:  # it was closed meanwhile
                return False
            self._collection.upsert(ids=[str(number) for number in numbers], embeddings=vectors)
            store.mark_filed(model, numbers[-1])
            return True

    def _open(self, store: VectorStore, model: str, *, is_well: bool) -> ChromaCollection:
        """The collection with its index loaded. What is not well, or of another model, is begun anew."""
        if not is_well:
            self._begin_anew(store)
        filed = store.filed(model)
        self._client = open_chroma_client(self.folder)
        collection = self._get(model)
        if (collection.metadata or {}).get(
            "model"
        ) != model or not filed <= collection.count() <= 2 * filed + self._batch:
            self._begin_anew(store)
            self._client = open_chroma_client(self.folder)
            collection = self._get(model)
        elif filed:
            collection.query(query_embeddings=store.first(model), n_results=1, include=["distances"])
        self._collection = collection
        _OPEN.use(self)
        return collection

    def _is_well(self) -> bool:
        state = self._manifest.take(self.folder.name)
        if state is ManifestState.UNSIGNED and self.folder.exists():
            return chroma_client.is_chroma_well(self.folder)
        return state is not ManifestState.CHANGED

    def _begin_anew(self, store: VectorStore) -> None:
        self.discard()
        store.unfile()

    def _get(self, model: str) -> ChromaCollection:
        assert self._client is not None
        return self._client.get_or_create_collection(
            CHROMA_COLLECTION, embedding_function=None, configuration=_SETTINGS, metadata={"model": model}
        )

    def _fall_ill(self, fault: BaseException) -> None:
        _log.warning("Chroma is not well and is made anew from the vectors: %s", fault)
        with suppress(Exception):
            self.discard()


class _Open:
    """The clients that are open in this process, the one used longest ago first."""

    def __init__(self) -> None:
        self._clients: OrderedDict[Chroma, None] = OrderedDict()
        self._lock = threading.Lock()

    def use(self, chroma: Chroma) -> None:
        with self._lock:
            self._clients[chroma] = None
            self._clients.move_to_end(chroma)

    def forget(self, chroma: Chroma) -> None:
        with self._lock:
            self._clients.pop(chroma, None)

    def close_superfluous(self) -> None:
        """Only the background calls it, and holds no client then: two that close each other would wait for ever."""
        with self._lock:
            superfluous = list(self._clients)[:-OPEN_AT_MOST]
        for stale in superfluous:
            stale.close()


_OPEN = _Open()


def _end_if_asked_to(fault: BaseException) -> None:
    """Chroma's core panics with an exception that is no Exception, so all are caught; these two are not Chroma's."""
    if isinstance(fault, KeyboardInterrupt | SystemExit):
        raise fault
