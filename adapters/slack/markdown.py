"""Markdown as Slack takes it: markdown blocks, one native table, and mrkdwn as the fallback text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from adapters.rendering import splitting
from adapters.rendering.document import (
    Cell,
    Mark,
    MarkdownBlock,
    Run,
    Runs,
    inline,
    outline,
    parse,
    plain_runs,
    same_address,
    written_runs,
)
from adapters.rendering.layout import aligned_table

#: Characters of Markdown in one block, and in one message (Slack takes about 13,000 together).
LIMIT = 12_000

#: What a native table may have.
MOST_ROWS, MOST_COLUMNS, MOST_CELL_CHARACTERS = 100, 20, 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class SlackText:
    """`text` is mrkdwn for notifications and old clients, `blocks` what is shown."""

    text: str
    blocks: tuple[dict[str, object], ...]


def render(markdown: str) -> SlackText:
    """The message; its first table is a native one, if it fits Slack's limits."""
    blocks = parse(markdown)
    return SlackText(text=_mrkdwn(blocks).strip("\n"), blocks=tuple(_shown(markdown, blocks)))


def split(markdown: str) -> list[str]:
    """Chunks of Markdown each of which is one message."""
    return splitting.split(markdown, _share)


_CALLS_ALL = re.compile(r"<(?=!(?:channel|here|everyone|subteam))")


def _share(markdown: str) -> float:
    """What is shown counts: tables differ from their source, and calls to all are made harmless by a character each."""
    if "|" not in markdown:
        return len(_harmless(markdown)) / LIMIT
    document = outline(markdown)
    for cell in (cell for block in document.blocks if block.kind == "table" for row in block.rows for cell in row):
        cell.runs = inline(cell.raw, document.references)
    return sum(map(_size, _shown(markdown, document.blocks))) / LIMIT


def _size(block: dict[str, object]) -> int:
    return len(str(block["text"])) if "text" in block else _cells(block["rows"])


def _cells(found: object) -> int:
    """Characters of a native table."""
    if isinstance(found, list):
        return sum(map(_cells, found))
    if isinstance(found, dict):
        return sum(len(value) if key == "text" else _cells(value) for key, value in found.items() if key != "type")
    return 0


def _harmless(text: str) -> str:
    return _CALLS_ALL.sub("<\u200b", text)


# -------------------------------------------------------------------------------------------------- blocks


def _shown(markdown: str, blocks: Sequence[MarkdownBlock]) -> Iterator[dict[str, object]]:
    """Stretches of the source as markdown blocks, the native table between them."""
    lines = markdown.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd").split("\n")
    native = next((block for block in blocks if block.kind == "table" and _is_native(block)), None)
    source: list[str] = []
    at = 0
    for table in [block for block in blocks if block.kind == "table"]:
        source.extend(lines[at : table.lines[0]])
        at = table.lines[1]
        if table is native:
            yield from _markdown(source)
            yield _table(table)
            source = []
        else:
            source.extend(["```", *aligned_table(table).split("\n"), "```"])
    yield from _markdown([*source, *lines[at:]])


def _markdown(lines: Sequence[str]) -> list[dict[str, object]]:
    text = _harmless("\n".join(lines)).strip("\n")
    return [{"type": "markdown", "text": text}] if text.strip() else []


def _is_native(table: MarkdownBlock) -> bool:
    sizes = [len(plain_runs(cell.runs)) for row in table.rows for cell in row]
    return len(table.rows) <= MOST_ROWS and len(table.aligns) <= MOST_COLUMNS and sum(sizes) <= MOST_CELL_CHARACTERS


def _table(table: MarkdownBlock) -> dict[str, object]:
    columns = len(table.aligns)
    return {
        "type": "table",
        "column_settings": [{"align": align, "is_wrapped": True} for align in table.aligns],
        "rows": [[_cell(row[n] if n < len(row) else Cell(raw="")) for n in range(columns)] for row in table.rows],
    }


def _cell(cell: Cell) -> dict[str, object]:
    if not any(run.marks for run in cell.runs):
        return {"type": "raw_text", "text": plain_runs(cell.runs) or " "}
    elements = [_element(run) for run in cell.runs]
    return {"type": "rich_text", "elements": [{"type": "rich_text_section", "elements": elements}]}


def _element(run: Run) -> dict[str, object]:
    style = {mark.kind: True for mark in run.marks if mark.kind not in ("link", "image")}
    link = run.mark("link", "image")
    element: dict[str, object] = {"type": "text", "text": run.text}
    if link is not None and _is_web(link.url):
        element = {"type": "link", "url": link.url, "text": run.text}
    elif link is not None:
        element = {"type": "text", "text": plain_runs([run])}
    return {**element, "style": style} if style else element


# -------------------------------------------------------------------------------------------------- mrkdwn


def _mrkdwn(blocks: Sequence[MarkdownBlock], glue: str = "\n\n") -> str:
    return glue.join(filter(None, map(_block, blocks)))


def _block(block: MarkdownBlock) -> str:
    match block.kind:
        case "paragraph":
            return _inline(block.runs)
        case "heading":
            text = _escaped(plain_runs(block.runs)).replace("*", "")
            return f"*{text}*" if text.strip() else ""
        case "code":
            return _fence(block.text.rstrip("\n"))
        case "table":
            return _fence(aligned_table(block))
        case "rule":
            return "─" * 10
        case "quote":
            return _prefixed(_mrkdwn(block.children), "> ", "> ")
        case "list":
            return "\n".join(map(_item, block.children))
        case "item":
            return _mrkdwn(block.children)


def _item(item: MarkdownBlock) -> str:
    sign = "• " if item.number is None else f"{item.number}. "
    return _prefixed(_mrkdwn(item.children, "\n"), sign, " " * 4)


def _prefixed(text: str, first: str, further: str) -> str:
    return first + text.replace("\n", "\n" + further) if text else ""


def _fence(text: str) -> str:
    return f"```\n{_escaped(text)}\n```" if text else ""


def _inline(runs: Runs) -> str:
    return written_runs(runs, _opening, _closing, _text)


def _opening(mark: Mark) -> str:
    if mark.kind in ("link", "image"):
        return f"<{_address(mark.url)}|" if _is_web(mark.url) else ""
    return {"bold": "*", "italic": "_", "strike": "~", "code": "`"}[mark.kind]


def _closing(mark: Mark, within: str) -> str:
    if mark.kind not in ("link", "image"):
        return _opening(mark)
    if _is_web(mark.url):
        return ">"
    return "" if same_address(mark.url, within) else f" ({_escaped(mark.url)})"


def _text(run: Run) -> str:
    return _escaped(run.text)


def _is_web(url: str) -> bool:
    return url.lower().startswith(("http://", "https://", "mailto:"))


def _address(url: str) -> str:
    """A bar would end the address."""
    return _escaped(url).replace("|", "%7C")


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
