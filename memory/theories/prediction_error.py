"""Prediction error: what is expected teaches nothing; what is new is learned, what is contradicted is replaced.

Formula  contradicting: supersede; else by the similarity s to the closest memory, prediction error = 1 - s:
         s < 0.70 create; s < 0.75 create from importance 0.6, else skip; s ≤ 0.92 update; s > 0.92 reinforce
Units    calibrated similarity (see calibration) and importance 0 … 1
Source   the table as described, its bounds read as bounds on similarity (FOR-08); reconsolidation by prediction error,
         Sinclair & Barense (2019), Trends in Neurosciences 42.

Whether two memories contradict each other is told by their key values, never by similarity: "likes tea" and "likes no
tea" are very similar. What is skipped stays in the log.
"""

from __future__ import annotations

from typing import Literal

from memory.theories.calibration import SAME

NEW_BELOW = 0.70
DETAIL_FROM = 0.75
IMPORTANT_FROM = 0.6

Decision = Literal["create", "skip", "update", "reinforce", "supersede"]


def decision(similarity: float, importance: float, contradicts: bool) -> Decision:
    """What to do with something that was heard. The similarity is 0 where there is no memory yet."""
    if contradicts:
        return "supersede"
    if similarity > SAME:
        return "reinforce"
    if similarity >= DETAIL_FROM:
        return "update"
    if similarity >= NEW_BELOW and importance < IMPORTANT_FROM:
        return "skip"
    return "create"
