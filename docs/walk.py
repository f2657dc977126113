"""The picture of architecture.md: its three walks, drawn from its own lists: `python docs/walk.py`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE, PICTURE = ROOT / "docs" / "architecture.md", ROOT / "docs" / "walk.svg"
MOST_STEPS = 8
_WALK = re.compile(r"^## Walk: (?P<title>.+)\n\n(?P<steps>(?:(?:\d+\. |   ).+\n)+)", re.MULTILINE)
_STEP = re.compile(r"^\d+\. \*\*(?P<what>[^*]+)\*\* `(?P<file>[^`]+)`", re.MULTILINE)
#: Pixels: a box, the space between two, the height of a row, the left margin.
_WIDE, _HIGH, _GAP, _ROW, _LEFT = 138, 62, 16, 108, 8
_COLOURS = ("#dbe9f6", "#e3f1dc", "#f8e7cf")
_FONT = 'font-family="sans-serif"'


@dataclass(frozen=True, slots=True, kw_only=True)
class Walk:
    """`steps`: what is done, and the file in which."""

    title: str
    steps: tuple[tuple[str, str], ...]


def walks(page: str) -> list[Walk]:
    """Those of the page."""
    return [
        Walk(title=found["title"], steps=tuple((step["what"], step["file"]) for step in _STEP.finditer(found["steps"])))
        for found in _WALK.finditer(page)
    ]


def drawn(walks: list[Walk]) -> str:
    """SVG: a row a walk, a box a step."""
    wide = _LEFT + MOST_STEPS * (_WIDE + _GAP)
    lines = [
        f'<svg viewBox="0 0 {wide} {len(walks) * _ROW}" xmlns="http://www.w3.org/2000/svg">',
        '<rect width="100%" height="100%" fill="#ffffff"/>',
    ]
    for row, walk in enumerate(walks):
        top = row * _ROW
        lines.append(f'<text x="{_LEFT}" y="{top + 20}" {_FONT} font-size="14" font-weight="bold">{walk.title}</text>')
        for at, (what, file) in enumerate(walk.steps):
            lines += _box(_LEFT + at * (_WIDE + _GAP), top + 30, what, file, _COLOURS[row % len(_COLOURS)])
    return "\n".join([*lines, "</svg>\n"])


def _box(x: int, y: int, what: str, file: str, colour: str) -> list[str]:
    folder, _, name = file.rpartition("/")
    middle, small = x + _WIDE // 2, 'text-anchor="middle" font-family="monospace" font-size="10"'
    lines = [
        f'<rect x="{x}" y="{y}" width="{_WIDE}" height="{_HIGH}" rx="6" fill="{colour}" stroke="#667"/>',
        f'<text x="{middle}" y="{y + 20}" text-anchor="middle" {_FONT} font-size="13">{escape(what)}</text>',
        f'<text x="{middle}" y="{y + 38}" {small}>{escape(folder)}/</text>',
        f'<text x="{middle}" y="{y + 51}" {small}>{escape(name)}</text>',
    ]
    if x > _LEFT:
        lines.append(
            f'<path d="M{x - _GAP} {y + _HIGH // 2} h{_GAP - 2} m-5 -4 l5 4 l-5 4" fill="none" stroke="#667"/>'
        )
    return lines


def main() -> None:
    PICTURE.write_text(drawn(walks(PAGE.read_text(encoding="utf-8"))), encoding="utf-8")
    print(PICTURE.relative_to(ROOT))


if __name__ == "__main__":
    main()
