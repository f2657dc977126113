"""AnthropicModel: the SDK against a server of its protocol, every trouble, and what is marked for keeping."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from adapters.models.anthropic import AnthropicModel
from adapters.models.provider_model import Deadlines, ModelOptions
from bots.errors import ModelFault
from bots.ports import ChatMessage, ToolCall
from tests.adapters.models.test_litellm import AT_ONCE, EASY, KEY, LONG, fault, limits_for, now
from tests.contracts.chat_model import WRITE, ChatModelContract, answer
from tests.platforms.models.script import Call, Reply, Trouble
from tests.platforms.models.server import ModelServer


@asynccontextmanager
async def serving(reply: Reply, limits: Deadlines = EASY) -> AsyncIterator[tuple[ModelServer, AnthropicModel]]:
    async with ModelServer([reply]) as server:
        model = AnthropicModel(
            "anthropic/claude-any",
            ModelOptions(
                api_key=KEY, base_url=server.anthropic_url, clock=now, limits=limits, retries=AT_ONCE, max_tokens=99
            ),
        )
        await model.prepare()
        yield server, model
        await model.close()


class TestAnthropicModel(ChatModelContract):
    @pytest.fixture
    async def model(self) -> AsyncIterator[AnthropicModel]:
        async with serving(Reply(text=LONG)) as (_, model):
            yield model

    @pytest.fixture
    async def calling(self) -> AsyncIterator[AnthropicModel]:
        call = Call(name="write_memory_file", arguments='{"path": "knowledge/tea.md", "text": "tea: blue box"}')
        async with serving(Reply(text="I write.", calls=(call,))) as (_, model):
            yield model

    @pytest.fixture
    async def slow(self) -> AsyncIterator[AnthropicModel]:
        async with serving(Reply(text=LONG, trouble="stall")) as (_, model):
            yield model

    @pytest.fixture
    async def broken(self) -> AsyncIterator[AnthropicModel]:
        async with serving(Reply(text=LONG, trouble="eof")) as (_, model):
            yield model


@pytest.mark.ledger("ANI-06", "OPS-10")
@pytest.mark.parametrize(
    ("trouble", "reason", "asked"),
    [
        ("cut", "cut", 1),
        ("eof", "cut", 1),
        ("empty", "cut", 3),
        ("wrong_type", "web_page", 1),
        ("garbage", "garbage", 1),
        ("garbage_within", "garbage", 1),
        ("error_event", "provider_fault", 1),
        ("401", "key_refused", 1),
        ("404", "unknown_model", 1),
        ("429", "rate_limited", 3),
        ("529", "provider_fault", 3),
        ("stall", "stalled", 1),
        ("drip", "too_long", 1),
        ("comments", "no_first_token", 1),
        ("silence", "no_first_token", 1),
    ],
)
async def test_no_trouble_passes_for_a_whole_answer(trouble: Trouble, reason: str, asked: int) -> None:
    limits = limits_for(trouble)
    async with serving(Reply(text=LONG, trouble=trouble, gap_s=0.01), limits) as (server, model):
        began = time.monotonic()
        raised, chunks = await fault(model)  # type: ignore[arg-type]

        assert raised.reason == reason
        assert time.monotonic() - began < limits.total_s + 1.0
        assert not any(chunk.end for chunk in chunks)
        assert len(server.requests) == asked
        assert KEY not in f"{raised!r} {raised.__cause__!r} {model!r}"


@pytest.mark.ledger("ANI-06", "OPS-08")
async def test_what_stays_the_same_is_marked_for_keeping_and_what_was_read_is_counted() -> None:
    call = ToolCall(id="t1", name="write_memory_file", arguments="no JSON")
    talk = [
        ChatMessage(role="system", content="You are Alice."),
        ChatMessage(role="user", content="Hello"),
        ChatMessage(role="assistant", content="Hello Ada."),
        ChatMessage(role="system", content="It is Monday."),
        ChatMessage(role="user", content="Where is the tea?"),
        ChatMessage(role="assistant", content="", tool_calls=(call,)),
        ChatMessage(role="tool", content="", tool_call_id="t1"),
    ]
    async with serving(Reply(text=LONG)) as (server, model):
        chunks = [one async for one in model.stream(talk, (WRITE,), now().replace(year=2100))]
        request = server.requests[0]

    assert request.marked == 3
    assert [said.role for said in request.said] == ["system", "user", "assistant", "user", "assistant", "tool"]
    assert request.asked.endswith("Where is the tea?")
    assert (request.key, request.max_tokens, request.model) == (KEY, 99, "claude-any")
    usage = chunks[-1].usage
    assert usage is not None
    assert (usage.input_tokens, usage.output_tokens, usage.estimated) == (11, 7, False)


@pytest.mark.ledger("ANI-06")
async def test_parallel_calls_come_whole_and_apart() -> None:
    calls = (Call(name="a", arguments='{"x": 1}'), Call(name="b"))
    async with serving(Reply(calls=calls)) as (_, model):
        chunks = await answer(model, "Hello", WRITE)

    assert [(call.name, call.arguments) for call in chunks[-1].tool_calls] == [("a", '{"x": 1}'), ("b", "{}")]
    assert len({call.id for call in chunks[-1].tool_calls}) == 2


async def test_a_dead_port_is_unreachable() -> None:
    async with serving(Reply(text="gone")) as (server, _):
        pass
    dead = AnthropicModel("claude-any", ModelOptions(clock=now, base_url=server.anthropic_url, retries=AT_ONCE))

    with pytest.raises(ModelFault) as raised:
        await answer(dead, "Hello")
    assert raised.value.reason == "unreachable"
