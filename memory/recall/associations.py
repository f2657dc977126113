"""Associations: links between memories, and what comes to mind because it is linked to the notes found (RET-09).

The links and the walk know only what the people present may read.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from memory.archive import documents
from memory.index.entry import FACT_KIND, KEPT_KIND, IndexEntry, SearchScope
from memory.index.keeper import IndexKeeper
from memory.index.text_index import TextIndex
from memory.theories.association import MAX_HOPS, spread_activation, weighted_graph
from memory.theories.text_retrieval import rank_fusion
from memory.vocabulary.errors import MemoryFault

if TYPE_CHECKING:
    from memory.index.vector_store import Vector
    from memory.index.vectors import VectorIndex

NEAREST = 10
"""So many links of meaning lead away from a memory at most."""

LARGEST = 2_000
"""So many of the newest memories take part: the links of meaning of more would keep a question waiting."""

LINKS_KEPT = 8
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

    def within(self, index: TextIndex, vectors: VectorIndex | None, scale: Scale, within: SearchScope) -> Linked | None:
        """The graph of what may be found at any time; None where there is nothing of these kinds."""
        kinds = self._kinds & frozenset(within.kinds) if within.kinds else self._kinds
        if not kinds or not ("turn" in kinds or index.has_documents(kinds)):
            return None
        always = SearchScope(audiences=within.audiences, kinds=kinds)
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
            for oldest in list(self._known)[:-LINKS_KEPT]:
                del self._known[oldest]

    def _linked(self, state: str, entries: Sequence[IndexEntry], vectors: VectorIndex | None, scale: Scale) -> Linked:
        found, lacking = _embedded(entries, vectors)
        links = [*written(entries), *by_meaning(found, scale, self._threshold)]
        moments = {entry.id: entry.at.timestamp() if entry.at else 0.0 for entry in entries}
        return Linked(state, weighted_graph(links), moments, lacking)


def admitted(linked: Linked, within: SearchScope) -> Linked:
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


def written(entries: Sequence[IndexEntry]) -> Iterator[Link]:
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
    whole = _plain(documents.path_without_shelf(path))
    folder, _, stem = whole.rpartition("/")
    return whole, folder.rpartition("/")[2] if stem == "skill" else stem


def _plain(name: str) -> str:
    return name.strip().casefold().removesuffix(".md")


def _embedded(entries: Sequence[IndexEntry], vectors: VectorIndex | None) -> tuple[dict[str, Vector], dict[str, bytes]]:
    """The vectors of the texts as they are now, and the hashes of those texts that have none."""
    if vectors is None:
        return {}, {}
    from memory.index.vector_store import text_hash

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


# --- associations ---------------------------------------------------------------------------------------------------
# Associations: what is linked to the notes that were found comes to mind with them (RET-09).
#
# The walk knows only what the people present may read, as the links do.


MOST = 20
"""So many that no other arm has found."""

BEST = 5
"""So many of the notes that were found wake others."""

ENOUGH = 1e-3
"""Share of the activation; what a further step of the walk would move is too little to change places by."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spreading:
    """What takes part, how far it spreads, from which similarity on two memories are linked unasked."""

    kinds: tuple[str, ...] = ("knowledge", "episode", "fact")
    max_hops: int = MAX_HOPS
    threshold: float = 0.75
    is_kept: bool = True


USUAL_SPREADING = Spreading()


class Associations:
    """The graph arm of one anima's recall. Costs nothing where there are no documents."""

    def __init__(
        self, keeper: IndexKeeper, scale_of: Callable[[str], Callable[[float], float]], how: Spreading
    ) -> None:
        self._keeper = keeper
        self._scale_of = scale_of
        kinds = (*how.kinds, KEPT_KIND) if FACT_KIND in how.kinds else how.kinds
        self._links = Links(kinds, how.threshold, is_kept=how.is_kept)
        self._max_hops = how.max_hops

    def __call__(self, index: TextIndex, within: SearchScope, hits: Sequence[Sequence[str]]) -> dict[str, float]:
        """The activation of the hits, one list of ids per arm, best first, and of the most active beyond them."""
        active = self._spread(index, within, hits)
        known = {id for arm in hits for id in arm}
        new = sorted((id for id in active if id not in known), key=lambda id: (-active[id], id))[:MOST]
        return {id: share for id, share in active.items() if id in known} | {id: active[id] for id in new}

    def _spread(self, index: TextIndex, within: SearchScope, hits: Sequence[Sequence[str]]) -> dict[str, float]:
        known = self._links.within(index, self._keeper.vectors(), self._scale_of(""), within)
        if known is None:
            return {}
        linked = admitted(known, within)
        fused = rank_fusion(hits)
        best = sorted((id for id in fused if id in linked.moments), key=lambda id: (-fused[id], id))[:BEST]
        return spread_activation(linked.graph, {id: fused[id] for id in best}, max_hops=self._max_hops, enough=ENOUGH)
