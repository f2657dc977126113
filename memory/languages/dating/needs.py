"""Which forms may match a text: known by the words that a pattern needs, sooner than by trying it.

A need is a set of words of which one must be in the text. Of alternatives the best of each hold together; what is
optional, or only looked for around a match, needs nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from operator import add

from memory.languages.dating.form import AnyOf, Form

DIGITS = AnyOf("0123456789")

_GAP, _FIGURE = "\x00", "{figure}"
_CLASS = re.compile(r"\[\^?(?:\\.|[^\]\\])+\]")
_ESCAPED = re.compile(r"\\(?:x..|u....|.)|\(\?P=\w+\)", re.DOTALL)
_GROUP = re.compile(r"\((\?(?:P<\w+>|<?[=!]|:))?([^()]*)\)([?*]|\{0)?")
_OPTIONAL = re.compile(r"(?:\{[A-Za-z][\w-]*\}|.)(?:[?*]|\{[0,][\d,]*\})", re.DOTALL)
_COUNT = re.compile(r"\{[\d,]+\}")
_NEEDED = re.compile(r"\{([A-Za-z][\w-]*)\}|[^\W_]{2,}|[^\x00-\u2fff]+|[@<`/]")
_ALTERNATIVE = re.compile(r"\\.|\[(?:\\.|[^\]\\])+\]|[()|]", re.DOTALL)


def needs(pattern: str, named: Callable[[str], AnyOf]) -> frozenset[AnyOf]:
    """Of a pattern with names of words in braces; `named` has the words."""
    known: dict[str, AnyOf] = {"figure": DIGITS}

    def found(flat: str) -> list[AnyOf]:
        every = _NEEDED.finditer(_COUNT.sub(_GAP, _OPTIONAL.sub(_GAP, flat)))
        return [AnyOf({one[0]}) if one[1] is None else known.get(one[1]) or named(one[1]) for one in every]

    def opened(group: re.Match[str]) -> str:
        kind, inside, optional = group.groups()
        if optional or (kind or "")[-1:] in ("=", "!"):
            return _GAP
        if "|" in inside:
            each = [max(found(one), key=_worth, default=AnyOf()) for one in inside.split("|")]
            inside = f"{{either{len(known)}}}" if all(each) else ""
            known[inside[1:-1]] = AnyOf().union(*each)
        return f"{_GAP}{inside}{_GAP}"

    flat, before = _ESCAPED.sub(lambda one: _FIGURE if one[0] == r"\d" else _GAP, _CLASS.sub(_GAP, pattern)), ""
    while flat != before:
        before, flat = flat, _GROUP.sub(opened, flat)
    return frozenset(found(flat))


def _worth(words: AnyOf) -> tuple[int, int]:
    return min(map(len, words)), -len(words)


def alternatives(pattern: str) -> Iterator[str]:
    """Of a whole pattern: each has needs of its own."""
    start = depth = 0
    for match in _ALTERNATIVE.finditer(pattern):
        depth += {"(": 1, ")": -1}.get(match[0], 0)
        if match[0] == "|" and not depth:
            yield pattern[start : match.start()]
            start = match.end()
    yield pattern[start:]


class FormIndex:
    """Forms in their order, looked up by the first two letters of the words that they need."""

    def __init__(self, forms: Sequence[Form]) -> None:
        self._forms = forms
        self._by_start: dict[str, dict[str, set[AnyOf]]] = {}
        for need in {need for form in forms for need in form.needs}:
            for word in need:
                self._by_start.setdefault(word[:2], {}).setdefault(word, set()).add(need)

    def may_match(self, text: str) -> list[Form]:
        starts = self._by_start.keys() & {*text, *map(add, text, text[1:])}
        words = (pair for start in starts for pair in self._by_start[start].items())
        met = {need for word, needs in words if word in text for need in needs}
        return [form for form in self._forms if form.needs <= met]
