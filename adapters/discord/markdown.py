"""Markdown as Discord reads it: no tables, three headings, one level of quotes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from adapters.rendering import splitting
from adapters.rendering.document import Mark, MarkdownBlock, Run, Runs, parse, same_address, written_runs
from adapters.rendering.layout import aligned_table

LIMIT = 2000


def render(markdown: str) -> str:
    """Discord's Markdown; nobody is called by `@everyone` or `@here`."""
    return _harmless(_blocks(parse(markdown), quoted=False).strip("\n"))


def split(markdown: str, reserve: int = 0) -> list[str]:
    """Chunks of Markdown each of which is one message, with `reserve` characters left over."""
    return splitting.split(markdown, partial(_share, LIMIT - reserve))


_CALLS_ALL = re.compile(r"@(?=(?:everyone|here)\b)")
_SPECIAL = re.compile(r"[\\`*~\[\]]|\|\||(?<![^\W_])_|_(?![^\W_])")
_URL = re.compile(r"(https?://[^\s<>]+)")
_BLOCK_START = re.compile(r"^([ \t]*)(#{1,3} |-# |>{1,3} |[-+] )", re.MULTILINE)
_NUMBER_START = re.compile(r"^([ \t]*\d+)(\. )", re.MULTILINE)


def _share(limit: int, markdown: str) -> float:
    return len(render(markdown)) / limit


def _harmless(text: str) -> str:
    return _CALLS_ALL.sub("@\u200b", text)


def _blocks(blocks: Sequence[MarkdownBlock], *, quoted: bool, glue: str = "\n\n") -> str:
    return glue.join(filter(None, (_block(block, quoted) for block in blocks)))


def _block(block: MarkdownBlock, quoted: bool) -> str:
    match block.kind:
        case "paragraph":
            return _inline(block.runs)
        case "heading":
            return _heading(block)
        case "code":
            return _fence(block.text.rstrip("\n"), block.info)
        case "table":
            return _fence(aligned_table(block), "")
        case "rule":
            return "─" * 10
        case "quote":
            inner = _blocks(block.children, quoted=True)
            return inner if quoted or not inner else _prefixed(inner, "> ", "> ")
        case "list":
            items = (_item(item, block.tight, quoted) for item in block.children)
            return ("\n" if block.tight else "\n\n").join(items)
        case "item":
            return _blocks(block.children, quoted=quoted)


def _heading(block: MarkdownBlock) -> str:
    text = _inline(block.runs).replace("\n", " ")
    if not text:
        return ""
    if block.level <= 3:
        return "#" * block.level + " " + text
    return text if any(run.mark("bold") for run in block.runs) else f"**{text}**"


def _item(item: MarkdownBlock, tight: bool, quoted: bool) -> str:
    inner = _blocks(item.children, quoted=quoted, glue="\n" if tight else "\n\n")
    sign = "- " if item.number is None else f"{item.number}. "
    return _prefixed(inner, sign, " " * len(sign))


def _prefixed(text: str, first: str, rest: str) -> str:
    return first + text.replace("\n", "\n" + rest)


def _fence(text: str, info: str) -> str:
    """Discord knows fences of three only, so three in the text are kept apart."""
    if not text:
        return ""
    language = re.match(r"[\w+#.-]*", info)
    apart = text.replace("```", "`\u200b`\u200b`")
    return f"```{language[0] if language else ''}\n{apart}\n```"


def _inline(runs: Runs) -> str:
    text = written_runs(_bared(runs), _opening, _closing, _text)
    return _NUMBER_START.sub(r"\1\\\2", _BLOCK_START.sub(r"\1\\\2", text))


def _opening(mark: Mark) -> str:
    if mark.kind in ("link", "image"):
        return "[" if _is_web(mark.url) else ""
    return {"bold": "**", "italic": mark.markup, "strike": "~~", "code": ""}[mark.kind]


def _closing(mark: Mark, within: str) -> str:
    if mark.kind not in ("link", "image"):
        return _opening(mark)
    if _is_web(mark.url):
        return f"]({_address(mark.url)})"
    return "" if same_address(mark.url, within) or not mark.url else f" ({mark.url})"


def _is_web(url: str) -> bool:
    """Discord makes links of no other addresses."""
    return url.lower().startswith(("http://", "https://", "discord://"))


def _bared(runs: Runs) -> Runs:
    """Without the links that show their own address, which Discord makes a link of by itself."""
    shown: dict[Mark, list[str]] = {}
    for run in runs:
        for mark in run.marks:
            if mark.kind == "link" and mark.url.startswith("http"):
                shown.setdefault(mark, []).append(run.text)
    bare = {mark.n for mark, texts in shown.items() if same_address(mark.url, "".join(texts))}
    if not bare:
        return runs
    return tuple(replace(run, marks=tuple(mark for mark in run.marks if mark.n not in bare)) for run in runs)


def _text(run: Run) -> str:
    if run.mark("code"):
        return _code(run.text)
    pieces = _URL.split(run.text)
    return "".join(piece if n % 2 else _SPECIAL.sub(r"\\\g<0>", piece) for n, piece in enumerate(pieces))


def _code(text: str) -> str:
    """Three backticks would begin a code block anywhere, so they are kept apart."""
    if "`" not in text:
        return f"`{text}`"
    return "`` " + re.sub("`(?=`)", "`\u200b", text) + " ``"


def _address(url: str) -> str:
    return f"<{url}>" if re.search(r"[()\s]", url) else url
