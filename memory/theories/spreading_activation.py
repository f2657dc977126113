"""Spreading activation: what is linked to what was found comes to mind with it.

Formula  p = home · start + (1 - home) · Σ over neighbours p(u) w(u, v) / Σ w(u, ·), then divided by its maximum
Params   home = 0.5 (0 < home ≤ 1: the walk's way back to the hits), max_hops = 2 (≥ 0)
Source   Collins & Loftus (1975), Psychological Review 82; personalised PageRank, Haveliwala (2002), WWW.

Without the division the shares are about 1 / nodes, and no weight makes them count.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import TypeVar

HOME = 0.5
MAX_HOPS = 2
ENOUGH = 1e-9

T = TypeVar("T", bound=Hashable)
Graph = Mapping[T, Mapping[T, float]]


def graph(links: Iterable[tuple[T, T, float]]) -> dict[T, dict[T, float]]:
    """Links (one end, other end, weight > 0) as neighbours with weights, both ways; the strongest of several counts."""
    neighbours: dict[T, dict[T, float]] = {}
    for one, other, weight in links:
        if one != other and weight > 0:
            for near, far in ((one, other), (other, one)):
                known = neighbours.setdefault(near, {})
                known[far] = max(weight, known.get(far, 0.0))
    return neighbours


def spread(
    links: Graph[T], hits: Mapping[T, float], home: float = HOME, max_hops: int = MAX_HOPS, enough: float = ENOUGH
) -> dict[T, float]:
    """The activation, 0 … 1, of all that lies within `max_hops` of a hit. `hits` have weights, any unit.

    The walk ends when a step moves no more than `enough` of the whole.
    """
    whole = sum(weight for weight in hits.values() if weight > 0)
    if whole <= 0:
        return {}
    start = {node: weight / whole for node, weight in hits.items() if weight > 0}
    near = _within(links, start, max_hops)
    reach = {node: {far: w for far, w in links.get(node, {}).items() if far in near} for node in near}
    activation = _walk(reach, start, home, enough)
    most = max(activation.values())
    return {node: share / most for node, share in activation.items()}


def _within(links: Graph[T], start: Iterable[T], max_hops: int) -> dict[T, None]:
    """In the order of reaching them, so that sums are the same each time."""
    near = dict.fromkeys(start)
    edge = list(near)
    for _ in range(max_hops):
        edge = list(dict.fromkeys(far for node in edge for far in links.get(node, {}) if far not in near))
        near |= dict.fromkeys(edge)
    return near


def _walk(reach: Graph[T], start: Mapping[T, float], home: float, enough: float) -> dict[T, float]:
    """Power iteration; who stands where no link leads on goes home."""
    strengths = {node: sum(links.values()) for node, links in reach.items()}
    now = {node: start.get(node, 0.0) for node in reach}
    change = 1.0
    while change > enough:
        lost = sum(share for node, share in now.items() if not strengths[node])
        after = {node: (home + (1 - home) * lost) * start.get(node, 0.0) for node in reach}
        for node, links in reach.items():
            for far, weight in links.items():
                after[far] += (1 - home) * now[node] * weight / strengths[node]
        change = sum(abs(after[node] - now[node]) for node in reach)
        now = after
    return now
