"""Category summaries: where ten or more facts of a category are awake, one note tells the most important of them.

The note is written anew each night from what is believed then; where there are fewer, it is put away.
"""

from __future__ import annotations

from datetime import datetime

from memory.archive import shelves
from memory.consolidation.view import View
from memory.vocabulary.change import Change
from memory.vocabulary.event import Json
from memory.vocabulary.fact import CATEGORIES
from memory.vocabulary.memory import Memory
from memory.vocabulary.ports import Judge

FROM = 10
MOST_LINES = 12
IMPORTANCE = 0.8


async def plan(view: View, judge: Judge | None, now: datetime) -> list[Change]:
    found: dict[str, list[Memory]] = {category: [] for category in CATEGORIES}
    for page in view.pages("fact"):
        replaced = view.replaced(page)
        for memory in page:
            if memory.category in found and memory.id not in replaced and memory.fact and not memory.fact.trust:
                found[memory.category].append(memory)
    return [change for category, memories in found.items() if (change := _summary(view, category, memories))]


def _summary(view: View, category: str, memories: list[Memory]) -> Change | None:
    path = shelves.on_shelf(f"knowledge/summaries/{category}.md", view.audience)
    known = view.document(path)
    if len(memories) < FROM:
        because, seen = f"fewer than {FROM} are awake", known.version if known else ""
        return Change(kind="archive", path=path, because=because, expects=seen) if known else None
    best = sorted(memories, key=lambda one: (-_weight(view, one), one.id))[:MOST_LINES]
    lines = [
        f"- {' '.join(one.text.split())}" for one in sorted(best, key=lambda one: (one.at or view.beginning, one.id))
    ]
    text = "\n".join([f"# {category}", "", *lines]) + "\n"
    if known is not None and known.body == text:
        return None
    sources: list[Json] = [one.id for one in best]
    meta: dict[str, Json] = {"category": "summary", "importance": IMPORTANCE, "auto_consolidated": True}
    because, version = f"{len(memories)} of this category are awake", known.version if known else ""
    return Change(
        kind="write", path=path, text=text, meta={**meta, "sources": sources}, because=because, expects=version
    )


def _weight(view: View, memory: Memory) -> float:
    strength = view.strength(memory.id)
    return strength.importance + strength.utility
