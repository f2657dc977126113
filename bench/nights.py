"""Nights over real conversations: what of their questions is found after so many of them, against none at all.

The conversation is told day by day with a night after each; then nights go by in which nothing is said. Each question
is asked as of the same moment every time, so that what is measured is what sleep has done and not that time has passed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from pathlib import Path

from bench.asking import ask, event, results
from bench.conversations import Conversation
from bench.product import memory
from bench.score import Result, means
from bench.telling import Progress
from memory.engine import MemoryEngine
from memory.vocabulary.event import Json
from memory.vocabulary.ports import Embedder

HOUR = 3
"""At which nights begin, UTC."""


@dataclass(slots=True)
class _Told:
    """One conversation in an anima of its own; `now` is what its clock shows."""

    conversation: Conversation
    engine: MemoryEngine
    now: list[datetime]
    nights: int = 0

    async def night(self, day: datetime) -> None:
        self.now[0] = (day + timedelta(days=1)).replace(hour=HOUR, minute=0, second=0)
        await self.engine.sleep("daily", self.now[0])
        if self.now[0].weekday() == 6:
            await self.engine.sleep("weekly", self.now[0] + timedelta(hours=1))
        if self.now[0].day == 1:
            await self.engine.sleep("monthly", self.now[0] + timedelta(hours=2))
        self.nights += 1

    async def asked(self) -> list[Result]:
        self.now[0] = max(self.now[0], self.conversation.now)
        found = [await ask(self.engine, self.conversation, one) for one in self.conversation.queries]
        return results(self.conversation, {one.query.id: one.as_json() for one in found})


async def nights_over(
    conversations: Sequence[Conversation], folder: Path, embedder: Embedder | None, nights: int, progress: Progress
) -> dict[str, Json]:
    """Shares in per cent by how many nights there were after the last word; `without`: there was never one."""
    found: dict[str, list[Result]] = {}
    for conversation in conversations:
        for sleeps in (False, True):
            progress(f"{conversation.name}, {'with' if sleeps else 'without'} nights")
            told = await _told(conversation, folder / f"{conversation.name}-{sleeps}", embedder, sleeps=sleeps)
            try:
                if not sleeps:
                    found.setdefault("without", []).extend(await told.asked())
                    continue
                begun = told.nights
                for number in range(nights + 1):
                    if number in (0, 1, nights // 4, nights // 2, nights):
                        found.setdefault(str(number), []).extend(await told.asked())
                    await told.night(conversation.now + timedelta(days=number))
                progress(f"{begun} nights while it was told, {nights} after it")
            finally:
                await told.engine.close()
    shares = {when: {name: round(100 * share, 2) for name, share in means(one).items()} for when, one in found.items()}
    return {"questions": len(found["without"]), "after_nights": {when: dict(one) for when, one in shares.items()}}


async def _told(conversation: Conversation, folder: Path, embedder: Embedder | None, *, sleeps: bool) -> _Told:
    now = [conversation.turns[0].at]
    engine = await memory(folder / "animas" / "anima", lambda: now[0], embedder=embedder)
    told = _Told(conversation, engine, now)
    for _, turns in groupby(conversation.turns, lambda turn: turn.at.date()):
        said = list(turns)
        now[0] = said[-1].at
        for turn in said:
            await engine.record(event(turn))
        if sleeps:
            await engine.settled()
            await told.night(said[-1].at)
    await engine.settled()
    return told
