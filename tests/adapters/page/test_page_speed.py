"""Each view of a home with many memories is there within half a second (docs/research/page_figures.md)."""

from __future__ import annotations

import time
from datetime import timedelta
from pathlib import Path

import pytest

from adapters.models.scripted import ScriptedModel
from adapters.page.views import PICTURES, VIEWS
from bench.crowded import events, write
from tests.adapters.page.browsing import page_of
from tests.bots.house import House

WITHIN_S = 0.5
TRIES = 5
ADDRESSES = (
    *(f"{view.path}?anima=alice" for view in VIEWS),
    *(f"/picture/{picture}?anima=alice" for picture in PICTURES),
)


@pytest.mark.ledger("OPS-04")
@pytest.mark.parametrize("size", [1000, pytest.param(100_000, marks=[pytest.mark.slow, pytest.mark.timeout(3600)])])
async def test_every_view_of_a_home_with_many_memories_is_there_at_once(tmp_path: Path, size: int) -> None:
    house = House(home=tmp_path, models={"alice": ScriptedModel([])})
    house.clock.now = write(tmp_path / "animas" / "alice", events(size)) + timedelta(minutes=1)
    async with page_of(house) as page:
        engine = house.animas["alice"].engine
        await engine.formed()
        await engine.settled()
        browser = await page.opened()
        took = {}
        for address in ADDRESSES:
            times = []
            for _ in range(TRIES):
                began = time.perf_counter()
                async with browser.client.get(page.base + address) as answer:
                    await answer.read()
                times.append(time.perf_counter() - began)
            took[address] = sorted(times)[TRIES // 2]
        first = {address: round(seconds * 1000) for address, seconds in took.items()}
        print(f"{size} messages, median of {TRIES}, ms: {first}")

    assert max(took.values()) < WITHIN_S, first
