"""The exact scan: every vector of a block against the question.

It is the oracle of the contract suite, what small animas always use, and what answers while Chroma cannot.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Self

import numpy as np
from numpy.typing import NDArray

from memory.index.embedded import Embedded, Vector
from memory.index.within import Within

Hits = list[tuple[str, float]]
"""Entry ids and cosines, best first."""

_SMALLEST = 64
_SAME = 1e-6
"""Cosines that differ by less are equal: the newer entry comes first then, wherever it stands in the block."""


class Block:
    """Vectors of one model in memory; the first decides their length. Not for two threads at once."""

    def __init__(self) -> None:
        self._matrix = np.empty((0, 0), np.float32)
        self._stamps = np.empty(0, np.float64)
        self._audiences = np.empty(0, np.int32)
        self._kinds = np.empty(0, np.int32)
        self._alive = np.empty(0, np.bool_)
        self._ids: list[str] = []
        self._places: dict[str, int] = {}
        self._codes: dict[str, int] = {}  # of audiences and kinds

    @classmethod
    def of_all(cls, vectors: Sequence[Embedded]) -> Self:
        block = cls()
        block.add(vectors)
        return block

    def __len__(self) -> int:
        return len(self._places)

    @property
    def is_sparse(self) -> bool:
        """Most of it is dead: load it again."""
        return len(self._ids) > max(_SMALLEST, 2 * len(self._places))

    def add(self, vectors: Sequence[Embedded]) -> None:
        """A vector of an id that is there already takes its place."""
        if not vectors:
            return
        if not self._ids:
            self._matrix = np.empty((0, vectors[0].vector.size), np.float32)
        first, last = len(self._ids), len(self._ids) + len(vectors)
        self._reserve(last)
        self._matrix[first:last] = np.stack([one.vector for one in vectors])
        self._stamps[first:last] = [one.stamp for one in vectors]
        self._audiences[first:last] = [self._code(one.audience) for one in vectors]
        self._kinds[first:last] = [self._code(one.kind) for one in vectors]
        self._alive[first:last] = True
        for place, one in enumerate(vectors, start=first):
            if one.id in self._places:
                self.remove((one.id,))
            self._ids.append(one.id)
            self._places[one.id] = place

    def remove(self, ids: Iterable[str]) -> None:
        for id in ids:
            place = self._places.pop(id, None)
            if place is not None:
                self._alive[place] = False

    def of(self, ids: Iterable[str]) -> dict[str, Vector]:
        """The vectors of those that are here."""
        return {id: self._matrix[place] for id in ids if (place := self._places.get(id)) is not None}

    def nearest(self, query: Vector, within: Within, limit: int) -> Hits:
        """The best by cosine, best first."""
        return self.nearest_of_each(query, [within], limit)[0]

    def nearest_of_each(self, query: Vector, withins: Sequence[Within], limit: int) -> list[Hits]:
        """The same for several conditions, of one scan."""
        if not self._ids or limit < 1 or query.size != self._matrix.shape[1]:
            return [[] for _ in withins]
        cosines = self._matrix[: len(self._ids)] @ query
        return [self._best(query, cosines, np.flatnonzero(self._admitted(within)), limit) for within in withins]

    def _best(self, query: Vector, whole: Vector, places: NDArray[np.intp], limit: int) -> Hits:
        if not places.size:
            return []
        cosines = whole[places]
        if places.size > limit:
            last = np.partition(cosines, places.size - limit)[places.size - limit]
            best = np.flatnonzero(cosines >= last - _SAME)
            places = places[best]
        # Row by row: in the product of the whole, where a row stands moves its last digit, and a rebuild would tell.
        exact = np.einsum("ij,j->i", self._matrix[places], query, dtype=np.float64)
        found = zip(exact.tolist(), self._stamps[places].tolist(), places.tolist(), strict=True)
        order = sorted((-round(cosine, 6), -moment, self._ids[place]) for cosine, moment, place in found)
        return [(id, min(1.0, -cosine)) for cosine, _, id in order[:limit]]

    def _admitted(self, within: Within) -> NDArray[np.bool_]:
        size = len(self._ids)
        admitted = self._alive[:size] & self._among(within.audiences)[self._audiences[:size]]
        if within.kinds:
            admitted &= self._among(within.kinds)[self._kinds[:size]]
        if within.since:
            admitted &= self._stamps[:size] >= within.since.timestamp()
        if within.until:
            admitted &= self._stamps[:size] <= within.until.timestamp()
        for id in within.without:
            if (place := self._places.get(id)) is not None:
                admitted[place] = False
        return admitted

    def _among(self, names: Collection[str]) -> NDArray[np.bool_]:
        """By code, whether the name is one of these."""
        among = np.zeros(max(1, len(self._codes)), np.bool_)
        among[[code for name in names if (code := self._codes.get(name)) is not None]] = True
        return among

    def _code(self, name: str) -> int:
        return self._codes.setdefault(name, len(self._codes))

    def _reserve(self, size: int) -> None:
        room = len(self._alive)
        if size <= room:
            return
        more = max(size, 2 * room, _SMALLEST) - room
        # Rows that were handed out by `of` keep the old matrix alive and unchanged.
        self._matrix = np.concatenate([self._matrix, np.empty((more, self._matrix.shape[1]), np.float32)])
        self._stamps = np.concatenate([self._stamps, np.zeros(more, np.float64)])
        self._audiences = np.concatenate([self._audiences, np.zeros(more, np.int32)])
        self._kinds = np.concatenate([self._kinds, np.zeros(more, np.int32)])
        self._alive = np.concatenate([self._alive, np.zeros(more, np.bool_)])
