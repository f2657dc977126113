"""Complete forgetting: what was hardly used for so long is put away; it leaves the indexes and stays in the archive."""

from __future__ import annotations

from datetime import datetime

from memory.consolidation.view import View
from memory.forgetting.hardly_used import long_unused
from memory.forgetting.rule import judged
from memory.vocabulary.change import Change
from memory.vocabulary.ports import Judge

FOLDER = "forgotten"


async def plan(view: View, judge: Judge | None, now: datetime) -> list[Change]:
    found = [
        Change(kind="archive", path=memory.path, because=verdict.because, folder=FOLDER, expects=memory.version)
        for page in view.pages("knowledge", "procedure", dormant=True)
        for memory in page
        if (verdict := judged(memory, view.strength(memory.id), now, (long_unused,))).act == "archive"
    ]
    return found[: view.may_vanish]
