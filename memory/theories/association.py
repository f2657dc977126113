"""Association: which memories belong together, and what comes to mind by the links between them.

Relations: memories are linked by what they share; of the links that carry little, the least sure go first.

Formula  shared entities ≥ 2: same_entity 0.7; else shared words > 30 % and an entity: elaborates 0.5; else shared
         words > 15 % in one category: related_to 0.4; else none. Above 1000 the prunable links go down to 900 by
         rising (confidence, priority): elaborates 2, same_entity 1, related_to 0; supersedes, contradicts, causes stay
         and are not counted, or many of them would drive all others out
Params   most = 1000, to = 900, hops ≥ 0
Source   as described (FOR-15); links as a way through memory, Collins & Loftus (1975), Psychological Review 82.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import TypeVar

from memory.theories.retention import grown_stability
from memory.vocabulary.fact import ELABORATES, MUTUAL_RELATIONS, RELATED_TO, SAME_ENTITY, Relation

PRUNING_PRIORITIES: Mapping[str, int] = {ELABORATES: 2, SAME_ENTITY: 1, RELATED_TO: 0}
"""The kinds that may be pruned; of two that are as sure the higher stays."""

RelationIdentity = tuple[str, str, str]

SHARED_ENTITIES = 2
ELABORATING_WORDS = 0.30
RELATED_WORDS = 0.15
MOST_RELATIONS = 1000
RELATIONS_PRUNED_TO = 900


def relation_between(shared_entities: int, shared_words: float, is_same_category: bool) -> tuple[str, float] | None:
    """The kind and confidence of the link between two memories; words as a share 0 … 1."""
    if shared_entities >= SHARED_ENTITIES:
        return SAME_ENTITY, 0.7
    if shared_words > ELABORATING_WORDS and shared_entities >= 1:
        return ELABORATES, 0.5
    return (RELATED_TO, 0.4) if is_same_category and shared_words > RELATED_WORDS else None


def reached(
    start: AbstractSet[str], relations: Iterable[Relation], hops: int, kinds: Collection[str] | None = None
) -> dict[str, int]:
    """What lies within so many hops of the start, and how many it takes; along links of these kinds, either way."""
    neighbours = _related_neighbours(relations, kinds)
    distances = dict.fromkeys(sorted(start), 0)
    edge = list(distances)
    for hop in range(1, hops + 1):
        edge = list(dict.fromkeys(far for near in edge for far in neighbours.get(near, ()) if far not in distances))
        distances |= dict.fromkeys(edge, hop)
    return {id: distance for id, distance in distances.items() if distance}


def relation_identity(relation: Relation) -> RelationIdentity:
    """What two links have in common that are the same; a mutual one has no direction."""
    ends = (relation.source, relation.target)
    item, other = sorted(ends) if relation.kind in MUTUAL_RELATIONS else ends
    return relation.kind, item, other


def _related_neighbours(relations: Iterable[Relation], kinds: Collection[str] | None) -> dict[str, list[str]]:
    neighbours: dict[str, list[str]] = {}
    for relation in relations:
        if kinds is None or relation.kind in kinds:
            neighbours.setdefault(relation.source, []).append(relation.target)
            neighbours.setdefault(relation.target, []).append(relation.source)
    return neighbours


# --- spreading activation -------------------------------------------------------------------------------------------
# Spreading activation: what is linked to what was found comes to mind with it.
#
# Formula  p = home · start + (1 - home) · Σ over neighbours p(u) w(u, v) / Σ w(u, ·), then divided by its maximum
# Params   home = 0.5 (0 < home ≤ 1: the walk's way back to the hits), max_hops = 2 (≥ 0)
# Source   Collins & Loftus (1975), Psychological Review 82; personalised PageRank, Haveliwala (2002), WWW.
#
# Without the division the shares are about 1 / nodes, and no weight makes them count.


RESTART_SHARE = 0.5
MAX_HOPS = 2
CONVERGED_BELOW = 1e-9

T = TypeVar("T", bound=Hashable)
WeightedGraph = Mapping[T, Mapping[T, float]]


def weighted_graph(links: Iterable[tuple[T, T, float]]) -> dict[T, dict[T, float]]:
    """Links (one end, other end, weight > 0) as neighbours with weights, both ways; the strongest of several counts."""
    neighbours: dict[T, dict[T, float]] = {}
    for link, other, weight in links:
        if link != other and weight > 0:
            for near, far in ((link, other), (other, link)):
                known = neighbours.setdefault(near, {})
                known[far] = max(weight, known.get(far, 0.0))
    return neighbours


def spread_activation(
    links: WeightedGraph[T],
    hits: Mapping[T, float],
    home: float = RESTART_SHARE,
    max_hops: int = MAX_HOPS,
    enough: float = CONVERGED_BELOW,
) -> dict[T, float]:
    """The activation, 0 … 1, of all that lies within `max_hops` of a hit. `hits` have weights, any unit.

    The walk ends when a step moves no more than `enough` of the whole.
    """
    whole = sum(weight for weight in hits.values() if weight > 0)
    if whole <= 0:
        return {}
    start = {node: weight / whole for node, weight in hits.items() if weight > 0}
    near = _within_hops(links, start, max_hops)
    reach = {node: {far: w for far, w in links.get(node, {}).items() if far in near} for node in near}
    activation = _random_walk(reach, start, home, enough)
    most = max(activation.values())
    return {node: share / most for node, share in activation.items()}


def _within_hops(links: WeightedGraph[T], start: Iterable[T], max_hops: int) -> dict[T, None]:
    """In the order of reaching them, so that sums are the same each time."""
    near = dict.fromkeys(start)
    edge = list(near)
    for _ in range(max_hops):
        edge = list(dict.fromkeys(far for node in edge for far in links.get(node, {}) if far not in near))
        near |= dict.fromkeys(edge)
    return near


def _random_walk(reach: WeightedGraph[T], start: Mapping[T, float], home: float, enough: float) -> dict[T, float]:
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


# --- coactivation ---------------------------------------------------------------------------------------------------
# Co-activation: what is often used together belongs together.
#
# Formula  each time: access + 1, stability · 1.02
# Params   growth = 1.02 (≥ 1), most = 8 (≥ 2)
# Source   Hebb (1949), The Organization of Behavior; the numbers as described (RET-16).
#
# Together are those which one reply shows, the first eight of them: what was only looked through has nothing in common.


COACTIVATED_GROWTH = 1.02
MOST_TOGETHER = 8


def used_together(memories: Sequence[str]) -> int:
    """How many of the memories that a reply shows count as used together, from the first on."""
    return min(MOST_TOGETHER, len(memories)) if len(memories) > 1 else 0


def coactivated_stability_days(before_days: float) -> float:
    """The stability of a memory after one more time together with others."""
    return grown_stability(before_days, COACTIVATED_GROWTH)
