"""What an anima holds as a picture (SVG), and as one page that needs nothing else (HTML): what is linked, and why.

Linked nodes pull, all nodes push, for so many rounds from one circle: the same graph is always the same picture.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from math import cos, hypot, pi, sin

from memory.overview import Graph, Node

SIZE = 1000
ROUNDS = 60
_MARGIN = 40
_SHOWN = 34
_COLOURS = {"fact": "#2563eb", "note": "#d97706", "thing": "#059669"}
_STYLE = (
    "body{font-family:sans-serif;margin:2rem auto;max-width:70rem;color:#0f172a}svg{width:100%;height:auto;"
    "border:1px solid #e2e8f0}td,th{text-align:left;vertical-align:top;padding:.2rem .8rem .2rem 0;"
    "border-bottom:1px solid #e2e8f0}.asleep{color:#94a3b8}"
)


def page(title: str, graph: Graph) -> str:
    """HTML: the picture, then every link with its reason."""
    known = {node.id: node for node in graph.nodes}
    rows = "".join(
        f"<tr><td>{_told(known[edge.source])}</td><td>{escape(edge.why)}</td><td>{_told(known[edge.target])}</td></tr>"
        for edge in graph.edges
    )
    left = f"<p>{graph.left_out} more are not shown.</p>" if graph.left_out else ""
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{_STYLE}</style></head><body><h1>{escape(title)}</h1>"
        f"<p>{len(graph.nodes)} memories, {len(graph.edges)} links. Blue: facts; orange: notes; green: what several "
        f"facts name; pale: asleep.</p>{left}{picture(graph)}"
        f"<table><tr><th>this</th><th>why</th><th>is linked to that</th></tr>{rows}</table></body></html>\n"
    )


def picture(graph: Graph) -> str:
    """SVG; a node tells its whole words when it is pointed at, a link its reason."""
    at = _placed(graph)
    lines = "".join(
        f'<line x1="{at[one.source][0]}" y1="{at[one.source][1]}" x2="{at[one.target][0]}" y2="{at[one.target][1]}" '
        f'stroke="#cbd5e1" stroke-width="1.5"><title>{escape(one.why)}</title></line>'
        for one in graph.edges
    )
    nodes = "".join(_drawn(node, at) for node in graph.nodes)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE} {SIZE}" font-family="sans-serif" '
        f'font-size="11"><rect width="{SIZE}" height="{SIZE}" fill="white"/>{lines}{nodes}</svg>\n'
    )


def _drawn(node: Node, at: Mapping[str, tuple[float, float]]) -> str:
    x, y = at[node.id]
    short = node.text if len(node.text) <= _SHOWN else f"{node.text[: _SHOWN - 1]}…"
    return (
        f'<g opacity="{0.35 if node.is_asleep else 1}"><circle cx="{x}" cy="{y}" r="6" fill="{_COLOURS[node.kind]}"/>'
        f'<text x="{x + 9}" y="{y + 4}">{escape(short)}</text><title>{escape(node.text)}</title></g>'
    )


def _told(node: Node) -> str:
    return f'<span class="asleep">{escape(node.text)}</span>' if node.is_asleep else escape(node.text)


def _placed(graph: Graph) -> dict[str, tuple[float, float]]:
    """By Fruchterman and Reingold (1991), in the unit circle, then stretched to the picture."""
    count = len(graph.nodes)
    ids = sorted(node.id for node in graph.nodes)
    turns = {id: 2 * pi * number / max(1, count) for number, id in enumerate(ids)}
    at = {id: [cos(turn), sin(turn)] for id, turn in turns.items()}
    links = [(edge.source, edge.target) for edge in graph.edges if edge.source != edge.target]
    best = (4.0 / max(1, count)) ** 0.5
    for turn in range(ROUNDS):
        moved = _forces(ids, at, links, best)
        most = 0.2 * (1 - turn / ROUNDS)
        for id, (x, y) in moved.items():
            length = hypot(x, y) or 1.0
            at[id][0] += x / length * min(length, most)
            at[id][1] += y / length * min(length, most)
    return _stretched({id: (x, y) for id, (x, y) in at.items()})


def _forces(
    ids: list[str], at: Mapping[str, list[float]], links: list[tuple[str, str]], best: float
) -> dict[str, list[float]]:
    moved = {id: [0.0, 0.0] for id in ids}
    for number, one in enumerate(ids):
        for other in ids[number + 1 :]:
            x, y = at[one][0] - at[other][0], at[one][1] - at[other][1]
            far = max(hypot(x, y), 0.01)
            push = best * best / (far * far)
            moved[one][0] += x * push
            moved[one][1] += y * push
            moved[other][0] -= x * push
            moved[other][1] -= y * push
    for one, other in links:
        x, y = at[one][0] - at[other][0], at[one][1] - at[other][1]
        pull = hypot(x, y) / best
        moved[one][0] -= x * pull
        moved[one][1] -= y * pull
        moved[other][0] += x * pull
        moved[other][1] += y * pull
    return moved


def _stretched(at: Mapping[str, tuple[float, float]]) -> dict[str, tuple[float, float]]:
    ends = [(min(values), max(values)) for values in zip(*at.values(), strict=True)] or [(0.0, 1.0)] * 2
    wide = SIZE - 2 * _MARGIN
    return {
        id: tuple(
            round(_MARGIN + wide * (value - low) / ((high - low) or 1.0), 1)
            for value, (low, high) in zip(place, ends, strict=True)
        )
        for id, place in at.items()
    }
