"""How two memories are related (Relation): one memory to another, in one of six ways."""

from __future__ import annotations

from dataclasses import dataclass

SUPERSEDES, CONTRADICTS, CAUSES = "supersedes", "contradicts", "causes"
ELABORATES, SAME_ENTITY, RELATED_TO = "elaborates", "same_entity", "related_to"

KINDS = (SUPERSEDES, CONTRADICTS, CAUSES, ELABORATES, SAME_ENTITY, RELATED_TO)
MUTUAL = frozenset({CONTRADICTS, SAME_ENTITY, RELATED_TO})
"""The kinds that are the same read from either end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation:
    """`source` supersedes, causes, elaborates … `target`; both are ids of memories. Confidence 0 … 1."""

    source: str
    target: str
    kind: str
    confidence: float
