"""Okapi BM25: rare words say more, repeated ones less and less, and long texts are not favoured.

Formula  Σ over terms idf · tf (k1 + 1) / (tf + k1 (1 - b + b · length / mean length))
         idf = ln(1 + (N - n + 0.5) / (n + 0.5))
Params   k1 = 1.2 (≥ 0), b = 0.75 (0 … 1)
Source   Robertson & Zaragoza (2009), Foundations and Trends in Information Retrieval 3.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import log

K1 = 1.2
B = 0.75


def rarity(documents: int, containing: int) -> float:
    """The idf: what one occurrence of a term is worth. Never negative."""
    return log(1 + (documents - containing + 0.5) / (containing + 0.5))


def bm25(
    occurrences: Iterable[tuple[float, float]], length: float, mean_length: float, k1: float = K1, b: float = B
) -> float:
    """The score of one text from (rarity, times in the text) of each query term."""
    stretch = k1 * (1 - b + b * length / mean_length) if mean_length > 0 else k1
    return sum(idf * times * (k1 + 1) / (times + stretch) for idf, times in occurrences if times > 0)
