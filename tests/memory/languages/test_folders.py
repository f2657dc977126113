"""A language is a folder of data: to add one touches no code, and no code names one."""

from __future__ import annotations

import ast
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from memory.language.folders import LANGUAGES

ROOT = Path(__file__).parents[3]
PACKAGES = ("memory", "bots", "adapters", "config")
LETTERS = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0400-\u04ffğışİŞĞßäöüÄÖÜ]")
WORDS = """\
stop_words
\tle\tla\tet
question_words
\tou
"""
CALENDAR = """\
sign = 'demain'

[words]
near = { demain = 1 }

[[forms]]
means = "from now"
pattern = '{NEAR}'
"""
FLEET = 'stopped = "(arrete)"\n'
ASKED = """
import json
from datetime import datetime, timezone
from bots.schedule.grammar import schedule_of
from bots.text.phrases import fleet_word
from config.settings.config_schema import System
from memory.language.dating.said_dates import said_dates
from memory.language.folders import LANGUAGES
from memory.language.language_packs import language_of

at = datetime(2026, 11, 24, 12, tzinfo=timezone.utc)
print(json.dumps({
    "languages": LANGUAGES,
    "of a text": language_of("ou est la cle et le sac").code,
    "days": [str(day.first) for day in said_dates("on part demain", at)],
    "schedule": str(schedule_of("chaque jour a 9:00")),
    "the same in English": str(schedule_of("daily 9:00")),
    "said": fleet_word("fr", "stopped"),
    "what it lacks": fleet_word("fr", "as_file") == fleet_word("en", "as_file"),
    "of the fleet": System(language="fr").language,
}))
"""


@pytest.fixture
def with_french(tmp_path: Path) -> Path:
    """A copy of the product with one more folder."""
    for package in PACKAGES:
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    folder = tmp_path / "memory/language/fr"
    folder.mkdir()
    english = json.loads((tmp_path / "memory/language/en/schedule.json").read_text(encoding="utf-8"))
    spoken = {"daily": ["chaque jour"], "at": ["a"], "mon": ["lundi"]}
    schedule = {**english, "name": "French", "words": spoken, "nth": {}, "months": {}, "numbers": {}, "ordinal": []}
    (folder / "schedule.json").write_text(json.dumps(schedule), encoding="utf-8")
    for name, text in (("words.tsv", WORDS), ("calendar.toml", CALENDAR), ("fleet.toml", FLEET)):
        (folder / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_a_language_is_added_by_its_folder_alone(with_french: Path) -> None:
    run = subprocess.run([sys.executable, "-c", ASKED], cwd=with_french, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    found = json.loads(run.stdout)

    assert found.pop("the same in English") == found.pop("schedule")
    assert found == {
        "languages": ["en", "de", "fr", "ja", "tr"],
        "of a text": "fr",
        "days": ["2026-11-25"],
        "said": "(arrete)",
        "what it lacks": True,
        "of the fleet": "fr",
    }


@cache
def constants() -> tuple[tuple[str, str], ...]:
    """Every string of the product but its docstrings, with its place."""
    files = sorted(file for package in PACKAGES for file in (ROOT / package).rglob("*.py"))
    return tuple(found for file in files for found in _constants(file))


def _constants(file: Path) -> Iterator[tuple[str, str]]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield f"{file.relative_to(ROOT)}:{node.lineno}", node.value


def test_no_code_names_a_language() -> None:
    assert not [where for where, text in constants() if text in LANGUAGES]


def test_no_code_holds_letters_of_one_language() -> None:
    assert not [where for where, text in constants() if LETTERS.search(text)]
