"""Relations: memories are linked by what they share; of the links that carry little, the least sure go first.

Formula  shared entities ≥ 2: same_entity 0.7; else shared words > 30 % and an entity: elaborates 0.5; else shared
         words > 15 % in one category: related_to 0.4; else none. Above 1000 the prunable links go down to 900 by
         rising (confidence, priority): elaborates 2, same_entity 1, related_to 0; supersedes, contradicts, causes stay
         and are not counted, or many of them would drive all others out
Params   most = 1000, to = 900, hops ≥ 0
Source   as described (FOR-15); links as a way through memory, Collins & Loftus (1975), Psychological Review 82.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from collections.abc import Set as AbstractSet

from memory.vocabulary.relation import ELABORATES, MUTUAL, RELATED_TO, SAME_ENTITY, Relation

PRIORITIES: Mapping[str, int] = {ELABORATES: 2, SAME_ENTITY: 1, RELATED_TO: 0}
"""The kinds that may be pruned; of two that are as sure the higher stays."""

Identity = tuple[str, str, str]

SHARED_ENTITIES = 2
ELABORATING_WORDS = 0.30
RELATED_WORDS = 0.15
MOST = 1000
PRUNED_TO = 900


def between(shared_entities: int, shared_words: float, is_same_category: bool) -> tuple[str, float] | None:
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
    neighbours = _neighbours(relations, kinds)
    distances = dict.fromkeys(sorted(start), 0)
    edge = list(distances)
    for hop in range(1, hops + 1):
        edge = list(dict.fromkeys(far for near in edge for far in neighbours.get(near, ()) if far not in distances))
        distances |= dict.fromkeys(edge, hop)
    return {id: distance for id, distance in distances.items() if distance}


def identity(relation: Relation) -> Identity:
    """What two links have in common that are the same; a mutual one has no direction."""
    ends = (relation.source, relation.target)
    one, other = sorted(ends) if relation.kind in MUTUAL else ends
    return relation.kind, one, other


def _neighbours(relations: Iterable[Relation], kinds: Collection[str] | None) -> dict[str, list[str]]:
    neighbours: dict[str, list[str]] = {}
    for relation in relations:
        if kinds is None or relation.kind in kinds:
            neighbours.setdefault(relation.source, []).append(relation.target)
            neighbours.setdefault(relation.target, []).append(relation.source)
    return neighbours
