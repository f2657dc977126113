"""Text cosine: two texts are alike as far as they have the same words equally often.

Formula  Σ tf(a) tf(b) / (|a| |b|); 0 where one of them is empty
Source   vector space model, Salton, Wong & Yang (1975), Communications of the ACM 18.

It stands in where a text has no vector.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import sqrt


def text_cosine(one: Iterable[str], other: Iterable[str]) -> float:
    """0 … 1, from the terms of both."""
    return cosine(Counter(one), Counter(other))


def cosine(here: Counter[str], there: Counter[str]) -> float:
    """The same, of what was counted before."""
    common = sum(times * there[term] for term, times in here.items() if term in there)
    if not common:
        return 0.0
    lengths = sqrt(sum(times**2 for times in here.values()) * sum(times**2 for times in there.values()))
    return min(1.0, common / lengths)
