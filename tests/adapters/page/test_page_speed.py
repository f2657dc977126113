"""Each view of a home with many memories is there within half a second (docs/research/page_figures.md)."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from datetime import timedelta
from pathlib import Path

import pytest

from adapters.models.scripted import ScriptedModel
from adapters.page.views import PICTURES, VIEWS
from bench.crowded import events, write
from memory.archive.memory_log import MEMORY_LOG_FOLDER, MemoryLog
from memory.vocabulary.event import Event
from memory.vocabulary.fact import FORMED, Fact, FactChange
from tests.adapters.page.browsing import page_of
from tests.bots.house import House

WITHIN_S = 0.5
TRIES = 5
#: One message in so many was understood as a fact; to form them of this text would take days, and they would be none.
FACT_EVERY = 5
ADDRESSES = (
    *(f"{view.path}?anima=alice" for view in VIEWS),
    *(f"/picture/{picture}?anima=alice" for picture in PICTURES),
)


@pytest.mark.ledger("OPS-04")
@pytest.mark.parametrize("size", [1000, pytest.param(100_000, marks=[pytest.mark.slow, pytest.mark.timeout(3600)])])
async def test_every_view_of_a_home_with_many_memories_is_there_at_once(tmp_path: Path, size: int) -> None:
    house = House(home=tmp_path, models={"alice": ScriptedModel([])}, forms=False)
    house.clock.now = _lived(tmp_path / "animas" / "alice", size)
    async with page_of(house) as page:
        await house.animas["alice"].engine.settled()
        browser = await page.opened()
        took = {}
        for address in ADDRESSES:
            times = []
            for _ in range(TRIES):
                began = time.perf_counter()
                async with browser.client.get(page.base + address) as answer:
                    await answer.read()
                times.append(time.perf_counter() - began)
            took[address] = [round(1000 * seconds) for seconds in times]

    print(f"{size} memories, ms of each try: {took}")
    assert all(sorted(times)[TRIES // 2] < 1000 * WITHIN_S for times in took.values()), took


def _lived(anima: Path, size: int):
    told: Sequence[Event] = list(events(size - size // FACT_EVERY))
    last = write(anima, told)
    MemoryLog(anima / MEMORY_LOG_FOLDER).append(list(_facts(told, size // FACT_EVERY)))
    return last + timedelta(minutes=1)


def _facts(told: Sequence[Event], count: int) -> Iterator[FactChange]:
    for number in range(count):
        event = told[number * len(told) // count]
        fact = Fact(
            id=f"fact-{number}",
            text=event.content[:80],
            category="fact",
            recorded_at=event.ts,
            valid_from=event.ts,
            person=event.sender,
            subject=event.sender,
            entities=(event.content.split()[0],),
            audience=event.audience,
            sources=(event.id,),
        )
        yield FactChange(ts=event.ts, key=f"{fact.id}/{FORMED}", type=FORMED, fact=fact, audience=event.audience)
