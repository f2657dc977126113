"""A config that cannot be used: every problem at once, one line each, nothing started, no secret shown."""

import json
import socket

import pytest

from tests.stories.bad_input.product import Product, no_traceback

SLACK = {
    "enabled": True,
    "accounts": {"main": {"bot_token": "env:SLACK_BOT_TOKEN", "app_token": "env:SLACK_APP_TOKEN"}},
}


async def refused(tmp_path, config, **env):
    product = Product(tmp_path / "home", config, **env)
    outcome = await product.run("--json", "start")

    assert (outcome.code, outcome.out) == (1, "")
    no_traceback(outcome.err)
    assert not (product.home / "delivery.sqlite3").exists(), "something was started"
    return outcome


@pytest.mark.ledger("OPS-01")
async def test_unknown_keys_and_wrong_types_are_told_together_with_the_nearest_right_word(tmp_path):
    config = {
        "sistem": {},
        "external_messaging": {"slakc": {}, "telegram": {"enabled": "yes", "mode": "pulling"}},
        "server": {"port": "eighty"},
        "animas": {"alice": {"daily_cost_limit": -1, "rolle": "engineer"}},
        "boards": {"general": {"animas": ["alcie"], "channels": ["slack:C01"]}},
    }

    lines = (await refused(tmp_path, config)).lines

    by_path = {line.partition(":")[0]: line for line in lines}
    assert len(lines) == len(by_path) == 9
    assert by_path["sistem"].endswith("(did you mean system?)")
    assert by_path["external_messaging.slakc"].endswith("(did you mean slack?)")
    assert by_path["animas.alice.rolle"].endswith("(did you mean role?)")
    assert by_path["external_messaging.telegram.mode"].endswith(
        '"pulling" — allowed are polling, webhook (did you mean polling?)'
    )
    assert by_path["boards.general.animas.0"].endswith("(did you mean alice?)")
    for path in ("external_messaging.telegram.enabled", "server.port", "animas.alice.daily_cost_limit"):
        assert " — " in by_path[path]


@pytest.mark.ledger("OPS-01", "OPS-02")
async def test_all_missing_variables_are_told_by_name_and_no_value_is_shown(tmp_path):
    config = {
        "credentials": {"anthropic": {"api_key": "env:MY_MODEL_KEY"}, "unused": {"api_key": "env:NOBODY_NEEDS_ME"}},
        "anima_defaults": {"model": "claude-sonnet-4-20250514"},
        "animas": {"alice": {}},
        "external_messaging": {
            "slack": SLACK,
            "discord": {"enabled": True, "accounts": {"main": {"bot_token": "env:DISCORD_BOT_TOKEN"}}},
            "telegram": {"enabled": False, "accounts": {"main": {"bot_token": "env:TELEGRAM_BOT_TOKEN"}}},
        },
    }

    outcome = await refused(tmp_path, config, SLACK_APP_TOKEN="xapp-canary-of-the-operator")

    assert len(outcome.lines) == 3
    for name in ("MY_MODEL_KEY", "SLACK_BOT_TOKEN", "DISCORD_BOT_TOKEN"):
        assert f"the variable {name} is not set" in outcome.err
    assert "canary" not in outcome.err


@pytest.mark.ledger("OPS-01")
async def test_broken_json_is_told_with_line_and_column(tmp_path):
    outcome = await refused(tmp_path, '{\n  "animas": {"alice": {}},\n  "system" {}\n}')

    assert outcome.lines == ["config.json line 3, column 12: broken JSON — Expecting ':' delimiter"]


@pytest.mark.ledger("OPS-01")
@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"\xff\xfe{}", "not text"),
        (b"[1, 2]", "an object"),
        (b"", "broken JSON"),
        (b'{"system": {}, "system": {}}', "once in an object"),
        (b"[" * 100_000, "broken JSON"),
    ],
    ids=["not text", "a list", "empty", "a key twice", "deep"],
)
async def test_a_config_that_is_no_object_is_one_line(tmp_path, content, words):
    product = Product(tmp_path / "home", "{}")
    (product.home / "config.json").write_bytes(content)

    outcome = await product.run("config", "check")

    assert (outcome.code, outcome.out, len(outcome.lines)) == (1, "", 1)
    assert words in outcome.err


@pytest.mark.ledger("OPS-01")
async def test_a_command_on_a_home_with_a_bad_config_says_what_is_bad_and_doctor_shows_it(tmp_path):
    product = Product(tmp_path / "home", {"animas": {"alice": {"modle": "x"}}})

    status, doctor = await product.run("status"), await product.run("doctor", "--json")

    assert (status.code, status.out) == (1, "")
    assert status.lines == [line for line in status.lines if line.startswith("animas.alice.modle: unknown key")]
    assert doctor.code == 1
    assert "animas.alice.modle" in json.dumps(doctor.data)
    no_traceback(status.err, doctor.err)


@pytest.mark.ledger("OPS-01")
async def test_the_webhook_port_that_is_taken_is_one_line(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        config = {
            "external_messaging": {
                "slack": {
                    "enabled": True,
                    "mode": "http",
                    "api_base": "http://127.0.0.1:9/api",
                    "accounts": {"main": {"bot_token": "xoxb-1-test", "signing_secret": "shhhhh"}},
                }
            },
            "server": {"port": taken.getsockname()[1]},
        }
        product = Product(tmp_path / "home", config)

        outcome = await product.run("start")

    assert (outcome.code, len(outcome.lines)) == (1, 1)
    assert "server.port" in outcome.err
    no_traceback(outcome.err)
