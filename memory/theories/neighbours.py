"""Neighbours: an answer stands next to what it answers, so a good turn lifts the turns beside it.

Formula  s' = s + before · s(previous turn) + after · s(next turn), within one session
Params   before = 0.4, after = 0.2 (0 … 1)
Source   the project's own measurement: +4.3 points on the development chats.
"""

from __future__ import annotations

BEFORE = 0.4
AFTER = 0.2


def with_neighbours(
    own: float, previous: float | None, following: float | None, before: float = BEFORE, after: float = AFTER
) -> float:
    """The score with its neighbours' shares; None where there is no neighbour."""
    return own + before * (previous or 0.0) + after * (following or 0.0)
