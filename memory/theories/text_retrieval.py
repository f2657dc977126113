"""Text retrieval: how texts are scored by their words, and how several lists become one.

Okapi BM25: rare words say more, repeated ones less and less, and long texts are not favoured.

Formula  Σ over terms idf · tf (k1 + 1) / (tf + k1 (1 - b + b · length / mean length))
         idf = ln(1 + (N - n + 0.5) / (n + 0.5))
Params   k1 = 1.2 (≥ 0), b = 0.75 (0 … 1)
Source   Robertson & Zaragoza (2009), Foundations and Trends in Information Retrieval 3.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from math import log, sqrt
from typing import TypeVar

BM25_K1 = 1.2
BM25_B = 0.75


def inverse_document_frequency(documents: int, containing: int) -> float:
    """The idf: what one occurrence of a term is worth. Never negative."""
    return log(1 + (documents - containing + 0.5) / (containing + 0.5))


def bm25(
    occurrences: Iterable[tuple[float, float]],
    length: float,
    mean_length: float,
    k1: float = BM25_K1,
    b: float = BM25_B,
) -> float:
    """The score of one text from (rarity, times in the text) of each query term."""
    stretch = k1 * (1 - b + b * length / mean_length) if mean_length > 0 else k1
    return sum(idf * times * (k1 + 1) / (times + stretch) for idf, times in occurrences if times > 0)


# --- text cosine ----------------------------------------------------------------------------------------------------
# Text cosine: two texts are alike as far as they have the same words equally often.
#
# Formula  Σ tf(a) tf(b) / (|a| |b|); 0 where one of them is empty
# Source   vector space model, Salton, Wong & Yang (1975), Communications of the ACM 18.
#
# It stands in where a text has no vector.


def text_cosine(iterable: Iterable[str], other: Iterable[str]) -> float:
    """0 … 1, from the terms of both."""
    return count_cosine(Counter(iterable), Counter(other))


def count_cosine(here: Counter[str], there: Counter[str]) -> float:
    """The same, of what was counted before."""
    common = sum(times * there[term] for term, times in here.items() if term in there)
    if not common:
        return 0.0
    lengths = sqrt(sum(times**2 for times in here.values()) * sum(times**2 for times in there.values()))
    return min(1.0, common / lengths)


# --- z score --------------------------------------------------------------------------------------------------------
# Z-scores: signals with different units become comparable among the candidates of one question.
#
# Formula  z = (x - mean) / standard deviation, held within -bound … bound; all 0 where nothing differs
# Source   score normalisation by mean and deviation, Montague & Aslam (2001), CIKM.


Z_BOUND = 8.0


def z_scores(values: Sequence[float], bound: float = Z_BOUND) -> list[float]:
    """One z for each value, in order."""
    if not values:
        return []
    mean = sum(values) / len(values)
    deviation = sqrt(sum((value - mean) ** 2 for value in values) / len(values))
    if deviation < 1e-12:
        return [0.0] * len(values)
    scores = [(value - mean) / deviation for value in values]
    return (
        scores
        if -bound <= min(scores) and max(scores) <= bound
        else [max(-bound, min(bound, score)) for score in scores]
    )


# --- rank fusion ----------------------------------------------------------------------------------------------------
# Reciprocal rank fusion: lists that know nothing of each other's scores vote by rank.
#
# Formula  score(d) = Σ over lists 1 / (K + rank + 1), rank from 0
# Params   K = 60 (> 0)
# Source   Cormack, Clarke & Büttcher (2009), SIGIR.


RANK_FUSION_K = 60.0

Ranked_T = TypeVar("Ranked_T", bound=Hashable)


def rank_fusion(lists: Sequence[Sequence[Ranked_T]], k: float = RANK_FUSION_K) -> dict[Ranked_T, float]:
    """The fused score of everything that stands in a list."""
    scores: dict[Ranked_T, float] = {}
    for ranking in lists:
        for rank, found in enumerate(ranking):
            scores[found] = scores.get(found, 0.0) + 1.0 / (k + rank + 1)
    return scores
