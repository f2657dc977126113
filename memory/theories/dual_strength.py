"""Dual strength: how deeply a memory is stored is one thing, how easily it comes to mind another.

Formula  each recall: storage + 0.1 · (10 - storage) · (1.1 - retrieval), retrieval = 1; in between storage stays as it
         is and retrieval = R (see retention)
Units    storage 1 … 10, retrieval 0 … 1
Params   rate = 0.1, least gain = 0.1 (of what a recall at retrieval 0 gives beyond that)
Source   new theory of disuse, Bjork & Bjork (1992), in From Learning Processes to Cognitive Processes; the bounds as
         described (STR-02).

A recall that was hard to make stores more than one that was easy. High storage with low retrieval is what lies on the
tip of the tongue.
"""

from __future__ import annotations

LEAST_STORAGE = 1.0
MOST_STORAGE = 10.0
RATE = 0.1
LEAST_GAIN = 0.1


def recalled(storage: float, retrieval: float) -> float:
    """The storage after one recall, made when the memory was as near as `retrieval`. Never less than before."""
    stored = min(MOST_STORAGE, max(LEAST_STORAGE, storage))
    effort = 1 + LEAST_GAIN - min(1.0, max(0.0, retrieval))
    return min(MOST_STORAGE, stored + RATE * (MOST_STORAGE - stored) * effort)
