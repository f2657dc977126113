"""What letters a text must have so that a pattern can match: known from the pattern alone, sooner than it is compiled.

A need is a set of words of which one must be in the text. Of a sequence all needs hold, of alternatives the best of
each together; what is optional, looked for behind or denied needs nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from memory.languages.dating.form import AnyOf

DIGITS = frozenset("0123456789")
_MOST_WORDS = 200
_MOST_NEEDS = 3
_MOST_LETTERS = 12
_NAME = re.compile(r"\{([A-Za-z][\w-]*)\}")
_OPENS = re.compile(r"\(\?(?:P<\w+>|[:=]|s:)|\((?!\?)")
_DENIES = re.compile(r"\(\?(?:!|<!|<=|\(\w+\)|P=\w+)")
_REPEATS = re.compile(r"([?*+]|\{(\d*),?\d*\})\??")
_CLASS = re.compile(r"\[(\^?)((?:\\.|[^\]\\])+)\]")
_DEPTH = re.compile(r"\\.|\[(?:\\.|[^\]\\])+\]|[()|]", re.DOTALL)
_COMMON = " .,'-"
_LETTERS = re.compile(r"[^\\\[\](){}|?*+.^$]+(?![?*+{])")
_NO_LETTER = frozenset("bBdDwWsSZAn")

Named = Callable[[str], Sequence[AnyOf]]


def needs(pattern: str, named: Named) -> Sequence[AnyOf]:
    """Of a pattern with names in braces, whose own needs `named` tells; the hardest to meet first."""
    found = _Reader(pattern, named).either()
    ranked = sorted(dict.fromkeys(found), key=_worth, reverse=True)
    return tuple(one for one in ranked if len(one) <= _MOST_WORDS and not _is_common(one))[:_MOST_NEEDS]


def branches(pattern: str) -> Iterator[str]:
    """What a pattern is an alternative of: each has needs of its own."""
    start = depth = 0
    for match in _DEPTH.finditer(pattern):
        depth += {"(": 1, ")": -1}.get(match[0], 0)
        if match[0] == "|" and not depth:
            yield pattern[start : match.start()]
            start = match.end()
    yield pattern[start:]


def _is_common(words: AnyOf) -> bool:
    """Nearly every text has a single letter of the Latin script, and blanks."""
    return any(len(word) == 1 and (word in _COMMON or (word.isascii() and word.isalpha())) for word in words)


def _worth(words: AnyOf) -> tuple[int, int]:
    return min(map(len, words)), -len(words)


class _Reader:
    def __init__(self, pattern: str, named: Named) -> None:
        self._pattern = pattern
        self._named = named
        self._at = 0

    def either(self) -> list[AnyOf]:
        """Up to the end of the group."""
        branches = [self._sequence()]
        while self._next() == "|":
            self._at += 1
            branches.append(self._sequence())
        if len(branches) == 1:
            return branches[0]
        shared = [need for need in branches[0] if all(need in other for other in branches[1:])]
        return [*shared, AnyOf().union(*(max(one, key=_worth) for one in branches))] if all(branches) else []

    def _sequence(self) -> list[AnyOf]:
        found, run = list[AnyOf](), ""
        while self._next() not in ("", "|", ")"):
            if letters := _LETTERS.match(self._pattern, self._at):
                self._at = letters.end()
                run += letters[0]
                continue
            letter, inner = self._atom()
            optional, repeats = self._repeated()
            if letter and not repeats:
                run += letter
                continue
            if run:
                found.append(AnyOf({run}))
            run = ""
            if not optional:
                found += [AnyOf({letter})] if letter else inner
        return [*found, AnyOf({run})] if run else found

    def _atom(self) -> tuple[str, list[AnyOf]]:
        """A letter that stands for itself, or what a group, a class or a name needs."""
        for pattern, read in ((_NAME, self._name), (_CLASS, self._class)):
            if match := pattern.match(self._pattern, self._at):
                self._at = match.end()
                return "", read(match)
        if self._next() == "(":
            return "", self._group()
        letter = self._next()
        self._at += 1
        if letter == "\\":
            return self._escaped()
        return ("", []) if letter in ".^$" else (letter, [])

    def _name(self, match: re.Match[str]) -> list[AnyOf]:
        return list(self._named(match[1]))

    def _class(self, match: re.Match[str]) -> list[AnyOf]:
        inside = match[2]
        if match[1] or len(inside) > _MOST_LETTERS or "\\" in inside:
            return [DIGITS] if inside == r"\d" and not match[1] else []
        letters = re.sub(r"(.)-(.)", lambda ends: "".join(map(chr, range(ord(ends[1]), ord(ends[2]) + 1))), inside)
        return [AnyOf(letters)] if len(letters) <= _MOST_LETTERS else []

    def _group(self) -> list[AnyOf]:
        denied = _DENIES.match(self._pattern, self._at)
        opened = denied or _OPENS.match(self._pattern, self._at)
        if opened is None:
            raise ValueError(self._pattern[self._at :])
        self._at = opened.end()
        inner = self.either()
        self._at += 1
        return [] if denied else inner

    def _escaped(self) -> tuple[str, list[AnyOf]]:
        letter = self._next()
        self._at += 1
        if letter == "x":
            self._at += 2
            return "", []  # what has been read is no part of the text
        if letter == "u":
            self._at += 4
            return "", []
        return (
            ("", [DIGITS] if letter == "d" else []) if letter in _NO_LETTER else ("" if letter == "n" else letter, [])
        )

    def _repeated(self) -> tuple[bool, bool]:
        """Whether it may be left out, and whether it is said how often it comes."""
        match = _REPEATS.match(self._pattern, self._at)
        if match is None:
            return False, False
        self._at = match.end()
        return match[1] in "?*" or match[2] in ("", "0"), True

    def _next(self) -> str:
        return self._pattern[self._at : self._at + 1]
