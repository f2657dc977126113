"""What a chunk is made of: paragraphs, code, tables, each of which can be written as Markdown again, whole or in
part.
"""

from __future__ import annotations

import re
import unicodedata
from abc import ABC, abstractmethod
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate

from adapters.rendering.document import (
    Cell,
    Mark,
    MarkdownBlock,
    MarkdownDocument,
    Run,
    Runs,
    inline,
    literal_runs,
    plain_runs,
    written_runs,
)
from adapters.rendering.width import after_space, best_break, is_blank_from, whole

_SPECIAL = re.compile(r"[\\`*\[\]<~]|&(?=[#A-Za-z])|(?<![^\W_])_|_(?![^\W_])")
_BLOCK_START = re.compile(
    r"(#{1,6}(?=\s|$)|>|[-+*](?=\s|$)|`{3,}[^`]*$|~{3}|=+\s*$|-+\s*$|([-_*][ \t]*){3,}$|\[(?=[^\]]*\]:))"
)
_NUMBER_START = re.compile(r"(\d{1,9})([.)](?=\s|$))")
_DELIMITER_ROW = re.compile(r"[|:\- \t]+$")


def source_of_runs(runs: Sequence[Run]) -> str:
    """Source that reads as these runs; where emphasis cannot be written so, the text without it."""
    source = _written(runs)
    if _letters(plain_runs(inline(source))) == _letters(plain_runs(runs)):
        return source
    return _written(literal_runs(runs))


def as_paragraph(source: str) -> str:
    """The inline source in lines that each can only be read as a paragraph's."""
    return "\n".join(_safe(line.strip(" \t")) for line in source.split("\n") if line.strip(" \t"))


def as_heading(level: int, source: str) -> str:
    """The inline source as a heading's one line; signs at its end are text, not the heading's closing."""
    return "#" * level + " " + re.sub(r"(^|\s)(#+\s*)$", r"\1\\\2", " ".join(_lines(source)))


def starts_a_block(source: str) -> bool:
    """Some line of it could be read as something else than a paragraph's."""
    return any(_safe(line) != line for line in map(str.strip, source.split("\n")))


def backtick_fence(content: str, least: int) -> str:
    """A fence of backticks longer than any in the content."""
    longest = max((len(found) for found in re.findall(r"`+", content)), default=0)
    return "`" * max(least, longest + 1)


def code_span(content: str) -> str:
    """A code span."""
    fence = backtick_fence(content, 1)
    padded = (
        content.startswith("`") or content.endswith("`") or (content[:1] == content[-1:] == " " and content.strip())
    )
    return f"{fence} {content} {fence}" if padded else f"{fence}{content}{fence}"


def link_address(url: str) -> str:
    """A link's address as it stands between the round brackets."""
    if re.search(r"[\s()<>\\]", url) or not url:
        return "<" + re.sub(r"([<>\\])", r"\\\1", url.replace("\n", "%0A")) + ">"
    return url


def _lines(source: str) -> list[str]:
    """The lines without the backslashes that end them for good."""
    *first, last = source.split("\n")
    return [*(line.removesuffix("\\").strip() for line in first), last.strip()]


def _written(runs: Sequence[Run]) -> str:
    return written_runs(runs, _opening, _closing, _text)


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
            return f"]({link_address(mark.url)}{title})"
        case "code":
            return ""
        case "bold" | "italic" | "strike":
            return mark.markup


def _text(run: Run) -> str:
    if run.mark("code"):
        return code_span(run.text)
    if run.text == "\n":
        return "\\\n" if run.hard else "\n"
    return _SPECIAL.sub(lambda found: "\\" + found[0], run.text)


def _safe(line: str) -> str:
    if _BLOCK_START.match(line) or _DELIMITER_ROW.match(line):
        return "\\" + line
    return _NUMBER_START.sub(r"\1\\\2", line, count=1) if _NUMBER_START.match(line) else line


def _letters(text: str) -> str:
    return "".join(text.split())


# --- leaves ---------------------------------------------------------------------------------------------------------


#: A link or code span up to this long is rather moved than cut.
_KEPT_WHOLE = 300
_BLANK_LINES = re.compile(r"(?:[ \t]*+\n)*+")
#: A code fence with a longer info string loses it when it is cut.
_LONGEST_INFO = 100


class Leaf(ABC):
    """A block without children. Places in it are numbers from 0 to `size`, about one a character of source."""

    __slots__ = ()

    @property
    @abstractmethod
    def size(self) -> int: ...

    @abstractmethod
    def source(self, start: int, end: int) -> str:
        """Markdown of that part, a block of its own."""

    def cut(self, start: int, at: int) -> int:
        """The best place to cut after `start` and up to `at`; the first possible one if there is none."""
        return self.size

    def resumed(self, at: int) -> int:
        """Where the next part begins after a cut."""
        return at

    def opened(self) -> Leaf:
        """The leaf ready to be cut."""
        return self

    def simpler(self, start: int) -> list[Leaf]:
        """What is left, in a form that can be cut smaller; empty if there is none."""
        return []

    def remainder(self, start: int) -> list[Leaf]:
        """What is left, as a leaf of its own."""
        return [self]


@dataclass(slots=True, kw_only=True)
class Paragraph(Leaf):
    """A paragraph or heading as it was written."""

    raw: str
    references: Mapping[str, object]
    level: int = 0

    @property
    def size(self) -> int:
        return len(self.raw) + self.level

    def source(self, start: int, end: int) -> str:
        if self.level:
            return as_heading(self.level, self.raw)
        return as_paragraph(self.raw)

    def opened(self) -> Leaf:
        return Prose(runs=inline(self.raw, self.references), level=self.level)

    def simpler(self, start: int) -> list[Leaf]:
        return [self.opened()]


@dataclass(slots=True, kw_only=True)
class Prose(Leaf):
    """A paragraph or heading as runs, which can be cut anywhere."""

    runs: Runs
    level: int = 0
    text: str = field(init=False)
    starts: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.text = "".join(run.text for run in self.runs)
        self.starts = list(accumulate((len(run.text) for run in self.runs), initial=0))

    @property
    def size(self) -> int:
        return len(self.text)

    def source(self, start: int, end: int) -> str:
        source = source_of_runs(self._part(start, end))
        if self.level:
            return as_heading(self.level, source)
        return as_paragraph(source)

    def cut(self, start: int, at: int) -> int:
        return self._outside(start, best_break(self.text, start, at))

    def resumed(self, at: int) -> int:
        return after_space(self.text, at)

    def simpler(self, start: int) -> list[Leaf]:
        left = self._part(start, self.size)
        plainer = literal_runs(left)
        return [] if plainer == left and not self.level else [Prose(runs=plainer)]

    def remainder(self, start: int) -> list[Leaf]:
        return [Prose(runs=self._part(start, self.size), level=self.level)]

    def _part(self, start: int, end: int) -> Runs:
        """The runs of the part, without white space around."""
        while start < end and self.text[start].isspace():
            start += 1
        while start < end and self.text[end - 1].isspace():
            end -= 1
        first, last = bisect_right(self.starts, start) - 1, bisect_left(self.starts, end)
        parts = []
        for n in range(max(0, first), min(last, len(self.runs))):
            run, at = self.runs[n], self.starts[n]
            parts.append(replace(run, text=run.text[max(0, start - at) : end - at]))
        return tuple(run for run in parts if run.text)

    def _outside(self, start: int, at: int) -> int:
        n = bisect_right(self.starts, at) - 1
        if n >= len(self.runs) or (self.starts[n] == at and not self._goes_on(n)):
            return at
        mark = self.runs[n].mark("link", "image", "code")
        if mark is None:
            return at
        while n > 0 and mark in self.runs[n - 1].marks:
            n -= 1
        begins = self.starts[n]
        return begins if start < begins and at - begins < _KEPT_WHOLE else at

    def _goes_on(self, n: int) -> bool:
        mark = self.runs[n].mark("link", "image")
        return mark is not None and n > 0 and mark in self.runs[n - 1].marks


@dataclass(slots=True, kw_only=True)
class CodeLeaf(Leaf):
    """A code block; cut between lines, its fence repeated."""

    text: str
    info: str

    @property
    def size(self) -> int:
        return len(self.text)

    def source(self, start: int, end: int) -> str:
        part = self.text[start:end].rstrip("\n")
        fence = backtick_fence(part, 3)
        if "`" in self.info:
            fence = "~" * max(3, *(len(run) + 1 for run in re.findall(r"~+", part)), 3)
        return f"{fence}{self.info}\n{part}\n{fence}"

    def cut(self, start: int, at: int) -> int:
        if at >= self.size:
            return self.size
        line = self.text.rfind("\n", start + 1, at)
        if line > start and self.text[start:line].strip():
            return line
        return whole(self.text, max(at, start + 1), start)

    def resumed(self, at: int) -> int:
        blank = _BLANK_LINES.match(self.text, at)
        at = blank.end() if blank else at
        return self.size if at >= self.size or is_blank_from(self.text, at) else at

    def opened(self) -> Leaf:
        return self if len(self.info) <= _LONGEST_INFO else CodeLeaf(text=self.text, info="")

    def simpler(self, start: int) -> list[Leaf]:
        return [CodeLeaf(text=self.text[start:], info="")] if self.info else []

    def remainder(self, start: int) -> list[Leaf]:
        return [CodeLeaf(text=self.text[start:], info=self.info)]


@dataclass(slots=True, kw_only=True)
class TableLeaf(Leaf):
    """A table; cut between rows, its header repeated. Places are places in the rows' source."""

    header: str
    rows: list[str]
    cells: list[list[Cell]]
    references: Mapping[str, object]
    starts: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.starts = list(accumulate((len(row) + 1 for row in self.rows), initial=len(self.header)))

    @property
    def size(self) -> int:
        return self.starts[-1]

    def source(self, start: int, end: int) -> str:
        first, last = self._row(start), bisect_right(self.starts, end) - 1
        return "\n".join([self.header, *self.rows[first:last]])

    def cut(self, start: int, at: int) -> int:
        first = self._row(start)
        row = max(first + 1, bisect_right(self.starts, at - (len(self.header) if start else 0)) - 1)
        return self.starts[min(row, len(self.rows))]

    def simpler(self, start: int) -> list[Leaf]:
        """Rows too wide for any message become paragraphs."""
        first = self._row(start)
        lines = self.cells[1 + first :] if start else self.cells
        return [Prose(runs=_line(row, self.references)) for row in lines if any(cell.raw for cell in row)]

    def remainder(self, start: int) -> list[Leaf]:
        return self.simpler(start)

    def _row(self, start: int) -> int:
        return max(0, bisect_right(self.starts, start) - 1)


class ThematicBreak(Leaf):
    """A thematic break. Underscores, because in a list dashes would be read as the list's."""

    @property
    def size(self) -> int:
        return 3

    def source(self, start: int, end: int) -> str:
        return "___"


def leaf_of(block: MarkdownBlock, document: MarkdownDocument) -> Leaf | None:
    """The leaf for a block without children; None where there is nothing to be seen."""
    references = document.references
    match block.kind:
        case "paragraph" | "heading":
            return _paragraph(block, references)
        case "code":
            return CodeLeaf(text=block.text, info=block.info) if block.text.strip() else None
        case "table":
            return _table(block, references)
        case _:
            return ThematicBreak()


def _paragraph(block: MarkdownBlock, references: Mapping[str, object]) -> Leaf | None:
    raw = block.raw
    if not raw.strip():
        return None
    level = block.level if block.kind == "heading" else 0
    doubtful = raw[0] in "&[" or not any(sign.isalnum() for sign in raw)
    if doubtful and not _is_seen(inline(raw, references)):
        return None
    if (references and "[" in raw) or block.setext or (not level and "`" in raw and starts_a_block(raw)):
        return Prose(runs=inline(raw, references), level=level)
    return Paragraph(raw=raw, references=references, level=level)


def _is_seen(runs: Runs) -> bool:
    """There is something else than white space and signs without a shape."""
    return any(unicodedata.category(sign) not in _UNSEEN for run in runs for sign in run.text)


_UNSEEN = frozenset({"Cc", "Cf", "Zs", "Zl", "Zp"})


def _table(block: MarkdownBlock, references: Mapping[str, object]) -> Leaf | None:
    if not any(cell.raw for row in block.rows for cell in row):
        return None
    signs = {"left": "---", "center": ":-:", "right": "--:"}
    rows = [_row([_cell(cell, references) for cell in row]) for row in block.rows]
    header = rows[0] + "\n" + _row([signs[align] for align in block.aligns])
    return TableLeaf(header=header, rows=rows[1:], cells=block.rows, references=references)


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _cell(cell: Cell, references: Mapping[str, object]) -> str:
    source = source_of_runs(inline(cell.raw, references)) if references and "[" in cell.raw else cell.raw
    return source.replace("|", "\\|")


def _line(row: Sequence[Cell], references: Mapping[str, object]) -> Runs:
    runs: list[Run] = []
    for cell in row:
        runs.extend([Run(" | ")] if runs else [])
        runs.extend(inline(cell.raw, references))
    return tuple(runs)
