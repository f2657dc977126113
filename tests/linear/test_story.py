"""A fleet on three platforms hears what is meant to hold it up: it answers, and its event loop stays free."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.bench.house import running_fleet, write_home
from tests.bench.venues import DiscordVenue, SlackVenue, TelegramVenue, Venue
from tests.linear.shapes import Shape

UNITS = ("[[", "~~a", "\u0301\u0323", "a|b\n-|-\n")
MORE = (" ", ".", "?", "acak", "@a ", "Ada Bob ")
LONGEST = {"slack": 40_000, "discord": 4_000, "telegram": 4_096}
"""Characters that a person's message can have there."""

BLOCKED_S = 0.05
TICK_S = 0.002


@asynccontextmanager
async def watched(gaps: list[float]) -> AsyncIterator[None]:
    """Keeps the CPU seconds that the loop's thread spent between two ticks; a busy machine adds nothing to them."""

    async def watch() -> None:
        before = time.thread_time()
        while True:
            await asyncio.sleep(TICK_S)
            now = time.thread_time()
            gaps.append(now - before)
            before = now

    task = asyncio.create_task(watch())
    try:
        yield
    finally:
        task.cancel()


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(100):
        while not holds():
            await asyncio.sleep(0.05)


@pytest.mark.timeout(600)  # a busy machine takes several times as long
@pytest.mark.ledger("PLT-08")
@pytest.mark.parametrize("units", [UNITS, pytest.param(MORE, marks=pytest.mark.slow)], ids=["worst", "more"])
async def test_no_message_blocks_the_loop_of_a_fleet_and_each_is_answered(
    units: tuple[str, ...], tmp_path: Path
) -> None:
    """B7, F7: 50 ms of CPU at most between two ticks of the loop."""
    gaps: list[float] = []
    async with AsyncExitStack() as stack:
        venues: list[Venue] = [
            await stack.enter_async_context(make(lambda: datetime.now(UTC)))
            for make in (SlackVenue, DiscordVenue, TelegramVenue)
        ]
        rooms = {venue.name: venue.add_room("room") for venue in venues}
        people = {venue.name: venue.add_person("ada") for venue in venues}
        home, config = write_home(
            tmp_path,
            {
                "anima_defaults": {"model": "offline"},
                "animas": {"alice": {}},
                "external_messaging": {venue.name: venue.section() for venue in venues},
                "boards": {"all": {"animas": ["alice"], "channels": [v.entry(rooms[v.name]) for v in venues]}},
            },
        )
        await stack.enter_async_context(running_fleet(home, config))
        gc.collect()
        gc.freeze()  # what hundreds of other tests left behind would be looked through within a tick
        stack.callback(gc.unfreeze)
        for venue in venues:
            room = rooms[venue.name]
            await venue.say(room, people[venue.name], "hello", call=True)
            await until(lambda: bool(venue.answers(room)))  # noqa: B023 - waited for at once
            for unit in units:
                known = len(venue.answers(room))
                text = Shape(unit, tail="a").text(LONGEST[venue.name] - 100)
                async with watched(gaps):
                    await venue.say(room, people[venue.name], text, call=True)
                    await until(lambda: len(venue.answers(room)) > known)  # noqa: B023

    assert max(gaps) < BLOCKED_S
