"""A model that is asked only while there is money for it; then the offline model answers people, and nobody else."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from datetime import datetime

from bots.errors import ModelFault
from bots.ports import ChatMessage, ChatModel, Chunk, ToolSpec
from bots.spending.purpose import TALK, purpose
from bots.spending.purse import Purse
from bots.thinking.listening import listening


class GuardedModel:
    """A ChatModel over the anima's model and the offline one. What was not asked by a talk (summaries, the forming of
    facts) gets ModelFault("no_money"): those who ask have rules to go on with."""

    def __init__(self, anima: str, model: ChatModel, offline: ChatModel, purse: Purse) -> None:
        self._anima = anima
        self._model = model
        self._offline = offline
        self._purse = purse

    @property
    def name(self) -> str:
        """Of the one that would answer now."""
        is_over = self._purse.is_over(self._anima, purpose.get().person)
        return self._offline.name if is_over else self._model.name

    @property
    def context_tokens(self) -> int:
        return self._model.context_tokens

    @property
    def models(self) -> tuple[ChatModel, ...]:
        """For whoever gets them ready and closes them."""
        return (self._model,)

    async def stream(
        self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec], deadline: datetime
    ) -> AsyncIterator[Chunk]:
        asked = purpose.get()
        if self._purse.may_ask(self._anima, asked.person):
            with self._purse.asking(self._anima, asked.person):
                async with listening(self._model.stream(messages, tools, deadline)) as stream:
                    async for chunk in stream:
                        yield chunk
            return
        if asked.name != TALK:
            raise ModelFault("no_money", f"today's money for {self._model.name} is spent")
        async with listening(self._offline.stream(messages, tools, deadline)) as stream:
            async for chunk in stream:
                yield chunk
