"""`bench sleep`: a generated year with nights and without: what stays awake, what comes to mind, what a night takes."""

from __future__ import annotations

import asyncio
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from config.bench._telling import Progress, conditions, print_findings
from config.bench._words import Words
from config.options import BenchOptions
from config.rendering import DONE
from memory.bench.year import Year
from memory.bench.year_run import Lived, lived
from memory.vocabulary.event import Json


def run(options: BenchOptions) -> int:
    """Raises WrongUsage."""
    given = _given(options.words)
    progress = Progress(options)
    where = conditions(**vars(given))
    with TemporaryDirectory(prefix="bench-sleep-") as folder:
        found = {
            name: asyncio.run(
                lived(
                    Path(folder) / name,
                    Year(given.seed, given.days, given.people, given.small_talk),
                    sleeps=name == "with_nights",
                    progress=progress,
                )
            )
            for name in ("with_nights", "without")
        }
    print_findings(where, {name: _told(one) for name, one in found.items()})
    return DONE


def _told(found: Lived) -> dict[str, Json]:
    return {
        "formed": found.formed,
        "awake": found.awake,
        "awake_percent": round(100 * found.awake / max(1, found.formed), 1),
        "recall_at_10": round(100 * found.recall, 1),
        "first": round(100 * found.first, 1),
        "stale": round(100 * found.stale, 1),
        "nights": found.nights,
        "cpu_s_a_night": round(found.night_cpu_s / max(1, found.nights), 3),
        "curve": [list(point) for point in found.curve],
    }


def _given(words: Sequence[str]) -> Namespace:
    parser = Words("sleep")
    parser.add_argument("--days", type=int, default=120, help="of the year that are lived")
    parser.add_argument("--people", type=int, default=4, help="twelve at most")
    parser.add_argument("--small-talk", type=int, default=6, help="pieces of it a day")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args(list(words))
