"""An embedder as a fleet holds it: loaded when it is wanted (questions go on without it meanwhile, passages wait),
and not asked again what it was asked a moment ago.
"""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotInTime
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256

from memory.language.linear_judge import bring_numpy
from memory.vocabulary.errors import EmbedderFault, EmbedderNotReady
from memory.vocabulary.ports import Clock, Embedder, Matrix

_log = logging.getLogger(__name__)

CLOSE_WITHIN_S = 2.0


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbedderCandidate:
    """An embedder that is not loaded yet, and its name when it will be.

    `load` blocks and raises EmbedderFault; `stop` lets one that is under way fail soon. `is_made` is False as long as
    loading means making something first, which takes long.
    """

    name: str
    load: Callable[[], Embedder]
    is_made: Callable[[], bool] = lambda: True
    stop: Callable[[], None] = lambda: None

    @property
    def is_at_hand(self) -> bool:
        return self.is_made()


class LazyEmbedder:
    """The first of the candidates that can be loaded.

    Where one cannot be, whoever waits for it gets an EmbedderFault, and from then on the next one is meant: the name
    changes, once loaded never more. `patience_s` is how long a question waits; a fleet's does not.
    """

    def __init__(self, candidates: Sequence[EmbedderCandidate], patience_s: float = 0.0) -> None:
        self._candidates = tuple(candidates)
        self._patience_s = patience_s
        self._at = 0
        self._loading: Future[Embedder] | None = None
        self._thread: threading.Thread | None = None
        self._is_closed = False
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        return self._candidates[self._at].name

    @property
    def is_at_hand(self) -> bool:
        return self._candidates[self._at].is_at_hand

    @property
    def is_loading(self) -> bool:
        """Whether a thread is at it, which cannot be stopped inside a library."""
        return self._thread is not None and self._thread.is_alive()

    def begin(self) -> None:
        """Load in the background, from now on."""
        self._begun()

    def embed(self, texts: Sequence[str], *, query: bool = False) -> Matrix:
        """Raises EmbedderNotReady for a query, EmbedderFault where loading failed."""
        try:
            embedder = self._begun().result(self._patience_s if query else None)
        except NotInTime:
            raise EmbedderNotReady(f"{self.name} is being loaded") from None
        return embedder.embed(texts, query=query)

    def close(self) -> None:
        """Stop loading; nothing is embedded any more that was not loaded for."""
        with self._lock:
            self._is_closed = True
        self._candidates[self._at].stop()
        if self._thread is not None:
            self._thread.join(CLOSE_WITHIN_S)

    def _begun(self) -> Future[Embedder]:
        with self._lock:
            if self._loading is None:
                if self._is_closed:
                    raise EmbedderFault("this embedder is closed")
                self._loading = Future()
                arguments = (self._candidates[self._at], self._loading)
                self._thread = threading.Thread(target=self._load, args=arguments, name="embedder", daemon=True)
                self._thread.start()
            return self._loading

    def _load(self, candidate: EmbedderCandidate, loading: Future[Embedder]) -> None:
        try:
            bring_numpy()
            embedder = candidate.load()
        except EmbedderFault as fault:
            self._give_up(fault, loading)
        except Exception as error:  # a rim: whoever waits must be told
            self._give_up(EmbedderFault(f"{candidate.name} cannot be loaded: {error}"), loading)
        else:
            _log.info("an embedder can be asked", extra={"embedder": embedder.name})
            loading.set_result(embedder)

    def _give_up(self, fault: EmbedderFault, loading: Future[Embedder]) -> None:
        with self._lock:
            if not self._is_closed:
                _log.warning("an embedder cannot be used: %s", fault)
                if self._at + 1 < len(self._candidates):
                    self._at += 1
                    self._loading = None
                    _log.warning("recall goes on by the next one", extra={"embedder": self.name})
        loading.set_exception(fault)


# --- query cache ----------------------------------------------------------------------------------------------------
# Questions that were asked a moment ago are not embedded again.


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
