"""A model that speaks for a long time, a piece now and then."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from datetime import datetime

from bots.ports import ChatMessage, Chunk, ToolSpec, Usage


class SlowModel:
    """A ChatModel. `told` hears how many answers are being spoken, each time one begins."""

    name = "slow"
    context_tokens = 32_000

    def __init__(self, told: Callable[[int], None], *, pieces: int = 2400, every_s: float = 0.05) -> None:
        self._told, self._pieces, self._every_s = told, pieces, every_s
        self._speaking = 0

    async def stream(
        self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec], deadline: datetime
    ) -> AsyncIterator[Chunk]:
        self._speaking += 1
        self._told(self._speaking)
        try:
            for number in range(self._pieces):
                yield Chunk(text="\n" if number % 20 == 19 else "so ")
                await asyncio.sleep(self._every_s)
            yield Chunk(end="stop", usage=Usage())
        finally:
            self._speaking -= 1
