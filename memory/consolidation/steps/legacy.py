"""Legacy files: a note without a head gets one; what cannot be read is quarantined, with its bytes, and stays (FOR-24).

The archive puts the bytes of a broken head aside whenever it reads them; nothing is written over it.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from memory.consolidation.view import View
from memory.vocabulary.change import Change
from memory.vocabulary.memory import Memory
from memory.vocabulary.ports import Judge


async def plan(view: View, judge: Judge | None, now: datetime) -> list[Change]:
    return [
        Change(
            kind="write",
            path=memory.path,
            text=memory.text,
            because="it had no head",
            expects=memory.version,
        )
        for memory in _documents(view)
        if not memory.meta.get("created_at")
    ]


def _documents(view: View) -> Iterator[Memory]:
    for page in view.pages("knowledge", "procedure", dormant=True):
        yield from page
