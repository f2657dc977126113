"""What of the product nothing in the product reaches, read from the syntax trees.

A module is reached when something that is reached imports it or names it, from `run_bots.py` on; a public function,
class or method when its name stands anywhere in the product outside of its own body. Methods of a class that inherits
from something that is not ours count as reached: a library calls them.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = ("memory", "bots", "adapters", "config")
BESIDE = ("bench", "training")
"""They may use the product, which neither knows them nor holds anything for them alone."""
#: Modules that are begun by their names: on the command line, or by `python -m`.
ENTRIES = ("config.cli", "config.readme")
ENTRIES_BESIDE = ("bench.commands.", "training.")
#: It lists every theory for the documents; that alone makes none of them do something.
CATALOGUE = "memory.theories.theory_table"


@dataclass(frozen=True, slots=True)
class Definition:
    """`name` is `module.function`, `module.Class` or `module.Class.method`."""

    name: str
    word: str
    uses_inside: int


@cache
def trees() -> dict[str, ast.Module]:
    """Module name → syntax tree."""
    files = [file for package in (*PACKAGES, *BESIDE) for file in sorted((ROOT / package).rglob("*.py"))]
    return {_module(file): ast.parse(file.read_text(encoding="utf-8"), str(file)) for file in files}


def _module(file: Path) -> str:
    return ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


@cache
def unreached_modules() -> frozenset[str]:
    """Modules that no entry leads to. Packages are reached with what is in them."""
    beside = [name for name in trees() if name.startswith(ENTRIES_BESIDE)]
    reached = {name for name in _reached(ENTRIES) if not _is_beside(name)}
    reached |= {name for name in _reached(beside) if _is_beside(name)}
    return frozenset(name for name in trees().keys() - reached if any(map(_is_public, _defined(trees()[name]))))


def _is_beside(name: str) -> bool:
    return name.partition(".")[0] in BESIDE


def _reached(entries: Iterable[str]) -> set[str]:
    waiting = [*entries]
    reached: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in trees() and name not in reached:
            reached.add(name)
            waiting += [] if name == CATALOGUE else [*imported(trees()[name]), *_named(trees()[name])]
    return reached


def _defined(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name


def imported(tree: ast.AST) -> Iterator[str]:
    """Every module that the tree may mean: `from a import b` is `a` and `a.b`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _named(tree: ast.AST) -> Iterator[str]:
    """Modules that are begun by their names, in this process or in one of their own."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


@cache
def unreached_names() -> frozenset[str]:
    """Public definitions whose name stands nowhere else in the product; of bench and training, nowhere there."""
    product = Counter(word for name, tree in trees().items() if not _is_beside(name) for word in _words(tree))
    beside = Counter(word for name, tree in trees().items() if _is_beside(name) for word in _words(tree))
    return frozenset(
        definition.name
        for definition in _definitions()
        if (beside if _is_beside(definition.name) else product)[definition.word] <= definition.uses_inside
    )


def _definitions() -> Iterator[Definition]:
    for module, tree in trees().items():
        for node in tree.body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and _is_public(node.name):
                yield _definition(f"{module}.{node.name}", node)
                if isinstance(node, ast.ClassDef) and not _is_called_from_outside(node):
                    yield from (_definition(f"{module}.{node.name}.{method.name}", method) for method in _methods(node))


def _definition(name: str, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> Definition:
    return Definition(name, node.name, sum(word == node.name for word in _words(node)))


def _methods(node: ast.ClassDef) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for statement in node.body:
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef) and _is_public(statement.name):
            yield statement


def _is_called_from_outside(node: ast.ClassDef) -> bool:
    bases = {base.attr if isinstance(base, ast.Attribute) else getattr(base, "id", "") for base in node.bases}
    return bool(bases - _classes())


@cache
def _classes() -> frozenset[str]:
    return frozenset(
        statement.name for tree in trees().values() for statement in tree.body if isinstance(statement, ast.ClassDef)
    )


def _is_public(name: str) -> bool:
    return not name.startswith("_")


def _words(node: ast.AST) -> Iterator[str]:
    """Every identifier that is used (an import alone is no use), and every string that could name one."""
    for inner in ast.walk(node):
        match inner:
            case ast.Name(id=word) | ast.Attribute(attr=word) | ast.keyword(arg=str(word)):
                yield word
            case ast.Constant(value=str(word)) if word.isidentifier():
                yield word


def circles() -> list[list[str]]:
    """Groups of modules that import one another; imports inside of functions count, and those for types alone."""
    edges = {name: {other for other in imported(tree) if other in trees()} for name, tree in trees().items()}
    waiting, found = dict(edges), []
    while waiting:  # what imports nothing of the rest is in no circle, nor is what nothing of the rest imports
        ends = [name for name, others in waiting.items() if not others & waiting.keys() - {name}]
        ends += waiting.keys() - {other for name, others in waiting.items() for other in others - {name}}
        if not ends:
            found.append(sorted(waiting))
            break
        for name in ends:
            waiting.pop(name, None)
    return found
