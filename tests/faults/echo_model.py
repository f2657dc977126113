"""A chat model for fault runs: answers each question with its token, after a while and in pieces."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import AsyncIterator, Sequence
from datetime import datetime

from bots.ports import ChatMessage, Chunk, ToolSpec

TOKEN = re.compile(r"\bm\d{5}x\b")
ANSWER = re.compile(r"\bAnswer to (m\d{5}x)\b")
"""How each answer begins: other posts may name a token, too."""


class EchoModel:
    """50–500 ms an answer; one in ten is long and comes slowly, so that it is seen while it is written."""

    name = "echo"
    context_tokens = 32_000

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    async def stream(
        self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec], deadline: datetime
    ) -> AsyncIterator[Chunk]:
        asked = next(message.content for message in reversed(messages) if message.role == "user")
        found = TOKEN.findall(asked)
        token = found[-1] if found else "nothing"
        is_long = int(token[1:-1] or 0) % 10 == 0 if found else False
        pieces = [f"Answer to {token}.", *(f" This is sentence {n} of it." for n in range(20 if is_long else 2))]
        pause = self._rng.uniform(0.05, 0.5) / len(pieces) * (4 if is_long else 1)
        for piece in pieces:
            await asyncio.sleep(pause)
            yield Chunk(text=piece)
        yield Chunk(end="stop")
