"""Tables as aligned text, for platforms that have none."""

from __future__ import annotations

from collections.abc import Sequence

from adapters.rendering.document import Align, Block
from adapters.rendering.runs import plain
from adapters.rendering.width import width

#: A wider cell does not push the others of its column aside.
_WIDEST = 60


def aligned(table: Block) -> str:
    """The table as lines of text, columns aligned for a fixed-width font."""
    rows = [[plain(cell.runs).replace("\n", " ") for cell in row] for row in table.rows]
    columns = len(table.aligns)
    widths = [max(3, *(min(_WIDEST, width(row[n])) for row in rows if n < len(row))) for n in range(columns)]
    lines = [_line(row, widths, table.aligns) for row in rows]
    lines.insert(1, "-+-".join("-" * one for one in widths))
    return "\n".join(lines)


def _line(row: Sequence[str], widths: Sequence[int], aligns: Sequence[Align]) -> str:
    cells = [*row, *[""] * (len(widths) - len(row))]
    padded = (_padded(*cell) for cell in zip(cells, widths, aligns, strict=False))
    return " | ".join(padded).rstrip()


def _padded(text: str, columns: int, align: Align) -> str:
    room = max(0, columns - width(text))
    left = {"left": 0, "center": room // 2, "right": room}[align]
    return " " * left + text + " " * (room - left)
