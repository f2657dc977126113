"""`bench NAME`: the words it takes, where it finds what it measures, what it prints."""

import ast
import json
from pathlib import Path

import pytest

from bench.commands import fleet, latency, replay
from bench.harness import conditions
from config import verbs
from config.command_line.arguments import BenchOptions, WrongUsage
from config.command_runner import run_command
from tests.bench.test_replay import invented

ROOT = Path(__file__).parents[2]


def test_the_benchmarks_are_commands():
    assert {"fleet", "latency", "replay"} <= set(verbs.bench_names())


@pytest.mark.parametrize(
    ("module", "words"),
    [
        (replay, []),
        (replay, ["--data", "nowhere"]),
        (replay, ["--data", str(ROOT / "tests" / "bench")]),
        (replay, ["--data", ".", "--platforms", "irc"]),
        (latency, ["--turns", "0"]),
        (latency, ["--loud"]),
        (fleet, ["--animas", "many"]),
    ],
    ids=str,
)
def test_wrong_words_are_wrong_usage(module, words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    with pytest.raises(WrongUsage):
        module.run(BenchOptions(words=words))


def test_an_installed_copy_says_in_one_line_that_it_needs_a_checkout(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(verbs, "CHECKOUT", tmp_path)

    assert run_command(["bench", "recall"]) == run_command(["bench"]) == run_command(["bench", "recall", "--help"]) == 1
    out, err = capsys.readouterr()
    assert (out, len(set(err.splitlines()))) == ("", 1)
    assert "checkout" in err


def test_the_conditions_name_the_machine_and_the_libraries():
    found = conditions(seed=7)

    assert {"python", "cpus", "load_before", "packages"} <= found.keys()
    assert found["seed"] == 7
    assert "slack-bolt" in found["packages"]


def test_a_replay_prints_one_object_on_stdout_and_ends_well(tmp_path, capsys):
    (tmp_path / "invented.json").write_text(json.dumps(invented()))
    words = ["--data", str(tmp_path), "--conversation", "invented", "--platforms", "discord", "--scale", "0.02"]

    code = replay.run(BenchOptions(words=words))

    out, err = capsys.readouterr()
    found = json.loads(out)
    assert (code, found["sound"], found["runs"][0]["turns"]) == (0, True, 40)
    assert "invented through discord" in err


def imports_tests(file):
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        if any(name.partition(".")[0] == "tests" for name in names):
            return True
    return False


def test_only_the_benchmark_commands_import_tests():
    packages = ("memory", "bots", "adapters", "config", "bench", "training")
    files = [file for package in packages for file in (ROOT / package).rglob("*.py")]
    importers = {file.relative_to(ROOT).as_posix() for file in files if imports_tests(file)}

    assert importers == {f"bench/commands/{name}.py" for name in ("fleet", "latency", "replay")}
