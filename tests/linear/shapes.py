"""Hostile texts: units that are repeated until a text is long, fixed ones and near-matches made from an expression."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from re import _constants, _parser  # type: ignore[attr-defined]
from typing import Any


@dataclass(frozen=True, slots=True)
class Shape:
    """`lead`, then `unit` again and again, then `tail`."""

    unit: str
    lead: str = ""
    tail: str = "\x01"

    def text(self, length: int) -> str:
        filled = self.lead + self.unit * (length // len(self.unit) + 1)
        return filled[: length - len(self.tail)] + self.tail


_UNITS = (
    *" \t\n.?!aA1([{`*_-#>|<&\\;:,\"'“”’「。\0\u200d",
    *("[[", "~~a", "**a ", "_a", "![", "[a](", "<a ", "<a>", "</", "<!--", "```\n", "- ", "1. ", "> ", "| ", "|-"),
    *("ああ漢字", "acak", "şığ", "İ", "👩‍👩‍👧", "e\u0301", "\u0301\u0323", "字", "！", "\u3000"),
    *("word ", "Ada Bob ", "and ", "a: ", "a=", ", ", "? ", "a.", "... ", "\n\n", " \n", "\r\n", "\n# ", "\n- a"),
    *("@a ", "@", "://", "https://a.", "a@a.", "<@U", "<@U1|a", "&lt;", "{{", "{}", '"a" ', "(a) ", "a\\", "\\\n"),
    *("---\n", "a: a\n", "<tool>", "- [a/", "remember ", "lütfen ", "forget, "),
)
FIXED = tuple(Shape(unit, lead, tail) for unit in _UNITS for lead, tail in (("", "\x01"), ("a", "a")))


def near(pattern: str, flags: int) -> tuple[Shape, ...]:
    """What an expression nearly matches: each of its repeats again and again, after what stands before it."""
    tree = _parser.parse(pattern, flags)
    whole = _sample(tree)
    found = [*_repeats(tree, ""), ("", whole), ("", whole[:-1])]
    pairs = dict.fromkeys((lead, unit) for lead, unit in found if unit)
    return tuple(Shape(unit, lead, tail) for lead, unit in list(pairs)[:12] for tail in ("\x01", "a"))


def _repeats(nodes: Any, lead: str) -> Iterator[tuple[str, str]]:
    for node in nodes:
        operation, what = node
        match str(operation):
            case "MAX_REPEAT" | "MIN_REPEAT":
                if what[1] is _constants.MAXREPEAT or what[1] > 20:
                    for unit in (_sample(what[2]), *_choices(what[2])):
                        yield lead, unit
                        yield "", lead + unit
                yield from _repeats(what[2], lead)
            case "SUBPATTERN":
                yield from _repeats(what[-1], lead)
            case "ATOMIC_GROUP" | "POSSESSIVE_REPEAT":
                yield from _repeats(what if str(operation) == "ATOMIC_GROUP" else what[2], lead)
            case "BRANCH":
                for branch in what[1]:
                    yield from _repeats(branch, lead)
        lead += _sample([node])


def _choices(nodes: Any) -> Iterator[str]:
    """Further letters of a class that is repeated."""
    for operation, what in nodes:
        if str(operation) == "IN":
            yield from [_of_class([one]) for one in what if str(one[0]) != "NEGATE"][:4]


def _sample(nodes: Any) -> str:
    return "".join(_one(operation, what) for operation, what in nodes)


def _one(operation: object, what: Any) -> str:
    match str(operation):
        case "LITERAL":
            return chr(what)
        case "NOT_LITERAL":
            return "b" if what == ord("a") else "a"
        case "ANY":
            return "a"
        case "IN":
            return _of_class(what)
        case "BRANCH":
            return _sample(what[1][0])
        case "SUBPATTERN":
            return _sample(what[-1])
        case "ATOMIC_GROUP":
            return _sample(what)
        case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
            return _sample(what[2]) * max(1, min(what[0], 3))
    return ""


_OF_CATEGORY = {"CATEGORY_DIGIT": "1", "CATEGORY_SPACE": " ", "CATEGORY_NOT_WORD": " "}


def _of_class(members: Any) -> str:
    if str(members[0][0]) == "NEGATE":
        return next((letter for letter in "a 1.あ-" if not any(_is_in(letter, one) for one in members[1:])), "a")
    operation, what = members[0]
    match str(operation):
        case "LITERAL":
            return chr(what)
        case "RANGE":
            return chr(what[0])
    return _OF_CATEGORY.get(str(what), "a")


def _is_in(letter: str, member: tuple[object, Any]) -> bool:
    operation, what = member
    match str(operation):
        case "LITERAL":
            return ord(letter) == what
        case "RANGE":
            return bool(what[0] <= ord(letter) <= what[1])
    is_word = letter.isalnum() or letter == "_"
    held = {"DIGIT": letter.isdigit(), "SPACE": letter.isspace(), "WORD": is_word}
    kind = str(what).removeprefix("CATEGORY_")
    return not held[kind[4:]] if kind.startswith("NOT_") else held[kind]
