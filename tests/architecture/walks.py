"""Through how many files of the product a message, a search and a night lead, and how its packages are stacked.

`python -m tests.architecture.walks` prints the figures; with `--files`, also the files in the order in which they are
first passed and the arrows that run back up. It needs a process of its own: older threads are not seen.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import tempfile
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import grimp

from adapters.models.embedders.hashed import Hashed
from adapters.models.scripted import ScriptedModel
from tests.bench.house import running_fleet, write_home
from tests.bench.venues import SlackVenue
from tests.memory.stage import TEAM, Stage

ROOT = Path(__file__).parents[2]
PACKAGES = ("bots", "memory", "adapters", "config")
BACKGROUND = "memory-behind"
"""The threads of forming and indexing, for which no reply waits: how far they are when it is posted is chance."""
REPLY, WITHIN_S, QUIET_S, SCALE = "I see.", 60.0, 2.0, 0.02
ASKED = "Where does my sister Mia live?"
SAID = """My sister Mia lives in Lisbon.
Our standup is on Tuesday at 10.
I prefer tea to coffee.
The deploy failed because the disk was full.
We decided to use Postgres for the ledger.
The standup is on Thursday now, no longer on Tuesday.""".splitlines()


@dataclass
class Walk:
    """`depth`: how many calls of the product lay below the outermost, at most."""

    files: dict[str, None] = field(default_factory=dict)
    functions: set[tuple[str, CodeType]] = field(default_factory=set)
    depth: int = 0


class Tracer:
    """Sees each call of a function of the product in every thread that starts after it; not what imports run."""

    def __init__(self) -> None:
        self._walk: Walk | None = None
        self._ignored = ""
        threading.setprofile(self._called)
        sys.setprofile(self._called)

    @contextmanager
    def watching(self, ignored_threads: str = "") -> Iterator[Walk]:
        walk = Walk()
        self._walk, self._ignored = walk, ignored_threads
        try:
            yield walk
        finally:
            self._walk = None

    def _called(self, frame: FrameType, event: str, _: object) -> None:
        walk = self._walk
        if walk is None or event != "call" or not (file := product_file(frame.f_code.co_filename)):
            return
        if self._ignored and threading.current_thread().name.startswith(self._ignored):
            return
        stack = [outer.f_code for outer in frames(frame) if product_file(outer.f_code.co_filename)]
        if any(code.co_name == "<module>" for code in stack):
            return
        walk.files.setdefault(file)
        walk.functions.add((file, frame.f_code))  # equal codes in two files are two functions
        walk.depth = max(walk.depth, len(stack) - 1)


def frames(innermost: FrameType | None) -> Iterator[FrameType]:
    while innermost is not None:
        yield innermost
        innermost = innermost.f_back


@cache
def product_file(filename: str) -> str:
    """Empty: it is not the product's."""
    file = os.path.relpath(filename, ROOT)
    return file if file.partition(os.sep)[0] in PACKAGES else ""


async def message(tracer: Tracer, folder: Path) -> Walk:
    """A person's second direct message on Slack, from its payload to the post of the reply."""
    async with SlackVenue(lambda: datetime.now(UTC), scale=SCALE) as venue:
        ada = venue.add_person("Ada")
        room = venue.direct(ada)
        config = {
            "anima_defaults": {"model": "offline"},
            "animas": {"alice": {}},
            "admins": {"owner": [venue.person_address(ada)]},
            "external_messaging": {venue.name: venue.section()},
        }
        home, loaded = write_home(folder, config)
        async with running_fleet(home, loaded, models={"alice": ScriptedModel([REPLY])}, scale=SCALE):
            await venue.say(room, ada, SAID[0])
            await until(lambda: replied(venue, room) == 1)
            await asyncio.sleep(QUIET_S)
            with tracer.watching(BACKGROUND) as walk:
                await venue.say(room, ada, ASKED)
                await until(lambda: replied(venue, room) == 2)
    assert any(thread.name.startswith(BACKGROUND) for thread in threading.enumerate())  # else they have a new name
    return walk


def replied(venue: SlackVenue, room: str) -> int:
    return sum(REPLY in answer.text for answer in venue.answers(room))


async def search(tracer: Tracer, folder: Path) -> Walk:
    """The first search in a memory of six messages."""
    return await in_memory(tracer, folder, lambda stage: stage.engine.search(ASKED, TEAM))


async def night(tracer: Tracer, folder: Path) -> Walk:
    """The first night of a memory of six messages."""
    return await in_memory(tracer, folder, lambda stage: stage.engine.sleep("daily", stage.now + timedelta(hours=16)))


async def in_memory(tracer: Tracer, folder: Path, ask: Callable[[Stage], Awaitable[object]]) -> Walk:
    stage = await Stage.open(folder, embedder=Hashed())
    for text in SAID:
        await stage.say(text)  # type: ignore[no-untyped-call]
    await stage.engine.settled()
    with tracer.watching() as walk:
        await ask(stage)
    await stage.engine.close()
    return walk


async def until(happened: Callable[[], bool]) -> None:
    """Looks at every turn of the loop, so that little is seen of what comes after."""
    async with asyncio.timeout(WITHIN_S):
        while not happened():
            await asyncio.sleep(0)


def stack(graph: grimp.ImportGraph, package: str) -> dict[str, Any]:
    """Rooms are the files and folders at the root of a package; imports for types alone count.

    `up`: the arrows that import-linter would cut to end all circles of rooms. A floor is a room in the longest chain
    of rooms that import the next one, without those arrows.
    """
    rooms = graph.find_children(package)
    cut = {(room_of(importer), room_of(imported)) for importer, imported in graph.nominate_cycle_breakers(package)}
    below: dict[str, set[str]] = {room: set() for room in rooms}
    for module in graph.modules:
        for imported in graph.find_modules_directly_imported_by(module):
            arrow = room_of(module), room_of(imported)
            if rooms.issuperset(arrow) and arrow[0] != arrow[1] and arrow not in cut:
                below[arrow[0]].add(arrow[1])

    @cache
    def floor(room: str) -> int:
        return 1 + max(map(floor, below[room]), default=0)

    up = sorted(f"{importer} -> {imported}" for importer, imported in cut)
    return {"rooms": len(rooms), "floors": max(map(floor, rooms)), "up": up}


def room_of(module: str) -> str:
    return ".".join(module.split(".")[:2])


def figures() -> dict[str, dict[str, Any]]:
    """Each walk is in a new home; the message's twice, because what a process does once is done at its first."""
    tracer, found = Tracer(), {}
    for route in (message, message, search, night):
        with tempfile.TemporaryDirectory() as folder:
            walk = asyncio.run(route(tracer, Path(folder)))
        found[route.__name__] = {"files": [*walk.files], "functions": len(walk.functions), "depth": walk.depth}
    sys.setprofile(None)
    graph = grimp.build_graph(*PACKAGES, cache_dir=None)
    return found | {package: stack(graph, package) for package in PACKAGES}


def main(argv: list[str]) -> None:
    logging.disable()
    for name, figure in figures().items():
        print(f"{name}:", ", ".join(f"{len(n) if isinstance(n, list) else n} {what}" for what, n in figure.items()))
        if "--files" in argv:
            print("".join(f"  {line}\n" for line in figure.get("files") or figure["up"]), end="")


if __name__ == "__main__":
    main(sys.argv[1:])
