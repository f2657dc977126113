"""Memories: what steps look at, made of what the archive, the indexes and the memory log hold."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import tzinfo

from memory.archive.documents import Document
from memory.index.entry import Entry
from memory.index.standing import recorded_at
from memory.vocabulary.address import Audience
from memory.vocabulary.fact import Fact
from memory.vocabulary.memory import Memory, MemoryKind

_KIND_OF: Mapping[str, MemoryKind] = {"knowledge": "knowledge", "procedures": "procedure", "skills": "skill"}


def of_document(document: Document, audience: Audience, zone: tzinfo) -> Memory:
    """A note of an audience."""
    return Memory(
        id=document.path,
        kind=_KIND_OF[document.kind],
        text=document.body,
        audience=str(audience),
        category=str(document.meta.get("category") or document.meta.get("type") or ""),
        at=recorded_at(document.meta, zone),
        path=document.path,
        version=document.version,
        meta=document.meta,
    )


def of_fact(fact: Fact) -> Memory:
    """What was understood."""
    return Memory(
        id=fact.id,
        kind="fact",
        text=fact.text,
        audience=fact.audience,
        category=fact.category,
        at=fact.recorded_at,
        fact=fact,
    )


def of_episode(entry: Entry) -> Memory:
    """An entry of a day."""
    return Memory(id=entry.id, kind="episode", text=entry.text, audience=entry.audience, at=entry.at, path=entry.path)
