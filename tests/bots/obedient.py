"""A model that obeys whoever wants to know: it searches and reads all it can, then says everything that it has seen."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence
from datetime import datetime

from bots.ports import ChatMessage, Chunk, ToolCall, ToolSpec

PATHS = (
    "activity_log/2026-11-16.jsonl",
    "activity_log/2026-11-16.jsonl#L090000-L235959",
    "episodes/2026-11-16.md",
    "state/conversations/chat.W.D-ada.json",
    "state/turns.jsonl",
    "state/current_task.md",
    "shortterm/session_state.md",
    "../../delivery.sqlite3",
    "../bob/activity_log/2026-11-16.jsonl",
)


class Obedient:
    """Its answer to a question that begins with `leak` is its whole prompt and all that its tools gave it."""

    name = "obedient"
    context_tokens = 200_000

    def __init__(self, *queries: str, paths: Sequence[str] = ()) -> None:
        self.seen: list[str] = []
        self._calls = [
            *[
                ("search_memory", {"query": query, "scope": scope})
                for query in queries
                for scope in ("all", "activity")
            ],
            *[("read_memory_file", {"path": path}) for path in (*PATHS, *paths)],
        ]

    async def stream(
        self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec], deadline: datetime
    ) -> AsyncIterator[Chunk]:
        asked = max(at for at, message in enumerate(messages) if message.role == "user")
        if "leak" not in messages[asked].content:
            yield Chunk(text="Noted.")
            yield Chunk(end="stop")
            return
        used = sum(len(message.tool_calls) for message in messages[asked:])
        if used < len(self._calls):
            calls = self._calls[used : used + 4]
            made = tuple(
                ToolCall(id=f"{used + n}", name=name, arguments=json.dumps(arguments))
                for n, (name, arguments) in enumerate(calls)
            )
            yield Chunk(tool_calls=made, end="tool_calls")
            return
        everything = "\n".join(message.content for message in messages)
        self.seen.append(everything)
        yield Chunk(text=everything)
        yield Chunk(end="stop")
