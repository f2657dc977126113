"""Everything that is an entry of a catalogue stands in the catalogue."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def trees(pattern):
    return [ast.parse(file.read_text(encoding="utf-8")) for file in sorted(ROOT.glob(pattern))]


def values_made_by(maker):
    """Names of a module's values that `maker` made."""
    return lambda tree: {
        target.id
        for statement in tree.body
        if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Call)
        if ast.unparse(statement.value.func) == maker
        for target in statement.targets
        if isinstance(target, ast.Name)
    }


def functions_called(fits, kinds=(ast.FunctionDef, ast.AsyncFunctionDef)):
    """Names of a module's public functions whose name fits."""
    return lambda tree: {
        node.name for node in tree.body if isinstance(node, kinds) and not node.name.startswith("_") and fits(node.name)
    }


#: Where entries stand, what makes one, and the tuple or function that lists them.
CATALOGUES = [
    ("bots/commands/*.py", values_made_by("Command"), "COMMANDS"),
    (
        "bots/tools/m*_tools.py",
        functions_called(lambda name: not name.startswith("who"), ast.AsyncFunctionDef),
        "TOOLS",
    ),
    ("bots/turn/prompt/*.py", values_made_by("PromptSection"), "SECTIONS"),
    ("memory/recall/priming/*.py", functions_called(lambda name: name.endswith("_channel")), "all_channels"),
    ("memory/sleep/*.py", functions_called(lambda name: name.startswith("plan_")), "STEPS"),
]


def listed(pattern, catalogue):
    """What the catalogue names, by itself or through a list of entries that it unpacks."""
    lists = {}
    for folder_tree in trees(str(Path(pattern).parent / "*.py")):
        for node in folder_tree.body:
            target = getattr(node, "target", None) or (getattr(node, "targets", None) or [None])[0]
            name = node.name if isinstance(node, ast.FunctionDef) else getattr(target, "id", "")
            value = node if isinstance(node, ast.FunctionDef) else getattr(node, "value", None)
            if name and value is not None:
                lists[name] = {x.id for x in ast.walk(value) if isinstance(x, ast.Name)} | {
                    x.attr for x in ast.walk(value) if isinstance(x, ast.Attribute)
                }
    return lists[catalogue].union(*(lists.get(name, set()) for name in lists[catalogue]))


@pytest.mark.parametrize(("pattern", "entries", "catalogue"), CATALOGUES, ids=[name for _, _, name in CATALOGUES])
def test_every_entry_is_in_its_catalogue(pattern, entries, catalogue):
    found = set().union(*(entries(tree) for tree in trees(pattern)))

    assert found
    assert found - listed(pattern, catalogue) == set()
