"""The write-ahead journal of one answer in the making: what is thought reaches the disk within about a second."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from bots.ports import Thought
from memory.archive.journal import FLUSH_AFTER_S, TurnJournal
from memory.vocabulary.errors import StorageFault

#: What the journal keeps of a tool's result: enough to tell what was done.
_RESULT = 500


class AnswerJournal:
    """Use as an async context manager: inside it, what waits is written even while the model is silent."""

    def __init__(self, journal: TurnJournal, flush_after_s: float = FLUSH_AFTER_S) -> None:
        self._journal = journal
        self._pause_s = flush_after_s / 4
        self._tools = 0
        self._news = asyncio.Event()
        self._ticking: asyncio.Task[None] | None = None

    async def __aenter__(self) -> AnswerJournal:
        self._ticking = asyncio.create_task(self._tick())
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._ticking is not None:
            self._ticking.cancel()

    async def take(self, thought: Thought) -> None:
        """A piece of thinking. Raises StorageFault."""
        if thought.text:
            await asyncio.to_thread(self._journal.text, thought.text)
            self._news.set()
        if not thought.tool:
            return
        if thought.result is None:
            self._tools += 1
            await asyncio.to_thread(self._journal.tool_start, str(self._tools), thought.tool, thought.arguments)
        else:
            result = thought.result
            await asyncio.to_thread(self._journal.tool_end, str(self._tools), result.text[:_RESULT], result.ok)

    async def close(self) -> None:
        """The answer is stored elsewhere, or nobody wants it any more. Raises StorageFault."""
        await asyncio.to_thread(self._journal.finalize)

    async def _tick(self) -> None:
        """While something is new: look four times within the time after which it is due."""
        while True:
            await self._news.wait()
            self._news.clear()
            for _ in range(5):
                await asyncio.sleep(self._pause_s)
                with suppress(StorageFault):  # kept for later; the next piece tells of a full disk
                    await asyncio.to_thread(self._journal.tick)
