"""The rules about who may know whom, read from the syntax trees."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.reach import trees

ROOT = Path(__file__).parents[2]
PACKAGES = ("memory", "bots", "adapters", "config")
SDKS = {
    "slack_bolt": ("adapters/slack/adapter.py", "adapters/slack/adapter.py"),
    "slack_sdk": ("adapters/slack/adapter.py",),
    "discord": ("adapters/discord/adapter.py",),
    "telegram": ("adapters/telegram/adapter.py",),
}


def modules(*folders):
    return sorted(file for folder in folders or PACKAGES for file in (ROOT / folder).rglob("*.py"))


def tree(file):
    name = ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    return trees()[name] if name in trees() else ast.parse(file.read_text(encoding="utf-8"), str(file))


def imported(file):
    """Every module that the file imports, anywhere in it."""
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module


def roots(file):
    return {name.partition(".")[0] for name in imported(file)}


def name_of(file):
    return file.relative_to(ROOT).as_posix()


def test_run_bots_imports_the_wiring_and_nothing_else():
    assert set(imported(ROOT / "run_bots.py")) == {"config.cli"}


def test_an_sdk_is_known_to_the_files_that_talk_to_it_alone():
    found = [
        (name_of(file), sdk)
        for file in modules()
        for sdk in roots(file) & SDKS.keys()
        if name_of(file) not in SDKS[sdk]
    ]

    assert found == []


FORBIDDEN = {"asyncio", "os", "pathlib", "sqlite3", "random", "time", "logging", "chromadb", "pydantic"}


def test_theories_and_vocabulary_are_arithmetic_and_values():
    found = [
        (name_of(file), roots(file) & FORBIDDEN) for file in modules("memory/theories", "memory/vocabulary")
        if roots(file) & FORBIDDEN
    ]  # fmt: skip

    assert found == []


@pytest.mark.parametrize(
    ("library", "homes"),
    [("chromadb", ("memory/index/",)), ("sqlite3", ("memory/index/", "bots/delivery/"))],
)
def test_a_store_is_known_to_its_own_package_alone(library, homes):
    found = [name_of(file) for file in modules() if library in roots(file) and not name_of(file).startswith(homes)]

    assert found == []


HEAVY = ("torch", "sentence_transformers", "litellm", "chromadb", "onnxruntime", "slack_bolt", "slack_sdk", "discord",
         "telegram", "aiohttp")  # fmt: skip


@pytest.mark.parametrize("module", ["config.cli", "memory.engine", "bots.commands.catalogue"])
def test_nothing_heavy_is_imported_before_it_is_needed(module):
    script = f"import sys, {module}; print(*(name for name in {HEAVY!r} if name in sys.modules))"

    loaded = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)

    assert loaded.stdout.split() == []


def test_help_imports_nothing_heavy_and_neither_memory_nor_the_terminals_libraries():
    heavy = (*HEAVY, "memory.engine", "prompt_toolkit", "rich")
    script = (
        f"import sys; from config.cli import main; main(['--help']); print(*(n for n in {heavy!r} if n in sys.modules))"
    )

    said = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)

    assert said.stdout.splitlines()[-1] == ""


VAGUE = {"utils", "util", "helpers", "helper", "common", "core", "manager", "misc", "stuff"}


def test_no_file_or_folder_has_a_name_that_says_nothing():
    found = [name_of(file) for file in modules() if VAGUE & {part.removesuffix(".py") for part in file.parts}]

    assert found == []


def test_every_folder_of_code_and_tests_is_a_package():
    folders = {file.parent for file in modules(*PACKAGES, "tests")}

    assert [str(folder) for folder in sorted(folders) if not (folder / "__init__.py").exists()] == []


def test_every_module_says_what_it_is_for():
    assert [name_of(file) for file in modules() if not ast.get_docstring(tree(file))] == []


def calls(file, *names):
    return [node for node in ast.walk(tree(file)) if isinstance(node, ast.Call) and ast.unparse(node.func) in names]


@pytest.mark.audit("B8")
def test_one_function_of_the_wiring_makes_the_options_of_a_memory_and_benchmarks_have_theirs_of_it():
    makers = {
        name_of(file)
        for file in modules(*PACKAGES, "bench", "training")
        if calls(file, "Options") and "memory.engine" in set(imported(file))
    }
    openers = {name_of(file) for file in modules("bench", "training") if calls(file, "MemoryEngine.open")}

    assert makers == {"config/fleet/anima_assembly.py"}
    assert openers == {"bench/product.py"}
