"""Mutants: each place that asks who may read something is made to say yes, one at a time, and worlds must find it out.

The places are found by the syntax tree: calls of `covers` and `readable` (memory.vocabulary.address) and of `may_read`.
A mutant is the product with that one call answered yes; it is made while its module is imported, in its own process.
"""

from __future__ import annotations

import ast
import json
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType

ROOT = Path(__file__).parents[2]
PACKAGES = ("memory", "bots", "config")
GATES = ("covers", "readable", "may_read")
HOME = ("memory/vocabulary/address.py", "memory/vocabulary/address.py")
TOGETHER = {
    "memory/recall/pipeline.py::Recall._readable": (
        ("memory/recall/verification.py::Hydration._is_readable",),
        "the query looks among what may be read, and the text that is shown is asked for once more when it is read",
    ),
}
"""Gates that stand twice on purpose are mutated together, and neither is removed: place -> (the others, the reason)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """One call of a gate: `name` is its file, the function it stands in, and its number there from the second on."""

    name: str
    file: str
    line: int
    column: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """In the how manieth world a mutant was found; 0: in none of those that were led."""

    mutant: str
    found: int
    worlds: int
    seconds: float
    door: str = ""


def places() -> list[Place]:
    """All of them, in one order."""
    return [
        place
        for package in PACKAGES
        for file in sorted((ROOT / package).rglob("*.py"))
        if (name := file.relative_to(ROOT).as_posix()) not in HOME
        for place in _places(name, ast.parse(file.read_text(encoding="utf-8")))
    ]


def _places(file: str, module: ast.Module) -> Iterator[Place]:
    seen: dict[str, int] = {}
    for within, call in _calls(module, ()):
        plain = f"{file}::{'.'.join(within)}"
        seen[plain] = seen.get(plain, 0) + 1
        name = plain if seen[plain] == 1 else f"{plain}#{seen[plain]}"
        yield Place(name=name, file=file, line=call.lineno, column=call.col_offset)


def _calls(node: ast.AST, within: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], ast.Call]]:
    for child in ast.iter_child_nodes(node):
        named = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        inner = (*within, child.name) if named else within  # type: ignore[attr-defined]
        if isinstance(child, ast.Call) and _is_gate(child.func):
            yield within, child
        yield from _calls(child, inner)


def _is_gate(called: ast.expr) -> bool:
    return isinstance(called, ast.Name) and called.id in GATES


class _Yes(ast.NodeTransformer):
    """`covers(…)` and `may_read(…)` become True, `readable(sources, …)` all of the sources."""

    def __init__(self, spots: set[tuple[int, int]]) -> None:
        self.spots = spots

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if (node.lineno, node.col_offset) not in self.spots or not _is_gate(node.func):
            return node
        assert isinstance(node.func, ast.Name)
        if node.func.id == "readable":
            yes: ast.expr = ast.Call(func=ast.Name(id="frozenset", ctx=ast.Load()), args=node.args[:1], keywords=[])
        else:
            yes = ast.Constant(value=True)
        return ast.copy_location(ast.fix_missing_locations(yes), node)


class _Loader(SourceFileLoader):
    spots: set[tuple[int, int]]

    def get_code(self, fullname: str) -> CodeType:
        """Never from a cache, nor into one."""
        path = self.get_filename(fullname)
        tree = _Yes(self.spots).visit(ast.parse(self.get_data(path), path))
        return compile(ast.fix_missing_locations(tree), path, "exec")


class _Finder(MetaPathFinder):
    def __init__(self, mutated: Sequence[Place]) -> None:
        self._spots: dict[str, set[tuple[int, int]]] = {}
        for place in mutated:
            module = place.file.removesuffix(".py").replace("/", ".")
            self._spots.setdefault(module, set()).add((place.line, place.column))

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: object = None) -> ModuleSpec | None:
        if fullname not in self._spots:
            return None
        spec = PathFinder.find_spec(fullname, path)
        if spec is not None and spec.origin:
            loader = _Loader(fullname, spec.origin)
            loader.spots = self._spots[fullname]
            spec.loader = loader
        return spec


def mutate(name: str) -> None:
    """Have the modules of this mutant made with their gates open; none of them may be imported yet."""
    with_it = (name, *TOGETHER.get(name, ((), ""))[0])
    mutated = [place for place in places() if place.name in with_it]
    assert len(mutated) == len(with_it), f"there is no such place: {with_it}"
    modules = {place.file.removesuffix(".py").replace("/", ".") for place in mutated}
    assert not modules & sys.modules.keys(), f"{modules & sys.modules.keys()} are imported already"
    sys.meta_path.insert(0, _Finder(mutated))


def try_one(name: str, start: int, worlds: int) -> Verdict:
    """In this process: worlds until one shows a difference."""
    import logging

    mutate(name)
    from tests.proof.proof import prove

    logging.disable(logging.CRITICAL)
    began = time.monotonic()
    for number, seed in enumerate(range(start, start + worlds), start=1):
        try:
            differences = prove(seed).differences
        except Exception as fault:  # a mutant that breaks the world is found, too
            return Verdict(mutant=name, found=number, worlds=number, seconds=time.monotonic() - began, door=repr(fault))
        if differences:
            door = differences[0].door
            return Verdict(mutant=name, found=number, worlds=number, seconds=time.monotonic() - began, door=door)
    return Verdict(mutant=name, found=0, worlds=worlds, seconds=time.monotonic() - began)


def try_all(start: int, worlds: int, *, out: Path | None = None, only: str = "") -> list[Verdict]:
    """Each in a process of its own, told as they come; `out` gets them as JSON."""
    verdicts: list[Verdict] = []
    partners = {other for others, _ in TOGETHER.values() for other in others}
    for place in places():
        if place.name in partners or only not in place.name:
            continue
        command = [sys.executable, "-m", "tests.proof", "--mutant", place.name]
        command += ["--start", str(start), "--worlds", str(worlds)]
        told = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
        lines = [line for line in told.stdout.splitlines() if line.startswith("{")]
        if not lines:
            raise RuntimeError(f"{place.name} could not be led:\n{told.stderr[-2000:]}")
        verdicts.append(Verdict(**json.loads(lines[-1])))
        print(_row(verdicts[-1]), flush=True)
        if out is not None:
            out.write_text(json.dumps([asdict(one) for one in verdicts], indent=1))
    return verdicts


def _row(verdict: Verdict) -> str:
    found = f"world {verdict.found:3} by {verdict.door[:40]}" if verdict.found else f"in none of {verdict.worlds}"
    return f"{verdict.mutant:80} {found}"
