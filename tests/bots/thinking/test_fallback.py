"""A second model behind the first."""

from __future__ import annotations

import pytest

from adapters.models.scripted import ScriptedModel
from bots.errors import ModelFault
from bots.ports import Chunk
from bots.turn.thinking.model_calls import FallbackModel
from tests.adapters.models.test_scripted import CALL, END
from tests.contracts.chat_model import ChatModelContract, answer


class TestFallback(ChatModelContract):
    @pytest.fixture
    async def model(self) -> FallbackModel:
        return FallbackModel(ScriptedModel([[ModelFault("unreachable")]]), ScriptedModel(["Good day"]))

    @pytest.fixture
    async def calling(self) -> FallbackModel:
        called = ScriptedModel([[Chunk(tool_calls=(CALL,), end="tool_calls")]])
        return FallbackModel(ScriptedModel([[ModelFault("refused")]]), called)

    @pytest.fixture
    async def slow(self) -> FallbackModel:
        return FallbackModel(ScriptedModel([[60.0, END]]), ScriptedModel(["Good day"]))

    @pytest.fixture
    async def broken(self) -> FallbackModel:
        return FallbackModel(ScriptedModel([[Chunk(text="Good "), ModelFault("cut")]]), ScriptedModel(["Good day"]))


@pytest.mark.ledger("ANI-09")
async def test_the_second_is_not_asked_while_the_first_answers() -> None:
    second = ScriptedModel(["no"], context_tokens=9000)
    model = FallbackModel(ScriptedModel(["yes"]), second)

    assert "".join(chunk.text for chunk in await answer(model, "?")) == "yes"
    assert second.asked == []
    assert model.context_tokens == 9000


@pytest.mark.ledger("ANI-09")
async def test_once_the_first_has_spoken_its_fault_is_passed_on() -> None:
    second = ScriptedModel(["no"])

    with pytest.raises(ModelFault, match="cut"):
        await answer(FallbackModel(ScriptedModel([[Chunk(text="Good ")]]), second), "?")
    assert second.asked == []
