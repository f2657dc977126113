"""A model as the judge of a question of memory: one shot, whole or not at all."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from adapters.models.scripted import Line, ScriptedModel
from bots.errors import ModelFault
from bots.ports import Chunk, Usage
from bots.turn.thinking.model_calls import ModelJudge
from memory.vocabulary.errors import JudgeFault
from tests.each import each

pytestmark = pytest.mark.ledger("FOR-06")


def judge(*answer: Line) -> tuple[ModelJudge, ScriptedModel]:
    model = ScriptedModel([answer])
    return ModelJudge(model, lambda: datetime.now(UTC)), model


async def test_a_whole_answer_comes_with_its_model_and_its_cost() -> None:
    usage = Usage(input_tokens=30, output_tokens=4, estimated=False)
    asked, model = judge(Chunk(text="[1,"), Chunk(text="2]"), Chunk(end="stop", usage=usage))
    judged = await asked("Count.", "one two", 5)

    assert (judged.text, judged.model, judged.input_tokens, judged.output_tokens) == ("[1,2]", "scripted", 30, 4)
    (question,) = model.asked
    assert [(one.role, one.content) for one in question.messages] == [("system", "Count."), ("user", "one two")]
    assert question.tools == ()


@each(
    "answer",
    [
        (Chunk(text="[1,"),),
        (Chunk(text="[1,"), Chunk(end="length")),
        (Chunk(end="tool_calls"),),
        (Chunk(text="  "), Chunk(end="stop")),
        (Chunk(end="stop"),),
        (ModelFault("unreachable", "no route"),),
        (30.0,),
    ],
    ids=["cut", "too long", "calls", "blank", "empty", "unreachable", "silent"],
)
async def test_whatever_is_not_whole_is_a_fault(answer: tuple[Line, ...]) -> None:
    asked, _ = judge(*answer)

    with pytest.raises(JudgeFault):
        await asked("Count.", "one two", 0.05)
