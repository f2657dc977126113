"""The keeper: keeps the indexes abreast of the archive, and makes them anew.

What the index knows comes from the files alone, by one way, so an index that was deleted comes back the same. An
error in the index never reaches who records: it is noted, and mended before the next recall.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from datetime import datetime, timedelta, tzinfo
from functools import partial
from typing import TYPE_CHECKING

from memory.index.background import BACKGROUND, Background
from memory.index.errors import IndexDamaged
from memory.index.following import Following
from memory.index.location import Location
from memory.index.numpy_once import bring_numpy
from memory.index.opened import OPENED, Closing, Opened
from memory.index.text import TextIndex
from memory.index.verify import Verified, verified
from memory.vocabulary.errors import EmbedderFault, MemoryFault
from memory.vocabulary.ports import Embedder

if TYPE_CHECKING:  # an idle fleet does without numpy
    from memory.index.embedding import Embedding
    from memory.index.vectors import VectorIndex

_log = logging.getLogger(__name__)

LOOK_AGAIN = timedelta(minutes=10)
"""All files are looked at behind a question that comes so long after the last look, whatever their signs say. What is
edited inside a file is told by the watcher at once; this is for where there is none."""

PATIENCE_S = 2.0
"""Who asks while the index reads what is new waits no longer, and is answered from what has been read."""

CHROMA_FROM = 50_000
"""Vectors of an anima from which on Chroma stands before the exact scan."""

CLOSE_WITHIN_S = 0.5
"""A batch that is being embedded is not waited for longer; what comes of it is thrown away."""


class Keeper:
    """Blocking; call it from a thread.

    With an embedder the entries' vectors follow in the background; `vectors` is what is there of them. `chroma_from`
    None: all of them are scanned exactly, always.
    """

    def __init__(
        self,
        location: Location,
        zone: tzinfo,
        embedder: Embedder | None = None,
        background: Background = BACKGROUND,
        chroma_from: int | None = CHROMA_FROM,
        opened: Opened = OPENED,
        with_keys: bool = True,
        tell: Callable[[str, bytes], object] | None = None,
    ) -> None:
        """`tell` of a document whose head cannot be read."""
        self.embedder = embedder
        self.index = TextIndex(location.text_index, self._notice, with_keys=with_keys)
        self._location = location
        self._background = background
        self._chroma_from = chroma_from
        self._opened_indexes = opened
        self._following = Following(location, zone, tell)
        self._lock = threading.Lock()
        self._rebuilding = threading.Lock()
        self._stale = True
        self._is_changed = False
        self._is_to_look = False
        self._looked: datetime | None = None
        self._opened: tuple[VectorIndex, Embedding] | None = None
        self._opening = threading.Lock()
        self._closings = 0
        self._told_fault = ""

    def vectors(self) -> VectorIndex | None:
        """What has been embedded so far; None without an embedder. Opens nothing by itself."""
        return self._vectors()[0] if self.embedder is not None else None

    def recorded(self, log_file: str) -> None:
        """The file of a log (`activity_log/…`, `memory_log/…`) has grown. Never raises for the index's sake."""
        if not self._stale:  # else the next recall reads all that is new, in order
            try:
                self._use()
                if self.index.began_blank():
                    self._stale = True
                else:
                    self._following.file(self.index, log_file)
                    self._drop_gone()
            except (MemoryFault, OSError):
                self._stale = True
                _log.warning("the text index could not follow %s; it is mended before the next recall", log_file)
        self.catch_up()

    def changed(self) -> None:
        """A document was written: look at all of them before the next recall, or sooner in the background."""
        self._is_changed = True
        if not self._stale:  # else nothing has been read of it yet, and the first recall reads all
            self._background.ask(self, self._step)

    def refresh(self, now: datetime) -> TextIndex:
        """The text index, abreast of the files as far as their signs tell; all files are looked at behind it."""
        if self._lock.acquire(timeout=PATIENCE_S):
            try:
                if self._follow(is_due=self._is_changed or self._following.is_behind(self.index, now)):
                    self._looked = now
                    self.catch_up()
                elif self._looked is None or not timedelta() <= now - self._looked < LOOK_AGAIN:
                    self._looked = now
                    self._is_to_look = True
                    self._background.ask(self, self._step)
            finally:
                self._lock.release()
        return self.index

    def keep_abreast(self) -> None:
        """Have the text index read what it has missed, where it knows that it has: at the start, or after a fault."""
        with self._lock:
            if self._follow(is_due=False):
                self.catch_up()

    def catch_up(self) -> None:
        """Have the vectors follow in the background."""
        if self.embedder is not None:
            self._background.ask(self, self._step)

    def settle(self, within_s: float | None = None) -> bool:
        """Wait until text index and vectors are abreast of the files; False: they are not, for time or a fault."""
        with self._lock:
            self._follow(is_due=True)
        if self.embedder is None:
            return True
        self.catch_up()
        return self._background.settle(self, within_s) and self._vectors()[1].is_abreast

    def progress(self) -> tuple[int, int]:
        """How many entries have a vector, and how many there are."""
        with self._lock:
            self._follow(is_due=False)
        vectors = self.vectors()
        return vectors.count() if vectors else 0, self.index.size()

    def rebuild(self, progress: Callable[[int, int], None] = lambda done, total: None) -> None:
        """New indexes beside the old ones, which serve until the new ones take their place.

        A vector whose text and model are the same is taken over, not embedded again.
        """
        with self._rebuilding:
            fresh = TextIndex(self.index.path.with_suffix(".new"), with_keys=self.index.with_keys)
            fresh.discard()
            days, guessed = self._following.days() + 1, self.progress()[1] if self.embedder else 0
            self._following.all(fresh, lambda done, _: progress(done, days + guessed))
            vectors = self._embedded_anew(fresh, lambda done, total: progress(days + done, days + total))
            with self._lock:
                self._following.all(fresh)  # whatever was recorded meanwhile
                self._stale = True
                self.index.replace_with(fresh)
                if vectors is not None:
                    self._vectors()[0].replace_with(vectors)
                    self._vectors()[1].begin_again()
        self.catch_up()

    def verify(self) -> Verified:
        """The indexes against the files, when all that can be embedded is. Raises IndexDamaged, IndexUnreachable."""
        self.settle()
        with self._rebuilding:
            truth = TextIndex(self.index.path.with_suffix(".check"), with_keys=self.index.with_keys)
            truth.discard()
            try:
                self._following.all(truth)
                with self._lock:
                    self._following.all(truth)
                    self._follow(is_due=True)
                    unembedded = self._vectors()[1].lacking(self.index) if self.embedder is not None else 0
                    return verified(truth, self.index, self.vectors(), unembedded)
            finally:
                truth.discard()

    def discard(self) -> None:
        """Throw a damaged text index away; the next refresh makes it anew."""
        self._stale = True
        self.index.discard()

    def close(self) -> None:
        """Give back what is open; what was being embedded is thrown away. It may be used again."""
        self._closings += 1
        self._background.drop(self, CLOSE_WITHIN_S)
        self._opened_indexes.forget(self)
        self.rest()

    def rest(self) -> None:
        """Close the files; what is still to be done in the background opens them again."""
        self.index.close()
        if self._opened is not None:
            self._opened[0].close()

    # ---------------------------------------------------------------------------------------------------------

    def _vectors(self) -> tuple[VectorIndex, Embedding]:
        assert self.embedder is not None
        with self._opening:
            if self._opened is not None and self._opened[0].model != self.embedder.name:
                self._opened[0].close()  # the embedder could not be loaded, and another one stands in for it
                self._opened = None
            if self._opened is None:
                bring_numpy()
                from memory.index.chroma import Chroma
                from memory.index.embedding import Embedding
                from memory.index.vectors import VectorIndex

                chroma = Chroma(self._location.chroma, self._chroma_from)
                vectors = VectorIndex(self._location.vectors, self.embedder.name, chroma, self._lost_vectors)
                self._opened = vectors, Embedding(self.embedder, vectors)
            return self._opened

    def _notice(self, id: str, is_there: bool) -> None:
        if self._opened is not None:
            self._opened[1].notice(id, is_there)

    def _drop_gone(self) -> None:
        if self._opened is not None and self._opened[1].has_gone:
            try:
                self._opened[1].drop_gone(self.index)
            except IndexDamaged:
                if self._mend():
                    raise

    def _mend(self) -> bool:
        """Throw away what is damaged; whether the text index was."""
        is_text = not _is_whole(self.index)
        if is_text:
            self.discard()
        if self._opened is not None and not _is_whole(self._opened[0]):
            self._lost_vectors()
        return is_text

    def _use(self) -> None:
        for other in self._opened_indexes.use(self):
            self._background.ask(("rest", other), partial(_rest, other))

    def _lost_vectors(self) -> None:
        vectors, embedding = self._vectors()
        vectors.discard()
        embedding.begin_again()
        self.catch_up()

    def _follow(self, *, is_due: bool) -> bool:
        """Bring the text index abreast where that is needed; False: it was."""
        self._use()
        blank = self.index.began_blank()
        if not (blank or self._stale or is_due):
            return False
        self._stale = self._is_changed = self._is_to_look = False
        try:
            if blank and self._opened is not None:
                self._opened[1].begin_again()
            self._following.bring_abreast(self.index)
            self._drop_gone()
        except BaseException:
            self._stale = True
            raise
        return True

    def _step(self) -> bool:
        """One step of the background's; False: all is done, or cannot be."""
        closings = self._closings

        def is_over() -> bool:
            return self._closings != closings

        try:
            with self._lock:
                self._follow(is_due=self._is_changed or self._is_to_look)
            if self.embedder is None:
                return False
            vectors, embedding = self._vectors()
            return (embedding.step(self.index, is_over) or vectors.file(is_over)) and not is_over()
        except IndexDamaged as fault:
            _log.warning("an index is damaged and is made anew: %s", fault)
            self._mend()
        except (MemoryFault, OSError) as fault:
            if str(fault) != self._told_fault and not is_over():  # it is tried again with every recall
                _log.warning("embedding is behind, what is new is found by its words alone: %s", fault)
            self._told_fault = str(fault)
        return False

    def _embedded_anew(self, fresh: TextIndex, progress: Callable[[int, int], None]) -> VectorIndex | None:
        if self.embedder is None:
            return None
        from memory.index.embedding import anew

        try:
            return anew(self.embedder, fresh, self._vectors()[0], progress)
        except EmbedderFault as fault:
            _log.warning("vectors could not be made anew: %s", fault)
            return None


def _is_whole(index: TextIndex | VectorIndex) -> bool:
    try:
        return index.is_sound()
    except IndexDamaged:
        return False


def _rest(one: Closing) -> bool:
    one.rest()
    return False
