"""Neighbour evolution: what lies beside a memory that is called up grows a little firmer with it.

Formula  stability · 1.02 for each memory one link away from one that was accessed, once an access; not for that itself
Units    days
Params   growth = 1.02 (≥ 1)
Source   the number as described (FOR-16); that what is near evolves too, A-MEM, Xu et al. (2025), arXiv 2502.12110.
"""

from __future__ import annotations

from memory.theories.retention import grown

GROWTH = 1.02


def stability_days(before_days: float) -> float:
    """The stability of a neighbour after one access."""
    return grown(before_days, GROWTH)
