"""Work beside the main line: kept from being collected, and heard of when it fails."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

log = logging.getLogger(__name__)


class Background:
    """Tasks that nobody awaits."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def spawn(self, work: Awaitable[None]) -> None:
        """Begin it; what breaks in it is logged."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def keep(self, work: Callable[[], Awaitable[None]], pause_s: float = 5.0) -> None:
        """Begin what is never to end: when it breaks, it begins again after a pause."""

        async def again() -> None:
            while True:
                try:
                    return await work()
                except Exception:
                    log.exception("work in the background broke; it begins again")
                await asyncio.sleep(pause_s)

        self.spawn(again())

    @property
    def is_idle(self) -> bool:
        return not self._tasks

    async def end(self, *others: asyncio.Task[None], within_s: float) -> None:
        """Cancel all of it, and the others, and wait for their end."""
        tasks = {*self._tasks, *others}
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=within_s)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (bug := task.exception()) is not None:
            log.error("work in the background failed", exc_info=bug)
