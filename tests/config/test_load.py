"""Reading config.json: the lines that a person sees when something is wrong."""

import json
import os
import re
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import get_args, get_origin

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from config.settings import config_schema
from config.settings.anima_settings import litellm_name, settings_of
from config.settings.config_schema import Config
from config.settings.load import load, parse, save
from config.settings.problems import bare
from tests.each import each

SLACK = {"enabled": True, "accounts": {"main": {"bot_token": "env:SLACK_BOT", "app_token": "env:SLACK_APP"}}}
ENVIRON = {"SLACK_BOT": "xoxb-1-secret", "SLACK_APP": "xapp-1-secret"}


def lines(raw, environ=ENVIRON, animas=()):
    return [str(problem) for problem in parse(json.dumps(raw).encode(), environ, animas).problems]


LATER = "remove it: this version does not support it yet"
BAD = [
    ({"sytem": {}}, "sytem: unknown key — allowed are access, admins, anima_defaults, animas, background_task, boards, "
     "care, consolidation, costs, credentials, external_messaging, files, fleet, formation, human_notification, "
     "image_gen, mcp, model_modes, prices, priming, rag, server, system, tools, version (did you mean system?)"),
    ({"server": {"port": "8800"}}, 'server.port: "8800" — a whole number'),
    ({"server": {"port": 70000}}, "server.port: 70000 — at most 65535"),
    ({"server": {"prt": 1}}, None),
    ({"version": 2}, "version: 2 — allowed is 1"),
    ({"rag": {"enabled": "yes"}}, 'rag.enabled: "yes" — true or false'),
    ({"rag": {"implicit_link_threshold": 1.5}}, "rag.implicit_link_threshold: 1.5 — at most 1"),
    ({"rag": []}, "rag: [] — an object {…}"),
    ({"rag": {"spreading_memory_types": "all"}}, 'rag.spreading_memory_types: "all" — a list […]'),
    ({"system": {"timezone": "Europe/Berln"}},
     'system.timezone: "Europe/Berln" — an IANA name such as Europe/Berlin (did you mean Europe/Berlin?)'),
    ({"system": {"language": "fr"}}, 'system.language: "fr" — allowed are en, de, ja, tr'),
    ({"consolidation": {"daily_time": "25:00"}}, 'consolidation.daily_time: "25:00" — a time like 03:00'),
    ({"animas": {"alice": {"role": "enginer"}}},
     'animas.alice.role: "enginer" — allowed are engineer, researcher, manager, writer, ops, general '
     "(did you mean engineer?)"),
    ({"animas": {"a b": {}}}, "animas.a b: the name — a name of letters, digits, _ and -, at most 40 characters"),
    ({"animas": {"all": {}}}, "animas.all: the name — all is reserved; choose another name"),
    ({"animas": {"alice": {}, "Ａlice": {}}},
     "animas.Ａlice: the name — called aloud it is the same as alice; choose another name"),
    ({"animas": {"alice": {"supervisor": "bbo"}, "bob": {}}},
     'animas.alice.supervisor: "bbo" — the name of an anima: alice, bob (did you mean bob?)'),
    ({"animas": {"a": {"supervisor": "b"}, "b": {"supervisor": "a"}}},
     'animas.a.supervisor: "b" — no circle (a → b → a)'),
    ({"animas": {"a": {"credential": "opnai"}}, "credentials": {"openai": {}}},
     'animas.a.credential: "opnai" — a name from credentials: openai (did you mean openai?)'),
    ({"boards": {"general": {"animas": ["carol"]}}, "animas": {"carl": {}}},
     'boards.general.animas.0: "carol" — the name of an anima: carl (did you mean carl?)'),
    ({"boards": {"general": {"channels": ["slack:mian/C1"]}}, "external_messaging": {"slack": SLACK}},
     'boards.general.channels.0: "slack:mian/C1" — an account of the config: slack:main (did you mean slack:main?)'),
    ({"boards": {"general": {"channels": ["discord:main/111"]}}},
     'boards.general.channels.0: "discord:main/111" — discord:account/guild/channel, both numbers'),
    ({"boards": {"g": {"channels": ["telegram:main/x"]}}},
     'boards.g.channels.0: "telegram:main/x" — telegram:account/-100555'),
    ({"boards": {"a": {"channels": ["slack:main/C1"]}, "b": {"channels": ["slack:main/C1"]}},
      "external_messaging": {"slack": SLACK}},
     'boards.b.channels.0: "slack:main/C1" — a channel belongs to one board; it is on a already'),
    ({"admins": {"owner": ["slack:U1"]}},
     'admins.owner.0: "slack:U1" — a person like slack:T01/U01, by id, never by name'),
    ({"admins": {"admin": ["@ada"]}},
     'admins.admin.0: "@ada" — a person: slack:T01/U01, discord:1234, telegram:5678, console:ada'),
    ({"admins": {"owner": ["telegram:ada"]}},
     'admins.owner.0: "telegram:ada" — a person like telegram:5678, by id, never by name'),
    ({"external_messaging": {"slack": {"enabled": True}}},
     "external_messaging.slack.accounts: {} — at least one account, or enabled false"),
    ({"external_messaging": {"slack": {"enabled": True, "accounts": {"main": {"bot_token": "xoxb-1"}}}}},
     "external_messaging.slack.accounts.main.app_token: missing — the app-level token (xapp-…) or env:NAME, "
     "for mode socket"),
    ({"external_messaging": {"slack": {"enabled": True, "mode": "http", "accounts": {"main": {"bot_token": "xoxb"}}}}},
     "external_messaging.slack.accounts.main.signing_secret: missing — the app's signing secret or env:NAME, "
     "for mode http"),
    ({"external_messaging": {"telegram": {"enabled": True, "mode": "webhook", "secret_token": "s3cret",
                                          "accounts": {"t": {"bot_token": "1:a"}}}}},
     "external_messaging.telegram.accounts.t.public_url: missing — the https address of server, for webhooks"),
    ({"external_messaging": {"discord": {"api_base": "discord.com"}}},
     'external_messaging.discord.api_base: "discord.com" — an address like https://host/path'),
    ({"external_messaging": {"slack": {"enabled": True, "accounts": {"main": {"bot_token": "env:NOPE",
                                                                              "app_token": "env:SLACK_APP"}}}}},
     "external_messaging.slack.accounts.main.bot_token: env:NOPE — the variable NOPE is not set"),
    ({"credentials": {"anthropic": {"api_key": "env:NO_KEY"}}},
     "credentials.anthropic.api_key: env:NO_KEY — the variable NO_KEY is not set"),
    ({"human_notification": {"enabled": True, "channels": ["ntfy"]}},
     "human_notification.ntfy.topic: missing — the topic's name"),
    ({"human_notification": {"enabled": True, "channels": ["line"], "line": {"to": "U4af"}}},
     "human_notification.line.channel_access_token: missing — the channel's access token or env:NAME"),
    ({"human_notification": {"enabled": True, "channels": ["line"],
                             "line": {"to": "U4af", "channel_access_token": "env:LINE_TOKEN"}}},
     "human_notification.line.channel_access_token: env:LINE_TOKEN — the variable LINE_TOKEN is not set"),
    ({"human_notification": {"enabled": True, "channels": ["slack"], "people": ["slack:T01/U01"]}},
     'human_notification.channels.0: "slack" — a platform that is enabled: there is none yet'),
    ({"human_notification": {"enabled": True}, "admins": {"owner": ["slack:T01/U01"]}},
     "human_notification.channels: [] — at least one channel, for no platform is enabled"),
    ({"rag": {"recipe": "cognitive"}},
     'rag.recipe: *** — default; other rankings are only compared with it, by `bench recall --recipe` in a '
     "checkout"),
    ({"consolidation": {"min_episodes": 2}}, f"consolidation.min_episodes: 2 — {LATER}"),
    ({"mcp": {"time": {"comand": "x"}}}, "mcp.time.comand: unknown key — allowed are args, command, env, reads, "
     "timeout_s, token, url (did you mean command?)"),
    ({"image_gen": {"enabled": True}}, f"image_gen.enabled: true — {LATER}"),
    ({"external_messaging": {"user_aliases": {"ada": ["slack:@ada"]}}},
     'external_messaging.user_aliases.ada.0: "slack:@ada" — a person like slack:T01/U01, by id, never by name'),
]  # fmt: skip


@pytest.mark.ledger("OPS-01")
@each(("raw", "line"), BAD)
def test_each_slip_is_told_in_one_exact_line(raw, line):
    told = lines(raw)

    assert len(told) == 1
    assert told[0] == line if line else "server.prt: unknown key" in told[0]


@pytest.mark.ledger("OPS-01")
def test_all_problems_are_told_at_once_also_missing_variables_beside_mistyped_keys():
    raw = {
        "sistem": {},
        "server": {"port": -1},
        "external_messaging": {"slack": SLACK},
        "boards": {"g": {"animas": ["nobody"]}},
    }

    told = lines(raw, environ={})

    assert [line.partition(":")[0] for line in told] == [
        "server.port",
        "sistem",
        "external_messaging.slack.accounts.main.bot_token",
        "external_messaging.slack.accounts.main.app_token",
        "boards.g.animas.0",
    ]


@pytest.mark.ledger("OPS-02")
@each(
    "raw",
    [
        {"credentials": {"anthropic": "sk-ant-hunter2hunter2"}},
        {"credentials": {"anthropic": {"apikey": "hunter2hunter2"}}},
        {"credentials": {"anthropic": {"api_key": ["hunter2hunter2"]}}},
        {"external_messaging": {"slack": {"accounts": {"main": {"bot_tokn": "hunter2hunter2"}}}}},
        {"external_messaging": {"slack": {"accounts": "hunter2hunter2"}}},
        {"external_messaging": {"slack": {"accounts": {"main": "hunter2hunter2"}}}},
    ],
)
def test_a_secret_in_a_wrong_place_is_not_shown(raw):
    assert "hunter2" not in "".join(lines(raw))


@pytest.mark.ledger("OPS-02")
def test_two_accounts_on_one_token_are_refused_without_showing_it():
    accounts = {"a": {"bot_token": "1:abcdefgh"}, "b": {"bot_token": "env:T"}}
    raw = {"external_messaging": {"telegram": {"enabled": True, "accounts": accounts}}}

    told = lines(raw, {"T": "1:abcdefgh"})

    assert told == [
        "external_messaging.telegram.accounts.b.bot_token: *** — its own token; "
        "this one is the token of external_messaging.telegram.accounts.a.bot_token"
    ]


@pytest.mark.ledger("OPS-01")
@pytest.mark.parametrize(
    ("content", "line"),
    [
        (b'{"a": 1,\n "b":}', "config.json line 2, column 6: broken JSON — Expecting value"),
        (b'{"animas": {"a": {}, "a": {}}}', 'config.json: "a" — each key once in an object'),
        (b"[]", "config.json: [] — an object {…}"),
        (b'{"a": "\xff"}', "config.json byte 8: not text — UTF-8"),
    ],
)
def test_what_is_no_json_object_is_told_with_its_place(content, line):
    assert [str(problem) for problem in parse(content, {}).problems] == [line]


@pytest.mark.ledger("OPS-01")
def test_secrets_come_from_the_environment_and_unneeded_missing_ones_are_only_noted():
    raw = {"external_messaging": {"slack": SLACK}, "credentials": {"openai": {"api_key": "env:UNSET"}}}

    loaded = parse(json.dumps(raw).encode(), ENVIRON)

    account = loaded.config.external_messaging.slack.accounts["main"]
    assert account.bot_token.get_secret_value() == "xoxb-1-secret"
    assert "xoxb-1-secret" in loaded.secrets
    assert loaded.notes == ("credentials.openai.api_key: UNSET is not set; nothing needs it now",)


@pytest.mark.ledger("OPS-01")
def test_a_missing_file_is_the_default_config(tmp_path):
    assert load(tmp_path / "config.json", {}).config == Config()


@pytest.mark.ledger("OPS-01")
def test_a_config_that_others_can_read_is_made_private_and_said(tmp_path):
    path = tmp_path / "config.json"
    path.write_text("{}")
    path.chmod(0o644)

    loaded = load(path, {})

    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert loaded.notes == ("config.json could be read by others (mode 644): it is 600 now",)


@pytest.mark.ledger("OPS-01")
def test_a_saved_config_is_private_whatever_the_umask(tmp_path):
    before = os.umask(0)
    try:
        save(tmp_path / "config.json", {"version": 1})
    finally:
        os.umask(before)

    assert stat.S_IMODE((tmp_path / "config.json").stat().st_mode) == 0o600
    assert load(tmp_path / "config.json", {}).config == Config()


@pytest.mark.ledger("OPS-01")
@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=5),
                    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(
                        st.sampled_from([*Config.model_fields, "accounts", "main", "slack", "x"]), inner,
                        max_size=4), max_leaves=12))  # fmt: skip
def test_no_json_makes_reading_fail_in_another_way_than_by_problems(raw):
    loaded = parse(json.dumps(raw).encode(), {})

    assert (loaded.config is None) == bool(loaded.problems)


@each(
    ("raw", "model", "credential", "name"),
    [
        ({}, "offline", "", "offline"),
        ({"anima_defaults": {"model": "gpt-4o"}}, "gpt-4o", "", "gpt-4o"),
        ({"credentials": {"anthropic": {}}}, "claude-sonnet-4-6", "anthropic",
         "anthropic/claude-sonnet-4-6"),
        ({"credentials": {"openai": {}}}, "offline", "", "offline"),
        ({"credentials": {"openai": {}}, "animas": {"a": {"model": "openai/gpt-4o"}}}, "openai/gpt-4o", "openai",
         "openai/gpt-4o"),
        ({"credentials": {"openai": {}}, "animas": {"a": {"model": "my-model", "credential": "openai"}}}, "my-model",
         "openai", "openai/my-model"),
        ({"credentials": {"anthropic": {}}, "animas": {"a": {"model": "offline"}}}, "offline", "", "offline"),
        ({"credentials": {"work": {}}, "animas": {"a": {"model": "house-model"}}}, "house-model", "work",
         "house-model"),
        ({"credentials": {"work": {}, "b": {}}, "animas": {"a": {"model": "house-model"}}}, "house-model", "",
         "house-model"),
        ({"credentials": {"openai": {}}, "animas": {"a": {"model": "claude-x"}}}, "claude-x", "", "claude-x"),
    ],
)  # fmt: skip
def test_a_configured_model_stays_and_without_any_credential_it_is_the_offline_one(raw, model, credential, name):
    config = parse(json.dumps(raw).encode(), {}).config

    settings = settings_of(config, "a")

    assert (settings.model, settings.credential, litellm_name(config, settings)) == (model, credential, name)


@pytest.mark.ledger("OPS-01")
def test_each_key_that_is_accepted_is_read_somewhere_in_the_product():
    """F19: keys were accepted and did nothing."""
    root = Path(config_schema.__file__).parents[2]
    files = [file for package in ("config", "bots") for file in (root / package).rglob("*.py")]
    code = "\n".join(file.read_text() for file in files if file.name not in ("config_schema.py",))

    unread = [name for name in effective(Config) if not re.search(rf"\.{name}\b|\"{name}\"", code)]

    assert unread == []


def effective(model):
    for name, field in model.model_fields.items():
        if field.json_schema_extra is not config_schema.LATER:
            yield name
            inner = bare(field.annotation)
            inner = bare(get_args(inner)[1]) if get_origin(inner) is Mapping else inner
            if isinstance(inner, type) and issubclass(inner, BaseModel):
                yield from effective(inner)


def test_a_way_of_thinking_that_is_not_there_is_told():
    raw = {"animas": {"alice": {"model": "openai/gpt-4o"}}, "model_modes": {"gpt-4o": "A1"}}

    notes = parse(json.dumps(raw).encode(), {}).notes

    assert "animas.alice: mode A1 is for Claude; openai/gpt-4o is run in mode A2" in notes


@pytest.mark.audit("C7")
@pytest.mark.ledger("ANI-14", "OPS-01")
def test_an_mcp_server_that_cannot_be_started_is_told_with_all_other_problems() -> None:
    raw = {
        "system": {"timezone": "Nowhere/At_all"},
        "mcp": {
            "none": {},
            "both": {"command": "sh", "url": "http://127.0.0.1:1"},
            "gone": {"command": "no-such-program-here"},
            "elsewhere": {"command": "sh", "env": {"PATH": "/nowhere"}},
            "fine": {"command": "sh"},
            "far": {"url": "http://127.0.0.1:1"},
        },
    }
    loaded = parse(json.dumps(raw).encode(), {})

    paths = [problem.path for problem in loaded.problems]
    assert paths == ["system.timezone", "mcp.none", "mcp.both", "mcp.gone.command", "mcp.elsewhere.command"]
    assert "no-such-program-here" in str(loaded.problems[3])
