"""docs/research/foundations.md: each entry of the audit has a test, which names the entry's number."""

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


def _names(entry: str, path: str, name: str) -> bool:
    """In the test itself, or in the docstring of its file."""
    source = (ROOT / path).read_text()
    tree = ast.parse(source)
    found = next((one for one in ast.walk(tree) if getattr(one, "name", "") == name), None)
    if found is None:
        return False
    text = f"{ast.get_source_segment(source, found)} {ast.get_docstring(tree)}"
    return re.search(rf"\b{entry}\b", text) is not None
