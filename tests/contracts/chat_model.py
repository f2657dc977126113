"""What every ChatModel does (a suite for subclasses).

class TestMine(ChatModelContract):
    @pytest.fixture
    async def model(self): …        # answers any question with some text
    @pytest.fixture
    async def calling(self): …      # answers the question REMEMBER with one tool call, write_memory_file
    @pytest.fixture
    async def slow(self): …         # never finishes
    @pytest.fixture
    async def broken(self): …       # breaks within its answer; None where that cannot be
"""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import aclosing
from datetime import UTC, datetime, timedelta

import pytest

from bots.errors import ModelFault
from bots.ports import ChatMessage, ChatModel, Chunk, ToolSpec

WRITE = ToolSpec(
    name="write_memory_file",
    description="Write a file.",
    parameters={
        "type": "object",
        "properties": {"path": {"type": "string"}, "text": {"type": "string"}},
        "required": ["path", "text"],
    },
)
REMEMBER = "remember that the tea is in the blue box"


def dialogue(text: str) -> list[ChatMessage]:
    return [ChatMessage(role="system", content="You are Alice."), ChatMessage(role="user", content=text)]


async def answer(model: ChatModel, text: str, *tools: ToolSpec) -> list[Chunk]:
    deadline = datetime.now(UTC) + timedelta(seconds=60)
    return [chunk async for chunk in model.stream(dialogue(text), tools, deadline)]


class ChatModelContract:
    """Named `model`, `calling`, `slow`, `broken` by the subclass."""

    async def test_only_the_last_chunk_has_an_end(self, model: ChatModel) -> None:
        chunks = await answer(model, "Good morning")

        assert [bool(chunk.end) for chunk in chunks] == [False] * (len(chunks) - 1) + [True]
        assert chunks[-1].end == "stop"
        assert "".join(chunk.text for chunk in chunks).strip()

    async def test_the_end_says_what_it_cost(self, model: ChatModel) -> None:
        chunks = await answer(model, "Good morning")

        assert chunks[-1].usage is not None

    async def test_it_has_a_name_and_a_window(self, model: ChatModel) -> None:
        assert model.name
        assert model.context_tokens > 1000

    async def test_it_answers_where_no_tools_are_offered(self, model: ChatModel) -> None:
        chunks = await answer(model, REMEMBER)

        assert chunks[-1].end == "stop"

    async def test_tool_calls_are_whole_and_come_with_the_end(self, calling: ChatModel) -> None:
        chunks = await answer(calling, REMEMBER, WRITE)

        assert not any(chunk.tool_calls for chunk in chunks[:-1])
        (call,) = chunks[-1].tool_calls
        assert (chunks[-1].end, call.name) == ("tool_calls", "write_memory_file")
        assert "tea" in json.loads(call.arguments)["text"]
        assert call.id

    async def test_cancelling_ends_within_a_second(self, slow: ChatModel | None) -> None:
        if slow is None:
            pytest.skip("this model cannot be slow")
        task = asyncio.create_task(answer(slow, "Good morning"))
        await asyncio.sleep(0.05)
        began = time.monotonic()
        task.cancel()

        with pytest.raises(asyncio.CancelledError):
            await task
        assert time.monotonic() - began < 1.0

    async def test_closing_early_is_quiet(self, model: ChatModel) -> None:
        deadline = datetime.now(UTC) + timedelta(seconds=60)

        async with aclosing(model.stream(dialogue("Good morning"), (), deadline)) as stream:
            first = await anext(stream)

        assert first.text or first.end

    async def test_a_broken_answer_raises_and_has_no_end(self, broken: ChatModel | None) -> None:
        if broken is None:
            pytest.skip("this model cannot break")
        chunks: list[Chunk] = []
        deadline = datetime.now(UTC) + timedelta(seconds=60)

        with pytest.raises(ModelFault):
            async for chunk in broken.stream(dialogue("Good morning"), (), deadline):
                chunks.append(chunk)
        assert not any(chunk.end for chunk in chunks)
