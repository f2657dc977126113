"""Listens to a model: hangs up at once when nobody listens any more, and hears a whole answer out."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import datetime

from bots.errors import ModelFault
from bots.ports import ChatMessage, ChatModel, Chunk, Usage


@asynccontextmanager
async def listening(stream: AsyncIterator[Chunk]) -> AsyncIterator[AsyncIterator[Chunk]]:
    """Closes the stream on the way out, so that the provider does not go on for nobody."""
    try:
        yield stream
    finally:
        if isinstance(stream, AsyncGenerator):
            await stream.aclose()


async def whole_answer(
    model: ChatModel, messages: Sequence[ChatMessage], deadline: datetime
) -> tuple[str, str, Usage | None]:
    """The text, how it ended and what it cost, of an answer without tools. Raises ModelFault."""
    pieces: list[str] = []
    async with listening(model.stream(messages, (), deadline)) as stream:
        async for chunk in stream:
            pieces.append(chunk.text)
            if chunk.end:
                return "".join(pieces), chunk.end, chunk.usage
    raise ModelFault("cut", "the model's stream had no end")
