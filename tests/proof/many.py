"""Many worlds, in several processes."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from tests.proof.proof import Outcome, prove

CONTROLLED = 5
"""Every so many worlds the positive control is led, too."""


def outcomes(seeds: range, workers: int) -> Iterator[Outcome]:
    """In the order of the seeds."""
    if workers <= 1:
        yield from map(one_world, seeds)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        yield from pool.map(one_world, seeds, chunksize=2)


def one_world(seed: int) -> Outcome:
    logging.disable(logging.CRITICAL)
    return prove(seed, control=seed % CONTROLLED == 0)
