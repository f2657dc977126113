"""Runs written as Markdown source again."""

from __future__ import annotations

import re
from collections.abc import Sequence

from adapters.rendering.document import inline
from adapters.rendering.runs import Mark, Run, literal, plain, written

_SPECIAL = re.compile(r"[\\`*\[\]<~]|&(?=[#A-Za-z])|(?<![^\W_])_|_(?![^\W_])")
_BLOCK_START = re.compile(
    r"(#{1,6}(?=\s|$)|>|[-+*](?=\s|$)|`{3,}[^`]*$|~{3}|=+\s*$|-+\s*$|([-_*][ \t]*){3,}$|\[(?=[^\]]*\]:))"
)
_NUMBER_START = re.compile(r"(\d{1,9})([.)](?=\s|$))")
_DELIMITER_ROW = re.compile(r"[|:\- \t]+$")


def from_runs(runs: Sequence[Run]) -> str:
    """Source that reads as these runs; where emphasis cannot be written so, the text without it."""
    source = _written(runs)
    if _letters(plain(inline(source))) == _letters(plain(runs)):
        return source
    return _written(literal(runs))


def as_paragraph(source: str) -> str:
    """The inline source in lines that each can only be read as a paragraph's."""
    return "\n".join(_safe(line.strip(" \t")) for line in source.split("\n") if line.strip(" \t"))


def as_heading(level: int, source: str) -> str:
    """The inline source as a heading's one line; signs at its end are text, not the heading's closing."""
    return "#" * level + " " + re.sub(r"(^|\s)(#+\s*)$", r"\1\\\2", " ".join(_lines(source)))


def starts_a_block(source: str) -> bool:
    """Some line of it could be read as something else than a paragraph's."""
    return any(_safe(line) != line for line in map(str.strip, source.split("\n")))


def ticks(content: str, least: int) -> str:
    """A fence of backticks longer than any in the content."""
    longest = max((len(found) for found in re.findall(r"`+", content)), default=0)
    return "`" * max(least, longest + 1)


def code(content: str) -> str:
    """A code span."""
    fence = ticks(content, 1)
    padded = (
        content.startswith("`") or content.endswith("`") or (content[:1] == content[-1:] == " " and content.strip())
    )
    return f"{fence} {content} {fence}" if padded else f"{fence}{content}{fence}"


def address(url: str) -> str:
    """A link's address as it stands between the round brackets."""
    if re.search(r"[\s()<>\\]", url) or not url:
        return "<" + re.sub(r"([<>\\])", r"\\\1", url.replace("\n", "%0A")) + ">"
    return url


def _lines(source: str) -> list[str]:
    """The lines without the backslashes that end them for good."""
    *first, last = source.split("\n")
    return [*(line.removesuffix("\\").strip() for line in first), last.strip()]


def _written(runs: Sequence[Run]) -> str:
    return written(runs, _opening, _closing, _text)


def _opening(mark: Mark) -> str:
    match mark.kind:
        case "link":
            return "["
        case "image":
            return "!["
        case "code":
            return ""
        case "bold" | "italic" | "strike":
            return mark.markup


def _closing(mark: Mark, within: str) -> str:
    match mark.kind:
        case "link" | "image":
            title = ' "' + re.sub(r'(["\\])', r"\\\1", mark.title) + '"' if mark.title else ""
            return f"]({address(mark.url)}{title})"
        case "code":
            return ""
        case "bold" | "italic" | "strike":
            return mark.markup


def _text(run: Run) -> str:
    if run.mark("code"):
        return code(run.text)
    if run.text == "\n":
        return "\\\n" if run.hard else "\n"
    return _SPECIAL.sub(lambda found: "\\" + found[0], run.text)


def _safe(line: str) -> str:
    if _BLOCK_START.match(line) or _DELIMITER_ROW.match(line):
        return "\\" + line
    return _NUMBER_START.sub(r"\1\\\2", line, count=1) if _NUMBER_START.match(line) else line


def _letters(text: str) -> str:
    return "".join(text.split())
