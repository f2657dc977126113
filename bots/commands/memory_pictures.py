"""`memory graph | year`: what an anima holds and what links it, and how that grew and faded, as a picture."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from bots.commands.command import Answer, Command
from bots.commands.desk import Desk
from bots.commands.memory import audiences_of
from bots.commands.names import anima_called
from bots.commands.signature import Usage
from bots.message import File
from bots.people.role import Asker, Role
from bots.pictures.chart import chart
from bots.pictures.graph import page, picture
from memory.vocabulary.event import Json

if TYPE_CHECKING:  # a command line that asks a running fleet needs no memory of its own
    from memory.overview import Week

_TYPES = {"html": "text/html", "svg": "image/svg+xml"}
_WEEKS_SHOWN = 53


async def graph(
    desk: Desk, asker: Asker, name: str, *, form: Literal["html", "svg"] = "html", audience: str = "", file: str = ""
) -> Answer:
    """Draw what an anima holds and what links it, with the reasons.

    name: the anima
    form: one page with every link and its reason, or the picture alone
    audience: on the command line: as this audience only; everybody's, unless you say so
    file: on the command line: where to, not into the home's pictures
    """
    anima = anima_called(desk, name).name
    engine = await desk.memory(anima)
    found = await engine.graph(await audiences_of(engine, asker, audience))
    title = f"What {anima} remembers"
    drawn = await asyncio.to_thread(page, title, found) if form == "html" else await asyncio.to_thread(picture, found)
    links: list[Json] = [{"from": one.source, "to": one.target, "why": one.why} for one in found.edges]
    told = f"{len(found.nodes)} memories, {len(found.edges)} links"
    data: dict[str, Json] = {"memories": len(found.nodes), "left_out": found.left_out, "links": links}
    return await _handed_out(desk, asker, f"{anima}-graph.{form}", drawn, told, data, file)


async def year(desk: Desk, asker: Asker, name: str, *, audience: str = "", file: str = "") -> Answer:
    """Draw what an anima learned, kept and let fade, week by week.

    name: the anima
    audience: on the command line: as this audience only; everybody's, unless you say so
    file: on the command line: where to, not into the home's pictures
    """
    anima = anima_called(desk, name).name
    engine = await desk.memory(anima)
    weeks = (await engine.weeks(await audiences_of(engine, asker, audience)))[-_WEEKS_SHOWN:]
    if not weeks:
        return Answer(text=f"{anima} has learned nothing yet that may be read here.", data={"weeks": []})
    told = (
        f"{sum(one.learned for one in weeks)} facts learned, {sum(one.ended for one in weeks)} replaced or taken back, "
        f"{sum(one.faded for one in weeks)} let fade, {weeks[-1].awake} awake, in {len(weeks)} weeks"
    )
    data: list[Json] = [
        {
            "week": one.begin.isoformat(),
            "learned": one.learned,
            "ended": one.ended,
            "faded": one.faded,
            "awake": one.awake,
        }
        for one in weeks
    ]
    return await _handed_out(desk, asker, f"{anima}-year.svg", _drawn(anima, weeks), told, {"weeks": data}, file)


def _drawn(anima: str, weeks: Sequence[Week]) -> str:
    labels = [f"{one.begin:%d %b}" for one in weeks]
    lines = {
        "awake": [float(one.awake) for one in weeks],
        "learned in the week": [float(one.learned) for one in weeks],
        "let fade": [float(one.faded) for one in weeks],
        "replaced": [float(one.ended) for one in weeks],
    }
    return chart(f"A year of {anima}: facts week by week", labels, lines)


async def _handed_out(
    desk: Desk, asker: Asker, name: str, drawn: str, told: str, data: dict[str, Json], file: str
) -> Answer:
    """Into a file on the command line, with the answer in a direct talk."""
    if asker.place:
        if file:
            raise Usage("--file is for the command line")
        content = drawn.encode()
        media_type = _TYPES[name.rpartition(".")[2]]
        given = (File(name=name, media_type=media_type, size=len(content), content=content),)
        hint = "" if asker.is_direct else " The picture itself I give in a direct talk."
        return Answer(text=f"{told}.{hint}", data=data, files=given)
    target = file or str(desk.home / "pictures" / name)
    try:
        await asyncio.to_thread(_write, target, drawn)
    except OSError as error:
        return Answer(text=f"{target}: {error.strerror}", data={"error": str(error)}, ok=False)
    return Answer(text=f"{told}: {target}", data={**data, "file": target})


def _write(file: str, drawn: str) -> None:
    target = Path(file).expanduser()
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(drawn, encoding="utf-8")


GRAPH = Command(path=("memory", "graph"), run=graph, role=Role.MEMBER)
YEAR = Command(path=("memory", "year"), run=year, role=Role.MEMBER)
