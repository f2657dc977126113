"""A second model for when the first one fails before it has said anything."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Sequence
from datetime import datetime

from bots.errors import ModelFault
from bots.ports import ChatMessage, ChatModel, Chunk, ToolSpec
from bots.thinking.listening import listening

logger = logging.getLogger(__name__)


class FallbackModel:
    """A ChatModel over two. What was already said cannot be taken back: a later fault is passed on."""

    def __init__(self, first: ChatModel, second: ChatModel) -> None:
        self.name = first.name
        self._first = first
        self._second = second
        self.context_tokens = self._window()

    @property
    def models(self) -> tuple[ChatModel, ChatModel]:
        """Both, for whoever gets them ready and closes them."""
        return self._first, self._second

    async def stream(
        self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec], deadline: datetime
    ) -> AsyncIterator[Chunk]:
        self.context_tokens = self._window()
        has_spoken = False
        try:
            async with listening(self._first.stream(messages, tools, deadline)) as stream:
                async for chunk in stream:
                    has_spoken = True
                    yield chunk
            return
        except ModelFault as fault:
            if has_spoken or fault.reason == "stopped":
                raise
            logger.warning(
                "fallback model asked",
                extra={"first": self._first.name, "reason": fault.reason, "second": self._second.name},
            )
        async with listening(self._second.stream(messages, tools, deadline)) as stream:
            async for chunk in stream:
                yield chunk

    def _window(self) -> int:
        """What surely fits both; a model may learn its window with the first question."""
        return min(self._first.context_tokens, self._second.context_tokens)
