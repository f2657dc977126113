"""The keeper: keeps the indexes abreast of the archive, verifies them, and makes them anew.

What the index knows comes from the files alone, by one way, so an index that was deleted comes back the same. An
error in the index never reaches who records: it is noted, and mended before the next recall.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo
from functools import partial
from typing import TYPE_CHECKING, Protocol

from memory.archive.anima_directory import AnimaLocation
from memory.index.entry import ENTRY_KEY, IndexEntry, SearchScope
from memory.index.ingestion import ArchiveReader
from memory.index.text_index import TextIndex
from memory.language.analyser import terms
from memory.language.linear_judge import bring_numpy
from memory.vocabulary.errors import EmbedderFault, IndexDamaged, MemoryFault
from memory.vocabulary.ports import Embedder

if TYPE_CHECKING:
    from memory.index.vectors import EmbeddingWork, VectorIndex

_log = logging.getLogger(__name__)

BackgroundStep = Callable[[], bool]
"""A short piece of a task; True: there is more to do, after the others have had their turn."""

_LINGER_S = 5.0


class IndexBackground:
    """Tasks by their owner: one that is asked for again while it runs, runs again."""

    def __init__(self, linger_s: float = _LINGER_S) -> None:
        self._linger_s = linger_s
        self._steps: dict[object, BackgroundStep] = {}
        self._running: object = None
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None

    def ask(self, owner: object, step: BackgroundStep) -> None:
        """Do it soon."""
        with self._changed:
            self._steps[owner] = step
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="memory-index", daemon=True)
                self._thread.start()
            self._changed.notify_all()

    def is_at_work_for(self, owner: object) -> bool:
        with self._changed:
            return owner in self._steps or self._running is owner

    def settle(self, owner: object, within_s: float | None = None) -> bool:
        """Wait until nothing is left to do for the owner; False: it takes longer than this."""
        with self._changed:
            return self._changed.wait_for(lambda: owner not in self._steps and self._running is not owner, within_s)

    def drop(self, owner: object, within_s: float) -> bool:
        """Forget the owner's task; the step under way may end within this time. False: it goes on."""
        with self._changed:
            self._steps.pop(owner, None)
        return self.settle(owner, within_s)

    def _work(self) -> None:
        while (found := self._next()) is not None:
            owner, step = found
            more = False
            try:
                more = step()
            except Exception:  # the one rim of this thread: a bug costs one anima its vectors, not all of them
                _log.exception("work on an index in the background ended by a bug")
            with self._changed:
                self._running = None
                if more:
                    self._steps.setdefault(owner, step)
                self._changed.notify_all()
            time.sleep(0)  # whoever waits to ask goes first

    def _next(self) -> tuple[object, BackgroundStep] | None:
        with self._changed:
            if not self._changed.wait_for(lambda: bool(self._steps), self._linger_s):
                self._thread = None
                return None
            owner = next(iter(self._steps))
            self._running = owner
            return owner, self._steps.pop(owner)


INDEX_BACKGROUND = IndexBackground()
"""The process has one, as it has one processor to spare."""


# --- opened ---------------------------------------------------------------------------------------------------------
# Whose indexes are open: those of the animas that were asked longest ago are closed, however large the fleet is.


INDEXES_OPEN_AT_MOST = 32
"""Animas with open indexes; each has two SQLite files with a megabyte of cache."""


class Closable(Protocol):
    """Something that can be closed, and opens by itself when it is used again."""

    def rest(self) -> None: ...


class OpenIndexes:
    """Not a lock: who is closed while in use only opens again."""

    def __init__(self, at_most: int = INDEXES_OPEN_AT_MOST) -> None:
        self._at_most = at_most
        self._open: OrderedDict[Closable, None] = OrderedDict()
        self._lock = threading.Lock()

    def use(self, closable: Closable) -> list[Closable]:
        """It is in use now; who is to be closed for it."""
        with self._lock:
            self._open[closable] = None
            self._open.move_to_end(closable)
            return [self._open.popitem(last=False)[0] for _ in range(len(self._open) - self._at_most)]

    def forget(self, closable: Closable) -> None:
        with self._lock:
            self._open.pop(closable, None)


OPEN_INDEXES = OpenIndexes()
"""File descriptors and memory are the process's."""


# --- verify ---------------------------------------------------------------------------------------------------------
# Verifying: the indexes against the files that they were made from, and against each other.
#
# What the files hold is found out the way a rebuild does, in an index of its own beside the others.


VERIFY_SAMPLE = 50
"""Entries that must find themselves."""

_SAME = 0.999
"""Cosine of two texts that are the same but for rounding."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexReport:
    """What was counted. `problems` are sentences for the operator; none: all is well.

    `vectors` and `filed` (those of them that Chroma has) are None where nothing is embedded.
    """

    entries: int
    indexed: int
    vectors: int | None = None
    filed: int | None = None
    asked: int = 0
    problems: tuple[str, ...] = ()


def verify_indexes(truth: TextIndex, index: TextIndex, vectors: VectorIndex | None, unembedded: int) -> IndexReport:
    """Compare. `unembedded` entries have no vector of their text. Raises IndexDamaged, IndexUnreachable."""
    expected, held = truth.checksums(), index.checksums()
    sample = _sample(index, len(held))
    problems = [*_text_problems(expected, held, index), *_words_problems(index, sample)]
    if vectors is None:
        return IndexReport(entries=len(expected), indexed=len(held), asked=len(sample), problems=tuple(problems))
    problems += [*_vector_problems(vectors, len(held), unembedded), *_self_problems(vectors, sample)]
    return IndexReport(
        entries=len(expected),
        indexed=len(held),
        vectors=vectors.count(),
        filed=vectors.filed(),
        asked=len(sample),
        problems=tuple(problems),
    )


def _text_problems(expected: dict[str, int], held: dict[str, int], index: TextIndex) -> Iterator[str]:
    if not index.is_sound():
        yield "the text index is damaged"
    if missing := expected.keys() - held.keys():
        yield f"{len(missing)} entries of the files are not in the text index"
    if extra := held.keys() - expected.keys():
        yield f"{len(extra)} entries of the text index are not in the files"
    if differing := [id for id in expected.keys() & held.keys() if expected[id] != held[id]]:
        yield f"{len(differing)} entries of the text index are not what the files say"


def _words_problems(index: TextIndex, sample: Sequence[IndexEntry]) -> Iterator[str]:
    lost = sum(1 for entry in sample if not _finds_itself(index, entry))
    if lost:
        yield f"{lost} of {len(sample)} entries are not found by their own words"


def _vector_problems(vectors: VectorIndex, entries: int, unembedded: int) -> Iterator[str]:
    if not vectors.is_sound():
        yield "the vectors are damaged"
        return
    if unembedded:
        yield f"{unembedded} entries have no vector of their text"
    if vectors.count() > entries:
        yield f"{vectors.count() - entries} vectors are of no entry"
    filed, held = vectors.filed(), vectors.chroma.count() if vectors.chroma else None
    if filed and held is not None and held < filed:
        yield f"Chroma has {held} of {filed} vectors"


def _self_problems(vectors: VectorIndex, sample: Sequence[IndexEntry]) -> Iterator[str]:
    lost = 0
    own = vectors.of([entry.id for entry in sample])
    for entry in sample:
        if entry.id in own:
            hits = vectors.nearest(own[entry.id], SearchScope(audiences=[entry.audience]), 10)
            lost += entry.id not in dict(hits) and not (hits and hits[-1][1] > _SAME)
    if lost:
        yield f"{lost} of {len(sample)} entries are not found by their own vector"


def _finds_itself(index: TextIndex, entry: IndexEntry) -> bool:
    words = list(dict.fromkeys(terms(entry.text)))[:20]
    moment = entry.at or None
    within = SearchScope(
        audiences=[entry.audience],
        kinds=[entry.kind],
        since=moment and moment - timedelta(seconds=1),
        until=moment and moment + timedelta(seconds=1),
    )
    return not words or entry.id in {hit.id for hit in index.match(words, within, 1000)}


def _sample(index: TextIndex, size: int) -> list[IndexEntry]:
    """Entries from all over the index, the same ones each time."""
    ids = sorted(index.checksums())
    sample = index.entries(ids[:: max(1, size // VERIFY_SAMPLE)][:VERIFY_SAMPLE]).values()
    return [
        entry for entry in sample if entry.kind != ENTRY_KEY and entry.invalidated_at is None
    ]  # nobody looks for those


# --- keeper ---------------------------------------------------------------------------------------------------------


LOOK_AGAIN = timedelta(minutes=10)
"""All files are looked at behind a question that comes so long after the last look, whatever their signs say. What is
edited inside a file is told by the watcher at once; this is for where there is none."""

PATIENCE_S = 2.0
"""Who asks while the index reads what is new waits no longer, and is answered from what has been read."""

CHROMA_FROM = 50_000
"""Vectors of an anima from which on Chroma stands before the exact scan."""

CLOSE_WITHIN_S = 0.5
"""A batch that is being embedded is not waited for longer; what comes of it is thrown away."""


class IndexKeeper:
    """Blocking; call it from a thread.

    With an embedder the entries' vectors follow in the background; `vectors` is what is there of them. `chroma_from`
    None: all of them are scanned exactly, always.
    """

    def __init__(
        self,
        location: AnimaLocation,
        zone: tzinfo,
        embedder: Embedder | None = None,
        background: IndexBackground = INDEX_BACKGROUND,
        chroma_from: int | None = CHROMA_FROM,
        opened: OpenIndexes = OPEN_INDEXES,
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
        self._following = ArchiveReader(location, zone, tell)
        self._lock = threading.Lock()
        self._rebuilding = threading.Lock()
        self._stale = True
        self._is_changed = False
        self._is_to_look = False
        self._looked: datetime | None = None
        self._opened: tuple[VectorIndex, EmbeddingWork] | None = None
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

    def verify(self) -> IndexReport:
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
                    return verify_indexes(truth, self.index, self.vectors(), unembedded)
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

    def _vectors(self) -> tuple[VectorIndex, EmbeddingWork]:
        assert self.embedder is not None
        with self._opening:
            if self._opened is not None and self._opened[0].model != self.embedder.name:
                self._opened[0].close()  # the embedder could not be loaded, and another one stands in for it
                self._opened = None
            if self._opened is None:
                bring_numpy()
                from memory.index.chroma import Chroma
                from memory.index.vectors import EmbeddingWork, VectorIndex

                chroma = Chroma(self._location.chroma, self._chroma_from)
                vectors = VectorIndex(self._location.vectors, self.embedder.name, chroma, self._lost_vectors)
                self._opened = vectors, EmbeddingWork(self.embedder, vectors)
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
        from memory.index.vectors import embed_anew

        try:
            return embed_anew(self.embedder, fresh, self._vectors()[0], progress)
        except EmbedderFault as fault:
            _log.warning("vectors could not be made anew: %s", fault)
            return None


def _is_whole(index: TextIndex | VectorIndex) -> bool:
    try:
        return index.is_sound()
    except IndexDamaged:
        return False


def _rest(closable: Closable) -> bool:
    closable.rest()
    return False
