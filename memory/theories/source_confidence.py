"""Source confidence: what came from a doubtful source is ranked down, never left out.

Formula  doubt = 1 - confidence / bound below the bound, else 0; factor = 1 - 0.5 · doubt
Params   bound = 0.3 (0 < bound ≤ 1)
Source   the bound as described (RET-17); the slope is the project's own reading.
"""

from __future__ import annotations

BOUND = 0.3
FULL_DOUBT = 0.5


def doubt(confidence: float, bound: float = BOUND) -> float:
    """0 … 1: a signal with a weight below nought."""
    return max(0.0, 1 - max(0.0, confidence) / bound)


def factor(confidence: float, bound: float = BOUND) -> float:
    """0.5 … 1: for what is multiplied, like the confidence of a recollection."""
    return 1 - FULL_DOUBT * doubt(confidence, bound)
