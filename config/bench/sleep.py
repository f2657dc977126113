"""`bench sleep`: a generated year with nights and without: what stays awake, what comes to mind, what a night takes.

With `--data` instead: what so many nights do to the questions of real conversations.
"""

from __future__ import annotations

import asyncio
from argparse import Namespace
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from config.bench._nights import nights_over
from config.bench._recalling import place
from config.bench._telling import Progress, conditions, print_findings
from config.bench._words import Words
from config.deskwork import to_terminal
from config.options import BenchOptions
from config.rendering import DONE, fail
from memory.bench.conversations import UnreadableData, read_all
from memory.bench.year import Year
from memory.bench.year_run import Lived, lived
from memory.vocabulary.event import Json


def run(options: BenchOptions) -> int:
    """Raises WrongUsage."""
    given = _given(options.words)
    progress = Progress(options)
    where = conditions(**vars(given))
    if given.data:
        return _over_conversations(given, where, progress)
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


def _over_conversations(given: Namespace, where: Mapping[str, Json], progress: Progress) -> int:
    try:
        conversations = read_all(Path(given.data), tuple(given.conversation or ()))
    except UnreadableData as reason:
        return fail(to_terminal, reason)
    with place(given.embedder, progress) as here:
        found = asyncio.run(nights_over(conversations, here.folder, here.embedder, given.nights, progress))
        print_findings({**where, "embedder": here.name}, found)
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
    parser.add_argument("--data", metavar="DIR", help="folder of <conversation>.json: nights over those instead")
    parser.add_argument("--conversation", action="append", help="one of them (may be repeated); else all")
    parser.add_argument("--nights", type=int, default=100, help="after the last word of a conversation")
    parser.add_argument("--embedder", default="none", metavar="auto|minilm|hashed|none|MODEL", help="what embeds")
    return parser.parse_args(list(words))
