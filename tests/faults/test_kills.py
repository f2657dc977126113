"""A small fault run in every test run; `make faults` is the whole one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faults.run import Plan, run


@pytest.mark.timeout(600)  # a busy machine takes several times as long
@pytest.mark.timeout(300)
@pytest.mark.ledger("PLT-11", "PLT-12", "PLT-14", "LOG-01", "LOG-08", "FLT-01")
async def test_eight_kills_lose_nothing_and_double_nothing(tmp_path: Path) -> None:
    report = await run(Plan(messages=48, kills=8, seed=20, scale=0.1, longest_life_s=2.5, rooms=2, directs=2), tmp_path)

    assert report.kills == 8
    for name, tally in report.platforms.items():
        assert (tally.lost, tally.doubled, tally.not_logged_once) == ([], [], []), name
