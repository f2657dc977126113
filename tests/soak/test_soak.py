"""Two days of the soak; `make soak` is the whole fortnight."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.soak.__main__ import soak
from tests.soak.lines import fitted


def test_a_figure_that_grows_by_more_than_it_may_is_told_by_its_line() -> None:
    calm = {"memory_mb": 80.0, "handles": 30, "threads": 9, "tasks": 40, "objects": 90_000, "files": 100}
    leaking = [{**calm, "handles": 30 + 2 * day} for day in range(5)]

    lines = {line.figure: line for line in fitted(range(5), leaking)}

    assert lines["handles"].a_day == 2.0
    assert [name for name, line in lines.items() if not line.holds] == ["handles"]


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.ledger("SLP-16", "ANI-18", "OPS-06", "OPS-09", "PLT-14")
async def test_two_days_with_kills_faults_nights_imports_and_backups_lose_nothing(tmp_path: Path) -> None:
    told = await soak(tmp_path, days=2, seed=2, a_day=40)

    assert not any(told["found"].values()), told["found"]
    for name, tally in told["platforms"].items():
        assert (tally["lost"], tally["doubled"], tally["not_logged_once"]) == ([], [], []), name
