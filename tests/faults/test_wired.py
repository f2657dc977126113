"""A board over the three real clients at once; `python -m tests.faults --only wired` is the long run."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faults.wired import Wired
from tests.faults.wired_count import Findings


@pytest.mark.timeout(300)
@pytest.mark.ledger("FLT-02", "PLT-13", "PLT-14")
async def test_a_board_on_three_platforms_ends_the_same_everywhere_over_a_kill_before_it_is_mirrored(
    tmp_path: Path,
) -> None:
    tally = await Wired(tmp_path, seed=4).live(operations=20, deaths=("board_recorded",))

    found = tally.found
    assert found == Findings(unheard=found.unheard, in_doubt=found.in_doubt)
    assert tally.killed_at == ["board_recorded"]
    assert tally.copies > 5
