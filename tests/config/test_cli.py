"""The command line: exit codes, one clear line, JSON where it is asked for."""

import asyncio
import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from config.cli import main
from config.command_line.control import ask, serve
from config.command_line.operator_commands import control_handler
from config.settings.config_schema import Config
from tests.bots.commands.admin_double import AdminDouble

ROOT = Path(__file__).parents[2]


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("ANIMA_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def run(capsys, *words):
    code = main(list(words))
    said = capsys.readouterr()
    return code, said.out, said.err


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["statsu"], "statsu: no such command (did you mean status?); `--help` lists all."),
        (["strat"], "strat: no such command (did you mean start?); `--help` lists all."),
        (["memory", "search"], "NAME is missing: memory search NAME QUERY …"),
        (["--home"], "--home needs a directory"),
        (
            ["chat", "alice", "bob"],
            "'bob' is one word too many: chat [NAME] [--once TEXT] [--as PERSON] [--",
        ),
        (["chat", "alice", "--once", " "], "--once needs something to say"),
        (["chat", "alice", "--place", "a#b", "--once", "hi"], "'a#b' is no place of the terminal: dm, or"),
        (["init", "--role", "poet"], "'poet' is not one of engineer, researcher, manager, writer, ops, general: init"),
        (["start", "now"], "'now' is one word too many: start [--as PERSON] [--with NAME]"),
        (["config", "chek"], "config chek: no such command (did you mean config check?)"),
        (["config", "get"], "KEY is missing: config get KEY"),
        (["config", "set", "system.timezone"], "VALUE is missing: config set KEY VALUE"),
        (["config"], "config needs one of check, show, schema, get, set, describe"),
        (["restore", "a.tgz", "--ovr"], "--ovr is no option of restore (did you mean --over?): restore FILE [--over]"),
        (["restore", "a.tgz", "--over=no"], "--over takes no value: restore FILE [--over]"),
        (["bench", "nothing"], "nothing: no such benchmark"),
    ],
)
def test_wrong_usage_is_one_line_and_exit_code_2(home, capsys, words, line):
    code, out, err = run(capsys, *words)

    assert (code, out) == (2, "")
    assert err.startswith(line)
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "words",
    [["--help"], ["-h"], ["memory", "search", "--help"], ["chat", "--help"], ["memory", "-h"], ["bench", "talk", "-h"]],
)
def test_help_is_given_everywhere(home, capsys, words):
    code, out, err = run(capsys, *words)

    assert (code, err) == (0, "")
    assert out.strip()


def test_a_command_without_a_home_says_how_to_make_one(home, capsys):
    assert run(capsys, "list") == (
        1,
        "",
        f"there is no home at {home}: `init` makes one, and so does the first `start`\n",
    )


@pytest.mark.ledger("OPS-01", "ANI-02")
def test_init_makes_a_private_home_with_a_sound_config_an_example_and_an_anima(home, capsys):
    code, _, err = run(capsys, "init", "--name", "kim", "--role", "writer")

    assert (code, err) == (0, "")
    assert home.stat().st_mode & 0o077 == 0
    assert (home / "config.json").stat().st_mode & 0o777 == 0o600
    assert json.loads((home / "config.json").read_text())["animas"] == {"kim": {"role": "writer"}}
    assert "Writer" in (home / "animas/kim/injection.md").read_text()
    assert {entry.name for entry in (home / "animas/kim").iterdir()} >= {
        "identity.md", "injection.md", "permissions.md", "heartbeat.md", "cron.md", "bootstrap.md", "status.json",
        "specialty_prompt.md", "assets", "transcripts", "skills", "activity_log", "state", "episodes", "knowledge",
        "procedures", "shortterm", "archive",
    }  # fmt: skip
    assert run(capsys, "config", "check")[0] == 0
    assert run(capsys, "init")[0] == 1


@pytest.mark.ledger("OPS-01")
def test_the_commented_example_is_a_valid_config_once_its_comments_are_gone(home, capsys):
    run(capsys, "init")

    lines = (home / "config.example.jsonc").read_text().splitlines()
    bare = "\n".join(line.partition("  // ")[0] for line in lines if not line.startswith("//"))

    assert Config.model_validate_json(bare, strict=True).external_messaging.slack.accounts.keys() == {"main"}


@pytest.mark.ledger("OPS-01")
def test_config_check_tells_every_problem_and_as_json_too(home, capsys):
    run(capsys, "init")
    (home / "config.json").write_text('{"sistem": {}, "server": {"port": -1}}')

    code, out, err = run(capsys, "config", "check", "--json")

    assert code == 1
    assert [line.partition(":")[0] for line in err.splitlines()][:2] == ["server.port", "sistem"]
    assert json.loads(out)["problems"][0] == {
        "path": "server.port",
        "value": "-1",
        "allowed": "at least 0",
        "nearest": "",
    }


@pytest.mark.ledger("OPS-02")
def test_config_show_hides_secrets_and_names_variables(home, capsys):
    run(capsys, "init")
    credentials = {"a": {"api_key": "hunter2hunter2"}, "b": {"api_key": "env:SOME_KEY"}}
    (home / "config.json").write_text(json.dumps({"credentials": credentials}))

    _, out, err = run(capsys, "config", "show")

    shown = json.loads(out)["credentials"]
    assert (shown["a"]["api_key"], shown["b"]["api_key"]) == ("***", "env:SOME_KEY")
    assert "hunter2" not in out + err


@pytest.mark.ledger("OPS-01")
def test_config_schema_is_json_schema(home, capsys):
    schema = json.loads(run(capsys, "config", "schema")[1])

    assert schema["additionalProperties"] is False
    assert "external_messaging" in schema["properties"]


@pytest.mark.ledger("OPS-01", "FLT-01")
def test_start_on_a_bad_config_tells_all_problems_and_starts_nothing(home, capsys):
    run(capsys, "init")
    slack = {"enabled": True, "accounts": {"main": {"bot_token": "env:NOT_SET_A", "app_token": "env:NOT_SET_B"}}}
    (home / "config.json").write_text(json.dumps({"sistem": 1, "external_messaging": {"slack": slack}}))

    code, out, err = run(capsys, "start")

    assert (code, out) == (1, "")
    assert [line.partition(":")[0] for line in err.splitlines() if not line.startswith("note")] == [
        "sistem",
        "external_messaging.slack.accounts.main.bot_token",
        "external_messaging.slack.accounts.main.app_token",
    ]


@pytest.mark.ledger("PLT-16")
def test_the_slack_manifest_is_json_alone_on_stdout(home, capsys):
    _, out, _ = run(capsys, "manifest", "slack")

    manifest = json.loads(out)
    assert manifest["settings"]["socket_mode_enabled"] is True
    assert "agent_view" in manifest["features"]
    assert manifest["features"]["slash_commands"][0]["command"] == "/anima"
    assert {"message.im", "app_home_opened"} <= set(manifest["settings"]["event_subscriptions"]["bot_events"])


@pytest.mark.ledger("PLT-16")
def test_the_discord_link_asks_for_the_sum_of_what_it_explains(home, capsys):
    link, *rest = run(capsys, "manifest", "discord")[1].splitlines()

    explained = sum(int(line.split()[1]) for line in rest if line.startswith("- ") and line.split()[1].isdigit())
    assert f"permissions={explained}" in link
    assert "scope=bot+applications.commands" in link


@pytest.mark.ledger("PLT-16")
def test_telegrams_steps_speak_of_privacy_mode(home, capsys):
    assert "privacy mode" in run(capsys, "manifest", "telegram")[1]


@pytest.mark.ledger("PLT-16")
def test_doctor_works_without_a_home_and_with_a_broken_config(home, capsys):
    code, out, _ = run(capsys, "doctor", "--json")
    assert {check["subject"] for check in json.loads(out)["checks"]} >= {"Python", "home", "disk", "SQLite"}
    assert code == 0

    run(capsys, "init")
    (home / "config.json").write_text("{")
    code, out, err = run(capsys, "doctor")
    assert code == 1
    assert "✗ config: config.json line 1, column 2: broken JSON" in out
    assert err == "1 thing to mend\n"


HOLD = """
import sys, time
from pathlib import Path
from config.home import Home
home = Home(Path(sys.argv[1]))
with home.owned():
    home.socket.touch()
    print("owned", flush=True)
    time.sleep(60)
"""


@pytest.mark.ledger("OPS-03")
def test_a_second_start_is_refused_with_the_owners_pid_and_a_killed_owner_is_forgotten(home, capsys):
    run(capsys, "init")
    owner = subprocess.Popen([sys.executable, "-c", HOLD, str(home)], stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert owner.stdout.readline() == "owned\n"

    code, _, err = run(capsys, "start")

    assert code == 1
    assert f"pid {owner.pid}" in err
    assert err.count("\n") == 1

    owner.send_signal(signal.SIGKILL)
    owner.wait()
    owner.stdout.close()
    (home / "config.json").write_text('{"nothing": 1}')
    assert run(capsys, "start")[2].startswith("nothing: unknown key")  # it came past the lock and the socket


@pytest.mark.ledger("OPS-03", "FLT-10")
async def test_a_command_beside_a_running_fleet_is_carried_out_by_it(tmp_path):
    said = []
    async with serve(tmp_path / "s", control_handler(AdminDouble())):
        code = await ask(tmp_path / "s", ["list", "--json"], said=lambda *one: said.append(one))
        wrong = await ask(tmp_path / "s", ["list", "all"], said=lambda *one: said.append(one))

    assert (code, wrong) == (0, 2)
    assert json.loads(said[0][1])["animas"][0]["name"] == "alice"
    assert said[1] == ("stderr", "'all' is one word too many: list\n")


@pytest.mark.ledger("OPS-08")
async def test_long_work_shows_progress_to_whoever_asked(tmp_path):
    class Slow:
        async def rebuild(self, progress=None):
            await asyncio.to_thread(lambda: [progress(done, 4) for done in range(5)])

    said = []
    async with serve(tmp_path / "s", control_handler(AdminDouble(engine=Slow()))):
        await ask(tmp_path / "s", ["memory", "rebuild", "alice"], said=lambda *one: said.append(one))

    assert [text for stream, text in said if stream == "stderr"] == [f"{done} of 4\n" for done in range(5)]
    assert said[-1][0] == "stdout"


@pytest.mark.ledger("OPS-01")
@pytest.mark.parametrize(
    ("key", "value", "stands"),
    [
        ("system.timezone", "Europe/Berlin", "Europe/Berlin"),
        ("server.port", "8801", "8801"),
        ("rag.exact", "true", "true"),
        ("animas.alice.model", "offline", "offline"),
        ("model_modes.openai/gpt-4.1", "B", "B"),
        ("admins.owner", '["slack:T01/U01"]', '[\n  "slack:T01/U01"\n]'),
        ("credentials.openai.api_key", "env:SOME_KEY", "env:SOME_KEY"),
        ("credentials.openai.api_key", "sk-hunter2hunter2", "***"),
    ],
)
def test_a_key_that_is_set_stands_there(home, capsys, key, value, stands):
    run(capsys, "init", "--name", "alice")

    code, out, err = run(capsys, "config", "set", key, value)

    assert (code, err) == (0, "")
    assert "hunter2" not in out
    assert run(capsys, "config", "get", key) == (0, f"{stands}\n", "")
    assert (home / "config.json").stat().st_mode & 0o777 == 0o600


@pytest.mark.ledger("OPS-01")
@pytest.mark.parametrize(
    ("key", "value", "line"),
    [
        ("server.port", "-1", "server.port: -1 — at least 0\n"),
        ("system.timezon", "UTC", "system.timezon: no such key (did you mean timezone?)\n"),
        ("animas.alice.colour", "red", "animas.alice.colour: no such key"),
        ("server.port.more", "1", "server.port.more: no such key"),
        ("admins.owner", "ada", 'admins.owner: "ada" — a list […]\n'),
        ("server.keepalive_interval", "5", "server.keepalive_interval: 5 — remove it"),
    ],
)
def test_what_may_not_stand_there_is_told_in_one_line_and_nothing_is_written(home, capsys, key, value, line):
    run(capsys, "init", "--name", "alice")
    before = (home / "config.json").read_bytes()

    code, out, err = run(capsys, "config", "set", key, value)

    assert (code, out) == (1, "")
    assert err.startswith(line)
    assert err.count("\n") == 1
    assert (home / "config.json").read_bytes() == before


@pytest.mark.ledger("OPS-01")
def test_every_key_is_described_with_its_default(home, capsys):
    _, out, _ = run(capsys, "config", "describe", "server")
    _, all_of_them, _ = run(capsys, "config", "describe", "--json")

    assert "server.port (default 8800)\n    0: any free one\n" in out
    assert run(capsys, "config", "describe", "animas.alice.model")[1].startswith("animas.NAME.model (default null)\n")
    assert run(capsys, "config", "describe", "servr")[:2] == (1, "")
    assert {one["path"] for one in json.loads(all_of_them)} >= {"system.timezone", "rag.exact", "access.guests"}


def test_the_version_is_told(home, capsys):
    code, out, _ = run(capsys, "--version")

    assert (code, out.split()[0]) == (0, "anima-fleet")
    assert out.split()[1][0].isdigit()
