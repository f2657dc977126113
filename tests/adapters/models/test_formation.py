"""Formation by a model over a real socket: whatever a provider does, rules are left to decide."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

from adapters.models.litellm import LiteLLMModel
from adapters.models.provider_model import Deadlines, ModelOptions
from bots.turn.thinking.model_calls import ModelJudge
from memory.archive.operations_log import Operation
from memory.formation.model_formation import FormationByModel
from memory.formation.utterances import Understood, Utterance
from tests.platforms.models.script import Reply, Trouble
from tests.platforms.models.server import ModelServer

pytestmark = pytest.mark.ledger("FOR-06")

MESSAGE = Utterance(
    id="e1",
    text="I moved to Ghent, my sister Mia lives in Porto",
    at=datetime(2026, 3, 14, 10, 20, tzinfo=UTC),
    person="slack:T01/U01",
    speaker="Ada",
    audience="group:slack:T01/C01",
)
FACT = {"text": "Ada moved to Ghent", "category": "fact", "subject": "speaker", "quote": "I moved to Ghent"}
ANSWER = json.dumps({"messages": [{"id": "m1", "facts": [FACT]}]})
BRISK = Deadlines(first_token_s=0.4, gap_s=0.3, total_s=0.9)


def now() -> datetime:
    return datetime.now(UTC)


async def formed(
    reply: Reply, limits: Deadlines = BRISK, deadline_s: float = 1.0
) -> tuple[dict[str, Understood], list[Operation], ModelServer]:
    notes: list[Operation] = []
    async with ModelServer([reply]) as server:
        model = LiteLLMModel(
            "openai/any",
            ModelOptions(api_key="sk-any", base_url=server.openai_url, clock=now, limits=limits, max_tokens=99),
        )
        await model.prepare()
        understood = await FormationByModel(ModelJudge(model, now), now, notes.append, deadline_s=deadline_s)([MESSAGE])
        await model.close()
    return understood, notes, server


async def test_a_models_facts_come_through_with_their_cost() -> None:
    patient = Deadlines(first_token_s=30.0, gap_s=30.0, total_s=60.0)
    understood, (note,), server = await formed(Reply(text=ANSWER), patient, 60.0)

    assert [one.text for one in understood["e1"].statements] == ["Ada moved to Ghent"]
    assert (note.success, note.fallback, note.input_tokens, note.output_tokens) == (True, False, 11, 7)
    assert server.requests[0].tools == ()


@pytest.mark.parametrize("trouble", ["cut", "eof", "empty", "garbage", "error_event", "stall", "drip", "401", "500"])
async def test_a_models_trouble_leaves_the_message_to_the_rules(trouble: Trouble) -> None:
    understood, (note,), server = await formed(Reply(text=ANSWER, trouble=trouble, gap_s=0.01))

    assert understood == {}
    assert (note.success, note.fallback) == (False, True)
    assert len(server.requests) <= (2 if trouble in ("empty", "500") else 1)  # tried again while there is time


async def test_an_answer_that_ended_at_its_limit_is_none() -> None:
    understood, (note,), _ = await formed(Reply(text=ANSWER, end="length"))

    assert understood == {}
    assert not note.success
