"""docs/research: each entry of an audit has a test, which names the entry's number."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
_ROW = re.compile(r"^\| (?P<entry>[MFBP]\d+) \|[^|]+\| `(?P<path>[^:`]+)::(?P<name>\w+)` \|", re.MULTILINE)
ENTRIES = {"M": 15, "F": 19, "B": 12, "P": 7}


def test_each_entry_of_the_audit_has_a_test_that_names_it() -> None:
    rows = [
        match.group("entry", "path", "name")
        for match in _ROW.finditer((ROOT / "docs/research/foundations.md").read_text())
    ]

    assert [entry for entry, _, _ in rows] == [
        f"{kind}{n}" for kind, most in ENTRIES.items() for n in range(1, most + 1)
    ]
    assert [row for row in rows if not _names(*row)] == []


_SECOND = re.compile(r"^\| (?P<entry>[RAWCU]\d+) \|[^|]+\| (?:`(?P<path>[^:`]+)::(?P<name>\w+)`|open)", re.MULTILINE)
SECOND = {"R": 8, "A": 16, "W": 4, "C": 3, "U": 6}


def test_each_entry_of_the_second_audit_is_held_by_a_test_that_is_marked_so_or_is_said_to_be_open() -> None:
    page = (ROOT / "docs/research/second_audit.md").read_text()
    rows = [match.group("entry", "path", "name") for match in _SECOND.finditer(page)]
    wanted = {f"{kind}{n}" for kind, most in SECOND.items() for n in range(6 if kind == "U" else 1, most + 1)}

    assert wanted <= {entry for entry, _, _ in rows}
    assert [row for row in rows if row[1] and not _is_marked(*row)] == []


def _is_marked(entry: str, path: str, name: str) -> bool:
    """By a marker of the test, or of its whole file."""
    tree = ast.parse((ROOT / path).read_text())
    found = next((node for node in ast.walk(tree) if getattr(node, "name", "") == name), None)
    marks = [node for node in tree.body if isinstance(node, ast.Assign) and ast.unparse(node).startswith("pytestmark")]
    texts = [ast.unparse(node) for node in [*getattr(found, "decorator_list", ()), *marks]]
    return found is not None and any(re.search(rf"audit\([^)]*'{entry}'", text) for text in texts)


def _names(entry: str, path: str, name: str) -> bool:
    """In the test itself, or in the docstring of its file."""
    source = (ROOT / path).read_text()
    tree = ast.parse(source)
    found = next((node for node in ast.walk(tree) if getattr(node, "name", "") == name), None)
    if found is None:
        return False
    text = f"{ast.get_source_segment(source, found)} {ast.get_docstring(tree)}"
    return re.search(rf"\b{entry}\b", text) is not None
