"""Listens to a model and hangs up at once when nobody listens any more."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager

from bots.ports import Chunk


@asynccontextmanager
async def listening(stream: AsyncIterator[Chunk]) -> AsyncIterator[AsyncIterator[Chunk]]:
    """Closes the stream on the way out, so that the provider does not go on for nobody."""
    try:
        yield stream
    finally:
        if isinstance(stream, AsyncGenerator):
            await stream.aclose()
