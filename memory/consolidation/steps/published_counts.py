"""Published counts: what use has made of a document stands in its head, for people to read; the memory log decides."""

from __future__ import annotations

from datetime import datetime

from memory.consolidation.noting import marked
from memory.consolidation.view import View
from memory.vocabulary.change import Change
from memory.vocabulary.event import Json
from memory.vocabulary.ports import Judge


async def plan(view: View, judge: Judge | None, now: datetime) -> list[Change]:
    changes = []
    for memory in (one for page in view.pages("knowledge", "procedure", dormant=True) for one in page):
        strength = view.strength(memory.id)
        if strength.last_access is None:
            continue
        told: dict[str, Json] = {
            "access_count": strength.access_count,
            "last_access": strength.last_access.astimezone(view.zone).isoformat(),
            "utility": round(strength.utility, 4),
        }
        if any(memory.meta.get(name) != value for name, value in told.items()):
            changes.append(marked(memory, told, f"used {strength.access_count} times"))
    return changes
