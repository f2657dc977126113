"""Questions that were asked a moment ago are not embedded again."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from datetime import datetime, timedelta
from hashlib import sha256

from memory.vocabulary.ports import Clock, Embedder, Matrix

KEPT = 200
KEPT_FOR = timedelta(minutes=30)


class QueryCache:
    """An Embedder that remembers the queries another was asked. Passages pass through: each is embedded once anyway."""

    def __init__(self, embedder: Embedder, clock: Clock) -> None:
        self._embedder = embedder
        self._clock = clock
        self._kept: OrderedDict[bytes, tuple[datetime, Matrix]] = OrderedDict()
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        return self._embedder.name

    def embed(self, texts: Sequence[str], *, query: bool = False) -> Matrix:
        if not query or len(texts) != 1:
            return self._embedder.embed(texts, query=query)
        key = sha256(f"{self.name}\0{texts[0]}".encode("utf-8", "surrogatepass")).digest()
        if (found := self._find(key)) is None:
            found = self._embedder.embed(texts, query=True)
            self._keep(key, found)
        return found.copy()

    def _find(self, key: bytes) -> Matrix | None:
        with self._lock:
            at, found = self._kept.get(key, (None, None))
            if at is None or self._clock() - at >= KEPT_FOR:
                return None
            self._kept.move_to_end(key)
            return found

    def _keep(self, key: bytes, row: Matrix) -> None:
        with self._lock:
            self._kept[key] = (self._clock(), row)
            self._kept.move_to_end(key)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
