"""The model server itself: scripts, the ledger, both protocols without streaming."""

from __future__ import annotations

import aiohttp

from tests.each import each
from tests.platforms.models.script import TROUBLES, Call, Reply, queue
from tests.platforms.models.server import ModelServer

OPENAI = {"model": "m", "messages": [{"role": "system", "content": "S"}, {"role": "user", "content": "Hello"}]}
ANTHROPIC = {"model": "m", "max_tokens": 9, "system": "S", "messages": [{"role": "user", "content": "Hello"}]}


async def post(url: str, body: dict, **headers: str) -> tuple[int, dict]:
    async with aiohttp.ClientSession() as session, session.post(url, json=body, headers=headers) as response:
        return response.status, await response.json()


async def test_a_function_answers_what_was_asked_in_both_protocols() -> None:
    async with ModelServer(lambda request: f"{request.system}: {request.asked}!") as server:
        _, openai = await post(f"{server.openai_url}/chat/completions", OPENAI, Authorization="Bearer k1")
        _, anthropic = await post(f"{server.anthropic_url}/v1/messages", ANTHROPIC, **{"x-api-key": "k2"})

    assert openai["choices"][0]["message"]["content"] == "S: Hello!"
    assert anthropic["content"][0]["text"] == "S: Hello!"
    assert [(one.shape, one.key, one.asked, one.whole) for one in server.requests] == [
        ("openai", "k1", "Hello", True),
        ("anthropic", "k2", "Hello", True),
    ]


async def test_tool_calls_come_without_streaming_too() -> None:
    async with ModelServer([Reply(calls=(Call(name="f", arguments='{"a": 1}'),))]) as server:
        _, openai = await post(f"{server.openai_url}/chat/completions", OPENAI)
        _, anthropic = await post(f"{server.anthropic_url}/v1/messages", ANTHROPIC)

    assert openai["choices"][0]["message"]["tool_calls"][0]["function"]["name"] == "f"
    assert anthropic["content"][0]["input"] == {"a": 1}


@each("status", [one for one in TROUBLES if one.isdigit()])
async def test_a_refusal_has_its_status(status: str) -> None:
    async with ModelServer([Reply(trouble=status)]) as server:
        got, _ = await post(f"{server.openai_url}/chat/completions", OPENAI)

    assert got == int(status)
    assert not server.requests[0].whole


def test_a_queue_repeats_its_last_reply() -> None:
    script = queue(["one", "two"])

    assert [script(None) for _ in range(3)] == ["one", "two", "two"]
