"""`bench sleep`: a generated year with nights and without: what stays awake, what comes to mind, what a night takes.

With `--data` instead: what so many nights do to the questions of real conversations.
"""

from __future__ import annotations

import asyncio
from argparse import Namespace
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.conversations import UnreadableData, read_all
from bench.harness import Progress, Words, conditions, place, print_findings
from bench.nights import busy_night, nights_over
from bench.year import KINDS, Year
from bench.year_run import Lived, lived
from bots.commands.memory_pictures import line_chart
from config.command_line.arguments import DONE, BenchOptions, fail, to_terminal
from memory.vocabulary.event import Json


def run(options: BenchOptions) -> int:
    """Raises WrongUsage."""
    given = _given(options.words)
    progress = Progress(options)
    where = conditions(**vars(given))
    if given.memories:
        with TemporaryDirectory(prefix="bench-sleep-") as folder:
            print_findings(where, asyncio.run(busy_night(Path(folder), given.memories, progress)))
        return DONE
    if given.data:
        return _over_conversations(given, where, progress)
    lives = _lives(given, progress)
    if given.svg:
        Path(given.svg).write_text(_drawn(lives), encoding="utf-8")
    print_findings(where, {name: _told(those) for name, those in lives.items()})
    return DONE


def _lives(given: Namespace, progress: Progress) -> dict[str, list[Lived]]:
    """Two of each anima, who share the people."""
    found: dict[str, list[Lived]] = {"with_nights": [], "without": []}
    each = max(1, given.people // given.animas)
    for number, name in product(range(given.animas), found):
        progress(f"anima {number + 1} of {given.animas}, {name.replace('_', ' ')}")
        year = Year(given.seed + number, given.days, each, given.small_talk, number * each, given.messages)
        with TemporaryDirectory(prefix="bench-sleep-") as passing:
            folder = Path(given.keep or passing) / f"{name}-{number}"
            folder.mkdir(parents=True, exist_ok=True)
            found[name].append(asyncio.run(lived(folder, year, sleeps=name == "with_nights", progress=progress)))
    return found


def _over_conversations(given: Namespace, where: Mapping[str, Json], progress: Progress) -> int:
    try:
        conversations = read_all(Path(given.data), tuple(given.conversation or ()))
    except UnreadableData as reason:
        return fail(to_terminal, reason)
    with place(given.embedder, progress) as here:
        found = asyncio.run(nights_over(conversations, here.folder, here.embedder, given.nights, progress))
        print_findings({**where, "embedder": here.name}, found)
    return DONE


def _told(lives: Sequence[Lived]) -> dict[str, Json]:
    """Sums and shares over all animas; shares in per cent, by the kind of what was asked."""
    formed, awake = sum(one.formed for one in lives), sum(one.awake for one in lives)
    nights, asked = sum(one.nights for one in lives), sum(sum(one.asked.values()) for one in lives)
    shares: dict[str, Json] = {
        kind: {
            "questions": sum(one.asked[kind] for one in lives),
            "recall_at_10": _share(kind, lives, [one.recalled for one in lives]),
            "first": _share(kind, lives, [one.first for one in lives]),
            "found_by_search": _share(kind, lives, [one.searched for one in lives]),
        }
        for kind in KINDS
    }
    return {
        "formed": formed,
        "awake": awake,
        "awake_percent": round(100 * awake / max(1, formed), 1),
        "questions": shares,
        "stale": round(100 * sum(one.stale for one in lives) / max(1, asked), 1),
        "procedures": {
            "told": sum(one.told for one in lives),
            "found": sum(one.found for one in lives),
            "awake": sum(one.kept for one in lives),
            "invented": sum(one.invented for one in lives),
        },
        "nights": nights,
        "cpu_s_a_night": round(sum(one.night_cpu_s for one in lives) / max(1, nights), 3),
        "recall_cpu_ms": round(1000 * sum(one.recall_cpu_s for one in lives) / max(1, asked), 1),
        "curve": [list(point) for point in _curve(lives)],
    }


def _share(kind: str, lives: Sequence[Lived], counted: Sequence[Counter[str]]) -> float:
    return round(100 * sum(one[kind] for one in counted) / max(1, sum(one.asked[kind] for one in lives)), 1)


def _curve(lives: Sequence[Lived]) -> list[tuple[int, int, int]]:
    """(day, facts formed, facts awake) of all of them."""
    return [
        (points[0][0], sum(one[1] for one in points), sum(one[2] for one in points))
        for points in zip(*(one.curve for one in lives), strict=True)
    ]


def _drawn(lives: Mapping[str, Sequence[Lived]]) -> str:
    curve = _curve(lives["with_nights"])
    lines = {"formed": [float(one[1]) for one in curve], "awake, with nights": [float(one[2]) for one in curve]}
    return line_chart("Facts of a generated year", [f"day {one[0]}" for one in curve], lines)


def _given(words: Sequence[str]) -> Namespace:
    parser = Words("sleep")
    parser.add_argument("--days", type=int, default=120, help="of the year that are lived")
    parser.add_argument("--animas", type=int, default=1, help="who share the people")
    parser.add_argument("--people", type=int, default=4, help="twelve at most")
    parser.add_argument("--small-talk", type=int, default=6, help="pieces of it a day, with each anima")
    parser.add_argument("--messages", type=int, default=0, help="a day, with each anima: the rest is idle talk")
    parser.add_argument("--keep", metavar="DIR", help="where the lives are kept: one that was stopped goes on there")
    parser.add_argument("--svg", metavar="FILE", help="where the curve is drawn to")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--memories", type=int, help="a first night over so many, beside a talk, instead of a year")
    parser.add_argument("--data", metavar="DIR", help="folder of <conversation>.json: nights over those instead")
    parser.add_argument("--conversation", action="append", help="one of them (may be repeated); else all")
    parser.add_argument("--nights", type=int, default=100, help="after the last word of a conversation")
    parser.add_argument("--embedder", default="none", metavar="auto|minilm|hashed|none|MODEL", help="what embeds")
    return parser.parse_args(list(words))
