"""Meaning: the vector arm of one question. A question is embedded once, and never waits for a model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Self

from memory.index.within import Within
from memory.vocabulary.errors import EmbedderFault, EmbedderNotReady
from memory.vocabulary.ports import Embedder

if TYPE_CHECKING:  # an idle fleet does without numpy
    from memory.index.embedded import Vector
    from memory.index.vectors import VectorIndex


class Meaning:
    """The question's vector, and the index that it is asked of."""

    def __init__(self, vectors: VectorIndex, vector: Vector) -> None:
        self._vectors = vectors
        self._vector = vector

    @classmethod
    def of(cls, topic: str, embedder: Embedder | None, vectors: VectorIndex | None) -> Self | None:
        """None without an embedder, while it is being loaded, and where it fails: then recall goes by words."""
        if embedder is None or vectors is None or not topic.strip():
            return None
        try:
            (asked,) = embedder.embed([topic], query=True)
        except (EmbedderNotReady, EmbedderFault):
            return None
        return cls(vectors, asked)

    def nearest(self, within: Within, beside: Sequence[Within], limit: int) -> list[list[str]]:
        """Ids, nearest first; and then of each that is `beside`, as many as the same search brings along."""
        return [[id for id, _ in hits] for hits in self._vectors.nearest_with(self._vector, within, beside, limit)]

    def similarities(self, ids: Sequence[str]) -> dict[str, float]:
        """The cosine of each that has a vector."""
        return {id: float(vector.dot(self._vector)) for id, vector in self._vectors.of(ids).items()}

    def cosines(self, ids: Sequence[str]) -> dict[str, float]:
        """The same of keys and facts, whose likeness to each other nobody will ask."""
        return self._vectors.cosines(ids, self._vector)
