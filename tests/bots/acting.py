"""A model that does as it is told by a table: what stands in the newest message or note → a tool call or a text."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import datetime

from bots.ports import ChatMessage, Chunk, ToolCall, ToolSpec

#: A tool with its arguments, or a text.
Deed = tuple[str, Mapping[str, object]] | str


class Acting:
    """The first line of the table whose words stand in what was newly said decides; its deeds follow one another,
    what a tool gave stands for `{}` in a text. `asked` keeps the dialogues."""

    name = "acting"
    context_tokens = 32_000

    def __init__(self, table: Mapping[str, Sequence[Deed]]) -> None:
        self._table = table
        self.asked: list[tuple[ChatMessage, ...]] = []
        self.offered: list[tuple[str, ...]] = []

    async def stream(
        self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec], deadline: datetime
    ) -> AsyncIterator[Chunk]:
        self.asked.append(tuple(messages))
        self.offered.append(tuple(tool.name for tool in tools))
        newest = max(at for at, message in enumerate(messages) if message.role == "user")
        said = "\n".join(message.content for message in messages[newest - 1 : newest + 1])
        results = [message.content for message in messages[newest:] if message.role == "tool"]
        deeds = next((deeds for words, deeds in self._table.items() if words in said), ("HEARTBEAT_OK",))
        deed = deeds[min(len(results), len(deeds) - 1)]
        if isinstance(deed, str):
            yield Chunk(text=deed.replace("{}", " | ".join(results)))
            yield Chunk(end="stop")
            return
        tool, arguments = deed
        call = ToolCall(id=f"call{len(results)}", name=tool, arguments=json.dumps(arguments))
        yield Chunk(tool_calls=(call,), end="tool_calls")
