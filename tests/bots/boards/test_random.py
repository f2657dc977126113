"""Whatever people do on the sides of a board, and however often the fleet dies, every side shows the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bots.boards.square import SIDES, Square

REACTIONS = {"slack": {"👍": "+1", "🎉": "tada"}}


@pytest.mark.ledger("FLT-02")
@pytest.mark.parametrize("seed", range(2))
async def test_every_side_of_a_board_ends_in_the_same_state(tmp_path: Path, seed: int) -> None:
    square = Square(tmp_path, seed)

    await square.live(operations=60, lives=3)

    for side in SIDES:
        assert square.seen(side) == square.expected()
        assert square.is_in_order(side)
        for first, marks in square.reacted(side).items():
            one = next(one for one in square.said if one.words[0] == first)
            assert marks == {REACTIONS.get(side, {}).get(mark, mark) for mark in one.reactions}
