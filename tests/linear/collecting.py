"""Every expression of the product, as JSON lines on stdout: what is compiled while all modules are imported, what lies
compiled or as text in the tables of the languages, and what is written out where it is used.

A process of its own, for it watches `re` from before the first import.
"""

from __future__ import annotations

import ast
import dataclasses
import importlib
import inspect
import json
import pkgutil
import re
import sys
from collections.abc import Iterator
from types import ModuleType

PACKAGES = ("memory", "bots", "adapters", "config")
TABLES = ("memory.language", "memory.formation")
OWN_TEXT = ("config.readme",)
"""Modules that read the product's own files and nothing else."""

ANCHORED = frozenset({"match", "fullmatch"})
_SIGNS = re.compile(r"[\\|()\[*+?]")

Found = dict[tuple[str, int, str], str]
"""Pattern, flags and module -> the name it goes by there."""


def modules() -> Iterator[ModuleType]:
    for package in PACKAGES:
        root = importlib.import_module(package)
        yield root
        for one in pkgutil.walk_packages(root.__path__, f"{package}."):
            if not one.name.startswith(OWN_TEXT):
                yield importlib.import_module(one.name)


def main() -> None:
    found: Found = {}
    watch(found)
    loaded = list(modules())
    seen: set[int] = set()
    for module in loaded:
        for name, value in list(vars(module).items()):
            if not name.startswith("__") and (module.__name__.startswith(TABLES) or not isinstance(value, str)):
                _walk(value, module.__name__, name, found, seen)
    used = dict(_used(loaded, found))
    for (pattern, flags, module), name in found.items():
        if not module.startswith(OWN_TEXT):
            print(json.dumps([pattern, flags, module, name, sorted(used.get((module, name), {"search"}))]))


def watch(found: Found) -> None:
    compile_really = re._compile  # type: ignore[attr-defined]

    def compiled(pattern: object, flags: int) -> object:
        result = compile_really(pattern, flags)
        frame = inspect.currentframe()
        while frame and frame.f_globals.get("__name__", "").split(".")[0] in ("re", "tests", "__main__"):
            frame = frame.f_back
        module = frame.f_globals.get("__name__", "") if frame else ""
        if module.split(".")[0] in PACKAGES and isinstance(result.pattern, str):
            found.setdefault((result.pattern, result.flags & ~re.UNICODE, module), "")
        return result

    re._compile = compiled  # type: ignore[attr-defined]


def _walk(value: object, module: str, name: str, found: Found, seen: set[int]) -> None:
    if isinstance(value, re.Pattern):  # one object may be several modules' own
        if isinstance(value.pattern, str):
            found[value.pattern, value.flags & ~re.UNICODE, module] = name
        return
    if id(value) in seen:
        return
    seen.add(id(value))
    if isinstance(value, str):
        if module.startswith(TABLES) and len(value) > 3 and _SIGNS.search(value):
            _try(value, module, found)
    elif isinstance(value, dict):
        for pair in list(value.items()):
            _walk(pair, module, "", found, seen)
    elif isinstance(value, list | tuple | set | frozenset):
        for one in value:
            _walk(one, module, "", found, seen)
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        for field in dataclasses.fields(value):
            _walk(getattr(value, field.name, None), module, "", found, seen)


def _try(text: str, module: str, found: Found) -> None:
    try:
        found.setdefault((text, re.compile(text).flags & ~re.UNICODE, module), "")
    except re.error:
        return  # a word with a bracket in it


def _used(loaded: list[ModuleType], found: Found) -> Iterator[tuple[tuple[str, str], set[str]]]:
    """How each private expression is used in its module; what is handed on counts as searched for."""
    for module in loaded:
        if not module.__file__ or not (source := inspect.getsource(module)).strip():
            continue
        tree = ast.parse(source)
        names = {name for (*_, where), name in found.items() if where == module.__name__ and name.startswith("_")}
        methods: dict[str, set[str]] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in names:
                methods.setdefault(node.value.id, set()).add(node.attr)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
                _written_out(node, module.__name__, found)
        called = {node.value for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        handed = {
            node.id
            for node in ast.walk(tree)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node not in called
        }
        yield from (((module.__name__, name), used) for name, used in methods.items() if name not in handed)


def _written_out(call: ast.Call, module: str, found: Found) -> None:
    function, first = call.func, call.args[0]
    assert isinstance(function, ast.Attribute)
    is_re = isinstance(function.value, ast.Name) and function.value.id == "re"
    if (
        is_re
        and function.attr not in {*ANCHORED, "compile"}
        and isinstance(first, ast.Constant)
        and isinstance(first.value, str)
    ):
        _try(first.value, module, found)


if __name__ == "__main__":
    main()
    sys.stdout.flush()
