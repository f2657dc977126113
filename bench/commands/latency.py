"""`bench latency`: acknowledgements under load, the way from `start` to `ready`, the first post of an answer."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from dataclasses import asdict

from bench.harness import Progress, Words, count, measured
from config.command_line.arguments import BenchOptions
from memory.vocabulary.event import Json
from tests.bench import latency


def run(options: BenchOptions) -> int:
    """1 when a goal is missed: an ack p99 under 1 s, `ready` within 2 s of CPU, nothing heavy imported."""
    return measured(options, _given(options.words), _measure)


async def _measure(given: Namespace, progress: Progress) -> tuple[dict[str, Json], bool]:
    start = await latency.starts(runs=given.starts, progress=progress)
    load = await latency.under_load(turns=given.turns, rate=given.rate, seconds=given.seconds, progress=progress)
    posts = await latency.first_posts(questions=given.questions, progress=progress)
    findings: dict[str, Json] = {
        "start": asdict(start),
        "acks_under_load": asdict(load),
        "first_post": [asdict(one) for one in posts],
    }
    return findings, start.holds and load.holds and all(one.answered == one.asked for one in posts)


def _given(words: Sequence[str]) -> Namespace:
    parser = Words("latency")
    parser.add_argument("--turns", type=count, default=20, help="answers being spoken while others are listened to")
    parser.add_argument("--rate", type=float, default=10.0, help="messages a second meanwhile")
    parser.add_argument("--seconds", type=float, default=30.0, help="for so long")
    parser.add_argument("--starts", type=count, default=3, help="starts to measure")
    parser.add_argument("--questions", type=count, default=20, help="asked on each platform")
    return parser.parse_args(list(words))
