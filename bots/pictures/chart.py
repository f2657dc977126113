"""A chart of lines over time as SVG: arithmetic and escaping, nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

WIDTH, HEIGHT = 900, 420
LEFT, RIGHT, TOP, BOTTOM = 70, 20, 60, 50
COLOURS = ("#2563eb", "#d97706", "#059669", "#dc2626", "#7c3aed", "#475569")
_TICKS = 5
_LABELS = 12


def chart(title: str, labels: Sequence[str], lines: Mapping[str, Sequence[float]], unit: str = "") -> str:
    """Each line has as many values as there are labels; all from nought up."""
    highest = max((value for values in lines.values() for value in values), default=0.0) or 1.0
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
        f'font-size="13"><rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        f'<text x="{LEFT}" y="24" font-size="16">{escape(title)}</text>',
    ]
    for tick in range(_TICKS + 1):
        value = highest * tick / _TICKS
        y = _y(value, highest)
        parts.append(
            f'<line x1="{LEFT}" y1="{y}" x2="{WIDTH - RIGHT}" y2="{y}" stroke="#e2e8f0"/>'
            f'<text x="{LEFT - 8}" y="{y + 4}" text-anchor="end" fill="#475569">{value:.0f}{escape(unit)}</text>'
        )
    step = max(1, -(-len(labels) // _LABELS))
    for number in range(0, len(labels), step):
        x = _x(number, len(labels))
        parts.append(
            f'<text x="{x}" y="{HEIGHT - BOTTOM + 20}" text-anchor="middle" fill="#475569">'
            f"{escape(labels[number])}</text>"
        )
    for number, (name, values) in enumerate(lines.items()):
        colour = COLOURS[number % len(COLOURS)]
        points = " ".join(f"{_x(at, len(labels))},{_y(value, highest)}" for at, value in enumerate(values))
        x = LEFT + number * 180
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>'
            f'<rect x="{x}" y="36" width="12" height="12" fill="{colour}"/>'
            f'<text x="{x + 18}" y="47">{escape(name)}</text>'
        )
    return "".join([*parts, "</svg>\n"])


def _x(number: int, count: int) -> float:
    return round(LEFT + (WIDTH - LEFT - RIGHT) * number / max(1, count - 1), 1)


def _y(value: float, highest: float) -> float:
    return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * value / highest, 1)
