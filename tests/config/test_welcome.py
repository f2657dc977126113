"""`init` at a terminal asks for a model and its key, and takes no for an answer."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from config.command_line.config_command import Teller, ask_for_model, write_first
from config.home import Home

pytestmark = pytest.mark.ledger("OPS-01", "OPS-02")


def asked(tmp_path: Path, answers: list[str], secret: str = "", **environ: str) -> tuple[dict[str, object], str]:
    home, said, waiting = Home(tmp_path), [], list(answers)
    write_first(home, "alice", "general")
    ask_for_model(home, Teller(ask=lambda _: waiting.pop(0), ask_secret=lambda _: secret, say=said.append), environ)
    assert stat.S_IMODE(home.config.stat().st_mode) == 0o600
    return json.loads(home.config.read_text()), "\n".join(said)


@pytest.mark.parametrize("answers", [[""], ["anthropic", ""], ["nobody-knows", ""]])
def test_whoever_skips_a_question_gets_the_offline_model(tmp_path: Path, answers: list[str]) -> None:
    raw, said = asked(tmp_path, answers)

    assert "credentials" not in raw
    assert "offline model" in said


def test_a_key_is_kept_where_only_the_owner_reads_and_a_variable_is_named(tmp_path: Path) -> None:
    typed, said = asked(tmp_path, ["OpenAI", "gpt-4o-mini"], "sk-secret")
    named, told = asked(tmp_path, ["anthropic", ""], ANTHROPIC_API_KEY="sk-other")

    assert typed["credentials"] == {"openai": {"api_key": "sk-secret"}}
    assert typed["anima_defaults"] == {"model": "openai/gpt-4o-mini"}
    assert named["credentials"] == {"anthropic": {"api_key": "env:ANTHROPIC_API_KEY"}}
    assert "sk-" not in json.dumps(named) + said + told
