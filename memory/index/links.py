"""Links between the documents of one anima: those that are written, `[[name]]`, and those of meaning.

Only what `within` admits is linked at all: a note that the people present may not read neither leads from one memory
to another nor takes a place among the nearest. The graph is kept until one of these documents changes. Blocking.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from memory.archive import shelves
from memory.index.entry import Entry
from memory.index.text import TextIndex
from memory.index.within import Within
from memory.theories.spreading_activation import graph
from memory.vocabulary.errors import MemoryFault

if TYPE_CHECKING:  # an idle fleet does without numpy
    from memory.index.embedded import Vector
    from memory.index.vectors import VectorIndex

NEAREST = 10
"""So many links of meaning lead away from a memory at most."""

LARGEST = 2_000
"""So many of the newest memories take part: the links of meaning of more would keep a question waiting."""

KEPT = 8
"""Graphs that are kept, one for each set of audiences."""

_AT_ONCE = 256

_LINK = re.compile(r"\[\[([^\[\]|#\n]+)(?:[|#][^\[\]\n]*)?\]\]")

Link = tuple[str, str, float]
Graph = Mapping[str, Mapping[str, float]]
Scale = Callable[[float], float]


@dataclass(frozen=True, slots=True)
class Linked:
    """The graph; `moments` has all of its memories, linked or not, with their time. `lacking` have no vector yet."""

    state: str
    graph: Graph
    moments: Mapping[str, float]
    lacking: Mapping[str, bytes]


class Links:
    """The graphs of one anima. `threshold` is the similarity from which two memories are linked by meaning."""

    def __init__(self, kinds: Collection[str], threshold: float, *, is_kept: bool = True) -> None:
        self._kinds = frozenset(kinds)
        self._threshold = threshold
        self._is_kept = is_kept
        self._lock = threading.Lock()
        self._known: dict[tuple[frozenset[str], frozenset[str]], Linked] = {}

    def within(self, index: TextIndex, vectors: VectorIndex | None, scale: Scale, within: Within) -> Linked | None:
        """The graph of what may be found at any time; None where there is nothing of these kinds."""
        kinds = self._kinds & frozenset(within.kinds) if within.kinds else self._kinds
        if not kinds or not ("turn" in kinds or index.has_documents(kinds)):
            return None
        always = Within(audiences=within.audiences, kinds=kinds)
        key = frozenset(within.audiences), kinds
        state = index.state(always)
        with self._lock:
            known = self._known.get(key)
        if known and known.state == state and not _has_come(vectors, known.lacking):
            return known
        linked = self._linked(state, index.latest(always, LARGEST), vectors, scale)
        if self._is_kept:
            self._keep(key, linked)
        return linked

    def _keep(self, key: tuple[frozenset[str], frozenset[str]], linked: Linked) -> None:
        with self._lock:
            self._known.pop(key, None)
            self._known[key] = linked
            for oldest in list(self._known)[:-KEPT]:
                del self._known[oldest]

    def _linked(self, state: str, entries: Sequence[Entry], vectors: VectorIndex | None, scale: Scale) -> Linked:
        found, lacking = _embedded(entries, vectors)
        links = [*written(entries), *by_meaning(found, scale, self._threshold)]
        moments = {entry.id: entry.at.timestamp() if entry.at else 0.0 for entry in entries}
        return Linked(state, graph(links), moments, lacking)


def admitted(linked: Linked, within: Within) -> Linked:
    """What of it `within` admits by its time: nothing leads through what was written later."""
    if not (within.since or within.until or within.without):
        return linked
    first = within.since.timestamp() if within.since else float("-inf")
    last = within.until.timestamp() if within.until else float("inf")
    moments = {id: at for id, at in linked.moments.items() if first <= at <= last and id not in within.without}
    left = {
        id: {far: weight for far, weight in near.items() if far in moments}
        for id, near in linked.graph.items()
        if id in moments
    }
    return replace(linked, graph=left, moments=moments)


def written(entries: Sequence[Entry]) -> Iterator[Link]:
    """`[[name]]` leads to the document of that name or path; its pieces share the link."""
    pieces: dict[str, dict[str, list[str]]] = {}
    for entry in entries:
        if entry.kind != "turn":
            for name in _names(entry.path):
                pieces.setdefault(name, {}).setdefault(entry.path, []).append(entry.id)
    for entry in entries:
        for name in dict.fromkeys(_LINK.findall(entry.text)):
            for ids in pieces.get(_plain(name), {}).values():
                yield from ((entry.id, id, 1 / len(ids)) for id in ids)


def by_meaning(vectors: Mapping[str, Vector], scale: Scale, threshold: float) -> Iterator[Link]:
    """Each with its nearest, as far as they are alike enough."""
    if len(vectors) < 2:
        return
    import numpy as np

    ids = list(vectors)
    rows = np.stack(list(vectors.values()))
    for start in range(0, len(ids), _AT_ONCE):
        cosines = rows[start : start + _AT_ONCE] @ rows.T
        for at, row in enumerate(cosines, start=start):
            row[at] = -1.0
            for other in np.argsort(-row, kind="stable")[:NEAREST]:
                alike = scale(float(row[other]))
                if alike < threshold:
                    break
                yield ids[at], ids[int(other)], min(1.0, alike)


def _names(path: str) -> tuple[str, ...]:
    """A skill goes by its folder."""
    whole = _plain(shelves.plain(path))
    folder, _, stem = whole.rpartition("/")
    return whole, folder.rpartition("/")[2] if stem == "skill" else stem


def _plain(name: str) -> str:
    return name.strip().casefold().removesuffix(".md")


def _embedded(entries: Sequence[Entry], vectors: VectorIndex | None) -> tuple[dict[str, Vector], dict[str, bytes]]:
    """The vectors of the texts as they are now, and the hashes of those texts that have none."""
    if vectors is None:
        return {}, {}
    from memory.index.embedded import text_hash

    hashes = {entry.id: text_hash(entry) for entry in entries}
    fresh = _fresh(vectors, hashes)
    found = vectors.of([id for id in hashes if id in fresh])
    return found, {id: hash for id, hash in hashes.items() if id not in found}


def _fresh(vectors: VectorIndex, hashes: Mapping[str, bytes]) -> set[str]:
    try:
        return {id for id, known in vectors.known(list(hashes)).items() if known.hash == hashes[id]}
    except MemoryFault:
        return set()


def _has_come(vectors: VectorIndex | None, lacking: Mapping[str, bytes]) -> bool:
    return bool(lacking) and vectors is not None and bool(_fresh(vectors, lacking))
