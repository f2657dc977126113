"""What kind an audience is of is asked of its methods: a new kind, or a board's union, is then forgotten nowhere."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from tests.architecture.test_imports import modules, name_of, tree

HOME = "memory/vocabulary/address.py"
KINDS = {"person", "group", "open", "org", "any"}
NAMED = {"audience", "present", "readers"}
"""What an audience is called where it is a name or an attribute."""


@pytest.mark.audit("A5")
@pytest.mark.ledger("AUD-01")
def test_nobody_but_the_audience_itself_looks_at_its_kind() -> None:
    found = [
        f"{name_of(file)}:{node.lineno} {ast.unparse(node)}"
        for file in modules()
        if name_of(file) != HOME
        for node in looks(tree(file))
    ]

    assert found == []


@pytest.mark.parametrize(
    ("source", "is_a_look"),
    [
        ('one.kind == "person"', True),
        ('message.audience.kind in ("person", "group")', True),
        ('one.kind in {"open", "x"}', True),
        ('"any" != one.kind', True),
        ("names[one.audience.kind]", True),
        ('present.of.partition(":")', True),
        ('event.audience.startswith("person:")', True),
        ('inputs.audience.partition(":")[0]', True),
        ('str(heard.audience).split(":")', True),
        ("match one.kind:\n case 'org': pass", True),
        ("def f(heard: Audience): return heard.kind", True),
        ('one.kind == "turn"', False),
        ("fact.audience == present", False),
        ("present.is_closed", False),
        ('str(present).startswith("person:")', True),
        ('asker.audience.replace("a", "b")', False),
    ],
)
def test_what_is_a_look_at_the_kind(source: str, is_a_look: bool) -> None:
    assert bool(list(looks(ast.parse(source)))) is is_a_look


def looks(module: ast.Module) -> Iterator[ast.expr | ast.Match]:
    """Comparisons of a `kind` with a kind of audience, and what takes an audience or its text apart."""
    annotated = {
        one.arg
        for one in ast.walk(module)
        if isinstance(one, ast.arg) and one.annotation is not None and "Audience" in _names(one.annotation)
    }
    for node in ast.walk(module):
        match node:
            case ast.Compare() if _is_kind(*(sides := (node.left, *node.comparators))) and _tells_one(*sides):
                yield node
            case ast.Match(subject=subject) if _is_kind(subject) and _tells_one(*(one.pattern for one in node.cases)):
                yield node
            case ast.Attribute(value=value, attr="kind" | "of") if _is_audience(value, annotated):
                yield node
            case ast.Call(func=ast.Attribute(value=value, attr=attr)) if attr in (
                *("partition", "split", "startswith", "removeprefix"),
            ) and _is_audience(value, annotated):
                yield node


def _is_kind(*sides: ast.expr) -> bool:
    """`self.kind` is the kind of another class, in that class."""
    looked_at = [one.value for one in sides if isinstance(one, ast.Attribute) and one.attr == "kind"]
    return any(not isinstance(one, ast.Name) or one.id != "self" for one in looked_at)


def _tells_one(*sides: ast.AST) -> bool:
    return any(isinstance(one, ast.Constant) and one.value in KINDS for side in sides for one in ast.walk(side))


def _is_audience(value: ast.expr, annotated: set[str]) -> bool:
    match value:
        case ast.Call(func=ast.Name(id="str"), args=[inner]):
            return _is_audience(inner, annotated)
        case ast.Name(id=name):
            return name in NAMED | annotated
        case ast.Attribute(attr=name):
            return name in NAMED
    return False


def _names(annotation: ast.expr) -> set[str]:
    return {one.id for one in ast.walk(annotation) if isinstance(one, ast.Name)}
