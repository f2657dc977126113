"""Markdown, parsed once: blocks, and their inline text as runs. CommonMark with tables and strikethrough; HTML is
text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from markdown_it.token import Token

from bots.text.markdown_parser import block_tokens, inline_tokens

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


def read_runs(tokens: Sequence[Token], first: int = 0) -> Runs:
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


def plain_runs(runs: Sequence[Run]) -> str:
    """The text alone; addresses stand in brackets behind what they are the address of."""
    return written_runs(runs, lambda mark: "", _close_plain, lambda run: run.text)


def written_runs(
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


def literal_runs(runs: Sequence[Run]) -> Runs:
    """The same text without marks, addresses written out."""
    return (Run(plain_runs(runs)),)


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
            return [Run(plain_runs(read_runs(token.children or [])) or url, (*marks, image))]
        case _:
            return [Run(token.content, marks)]


def _close_plain(mark: Mark, within: str) -> str:
    shown = mark.kind in ("link", "image") and mark.url and not same_address(mark.url, within)
    return f" ({mark.url})" if shown else ""


def same_address(url: str, text: str) -> bool:
    """The text of the link is its address already."""
    return url in (text, f"mailto:{text}", f"http://{text}")


# --- document -------------------------------------------------------------------------------------------------------


BlockKind = Literal["paragraph", "heading", "code", "table", "rule", "quote", "list", "item"]
Align = Literal["left", "center", "right"]

#: Inline source without any of these is text.
_MARKUP = re.compile(r"[\\`*_\[\]<&~!\n]")

_REMEMBERED = 2000


@dataclass(slots=True, kw_only=True)
class Cell:
    """A table's cell: its inline source, and the runs of it where they were asked for."""

    raw: str
    runs: Runs = ()


@dataclass(slots=True, kw_only=True)
class MarkdownBlock:
    """A block; which fields mean something depends on the kind.

    `raw` is the inline source of a paragraph or heading, `lines` where the block stands in the source.
    A list's (and a paragraph's in it) `tight` says that no blank lines stood between; an item's `number` is None
    in bullet lists, its `delimiter` the sign that makes it an item.
    """

    kind: BlockKind
    lines: tuple[int, int] = (0, 0)
    children: list[MarkdownBlock] = field(default_factory=list)
    raw: str = ""
    runs: Runs = ()
    level: int = 0
    setext: bool = False
    info: str = ""
    text: str = ""
    rows: list[list[Cell]] = field(default_factory=list)
    aligns: list[Align] = field(default_factory=list)
    tight: bool = True
    number: int | None = None
    delimiter: str = "-"


@dataclass(slots=True, kw_only=True)
class MarkdownDocument:
    """The blocks, and the definitions that `[references]` of the source were resolved by."""

    blocks: list[MarkdownBlock]
    references: Mapping[str, object]


def parse(markdown: str) -> list[MarkdownBlock]:
    """The blocks with their runs."""
    document = outline(markdown)
    for block in document.blocks:
        _read(block, document.references)
    return document.blocks


def outline(markdown: str) -> MarkdownDocument:
    """The blocks without their runs: several times faster."""
    tokens, references = block_tokens(markdown)
    return MarkdownDocument(blocks=_blocks(tokens), references=references)


def inline(raw: str, references: Mapping[str, object] | None = None) -> Runs:
    """The runs of inline source."""
    if not _MARKUP.search(raw):
        return (Run(raw),) if raw else ()
    return _alone(raw) if not references and len(raw) <= _REMEMBERED else _inline(raw, references)


@lru_cache(maxsize=1024)  # a text is measured before it is sent, and again whenever more of it is shown
def _alone(raw: str) -> Runs:
    return _inline(raw, None)


def _inline(raw: str, references: Mapping[str, object] | None) -> Runs:
    runs: list[Run] = []
    at = 0
    for children in inline_tokens(raw, references):
        runs += read_runs(children, at)
        at += len(children)
    return tuple(runs)


def _read(block: MarkdownBlock, references: Mapping[str, object]) -> None:
    block.runs = inline(block.raw, references)
    for cell in (cell for row in block.rows for cell in row):
        cell.runs = inline(cell.raw, references)
    for child in block.children:
        _read(child, references)


def _blocks(tokens: list[Token]) -> list[MarkdownBlock]:
    root = MarkdownBlock(kind="quote")
    _fill(root, iter(tokens))
    return root.children


def _fill(parent: MarkdownBlock, tokens: Iterator[Token]) -> None:
    for token in tokens:
        if token.nesting < 0:
            return
        block = _block(token, parent, tokens)
        if block is not None:
            parent.children.append(block)


def _block(token: Token, parent: MarkdownBlock, tokens: Iterator[Token]) -> MarkdownBlock | None:
    start, end = token.map or (0, 0)
    lines = (start, end)
    match token.type:
        case "paragraph_open":
            return _text(MarkdownBlock(kind="paragraph", lines=lines, tight=token.hidden), tokens)
        case "heading_open":
            heading = MarkdownBlock(
                kind="heading", lines=lines, level=int(token.tag[1:]), setext=token.markup in ("=", "-")
            )
            return _text(heading, tokens)
        case "fence" | "code_block":
            return MarkdownBlock(kind="code", lines=lines, info=token.info.strip(), text=token.content)
        case "hr":
            return MarkdownBlock(kind="rule", lines=lines)
        case "table_open":
            return _table(MarkdownBlock(kind="table", lines=lines), tokens)
        case "blockquote_open":
            return _filled(MarkdownBlock(kind="quote", lines=lines), tokens)
        case "bullet_list_open" | "ordered_list_open":
            start_at = token.attrGet("start")
            ordered = token.type == "ordered_list_open"
            first = None if not ordered else 1 if start_at is None else int(start_at)
            return _list(MarkdownBlock(kind="list", lines=lines, number=first, delimiter=token.markup), tokens)
        case "list_item_open":
            return _filled(MarkdownBlock(kind="item", lines=lines, delimiter=token.markup), tokens)
        case _:  # nothing else comes from these rules; if ever it does, its text is kept
            return MarkdownBlock(kind="code", lines=lines, text=token.content) if token.content else None


def _filled(block: MarkdownBlock, tokens: Iterator[Token]) -> MarkdownBlock:
    _fill(block, tokens)
    return block


def _text(block: MarkdownBlock, tokens: Iterator[Token]) -> MarkdownBlock:
    token = next(tokens)
    block.raw = token.content
    next(tokens)
    return block


def _list(block: MarkdownBlock, tokens: Iterator[Token]) -> MarkdownBlock:
    _fill(block, tokens)
    for n, item in enumerate(block.children):
        item.number = None if block.number is None else block.number + n
    texts = [text for item in block.children for text in item.children if text.kind == "paragraph"]
    block.tight = all(text.tight for text in texts)
    return block


def _table(table: MarkdownBlock, tokens: Iterator[Token]) -> MarkdownBlock:
    for token in tokens:
        match token.type:
            case "table_close":
                break
            case "tr_open":
                table.rows.append([])
            case "th_open":
                table.aligns.append(_align(str(token.attrGet("style") or "")))
            case "inline":
                table.rows[-1].append(Cell(raw=token.content))
            case _:
                pass
    return table


def _align(style: str) -> Align:
    for align in ("center", "right"):
        if style.endswith(align):
            return align
    return "left"
