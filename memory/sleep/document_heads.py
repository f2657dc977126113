"""Heads of documents: a note without one gets one, and the counts of its use stand there for people to read."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from memory.sleep.night_view import NightView
from memory.sleep.step import mark_change
from memory.vocabulary.change import Change, Memory
from memory.vocabulary.event import Json
from memory.vocabulary.ports import Judge


async def plan_legacy_heads(view: NightView, judge: Judge | None, now: datetime) -> list[Change]:
    return [
        Change(
            kind="write",
            path=memory.path,
            text=memory.text,
            because="it had no head",
            expects=memory.version,
        )
        for memory in _legacy_documents(view)
        if not memory.meta.get("created_at")
    ]


def _legacy_documents(view: NightView) -> Iterator[Memory]:
    for page in view.pages("knowledge", "procedure", dormant=True):
        yield from page


# --- published counts -----------------------------------------------------------------------------------------------
# Published counts: what use has made of a document stands in its head, for people to read; the memory log decides.


async def plan_published_counts(view: NightView, judge: Judge | None, now: datetime) -> list[Change]:
    changes = []
    for memory in (item for page in view.pages("knowledge", "procedure", dormant=True) for item in page):
        strength = view.strength(memory.id)
        if strength.last_access is None:
            continue
        told: dict[str, Json] = {
            "access_count": strength.access_count,
            "last_access": strength.last_access.astimezone(view.zone).isoformat(),
            "utility": round(strength.utility, 4),
        }
        if any(memory.meta.get(name) != value for name, value in told.items()):
            changes.append(mark_change(memory, told, f"used {strength.access_count} times"))
    return changes
