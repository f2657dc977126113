"""`bench replay`: a whole conversation through the platforms into a running fleet, then questions about it."""

from __future__ import annotations

import asyncio
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from bench.harness import Progress, Words, conditions, count, names, print_findings
from config.command_line.arguments import DONE, FAILED, BenchOptions, WrongUsage
from tests.bench import replay

_PLATFORMS = ("slack", "discord", "telegram")


def run(options: BenchOptions) -> int:
    """1 when a turn is missing, doubled, out of order or wrong, or too few answers quote. Raises WrongUsage."""
    given = _given(options.words)
    files = _files(Path(given.data), given.conversation)
    where = conditions(scale=given.scale, seed=given.seed, questions=given.questions)
    talks = [replay.read_talk(file, given.questions, given.seed) for file in files]
    outcomes = asyncio.run(replay.replay_all(talks, given.platforms, scale=given.scale, progress=Progress(options)))
    print_findings(where, {"sound": all(map(replay.is_sound, outcomes)), "runs": replay.as_json(outcomes)})
    return DONE if all(map(replay.is_sound, outcomes)) else FAILED


def _given(words: Sequence[str]) -> Namespace:
    parser = Words("replay")
    parser.add_argument("--data", required=True, metavar="DIR", help="folder of <conversation>.json")
    parser.add_argument("--conversation", action="append", help="one of them (may be repeated); else all")
    parser.add_argument("--platforms", type=names, default=list(_PLATFORMS), help="slack,discord,telegram")
    parser.add_argument("--questions", type=count, default=20, help="asked at the end")
    parser.add_argument("--seed", type=int, default=1, help="chooses the questions")
    parser.add_argument("--scale", type=float, default=0.05, help="of the platforms' waits")
    given = parser.parse_args(list(words))
    if unknown := set(given.platforms) - set(_PLATFORMS):
        raise WrongUsage(f"{', '.join(sorted(unknown))}: no such platform ({', '.join(_PLATFORMS)})")
    return given


def _files(folder: Path, wanted: Sequence[str] | None) -> list[Path]:
    found = {file.stem: file for file in sorted(folder.glob("*.json"))}
    if not found:
        raise WrongUsage(f"--data: there is no conversation (a .json file) in {folder}")
    if missing := [name for name in wanted or () if name not in found]:
        raise WrongUsage(f"--conversation: {', '.join(missing)} is not in {folder} (there: {', '.join(found)})")
    return [found[name] for name in wanted or found]
