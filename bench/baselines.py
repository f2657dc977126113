"""The strongest simple ways to search, measured beside recall: plain BM25, and BM25 fused with vectors by rank."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from memory.languages.analyser import terms
from memory.theories.bm25 import bm25, rarity
from memory.theories.rank_fusion import rank_fusion
from memory.vocabulary.ports import Embedder


class Bm25:
    """Okapi BM25 over all terms of the texts; ties keep the order of the texts."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._counts = [Counter(terms(text)) for text in texts]
        self._lengths = [sum(counts.values()) for counts in self._counts]
        self._mean = sum(self._lengths) / len(texts)
        self._containing = Counter(term for counts in self._counts for term in counts)

    def ranked(self, question: str) -> list[int]:
        """The places of the texts that share a word with the question, best first."""
        asked = {term: rarity(len(self._counts), self._containing[term]) for term in set(terms(question))}
        scores = [
            bm25([(asked[term], counts[term]) for term in sorted(asked) if term in counts], length, self._mean)
            for counts, length in zip(self._counts, self._lengths, strict=True)
        ]
        return [at for at in sorted(range(len(scores)), key=lambda at: -scores[at]) if scores[at] > 0]


class Fused:
    """Reciprocal rank fusion (K = 60) of BM25 and the cosines of an embedder."""

    def __init__(self, texts: Sequence[str], embedder: Embedder) -> None:
        self._words = Bm25(texts)
        self._embedder = embedder
        self._vectors = embedder.embed(texts)

    def ranked(self, question: str) -> list[int]:
        cosines = (self._vectors @ self._embedder.embed([question], query=True)[0]).tolist()
        near = sorted(range(len(cosines)), key=lambda at: -cosines[at])
        fused = rank_fusion([self._words.ranked(question), near])
        return sorted(fused, key=lambda at: -fused[at])
