"""Inline text as a flat list of runs, each with the marks that hold for it.

Flat, because every use of it needs that: entities are ranges, a cut closes the open marks and opens them again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from markdown_it.token import Token

MarkKind = Literal["bold", "italic", "strike", "code", "link", "image"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """What holds for a run. `markup` is how the source wrote it; `n` tells two neighbours of one kind apart."""

    kind: MarkKind
    n: int
    markup: str = ""
    url: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class Run:
    """Text with its marks, outermost first. A line break is a run of its own, `hard` or not."""

    text: str
    marks: tuple[Mark, ...] = ()
    hard: bool = False

    def mark(self, *kinds: MarkKind) -> Mark | None:
        """The innermost mark of these kinds."""
        return next((mark for mark in reversed(self.marks) if mark.kind in kinds), None)


Runs = tuple[Run, ...]

_OPENING: dict[str, MarkKind] = {"strong_open": "bold", "em_open": "italic", "s_open": "strike", "link_open": "link"}
_CLOSING = frozenset({"strong_close", "em_close", "s_close", "link_close"})


def read(tokens: Sequence[Token], first: int = 0) -> Runs:
    """The children of an inline token as runs; `first` is the number of the first of them."""
    runs: list[Run] = []
    open_marks: list[Mark] = []
    for n, token in enumerate(tokens, first):
        if kind := _OPENING.get(token.type):
            open_marks.append(_mark(kind, n, token))
        elif token.type in _CLOSING:
            runs.extend(_shown_anyway(open_marks, runs))
            open_marks.pop()
        else:
            runs.extend(_leaf(n, token, tuple(open_marks)))
    return tuple(run for run in runs if run.text)


def plain(runs: Sequence[Run]) -> str:
    """The text alone; addresses stand in brackets behind what they are the address of."""
    return written(runs, lambda mark: "", _close_plain, lambda run: run.text)


def written(
    runs: Sequence[Run],
    opening: Callable[[Mark], str],
    closing: Callable[[Mark, str], str],
    text: Callable[[Run], str],
) -> str:
    """The runs with something before and after the reach of each mark; `closing` is told the text within it."""
    parts: list[str] = []
    current: list[tuple[Mark, list[str]]] = []

    def close_down_to(depth: int) -> None:
        while len(current) > depth:
            mark, within = current.pop()
            parts.append(closing(mark, "".join(within)))

    for run in runs:
        shared = _shared([mark for mark, _ in current], run.marks)
        close_down_to(shared)
        for mark in run.marks[shared:]:
            current.append((mark, []))
            parts.append(opening(mark))
        parts.append(text(run))
        for _, within in current:
            within.append(run.text)
    close_down_to(0)
    return "".join(parts)


def literal(runs: Sequence[Run]) -> Runs:
    """The same text without marks, addresses written out."""
    return (Run(plain(runs)),)


def _shared(ours: Sequence[Mark], theirs: Sequence[Mark]) -> int:
    depth = 0
    while depth < min(len(ours), len(theirs)) and ours[depth] == theirs[depth]:
        depth += 1
    return depth


def _mark(kind: MarkKind, n: int, token: Token) -> Mark:
    url, title = str(token.attrGet("href") or ""), str(token.attrGet("title") or "")
    return Mark(kind=kind, n=n, markup=token.markup, url=url, title=title)


def _shown_anyway(open_marks: Sequence[Mark], runs: Sequence[Run]) -> list[Run]:
    """A link around nothing shows its address."""
    mark = open_marks[-1]
    empty = mark.kind == "link" and not any(run.text and mark in run.marks for run in runs[-8:])
    return [Run(mark.url, tuple(open_marks))] if empty else []


def _leaf(n: int, token: Token, marks: tuple[Mark, ...]) -> list[Run]:
    match token.type:
        case "softbreak":
            return [Run("\n", marks)]
        case "hardbreak":
            return [Run("\n", marks, hard=True)]
        case "code_inline":
            return [Run(token.content, (*marks, Mark(kind="code", n=n)))]
        case "image":
            url, title = str(token.attrGet("src") or ""), str(token.attrGet("title") or "")
            image = Mark(kind="image", n=n, url=url, title=title)
            return [Run(plain(read(token.children or [])) or url, (*marks, image))]
        case _:
            return [Run(token.content, marks)]


def _close_plain(mark: Mark, within: str) -> str:
    shown = mark.kind in ("link", "image") and mark.url and not same_address(mark.url, within)
    return f" ({mark.url})" if shown else ""


def same_address(url: str, text: str) -> bool:
    """The text of the link is its address already."""
    return url in (text, f"mailto:{text}", f"http://{text}")
