"""Mode A1 in the running product: by the agent's own process, and what is told where a library is missing."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bots.delivery.contract import turn_id
from bots.turn.thinking.tool_loop import ThinkingState, ToolLoop
from config.fleet.chat_models import model_of_name, thinker_of
from config.settings import anima_settings
from config.settings.anima_settings import mode_notes, mode_of, settings_of
from config.settings.config_schema import Config
from memory.archive.anima_directory import AnimaDirectory

CLAUDE = "claude-sonnet-4-20250514"


def now() -> datetime:
    return datetime.now(UTC)


def config(model: str = CLAUDE, **more: object) -> Config:
    return Config.model_validate({"animas": {"alice": {"model": model}}, "credentials": {"anthropic": {}}, **more})


@pytest.mark.ledger("ANI-05", "ANI-06", "ANI-09")
@pytest.mark.parametrize(
    ("installed", "means", "told"),
    [
        ({"claude_agent_sdk", "anthropic"}, "agent", ""),
        ({"anthropic"}, "anthropic", "claude-agent-sdk is not installed"),
        (set(), "loop", "run in mode A2"),
    ],
)
def test_what_is_not_installed_is_told_and_never_replaced_in_silence(
    installed: set[str], means: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(anima_settings, "find_spec", lambda name: name if name in installed else None)
    settings = settings_of(config(), "alice")

    assert mode_of(config(), settings).means == means
    assert [line for _, line in mode_notes(config()) if told in line] == [line for _, line in mode_notes(config())]
    assert bool([*mode_notes(config())]) == bool(told)


@pytest.mark.ledger("ANI-05", "ANI-06")
def test_claude_is_asked_by_its_own_libraries_and_others_are_not(tmp_path: Path) -> None:
    made = {}
    for model in (CLAUDE, "openai/gpt-4o", "ollama/gemma3:4b"):
        settings = settings_of(config(model), "alice")
        thinker = thinker_of(config(model), settings, AnimaDirectory(tmp_path), now)
        made[model] = (type(thinker).__name__, type(model_of_name(config(model), settings, now)).__name__)

    assert made == {
        CLAUDE: ("AgentThinker", "AnthropicModel"),
        "openai/gpt-4o": ("ToolLoop", "LiteLLMModel"),
        "ollama/gemma3:4b": ("OneShot", "LiteLLMModel"),
    }


@pytest.mark.ledger("LOG-10")
async def test_a_chained_session_is_found_again_by_its_own_turn_only(tmp_path: Path) -> None:
    def chaining():
        cfg = config("openai/gpt-4o")
        thinker = thinker_of(cfg, settings_of(cfg, "alice"), AnimaDirectory(tmp_path), now)
        assert isinstance(thinker, ToolLoop)
        return thinker._chaining

    turn_id.set("slack:T/C/1")
    await chaining().save(ThinkingState(task="Find the tea.", said="", steps=(), chain=1))

    left = await chaining().resume()  # after a crash
    assert left is not None
    assert (left.chain, "continuation 1" in left.work) == (1, True)

    other = asyncio.get_running_loop().create_task(_of_another_turn(chaining()))
    assert await other is None
    await chaining().end()
    assert await chaining().resume() is None
    assert len([*(tmp_path / "shortterm" / "archive").iterdir()]) == 2


async def _of_another_turn(chaining):
    turn_id.set("slack:T/C/2")
    await chaining.end()
    return await chaining.resume()
