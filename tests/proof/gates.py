"""The gates of the product: each place that asks who may read something, built in with a switch that opens it.

The places are found by the syntax tree: calls of `audience_covers` and `readable_sources`
(memory.vocabulary.address), of `may_read`, and of methods of that name that are asked who may read what. They are built
in while their modules are imported, in a process of its own; closed they answer what they always do.
"""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from inspect import isawaitable
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

ROOT = Path(__file__).parents[2]
PACKAGES = ("memory", "bots", "config")
ASKED = ("audience_covers", "readable_sources", "may_read", "may_read_report")
METHODS = ("may_read", "_may_read")
DEFINED_IN = "memory.vocabulary.address"
SWITCH = "__gate__"


@dataclass(frozen=True, slots=True, kw_only=True)
class Gate:
    """One call. `name` is the method it stands in (`Class.method`, `module.function`): it may move to another file."""

    name: str
    file: str
    line: int
    column: int

    @property
    def module(self) -> str:
        return self.file.removesuffix(".py").replace("/", ".")


def gates() -> list[Gate]:
    """All of them, in one order."""
    found = [
        (name, _named(within, file.stem), call)
        for package in PACKAGES
        for file in sorted((ROOT / package).rglob("*.py"))
        for name in [file.relative_to(ROOT).as_posix()]
        if name != f"{DEFINED_IN.replace('.', '/')}.py"
        for within, call in _calls(ast.parse(file.read_text(encoding="utf-8")), ())
    ]
    shared = Counter(function for function, _ in {(function, file) for file, function, _ in found})
    seen = Counter[str]()
    told = []
    for file, function, call in found:
        plain = function if shared[function] == 1 else f"{file}::{function}"
        seen[plain] += 1
        name = plain if seen[plain] == 1 else f"{plain}#{seen[plain]}"
        told.append(Gate(name=name, file=file, line=call.lineno, column=call.col_offset))
    return told


def _named(within: tuple[str, ...], module: str) -> str:
    return ".".join(within if within[0][0].isupper() else (module, *within))


def _calls(node: ast.AST, within: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], ast.Call]]:
    for child in ast.iter_child_nodes(node):
        named = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        inner = (*within, child.name) if named else within  # type: ignore[attr-defined]
        if isinstance(child, ast.Call) and _is_gate(child):
            yield within, child
        yield from _calls(child, inner)


def _is_gate(call: ast.Call) -> bool:
    """A method is asked of readers and of what they would read; asked of one thing, it tells of files, or asks on."""
    if isinstance(call.func, ast.Attribute):
        return call.func.attr in METHODS and len(call.args) + len(call.keywords) > 1
    return isinstance(call.func, ast.Name) and call.func.id in ASKED


@dataclass(slots=True)
class Switch:
    """Which gates are open; and which have said no since it was last asked."""

    opened: frozenset[str] = frozenset()
    said_no: Counter[str] | None = None

    def ask(self, name: str, gate: Callable[..., Any], *given: Any, **named: Any) -> Any:
        answer = gate(*given, **named)
        return self._awaited(name, answer) if isawaitable(answer) else self._told(name, answer, given)

    async def _awaited(self, name: str, answer: Awaitable[bool]) -> Any:
        return self._told(name, await answer, ())

    def _told(self, name: str, answer: Any, given: Sequence[Any]) -> Any:
        yes = True if isinstance(answer, bool) else frozenset(given[0])
        if answer != yes and self.said_no is not None:
            self.said_no[name] += 1
        return yes if name in self.opened else answer


SWITCHES = Switch()


class Switched(ast.NodeTransformer):
    """`may_read(a, b)` becomes `__gate__("name", may_read, a, b)`."""

    def __init__(self, names: dict[tuple[int, int], str]) -> None:
        self._names = names

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        name = self._names.get((node.lineno, node.col_offset))
        if name is None or not _is_gate(node):
            return node
        switch = ast.Name(id=SWITCH, ctx=ast.Load())
        asked = ast.Call(func=switch, args=[ast.Constant(name), node.func, *node.args], keywords=node.keywords)
        return ast.copy_location(ast.fix_missing_locations(asked), node)


class _Loader(SourceFileLoader):
    names: dict[tuple[int, int], str]

    def get_code(self, fullname: str) -> CodeType:
        """Never from a cache, nor into one."""
        path = self.get_filename(fullname)
        tree = Switched(self.names).visit(ast.parse(self.get_data(path), path))
        code: CodeType = compile(ast.fix_missing_locations(tree), path, "exec")
        return code

    def exec_module(self, module: ModuleType) -> None:
        vars(module)[SWITCH] = SWITCHES.ask
        super().exec_module(module)


class _Finder(MetaPathFinder):
    def __init__(self, built_in: Iterable[Gate]) -> None:
        self.names: dict[str, dict[tuple[int, int], str]] = {}
        for gate in built_in:
            self.names.setdefault(gate.module, {})[gate.line, gate.column] = gate.name

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: object = None) -> ModuleSpec | None:
        if fullname not in self.names:
            return None
        spec = PathFinder.find_spec(fullname, path)
        if spec is not None and spec.origin:
            spec.loader = loader = _Loader(fullname, spec.origin)
            loader.names = self.names[fullname]
        return spec


def build_in() -> None:
    """Have all gates made with their switches; none of their modules may be imported yet."""
    finder = _Finder(gates())
    assert not finder.names.keys() & sys.modules.keys(), f"{finder.names.keys() & sys.modules.keys()} are imported"
    sys.meta_path.insert(0, finder)
