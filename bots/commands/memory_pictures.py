"""`memory graph | year`: what an anima holds and what links it, and how that grew and faded, as a picture.

A picture is SVG, or one page that needs nothing else (HTML). Linked nodes pull, all nodes push, for so many rounds
from one circle: the same graph is always the same picture.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from bots.commands.admin_api import AdminApi
from bots.commands.command import Command, CommandAnswer, CommandUsageError, anima_called
from bots.commands.memory import audiences_of
from bots.message import File
from bots.people.trust_policy import Asker, Role
from memory.vocabulary.event import Json

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from memory.inventory import OverviewGraph, OverviewNode, OverviewWeek

    Points = NDArray[np.float64]
    Links = NDArray[np.intp]

WIDTH, HEIGHT = 900, 420
LEFT, RIGHT, TOP, BOTTOM = 70, 20, 60, 50
CHART_COLOURS = ("#2563eb", "#d97706", "#059669", "#dc2626", "#7c3aed", "#475569")
_TICKS = 5
_LABELS = 12


def _as_text(text: str) -> str:
    """Escaped; XML has no place for control characters, escaped or not, and none is drawn."""
    return escape("".join(sign if sign.isprintable() else " " for sign in text))


def line_chart(title: str, labels: Sequence[str], lines: Mapping[str, Sequence[float]], unit: str = "") -> str:
    """Each line has as many values as there are labels; all from nought up."""
    highest = max((value for values in lines.values() for value in values), default=0.0) or 1.0
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
        f'font-size="13"><rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        f'<text x="{LEFT}" y="24" font-size="16">{_as_text(title)}</text>',
    ]
    for tick in range(_TICKS + 1):
        value = highest * tick / _TICKS
        y = _y(value, highest)
        parts.append(
            f'<line x1="{LEFT}" y1="{y}" x2="{WIDTH - RIGHT}" y2="{y}" stroke="#e2e8f0"/>'
            f'<text x="{LEFT - 8}" y="{y + 4}" text-anchor="end" fill="#475569">{value:.0f}{_as_text(unit)}</text>'
        )
    step = max(1, -(-len(labels) // _LABELS))
    for number in range(0, len(labels), step):
        x = _x(number, len(labels))
        parts.append(
            f'<text x="{x}" y="{HEIGHT - BOTTOM + 20}" text-anchor="middle" fill="#475569">'
            f"{_as_text(labels[number])}</text>"
        )
    for number, (name, values) in enumerate(lines.items()):
        colour = CHART_COLOURS[number % len(CHART_COLOURS)]
        points = " ".join(f"{_x(at, len(labels))},{_y(value, highest)}" for at, value in enumerate(values))
        x = LEFT + number * 180
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>'
            f'<rect x="{x}" y="36" width="12" height="12" fill="{colour}"/>'
            f'<text x="{x + 18}" y="47">{_as_text(name)}</text>'
        )
    return "".join([*parts, "</svg>\n"])


def _x(number: int, count: int) -> float:
    return round(LEFT + (WIDTH - LEFT - RIGHT) * number / max(1, count - 1), 1)


def _y(value: float, highest: float) -> float:
    return round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * value / highest, 1)


# --- graph ----------------------------------------------------------------------------------------------------------
# What an anima holds as a picture (SVG), and as one page that needs nothing else (HTML): what is linked, and why.
#
# Linked nodes pull, all nodes push, for so many rounds from one circle: the same graph is always the same picture.


GRAPH_SIZE = 1000
LAYOUT_ROUNDS = 60
_MARGIN = 40
_SHOWN = 34
_GRAPH_COLOURS = {"fact": "#2563eb", "note": "#d97706", "thing": "#059669"}
_PAGE_STYLE = (
    "body{font-family:sans-serif;margin:2rem auto;max-width:70rem;color:#0f172a}svg{width:100%;height:auto;"
    "border:1px solid #e2e8f0}td,th{text-align:left;vertical-align:top;padding:.2rem .8rem .2rem 0;"
    "border-bottom:1px solid #e2e8f0}.asleep{color:#94a3b8}"
)


def graph_page(title: str, graph: OverviewGraph) -> str:
    """HTML: the picture, then every link with its reason."""
    known = {node.id: node for node in graph.nodes}
    rows = "".join(
        f"<tr><td>{_node_title(known[edge.source])}</td><td>{_as_text(edge.why)}</td><td>{_node_title(known[edge.target])}</td></tr>"
        for edge in graph.edges
    )
    left = f"<p>{graph.left_out} more are not shown.</p>" if graph.left_out else ""
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{_as_text(title)}</title>'
        f"<style>{_PAGE_STYLE}</style></head><body><h1>{_as_text(title)}</h1>"
        f"<p>{len(graph.nodes)} memories, {len(graph.edges)} links. Blue: facts; orange: notes; green: what several "
        f"facts name; pale: asleep.</p>{left}{graph_picture(graph)}"
        f"<table><tr><th>this</th><th>why</th><th>is linked to that</th></tr>{rows}</table></body></html>\n"
    )


def graph_picture(graph: OverviewGraph) -> str:
    """SVG; a node tells its whole words when it is pointed at, a link its reason."""
    at = _placed(graph)
    lines = "".join(
        f'<line x1="{at[edge.source][0]}" y1="{at[edge.source][1]}" '
        f'x2="{at[edge.target][0]}" y2="{at[edge.target][1]}" '
        f'stroke="#cbd5e1" stroke-width="1.5"><title>{_as_text(edge.why)}</title></line>'
        for edge in graph.edges
    )
    nodes = "".join(_graph_svg(node, at) for node in graph.nodes)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {GRAPH_SIZE} {GRAPH_SIZE}" font-family="sans-serif" '
        f'font-size="11"><rect width="{GRAPH_SIZE}" height="{GRAPH_SIZE}" fill="white"/>{lines}{nodes}</svg>\n'
    )


def _graph_svg(node: OverviewNode, at: Mapping[str, tuple[float, float]]) -> str:
    x, y = at[node.id]
    short = node.text if len(node.text) <= _SHOWN else f"{node.text[: _SHOWN - 1]}…"
    return (
        f'<g opacity="{0.35 if node.is_asleep else 1}">'
        f'<circle cx="{x}" cy="{y}" r="6" fill="{_GRAPH_COLOURS[node.kind]}"/>'
        f'<text x="{x + 9}" y="{y + 4}">{_as_text(short)}</text><title>{_as_text(node.text)}</title></g>'
    )


def _node_title(node: OverviewNode) -> str:
    return f'<span class="asleep">{_as_text(node.text)}</span>' if node.is_asleep else _as_text(node.text)


def _placed(graph: OverviewGraph) -> dict[str, tuple[float, float]]:
    """By Fruchterman and Reingold (1991), in the unit circle, then stretched to the picture."""
    import numpy as np

    ids = sorted(node.id for node in graph.nodes)
    if not ids:
        return {}
    turns = 2 * np.pi * np.arange(len(ids)) / len(ids)
    at = np.stack([np.cos(turns), np.sin(turns)], axis=1)
    row = {id: number for number, id in enumerate(ids)}
    links = [(row[edge.source], row[edge.target]) for edge in graph.edges if edge.source != edge.target]
    ends = np.array(links, dtype=np.intp).reshape(-1, 2)
    best = (4.0 / len(ids)) ** 0.5
    for turn in range(LAYOUT_ROUNDS):
        moved = _forces(at, ends, best)
        length = np.hypot(moved[:, 0], moved[:, 1])
        length[length == 0] = 1.0
        most = 0.2 * (1 - turn / LAYOUT_ROUNDS)
        at += moved * (np.minimum(length, most) / length)[:, None]
    low, span = at.min(axis=0), np.ptp(at, axis=0)
    span[span == 0] = 1.0
    shown = _MARGIN + (GRAPH_SIZE - 2 * _MARGIN) * (at - low) / span
    return {id: (round(float(x), 1), round(float(y), 1)) for id, (x, y) in zip(ids, shown, strict=True)}


def _forces(at: Points, ends: Links, best: float) -> Points:
    """Where each node is drawn to: away from all, and towards those that it is linked to. Shape (nodes, 2), as `at`."""
    import numpy as np

    apart = at[:, None] - at[None]
    far = np.maximum(np.hypot(apart[..., 0], apart[..., 1]), 0.01)
    moved: Points = (apart * (best * best / (far * far))[..., None]).sum(axis=1)
    along = at[ends[:, 0]] - at[ends[:, 1]]
    pull = along * (np.hypot(along[:, 0], along[:, 1]) / best)[:, None]
    np.subtract.at(moved, ends[:, 0], pull)
    np.add.at(moved, ends[:, 1], pull)
    return moved


# --- memory pictures ------------------------------------------------------------------------------------------------
# `memory graph | year`: what an anima holds and what links it, and how that grew and faded, as a picture.


_PICTURE_TYPES = {"html": "text/html", "svg": "image/svg+xml"}
_WEEKS_SHOWN = 53


async def graph(
    admin: AdminApi,
    asker: Asker,
    name: str,
    *,
    form: Literal["html", "svg"] = "html",
    audience: str = "",
    file: str = "",
) -> CommandAnswer:
    """Draw what an anima holds and what links it, with the reasons.

    name: the anima
    form: one page with every link and its reason, or the picture alone
    audience: on the command line: as this audience only; everybody's, unless you say so
    file: on the command line: where to, not into the home's pictures
    """
    anima = anima_called(admin, name).name
    engine = await admin.memory(anima)
    found = await engine.graph(await audiences_of(engine, asker, audience))
    title = f"What {anima} remembers"
    drawn = (
        await asyncio.to_thread(graph_page, title, found)
        if form == "html"
        else await asyncio.to_thread(graph_picture, found)
    )
    links: list[Json] = [{"from": edge.source, "to": edge.target, "why": edge.why} for edge in found.edges]
    told = f"{len(found.nodes)} memories, {len(found.edges)} links"
    data: dict[str, Json] = {"memories": len(found.nodes), "left_out": found.left_out, "links": links}
    return await _handed_out(admin, asker, f"{anima}-graph.{form}", drawn, told, data, file)


async def year(admin: AdminApi, asker: Asker, name: str, *, audience: str = "", file: str = "") -> CommandAnswer:
    """Draw what an anima learned, kept and let fade, week by week.

    name: the anima
    audience: on the command line: as this audience only; everybody's, unless you say so
    file: on the command line: where to, not into the home's pictures
    """
    anima = anima_called(admin, name).name
    engine = await admin.memory(anima)
    weeks = (await engine.weeks(await audiences_of(engine, asker, audience)))[-_WEEKS_SHOWN:]
    if not weeks:
        return CommandAnswer(text=f"{anima} has learned nothing yet that may be read here.", data={"weeks": []})
    told = (
        f"{sum(week.learned for week in weeks)} facts learned, "
        f"{sum(week.ended for week in weeks)} replaced or taken back, "
        f"{sum(week.faded for week in weeks)} let fade, {weeks[-1].awake} awake, in {len(weeks)} weeks"
    )
    data: list[Json] = [
        {
            "week": week.begin.isoformat(),
            "learned": week.learned,
            "ended": week.ended,
            "faded": week.faded,
            "awake": week.awake,
        }
        for week in weeks
    ]
    return await _handed_out(
        admin, asker, f"{anima}-year.svg", _draw_overview(anima, weeks), told, {"weeks": data}, file
    )


def _draw_overview(anima: str, weeks: Sequence[OverviewWeek]) -> str:
    labels = [f"{week.begin:%d %b}" for week in weeks]
    lines = {
        "awake": [float(week.awake) for week in weeks],
        "learned in the week": [float(week.learned) for week in weeks],
        "let fade": [float(week.faded) for week in weeks],
        "replaced": [float(week.ended) for week in weeks],
    }
    return line_chart(f"A year of {anima}: facts week by week", labels, lines)


async def _handed_out(
    admin: AdminApi, asker: Asker, name: str, drawn: str, told: str, data: dict[str, Json], file: str
) -> CommandAnswer:
    """Into a file on the command line, with the answer in a direct talk and on the page."""
    if not asker.at_terminal:
        if file:
            raise CommandUsageError("--file is for the command line")
        content = drawn.encode()
        media_type = _PICTURE_TYPES[name.rpartition(".")[2]]
        given = (File(name=name, media_type=media_type, size=len(content), content=content),)
        hint = "" if asker.is_direct else " The picture itself I give in a direct talk."
        return CommandAnswer(text=f"{told}.{hint}", data=data, files=given)
    target = file or str(admin.home / "pictures" / name)
    try:
        await asyncio.to_thread(_write_picture, target, drawn)
    except OSError as error:
        return CommandAnswer(text=f"{target}: {error.strerror}", data={"error": str(error)}, ok=False)
    return CommandAnswer(text=f"{told}: {target}", data={**data, "file": target})


def _write_picture(file: str, drawn: str) -> None:
    target = Path(file).expanduser()
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(drawn, encoding="utf-8")


GRAPH = Command(path=("memory", "graph"), run=graph, role=Role.MEMBER)
YEAR = Command(path=("memory", "year"), run=year, role=Role.MEMBER)
