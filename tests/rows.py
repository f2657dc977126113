"""Which test shows which row of what the fleet is to do (tests/rows.toml), and what of the product it drives:
`python -m tests.rows --write` makes the table of docs/research/rows.md.

What a test drives is read off the names that it leads to, through fixtures and helpers below tests/.
"""

from __future__ import annotations

import ast
import sys
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
TESTS = ROOT / "tests"
PAGE = ROOT / "docs" / "research" / "rows.md"
HEAD = "| row | what | the test drives | test |\n| --- | --- | --- | --- |\n"
#: What a test drives, the whole program first, and the names by which that is seen.
DRIVES: Mapping[str, frozenset[str]] = {
    "the program": frozenset({"subprocess", "create_subprocess_exec", "pexpect", "forkpty"}),
    "a running fleet": frozenset(
        {"bots.fleet.fleet.Fleet", "config.fleet.fleet_assembly.build_fleet", "config.command_runner.run_command"}
    ),
    "an anima's memory": frozenset({"memory.engine.MemoryEngine"}),
    "a part": frozenset(),
}


@dataclass(frozen=True, slots=True, order=True)
class Shown:
    """A test that claims a row; `drives` is a place in DRIVES, what drives more comes first."""

    drives: int
    file: str
    test: str

    def __str__(self) -> str:
        return f"{self.file}::{self.test}"


def titles() -> dict[str, str]:
    """Row → what it is, in order."""
    told = tomllib.loads((TESTS / "rows.toml").read_text(encoding="utf-8"))
    return {row: title for part in told.values() for row, title in part.items()}


@cache
def shown() -> Mapping[str, list[Shown]]:
    """Row → the tests that claim it, the best first."""
    found: dict[str, list[Shown]] = {}
    for file in sorted(TESTS.rglob("test_*.py")):
        module = _module(file)
        for name, node in module.defined.items():
            if not name.startswith("test_"):
                continue
            rows = [*_claimed(node.decorator_list), *module.claimed]
            one = Shown(_drives(module, name), file.relative_to(ROOT).as_posix(), name) if rows else None
            for row in rows if one else ():
                found.setdefault(row, []).append(one)  # type: ignore[arg-type]
    return {row: sorted(tests) for row, tests in found.items()}


def table() -> list[tuple[str, ...]]:
    """A line a row: id, title, what the best test drives, the test."""
    lines, words = [], list(DRIVES)
    for row, title in titles().items():
        best = shown().get(row, [None])[0]
        lines.append((row, title, words[best.drives], f"`{best}`") if best else (row, title, "", "none yet"))
    return lines


def page() -> str:
    """docs/research/rows.md with its table as it is now."""
    text = PAGE.read_text(encoding="utf-8")
    lines = "\n".join(f"| {' | '.join(line)} |" for line in table())
    return text[: text.index(HEAD) + len(HEAD)] + lines + "\n"


# ------------------------------------------------------------------------------------------------ reading tests

_Name = tuple[Path, str]
_NAMES = ast.Name | ast.arg


@dataclass(frozen=True, slots=True)
class _Module:
    """`defined`: what stands at its top; `origins`: local name → what it is of another module."""

    file: Path
    defined: Mapping[str, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef]
    origins: Mapping[str, str]
    claimed: tuple[str, ...]


@cache
def _module(file: Path) -> _Module:
    body = ast.parse(file.read_text(encoding="utf-8")).body
    defined = {one.name: one for one in body if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)}
    marks = [one.value for one in body if isinstance(one, ast.Assign) and ast.unparse(one.targets[0]) == "pytestmark"]
    claimed = tuple(row for mark in marks for row in _claimed(mark.elts if isinstance(mark, ast.List) else [mark]))
    return _Module(file, defined, dict(_origins(body)), claimed)


def _origins(body: list[ast.stmt]) -> Iterator[tuple[str, str]]:
    for one in body:
        if isinstance(one, ast.ImportFrom):
            yield from ((alias.asname or alias.name, f"{one.module}.{alias.name}") for alias in one.names)
        elif isinstance(one, ast.Import):
            yield from ((alias.asname or alias.name, alias.name) for alias in one.names)


def _claimed(marks: list[ast.expr]) -> list[str]:
    calls = [one for one in marks if isinstance(one, ast.Call) and ast.unparse(one.func) == "pytest.mark.ledger"]
    return [str(row.value) for call in calls for row in call.args if isinstance(row, ast.Constant)]


def _drives(module: _Module, test: str) -> int:
    """Follow everything that the test names."""
    signs, seen, open_ = set[str](), set[_Name](), [(module.file, test)]
    while open_:
        if (one := open_.pop()) not in seen:
            seen.add(one)
            found, further = _named(*one)
            signs |= found
            open_ += further
    return next(number for number, wanted in enumerate(DRIVES.values()) if not wanted or wanted & signs)


@cache
def _named(file: Path, name: str) -> tuple[frozenset[str], tuple[_Name, ...]]:
    """What a name of a module means outside the tests, and which names of tests it leads to."""
    module = _module(file)
    if (node := module.defined.get(name)) is not None:
        walked = list(ast.walk(node))
        named = {one.id if isinstance(one, ast.Name) else one.arg for one in walked if isinstance(one, _NAMES)}
        attributes = frozenset(one.attr for one in walked if isinstance(one, ast.Attribute))
        return attributes, tuple((file, one) for one in sorted(named))
    if origin := module.origins.get(name):
        path, _, last = origin.rpartition(".")
        below = ROOT / f"{path.replace('.', '/')}.py"
        is_ours = origin.startswith("tests.") and below.exists()
        return frozenset({origin}), ((below, last),) if is_ours else ()
    return frozenset({name}), tuple((common, name) for common in _fixtures(file.parent) if common != file)


@cache
def _fixtures(folder: Path) -> tuple[Path, ...]:
    """The conftest.py of this folder and of those above it."""
    folders = [one for one in (folder, *folder.parents) if one.is_relative_to(TESTS)]
    return tuple(one / "conftest.py" for one in folders if (one / "conftest.py").exists())


if __name__ == "__main__":
    if "--write" in sys.argv:
        PAGE.write_text(page(), encoding="utf-8")
    else:
        print(page())
