"""Blocks laid out as text with spans: what plain text and Telegram have in common, and tables as aligned text."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace

from adapters.rendering.document import Align, Mark, MarkdownBlock, Run, parse, plain_runs, same_address
from adapters.rendering.width import width

#: A wider cell does not push the others of its column aside.
_WIDEST = 60


def aligned_table(table: MarkdownBlock) -> str:
    """The table as lines of text, columns aligned for a fixed-width font."""
    rows = [[plain_runs(cell.runs).replace("\n", " ") for cell in row] for row in table.rows]
    columns = len(table.aligns)
    widths = [max(3, *(min(_WIDEST, width(row[n])) for row in rows if n < len(row))) for n in range(columns)]
    lines = [_line(row, widths, table.aligns) for row in rows]
    lines.insert(1, "-+-".join("-" * size for size in widths))
    return "\n".join(lines)


def _line(row: Sequence[str], widths: Sequence[int], aligns: Sequence[Align]) -> str:
    cells = [*row, *[""] * (len(widths) - len(row))]
    padded = (_padded(*cell) for cell in zip(cells, widths, aligns, strict=False))
    return " | ".join(padded).rstrip()


def _padded(text: str, columns: int, align: Align) -> str:
    room = max(0, columns - width(text))
    left = {"left": 0, "center": room // 2, "right": room}[align]
    return " " * left + text + " " * (room - left)


# --- layout ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TextSpan:
    """A range of the text, in characters, and what holds for it."""

    kind: str
    start: int
    end: int
    url: str = ""
    language: str = ""


@dataclass(frozen=True, slots=True)
class Laid:
    """Text and its spans."""

    text: str = ""
    spans: tuple[TextSpan, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """How a platform shows what it has no markup for. `styled`: spans carry the styles, links and quotes."""

    bullet: str
    rule: str
    styled: bool


def laid_out(blocks: Sequence[MarkdownBlock], sheet: Sheet, *, quoted: bool = False) -> Laid:
    """The blocks one under the other with a blank line between."""
    return _joined([_block(block, sheet, quoted) for block in blocks], "\n\n")


def _block(block: MarkdownBlock, sheet: Sheet, quoted: bool) -> Laid:
    match block.kind:
        case "paragraph":
            return _inline(block.runs, sheet)
        case "heading":
            return _covered(_inline(block.runs, sheet), "bold")
        case "code":
            return _code(block.text.rstrip("\n"), block.info)
        case "table":
            return _code(aligned_table(block), "")
        case "rule":
            return Laid(sheet.rule)
        case "quote":
            return _quote(block, sheet, quoted)
        case "list":
            items = [_item(item, block.tight, sheet, quoted) for item in block.children]
            return _joined(items, "\n" if block.tight else "\n\n")
        case "item":
            return laid_out(block.children, sheet, quoted=quoted)


def _quote(block: MarkdownBlock, sheet: Sheet, quoted: bool) -> Laid:
    inner = laid_out(block.children, sheet, quoted=True)
    if not sheet.styled:
        return _indented(inner, "> ", "> ")
    return inner if quoted else _covered(inner, "blockquote")


def _item(item: MarkdownBlock, tight: bool, sheet: Sheet, quoted: bool) -> Laid:
    inner = _joined([_block(block, sheet, quoted) for block in item.children], "\n" if tight else "\n\n")
    sign = f"{sheet.bullet} " if item.number is None else f"{item.number}. "
    return _indented(inner, sign, " " * len(sign))


def _code(text: str, info: str) -> Laid:
    language = info.split(maxsplit=1)[0] if info else ""
    return Laid(text, (TextSpan("pre", 0, len(text), language=language),)) if text else Laid()


def _inline(runs: Sequence[Run], sheet: Sheet) -> Laid:
    if not sheet.styled:
        return Laid(plain_runs(runs))
    parts: list[str] = []
    spans: dict[tuple[str, int], TextSpan] = {}
    at = 0
    for run in runs:
        for kind, mark in _styles(run):
            key = (kind, mark.n)
            # A span only grows over neighbours: a code run in the middle of bold text breaks the bold in two.
            if key in spans and spans[key].end == at:
                spans[key] = replace(spans[key], end=at + len(run.text))
            else:
                spans[(kind, mark.n) if key not in spans else (f"{kind} ", at)] = TextSpan(
                    kind, at, at + len(run.text), url=mark.url
                )
        parts.append(run.text)
        at += len(run.text)
        if tail := _address_shown(run, runs):
            parts.append(tail)
            at += len(tail)
    return Laid("".join(parts), tuple(spans.values()))


_STYLES = {"bold": "bold", "italic": "italic", "strike": "strikethrough", "link": "text_link", "image": "text_link"}


def _styles(run: Run) -> list[tuple[str, Mark]]:
    """Code takes no other style, and a link in an image or an image in a link is one link."""
    code, link = run.mark("code"), run.mark("link", "image")
    if link and _is_web(link.url):
        styles = [(_STYLES[mark.kind], mark) for mark in run.marks if mark.kind not in ("code", "link", "image")]
        return [*styles, ("text_link", link)]
    if code:
        return [("code", code)]
    return [(_STYLES[mark.kind], mark) for mark in run.marks if mark.kind not in ("link", "image")]


def _address_shown(run: Run, runs: Sequence[Run]) -> str:
    """An address that no client opens is written out behind the last run of its link."""
    link = run.mark("link", "image")
    if not link or not link.url or _is_web(link.url) or same_address(link.url, run.text):
        return ""
    last = next(other for other in reversed(runs) if link in other.marks)
    return f" ({link.url})" if last is run else ""


def _is_web(url: str) -> bool:
    return url.lower().startswith(("http://", "https://", "tg://"))


def _covered(laid: Laid, kind: str) -> Laid:
    if not laid.text:
        return laid
    within = tuple(span for span in laid.spans if span.kind != kind)
    if kind == "bold":
        return Laid(laid.text, (*_gaps(laid, kind), *within))
    return Laid(laid.text, (TextSpan(kind, 0, len(laid.text)), *within))


def _gaps(laid: Laid, kind: str) -> list[TextSpan]:
    """The kind over all of the text but code."""
    spans, at = [], 0
    for code in [span for span in laid.spans if span.kind in ("code", "pre")]:
        spans.append(TextSpan(kind, at, code.start))
        at = code.end
    spans.append(TextSpan(kind, at, len(laid.text)))
    return [span for span in spans if span.start < span.end]


def _joined(parts: Sequence[Laid], glue: str) -> Laid:
    texts: list[str] = []
    spans: list[TextSpan] = []
    at = 0
    for part in parts:
        if not part.text:
            continue
        if texts:
            at += len(glue)
        spans.extend(replace(span, start=span.start + at, end=span.end + at) for span in part.spans)
        texts.append(part.text)
        at += len(part.text)
    return Laid(glue.join(texts), tuple(spans))


def _indented(laid: Laid, first: str, further: str) -> Laid:
    breaks = [n for n, sign in enumerate(laid.text) if sign == "\n"]

    def moved(place: int) -> int:
        return place + len(first) + len(further) * bisect_left(breaks, place)

    spans = tuple(replace(span, start=moved(span.start), end=moved(span.end - 1) + 1) for span in laid.spans)
    return Laid(first + laid.text.replace("\n", "\n" + further), spans)


# --- plain ----------------------------------------------------------------------------------------------------------


_SHEET = Sheet(bullet="-", rule="-" * 20, styled=False)


def plain_text(markdown: str) -> str:
    """The text as a person reads it, with addresses of links in brackets; quotes keep their `>`."""
    return laid_out(parse(markdown), _SHEET).text
