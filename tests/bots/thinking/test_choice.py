"""Which way a model is asked."""

from __future__ import annotations

import pytest

from bots.turn.thinking.model_calls import choose_mode
from tests.each import each

MODES = {"claude-*": "A1", "gpt-4o": "A2", "openai/local-*": "B", "*-tiny": "B"}


@pytest.mark.ledger("ANI-09")
@each(
    ("model", "execution_mode", "modes", "mode"),
    [
        ("claude-sonnet-4-20250514", None, {}, "A1"),
        ("anthropic/claude-sonnet-4-20250514", None, {}, "A1"),
        ("bedrock/anthropic.claude-3", None, {}, "A2"),
        ("claude-x", "autonomous", {}, "A1"),
        ("offline", None, {}, "A2"),
        ("openai/gpt-4o", None, {}, "A2"),
        ("ollama/gemma3:4b", None, {}, "B"),
        ("ollama_chat/qwen3:14b", None, {}, "A2"),
        ("claude-sonnet-4-20250514", None, MODES, "A1"),
        ("anthropic/claude-sonnet-4-20250514", None, MODES, "A1"),
        ("openai/local-7b", None, MODES, "B"),
        ("claude-tiny", None, MODES, "A1"),
        ("openai/local-7b", "autonomous", MODES, "A2"),
        ("claude-x", "autonomous", MODES, "A1"),
        ("claude-x", "assisted", MODES, "B"),
    ],
)
def test_the_mode_is_as_configured_else_by_name(model: str, execution_mode: str | None, modes: dict, mode: str) -> None:
    assert choose_mode(model, execution_mode, modes) == mode
