"""Frequency: what has been used often is used again; the tenth use says less than the first.

Formula  raw: ln(1 + uses); lawful: min(1, ln(1 + uses) / ln(1 + full))
Params   full = 20 uses (> 0)
Source   the description of the `spreading` recipe (RET-07); frequency effect, Anderson & Schooler (1991), Psychological
         Science 2.

The raw form has no bound: after a thousand uses it outweighs any similarity, so only the recipe as written takes it.
"""

from __future__ import annotations

from math import log1p

FULL_USES = 20


def frequency(uses: int, full: int = FULL_USES) -> float:
    """0 for what was never used, 1 for `full` uses and more."""
    return min(1.0, raw_frequency(uses) / log1p(full))


def raw_frequency(uses: int) -> float:
    """As the source writes it, without a bound."""
    return log1p(max(0, uses))
