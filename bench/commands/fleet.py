"""`bench fleet`: the memory of many idle animas, and the messages a second that one process accepts."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from dataclasses import asdict

from bench.harness import Progress, Words, count, measured
from config.command_line.arguments import BenchOptions
from memory.vocabulary.event import Json
from tests.bench import fleet


def run(options: BenchOptions) -> int:
    """1 when a goal is missed: 150 MB before the first turn; the rate without loss, in order, ack p99 under 1 s."""
    return measured(options, _given(options.words), _measure)


async def _measure(given: Namespace, progress: Progress) -> tuple[dict[str, Json], bool]:
    idle = await fleet.idle(animas=given.animas, progress=progress)
    talk = await fleet.talk(rate=given.rate, seconds=given.seconds, animas=given.animas, progress=progress)
    findings: dict[str, Json] = {"idle": asdict(idle), "talk": asdict(talk)}
    if given.highest:
        ladder = await fleet.ladder(seconds=given.step_seconds, animas=given.animas, progress=progress)
        findings["highest"] = asdict(ladder)
    return findings, idle.holds and talk.holds


def _given(words: Sequence[str]) -> Namespace:
    parser = Words("fleet")
    parser.add_argument("--animas", type=count, default=100, help="in the home")
    parser.add_argument("--rate", type=float, default=50.0, help="messages a second over the three platforms")
    parser.add_argument("--seconds", type=float, default=30.0, help="for so long")
    parser.add_argument("--no-highest", dest="highest", action="store_false", help="leave the highest rate out")
    parser.add_argument("--step-seconds", type=float, default=10.0, help="for each rate on the way to the highest")
    return parser.parse_args(list(words))
