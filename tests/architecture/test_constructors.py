"""No constructor of the house takes more than eight things: what belongs together comes as one value with a name."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests.architecture.reach import ROOT

MOST = 8
#: Records: what they hold is data, written and read field by field, as a platform, a file, a prompt or a declaration
#: has it. They are handed nothing to work with.
RECORDS = {
    "Message",
    "Send",
    "Letter",
    "OutboxItem",
    "InboxItem",
    "BoardEvent",
    "BoardPost",
    "TurnReport",
    "Capabilities",
    "StructuredPrompt",
    "PromptInputs",
    "Tool",
    "_ScheduleReading",  # built from its signs alone; the others are what it has read so far
}


def test_no_constructor_takes_more_than_eight_things() -> None:
    taken = {name: count for name, count in _constructors() if name not in RECORDS}

    assert len(taken) > 100
    assert {name: count for name, count in taken.items() if count > MOST} == {}


def _constructors() -> Iterator[tuple[str, int]]:
    """The classes of bots/ and of the wiring, each with how many parameters its constructor has."""
    for folder in ("bots", "config/fleet"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ClassDef):
                    yield node.name, _parameters(node)


def _parameters(of: ast.ClassDef) -> int:
    for part in of.body:
        if isinstance(part, ast.FunctionDef) and part.name == "__init__":
            return len(part.args.args) - 1 + len(part.args.kwonlyargs)
    fields = [ast.unparse(part) for part in of.body if isinstance(part, ast.AnnAssign)]
    return sum("init=False" not in written and "ClassVar" not in written for written in fields)
