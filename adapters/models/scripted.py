"""A model that says what a queue tells it to: for tests and rehearsals."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from bots.errors import ModelFault
from bots.ports import ChatMessage, Chunk, ToolSpec, Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelRequest:
    """One question as it reached the model."""

    messages: tuple[ChatMessage, ...]
    tools: tuple[ToolSpec, ...]
    deadline: datetime


Line = Chunk | ModelFault | float
"""A piece, a fault, or seconds of silence."""


class ScriptedModel:
    """A ChatModel. Each item of `script` is one answer: a text, or a list of lines; the last one repeats.

    An answer that does not end raises ModelFault("cut"), like any broken stream. `asked` keeps the questions.
    """

    def __init__(
        self, script: Sequence[str | Sequence[Line]], name: str = "scripted", context_tokens: int = 32_000
    ) -> None:
        self.name = name
        self.context_tokens = context_tokens
        self.asked: list[ModelRequest] = []
        self._script = list(script)

    async def stream(
        self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec], deadline: datetime
    ) -> AsyncIterator[Chunk]:
        self.asked.append(ModelRequest(messages=tuple(messages), tools=tuple(tools), deadline=deadline))
        for line in self._next():
            match line:
                case ModelFault():
                    raise line
                case Chunk():
                    yield line
                    if line.end:
                        return
                    await asyncio.sleep(0)
                case _:
                    await asyncio.sleep(line)
        raise ModelFault("cut", "the script ends here")

    def _next(self) -> Sequence[Line]:
        if not self._script:
            return ()
        answer = self._script.pop(0) if len(self._script) > 1 else self._script[0]
        if not isinstance(answer, str):
            return answer
        return Chunk(text=answer), Chunk(end="stop", usage=Usage(output_tokens=len(answer) // 4))
