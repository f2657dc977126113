"""The exact scan: every vector that may be found, against the question.

Whom a vector is for is looked at first, and what the reader may not see is not even measured.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from memory.index.embedded import Vector
from memory.index.entry import KEY
from memory.index.int8 import VectorFile, widened
from memory.index.within import Within

Hits = list[tuple[str, float]]
"""Entry ids and cosines, best first."""

_SMALLEST = 64
_SAME = 1e-6
"""Cosines that differ by less are equal: the newer entry comes first then, wherever it stands in the block."""

_MORE = 16
"""So many more than twice what is wanted are measured finely: rounding moves a cosine by 0.002 at most."""

_AT_ONCE = 256
"""Rows that are widened to floats together: more of them numpy hands to several threads, which wait for one another
longer than they work (at 2,048 a search of 50,000 took 191 ms of CPU in place of 11, on two busy cores)."""


@dataclass(frozen=True, slots=True)
class Placed:
    """An entry's vector in the file, and what a search may be narrowed by."""

    row: int
    id: str
    audience: str
    kind: str
    stamp: float
    slot: int
    scale: float


class Block:
    """The vectors of one model, in its file, with what is known of each in memory. Not for two threads at once."""

    def __init__(self, file: VectorFile, placed: Sequence[Placed] = ()) -> None:
        self._file = file
        self._ids: list[str] = []
        self._places: dict[str, int] = {}
        self._codes: dict[str, int] = {}  # of audiences and kinds
        self._rows = np.empty(0, np.int64)
        self._scales = np.empty(0, np.float32)
        self._stamps = np.empty(0, np.float64)
        self._audiences = np.empty(0, np.int32)
        self._kinds = np.empty(0, np.int32)
        self._is_searched = np.empty(0, np.bool_)
        self.add(placed)

    @property
    def is_as_it_was(self) -> bool:
        """Whether nobody else has touched the file; what is mapped must not be cut off under a reader's feet."""
        return self._file.state() == self._state

    def add(self, placed: Sequence[Placed]) -> None:
        """What stands in the file since the last time. A vector of an id that is there already takes its place."""
        self._matrix, self._state = self._file.mapped(), self._file.state()
        self._reserve(len(self._matrix))
        for one in placed:
            self.remove((one.id,))
            place = one.slot
            self._rows[place], self._scales[place], self._stamps[place] = one.row, one.scale, one.stamp
            self._audiences[place], self._kinds[place] = self._code(one.audience), self._code(one.kind)
            self._is_searched[place] = one.kind != KEY
            self._ids[place], self._places[one.id] = one.id, place

    def remove(self, ids: Iterable[str]) -> None:
        for id in ids:
            place = self._places.pop(id, None)
            if place is not None:
                self._is_searched[place] = False

    def of(self, ids: Iterable[str]) -> dict[str, Vector]:
        """The vectors of those that are here."""
        found = {id: place for id in ids if (place := self._places.get(id)) is not None}
        return dict(zip(found, self._vectors(np.fromiter(found.values(), np.intp)), strict=True))

    def cosines(self, ids: Iterable[str], query: Vector) -> dict[str, float]:
        """Of those that are here."""
        found = {id: place for id in ids if (place := self._places.get(id)) is not None}
        if 2 * query.size != self._file.width:
            return {}
        places = np.fromiter(found.values(), np.intp)
        return dict(zip(found, (self._vectors(places) @ query).tolist(), strict=True))

    def nearest_of_each(
        self, query: Vector, withins: Sequence[Within], limit: int, among: NDArray[np.bool_] | None = None
    ) -> list[Hits]:
        """The best by cosine for each of several conditions, of one scan; of all, or of what is `among`."""
        if not self._places or limit < 1 or 2 * query.size != self._file.width:
            return [[] for _ in withins]
        masks = [self._admitted(within) if among is None else self._admitted(within) & among for within in withins]
        if not masks:
            return []
        places = np.flatnonzero(np.logical_or.reduce(masks))
        cosines = np.zeros(len(self._ids), np.float32)
        cosines[places] = self._measured(places, query)
        return [self._best(query, cosines, np.flatnonzero(mask), limit) for mask in masks]

    def among(self, rows: Collection[int], filed: int) -> NDArray[np.bool_]:
        """Those of these rows of the store, and of all rows above the last one that is filed."""
        return np.isin(self._rows, np.fromiter(rows, np.int64)) | (self._rows > filed)

    def _measured(self, places: NDArray[np.intp], query: Vector) -> NDArray[np.float32]:
        cosines = np.empty(places.size, np.float32)
        for first in range(0, places.size, _AT_ONCE):
            some = places[first : first + _AT_ONCE]
            is_one_piece = some[-1] - some[0] + 1 == some.size
            coarse = self._matrix[:, : query.size]
            rows = coarse[some[0] : some[-1] + 1] if is_one_piece else coarse[some]
            np.matmul(rows.astype(np.float32), query, out=cosines[first : first + some.size])
        return cosines * self._scales[places]

    def _vectors(self, places: NDArray[np.intp]) -> Vector:
        return widened(self._matrix[places], self._scales[places])

    def _best(self, query: Vector, whole: Vector, places: NDArray[np.intp], limit: int) -> Hits:
        if not places.size:
            return []
        cosines = whole[places]
        if places.size > (more := 2 * limit + _MORE):
            last = np.partition(cosines, places.size - more)[places.size - more]
            places = places[np.flatnonzero(cosines >= last - _SAME)]
        # Finely, and row by row: in the product of the whole, where a row stands moves its last digit, and a rebuild
        # would tell.
        exact = np.einsum("ij,j->i", self._vectors(places), query, dtype=np.float64)
        found = zip(exact.tolist(), self._stamps[places].tolist(), places.tolist(), strict=True)
        order = sorted((-round(cosine, 6), -moment, self._ids[place]) for cosine, moment, place in found)
        return [(id, min(1.0, -cosine)) for cosine, _, id in order[:limit]]

    def _admitted(self, within: Within) -> NDArray[np.bool_]:
        admitted: NDArray[np.bool_] = self._is_searched & self._are(within.audiences)[self._audiences]
        if within.kinds:
            admitted &= self._are(within.kinds)[self._kinds]
        if within.since:
            admitted &= self._stamps >= within.since.timestamp()
        if within.until:
            admitted &= self._stamps <= within.until.timestamp()
        for id in within.without:
            if (place := self._places.get(id)) is not None:
                admitted[place] = False
        return admitted

    def _are(self, names: Collection[str]) -> NDArray[np.bool_]:
        """By code, whether the name is one of these."""
        among = np.zeros(max(1, len(self._codes)), np.bool_)
        among[[code for name in names if (code := self._codes.get(name)) is not None]] = True
        return among

    def _code(self, name: str) -> int:
        return self._codes.setdefault(name, len(self._codes))

    def _reserve(self, size: int) -> None:
        more = size - len(self._ids)
        if more > 0:
            self._ids += [""] * more
            for name in ("_rows", "_scales", "_stamps", "_audiences", "_kinds", "_is_searched"):
                held = getattr(self, name)
                setattr(self, name, np.concatenate([held, np.zeros(more, held.dtype)]))
