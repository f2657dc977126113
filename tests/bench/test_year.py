"""The generated year: the same for a seed, and a fortnight of it lived with nights."""

from __future__ import annotations

import pytest

from bench.year import NOW, TRIFLE, Year
from bench.year_run import lived
from memory.engine import MemoryEngine


def test_a_year_is_the_same_for_its_seed_and_another_for_another():
    told = [[event.content for day in Year(seed, 20).lived() for event, _ in day.told] for seed in (1, 1, 2)]

    assert told[0] == told[1] != told[2]


@pytest.mark.ledger("SLP-13", "STR-09", "PRO-03")
async def test_a_life_that_was_stopped_goes_on_at_the_day_it_was_in(tmp_path, monkeypatch):
    year, told = lambda: Year(1, 9, people=1, small_talk=1, messages=6), list[str]()
    whole = await lived(tmp_path / "whole", year(), sleeps=True, progress=told.append)
    sleep, slept = MemoryEngine.sleep, list[str]()

    async def stopped(engine, stage, now):
        slept.append(stage)
        if len(slept) == 5:
            raise KeyboardInterrupt
        return await sleep(engine, stage, now)

    monkeypatch.setattr(MemoryEngine, "sleep", stopped)
    with pytest.raises(KeyboardInterrupt):
        await lived(tmp_path / "stopped", year(), sleeps=True, progress=told.append)
    again = await lived(tmp_path / "stopped", year(), sleeps=True, progress=told.append)

    assert (again.curve, again.recalled, again.found, again.days) == (whole.curve, whole.recalled, whole.found, 9)


@pytest.mark.ledger("SLP-13", "STR-09")
async def test_in_a_month_with_nights_less_stays_awake_and_what_holds_comes_to_mind(tmp_path):
    found = await lived(tmp_path, Year(1, 12, people=1, small_talk=2), sleeps=True, progress=lambda words: None)

    assert found.awake < found.formed
    assert found.share(found.recalled, NOW) == found.share(found.recalled, TRIFLE) == 1.0
    assert found.found == found.told
    assert found.invented == 0
    assert found.stale == 0
