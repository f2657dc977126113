"""The scripted model passes the contract."""

from __future__ import annotations

import pytest

from adapters.models.scripted import ScriptedModel
from bots.errors import ModelFault
from bots.ports import Chunk, ToolCall, Usage
from tests.contracts.chat_model import ChatModelContract, answer

END = Chunk(end="stop", usage=Usage())
CALL = ToolCall(id="1", name="write_memory_file", arguments='{"path": "a", "text": "tea"}')


class TestScripted(ChatModelContract):
    @pytest.fixture
    async def model(self) -> ScriptedModel:
        return ScriptedModel([[Chunk(text="Good "), Chunk(text="day"), END]])

    @pytest.fixture
    async def calling(self) -> ScriptedModel:
        return ScriptedModel([[Chunk(tool_calls=(CALL,), end="tool_calls")]])

    @pytest.fixture
    async def slow(self) -> ScriptedModel:
        return ScriptedModel([[Chunk(text="Good "), 60.0, END]])

    @pytest.fixture
    async def broken(self) -> ScriptedModel:
        return ScriptedModel([[Chunk(text="Good "), ModelFault("cut")]])


async def test_answers_come_in_turn_and_the_last_repeats() -> None:
    model = ScriptedModel(["one", "two"])

    said = ["".join(chunk.text for chunk in await answer(model, "?")) for _ in range(3)]

    assert said == ["one", "two", "two"]
    assert len(model.asked) == 3


async def test_a_script_without_an_end_is_a_cut_stream() -> None:
    with pytest.raises(ModelFault, match="cut"):
        await answer(ScriptedModel([[Chunk(text="Good ")]]), "?")
