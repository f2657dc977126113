"""A secret is required by what uses it."""

from __future__ import annotations

import json

import pytest

from config.command_runner import run_command

CONFIG = {
    "external_messaging": {
        "slack": {"enabled": True, "accounts": {"main": {"bot_token": "env:NO_BOT", "app_token": "env:NO_APP"}}}
    },
    "credentials": {"anthropic": {"api_key": "env:NO_KEY"}},
}


@pytest.fixture
def home(tmp_path, capsys):
    home = tmp_path / "home"
    run_command(["--home", str(home), "--quiet", "init"])
    config = json.loads((home / "config.json").read_text()) | CONFIG
    (home / "config.json").write_text(json.dumps(config))
    capsys.readouterr()
    return home


@pytest.mark.audit("R8")
@pytest.mark.parametrize("words", [["audit", "verify"], ["memory", "stats"], ["anima", "export"]])
def test_what_speaks_on_no_platform_needs_no_secret_of_one(home, words, tmp_path, capsys):
    (name,) = [one.name for one in (home / "animas").iterdir()]
    more = {"memory": [name], "anima": [name, "--file", str(tmp_path / "a.zip")]}.get(words[0], [])

    code = run_command(["--home", str(home), *words, *more])

    assert (code, "is not set" in capsys.readouterr().err) == (0, False)


@pytest.mark.audit("R8")
def test_what_speaks_on_a_platform_says_which_secret_is_missing(home, capsys):
    code = run_command(["--home", str(home), "--quiet", "start"])

    assert code != 0
    assert "the variable NO_BOT is not set" in capsys.readouterr().err
