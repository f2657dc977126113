"""What the pages say of the code is so: the files that they name exist, and define what is named beside them."""

import ast
import re
from functools import cache

import pytest

from tests.architecture.reach import ROOT

#: Notes of what was tried at their time keep the names of that time.
OF_THEIR_TIME = {"docs/research/second_audit.md"}
PAGES = [
    page
    for page in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
    if page.relative_to(ROOT).as_posix() not in OF_THEIR_TIME
]
FOLDERS = "adapters|bench|bots|config|deploy|docs|memory|tests|training"
FILE = re.compile(rf"`((?:{FOLDERS})/[\w./-]+)`")
TEST = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")
COMMAND = re.compile(rf"python -m ((?:{FOLDERS})(?:\.\w+)+)")
BARE_MODULE = re.compile(r"`(\w+\.py)`")
DEFINED = re.compile(rf"`((?:{FOLDERS})/[\w./]+\.py)`\s+`([A-Za-z_]\w*(?:\.\w+)?)`")


@cache
def defined_in(path):
    """Names of the module's classes, functions and values; methods as `Class.method`."""
    names = set()
    for node in ast.parse((ROOT / path).read_text(encoding="utf-8")).body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        names |= {target.id for target in targets if isinstance(target, ast.Name)}
        if name := getattr(node, "name", ""):
            names.add(name if isinstance(name, str) else name.id)
        if isinstance(node, ast.ClassDef):
            names |= {f"{node.name}.{inner.name}" for inner in node.body if hasattr(inner, "name")}
    return names


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_file_that_a_page_names_exists(page):
    text = page.read_text(encoding="utf-8")
    modules = {file.name for folder in FOLDERS.split("|") for file in (ROOT / folder).rglob("*.py")} | {"run_bots.py"}

    missing = {path for path in FILE.findall(text) if not (ROOT / path).exists()}
    assert missing | (set(BARE_MODULE.findall(text)) - modules) == set()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_file_defines_the_name_that_a_page_gives_beside_it(page):
    pairs = DEFINED.findall(page.read_text(encoding="utf-8"))

    assert [(path, name) for path, name in pairs if name not in defined_in(path)] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_what_a_page_says_to_run_is_there(page):
    text = page.read_text(encoding="utf-8")
    folders = [ROOT / module.replace(".", "/") for module in COMMAND.findall(text)]
    tests = [(path, name) for path, name in TEST.findall(text) if name not in defined_in(path)]

    assert [str(at) for at in folders if not at.with_suffix(".py").exists() and not (at / "__main__.py").exists()] == []
    assert tests == []
