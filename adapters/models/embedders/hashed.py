"""A lexical embedder: words and letter trigrams hashed into signed dimensions. No model, the same in every process."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import blake2b
from math import log

from adapters.models.embedders.exported import unit_rows
from memory.language.analyser import is_cjk, is_silent, terms
from memory.vocabulary.ports import Matrix

DIMENSIONS = 384
TRIGRAM_WEIGHT = 0.5
"""A trigram tells less than a word, and a word has several."""


class Hashed:
    """An Embedder. What shares words is near; what says the same in other words is not."""

    name = "hashed-384"

    def embed(self, texts: Sequence[str], *, query: bool = False) -> Matrix:
        import numpy as np

        rows = np.zeros((len(texts), DIMENSIONS), np.float32)
        for row, text in zip(rows, texts, strict=True):
            for feature, weight in _weights(text):
                at, sign = _slot(feature)
                row[at] += sign * weight
            if not row.any():
                row[0] = 1.0  # of nothing at all there is nothing to tell apart
        return unit_rows(rows)


def _weights(text: str) -> Iterator[tuple[str, float]]:
    """Each feature once, with the logarithm of how often it occurs."""
    every = terms(text)
    telling = Counter([term for term in every if not is_silent(term)] or every)
    for term, count in telling.items():
        yield term, 1.0 + log(count)
    for trigram, count in Counter(part for term in telling.elements() for part in _trigrams(term)).items():
        yield f"{trigram}…", TRIGRAM_WEIGHT * (1.0 + log(count))


def _trigrams(term: str) -> Iterator[str]:
    """None of Japanese or Chinese, whose terms are bigrams already."""
    if not is_cjk(term[0]):
        word = f"^{term}$"
        yield from (word[at : at + 3] for at in range(len(word) - 2))


@lru_cache(maxsize=16_384)
def _slot(feature: str) -> tuple[int, float]:
    number = int.from_bytes(blake2b(feature.encode(), digest_size=8).digest(), "big")
    return (number >> 1) % DIMENSIONS, 1.0 if number & 1 else -1.0
