"""Every module that holds an entry of a catalogue is in the catalogue."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def tree(file):
    return ast.parse(file.read_text(encoding="utf-8"))


def makes_a_command(file):
    return any(
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Command"
        for statement in tree(file).body
        if isinstance(statement, ast.Assign)
        for node in ast.walk(statement)
    )


def has_a_function_of_its_own_name(file):
    return any(isinstance(node, ast.AsyncFunctionDef) and node.name == file.stem for node in tree(file).body)


def names_a_channel(file):
    return any(
        isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id == "NAME"
        for node in tree(file).body
    )


#: Catalogue, its folder of entries, and what makes a module of that folder one.
CATALOGUES = [
    ("bots/commands/catalogue.py", "bots/commands", makes_a_command),
    ("bots/tools/tool_catalogue.py", "bots/tools", has_a_function_of_its_own_name),
    ("bots/turn/prompt/prompt_sections.py", "bots/prompt/sections", lambda file: True),
    ("memory/recall/priming/channels.py", "memory/priming", names_a_channel),
]


def listed(catalogue, folder):
    package = folder.replace("/", ".")
    for node in ast.walk(tree(ROOT / catalogue)):
        if isinstance(node, ast.ImportFrom) and node.module == package:
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith(f"{package}."):
            yield node.module.removeprefix(f"{package}.").partition(".")[0]


@pytest.mark.parametrize(("catalogue", "folder", "is_entry"), CATALOGUES, ids=[folder for _, folder, _ in CATALOGUES])
def test_every_module_with_an_entry_is_in_its_catalogue(catalogue, folder, is_entry):
    files = [file for file in (ROOT / folder).glob("*.py") if file.stem not in ("__init__", "catalogue")]
    entries = {file.stem for file in files if is_entry(file)}

    assert entries
    assert entries - set(listed(catalogue, folder)) == set()
