"""Boards under random use: posts, edits, deletions, reactions, replies and moderators on three platforms, the fleet cut
off at any moment, connections refused and receipts lost; then every side must show the same."""

from __future__ import annotations

import logging
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from tests.bots.boards.square import SIDES, Square


@dataclass(slots=True, kw_only=True)
class Tally:
    """What was done and what was wrong: words missing on a side, or there twice; sides out of order."""

    seeds: int = 0
    operations: int = 0
    lives: int = 0
    posts: int = 0
    copies: int = 0
    missing: int = 0
    extra: int = 0
    out_of_order: int = 0
    ill_seeds: list[int] = field(default_factory=list)

    @property
    def clean(self) -> bool:
        return not self.ill_seeds


async def run(seeds: range, operations: int, lives: int, tell: Callable[[str], None]) -> Tally:
    tally = Tally()
    logging.disable(logging.CRITICAL)
    for seed in seeds:
        with tempfile.TemporaryDirectory(prefix="anima-boards-") as folder:
            square = Square(Path(folder), seed)
            await square.live(operations, lives)
            _count(square, seed, lives, tally)
        tell(f"seed {seed}: {'ill' if seed in tally.ill_seeds else 'clean'}")
    logging.disable(logging.NOTSET)
    return tally


def _count(square: Square, seed: int, lives: int, tally: Tally) -> None:
    tally.seeds, tally.lives = tally.seeds + 1, tally.lives + lives + 1
    tally.operations += square.operations
    tally.posts += len(square.said)
    expected = square.expected()
    for side in SIDES:
        seen = square.seen(side)
        missing, extra = (expected - seen).total(), (seen - expected).total()
        is_in_order = square.is_in_order(side)
        tally.copies += len(square.house.worlds[side].posts)
        tally.missing, tally.extra = tally.missing + missing, tally.extra + extra
        tally.out_of_order += not is_in_order
        if (missing or extra or not is_in_order) and seed not in tally.ill_seeds:
            tally.ill_seeds.append(seed)
