"""Opening the memories of those who talk, before the first message is served: nobody waits for an index then."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Mapping

from bots.background import Background
from bots.mind import Mind

log = logging.getLogger(__name__)

WITHIN_S = 8.0
"""What takes longer goes on beside the first messages, which have what is there by then."""

MOST = 32
FEW = 8
"""Of a small fleet all are opened, of a large one those who have been talked to."""


async def open_memories(minds: Mapping[str, Mind], lanes: Iterable[str], background: Background) -> None:
    """`lanes` are those that the inbox has heard from. What breaks is logged, and nobody is kept waiting."""
    talking = dict.fromkeys(name for lane in lanes if (name := lane.partition("@")[0]) in minds)
    names = list(dict.fromkeys((*talking, *minds)) if len(minds) <= FEW else talking)[:MOST]
    done = asyncio.Semaphore(0)

    async def one(mind: Mind) -> None:
        try:
            await mind.engine.open_index()
        finally:
            done.release()

    for name in names:
        background.spawn(one(minds[name]))
    try:
        async with asyncio.timeout(WITHIN_S):
            for _ in names:
                await done.acquire()
    except TimeoutError:
        log.warning("not all memories could be opened in time; the rest are opened beside the first messages")
