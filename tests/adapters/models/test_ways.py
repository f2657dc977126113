"""The ways of thinking against servers of the providers' protocols; the Agent SDK with its own process."""

from __future__ import annotations

import pytest

from adapters.models.agent_sdk import AgentSettings, AgentThinker
from adapters.models.anthropic import AnthropicModel
from adapters.models.litellm import LiteLLMModel
from adapters.models.provider_model import Deadlines, ModelOptions, Retries
from adapters.models.scripted import ScriptedModel
from bots.ports import ChatModel, Spent, Thinker
from bots.turn.thinking.one_shot import OneShot
from bots.turn.thinking.tool_loop import SessionChaining, ToolLoop
from tests.contracts.thinker import LONG, Shelf, ThinkerContract, Way, native, now, spoken, text_of, thoughts_of
from tests.platforms.models.script import Call, Reply
from tests.platforms.models.server import ModelServer

AT_ONCE = Retries(first_pause_s=0.005, longest_pause_s=0.01)
CLAUDE = "claude-sonnet-4-20250514"


def litellm(server: ModelServer, limits: Deadlines, window: int) -> LiteLLMModel:
    return LiteLLMModel(
        "openai/any",
        ModelOptions(
            api_key="sk-1", base_url=server.openai_url, clock=now, limits=limits, retries=AT_ONCE, context_tokens=window
        ),
    )


def by_litellm(
    server: ModelServer, limits: Deadlines, kept: SessionChaining | None, window: int
) -> tuple[Thinker, ChatModel]:
    return ToolLoop(clock=now, total_s=limits.total_s, chaining=kept), litellm(server, limits, window)


def in_one_shot(
    server: ModelServer, limits: Deadlines, kept: SessionChaining | None, window: int
) -> tuple[Thinker, ChatModel]:
    return OneShot(clock=now, total_s=limits.total_s), litellm(server, limits, window)


class Narrow(AnthropicModel):
    """With a window of its own."""

    window = 0

    async def prepare(self) -> None:
        await super().prepare()
        self.context_tokens = self.window


def by_anthropic(
    server: ModelServer, limits: Deadlines, kept: SessionChaining | None, window: int
) -> tuple[Thinker, ChatModel]:
    model = Narrow(CLAUDE, ModelOptions(clock=now, base_url=server.anthropic_url, limits=limits, retries=AT_ONCE))
    model.window = window
    return ToolLoop(clock=now, total_s=limits.total_s, chaining=kept), model


def by_agent(
    server: ModelServer,
    limits: Deadlines,
    kept: SessionChaining | None,
    window: int,
    spent: list[Spent] | None = None,
    has_fallback: bool = False,
) -> tuple[Thinker, ChatModel]:
    settings = AgentSettings(
        model=CLAUDE,
        api_key="sk-agent",
        base_url=server.anthropic_url,
        max_tokens=99,
        deadlines=limits,
        chaining=kept,
        spent=spent.append if spent is not None else None,
        has_fallback=has_fallback,
    )
    spare = ScriptedModel(["The fallback says so."], name=CLAUDE, context_tokens=window)
    return AgentThinker(settings, now, ToolLoop(clock=now)), spare


class TestToolLoopByLiteLLM(ThinkerContract):
    @pytest.fixture
    def way(self) -> Way:
        return Way(made=by_litellm, calling=native())


class TestToolLoopByAnthropic(ThinkerContract):
    @pytest.fixture
    def way(self) -> Way:
        return Way(made=by_anthropic, calling=native())


class TestOneShot(ThinkerContract):
    @pytest.fixture
    def way(self) -> Way:
        return Way(made=in_one_shot, calling=spoken, chains=False)


@pytest.mark.slow
class TestAgentSDK(ThinkerContract):
    """About three seconds of CPU each: a process is started for every answer."""

    @pytest.fixture
    def way(self) -> Way:
        return Way(made=by_agent, calling=native("mcp__anima__search_memory"))


@pytest.mark.process
@pytest.mark.ledger("ANI-05", "ANI-16", "AUD-05")
async def test_the_agents_own_tools_are_refused_and_nothing_of_it_stays(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    calls = (
        Call(name="Bash", arguments='{"command": "echo leaked > stolen"}'),
        Call(name="mcp__anima__write_everything", arguments="{}"),
        Call(name="mcp__anima__search_memory", arguments='{"query": "tea"}'),
    )
    spent: list[Spent] = []
    shelf = Shelf()
    async with ModelServer([Reply(text="Let me look.", calls=calls), Reply(text=LONG)]) as server:
        thinker, model = by_agent(server, Deadlines(total_s=60), None, 100_000, spent)
        thoughts = await thoughts_of(thinker, model, shelf)

    assert text_of(thoughts) == f"Let me look.\n\n{LONG}"
    assert shelf.asked == ["tea"]
    assert [one.tools for one in server.requests] == [("mcp__anima__search_memory",)] * 2
    assert {(one.key, one.max_tokens, one.model) for one in server.requests} == {("sk-agent", 99, CLAUDE)}
    assert [(one.usage.input_tokens, one.usage.output_tokens) for one in spent] == [(11, 7), (11, 7)]
    assert [one for one in tmp_path.iterdir() if one.name.startswith("anima-agent")] == []


@pytest.mark.ledger("ANI-05", "ANI-09", "OPS-08")
async def test_without_money_no_process_begins_and_the_loop_answers() -> None:
    thinker, _ = by_agent(ModelServer([]), Deadlines(), None, 100_000)

    thoughts = await thoughts_of(thinker, ScriptedModel(["From memory."], name="offline"), Shelf())

    assert text_of(thoughts) == "From memory."
