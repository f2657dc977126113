"""Markdown, parsed once: CommonMark with tables and strikethrough; HTML is text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from markdown_it.token import Token

from adapters.rendering.runs import Run, Runs, read
from bots.markdown import block_tokens, inline_tokens

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
class Block:
    """A block; which fields mean something depends on the kind.

    `raw` is the inline source of a paragraph or heading, `lines` where the block stands in the source.
    A list's (and a paragraph's in it) `tight` says that no blank lines stood between; an item's `number` is None
    in bullet lists, its `delimiter` the sign that makes it an item.
    """

    kind: BlockKind
    lines: tuple[int, int] = (0, 0)
    children: list[Block] = field(default_factory=list)
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
class Document:
    """The blocks, and the definitions that `[references]` of the source were resolved by."""

    blocks: list[Block]
    references: Mapping[str, object]


def parse(markdown: str) -> list[Block]:
    """The blocks with their runs."""
    document = outline(markdown)
    for block in document.blocks:
        _read(block, document.references)
    return document.blocks


def outline(markdown: str) -> Document:
    """The blocks without their runs: several times faster."""
    tokens, references = block_tokens(markdown)
    return Document(blocks=_blocks(tokens), references=references)


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
        runs += read(children, at)
        at += len(children)
    return tuple(runs)


def _read(block: Block, references: Mapping[str, object]) -> None:
    block.runs = inline(block.raw, references)
    for cell in (cell for row in block.rows for cell in row):
        cell.runs = inline(cell.raw, references)
    for child in block.children:
        _read(child, references)


def _blocks(tokens: list[Token]) -> list[Block]:
    root = Block(kind="quote")
    _fill(root, iter(tokens))
    return root.children


def _fill(parent: Block, tokens: Iterator[Token]) -> None:
    for token in tokens:
        if token.nesting < 0:
            return
        block = _block(token, parent, tokens)
        if block is not None:
            parent.children.append(block)


def _block(token: Token, parent: Block, tokens: Iterator[Token]) -> Block | None:
    start, end = token.map or (0, 0)
    lines = (start, end)
    match token.type:
        case "paragraph_open":
            return _text(Block(kind="paragraph", lines=lines, tight=token.hidden), tokens)
        case "heading_open":
            heading = Block(kind="heading", lines=lines, level=int(token.tag[1:]), setext=token.markup in ("=", "-"))
            return _text(heading, tokens)
        case "fence" | "code_block":
            return Block(kind="code", lines=lines, info=token.info.strip(), text=token.content)
        case "hr":
            return Block(kind="rule", lines=lines)
        case "table_open":
            return _table(Block(kind="table", lines=lines), tokens)
        case "blockquote_open":
            return _filled(Block(kind="quote", lines=lines), tokens)
        case "bullet_list_open" | "ordered_list_open":
            start_at = token.attrGet("start")
            ordered = token.type == "ordered_list_open"
            first = None if not ordered else 1 if start_at is None else int(start_at)
            return _list(Block(kind="list", lines=lines, number=first, delimiter=token.markup), tokens)
        case "list_item_open":
            return _filled(Block(kind="item", lines=lines, delimiter=token.markup), tokens)
        case _:  # nothing else comes from these rules; if ever it does, its text is kept
            return Block(kind="code", lines=lines, text=token.content) if token.content else None


def _filled(block: Block, tokens: Iterator[Token]) -> Block:
    _fill(block, tokens)
    return block


def _text(block: Block, tokens: Iterator[Token]) -> Block:
    token = next(tokens)
    block.raw = token.content
    next(tokens)
    return block


def _list(block: Block, tokens: Iterator[Token]) -> Block:
    _fill(block, tokens)
    for n, item in enumerate(block.children):
        item.number = None if block.number is None else block.number + n
    texts = [text for item in block.children for text in item.children if text.kind == "paragraph"]
    block.tight = all(text.tight for text in texts)
    return block


def _table(table: Block, tokens: Iterator[Token]) -> Block:
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
