"""make faults: kill the fleet at random moments and at every named crash point, damage every file of an index, raise
every class at every call of the rim, answer with what a proxy can answer, use boards at random; count.

python -m tests.faults [--kills 200] [--messages 2000] [--seed 1] [--scale 0.1] [--keep DIR]
                       [--only kills | index | rim | proxies | boards | wired] [--seeds 20] [--operations 1000]

`boards` are on platforms in memory; `wired` are on the platforms' servers by their real clients, the fleet killed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import sys
import tempfile
from collections.abc import Callable, Coroutine
from dataclasses import asdict
from pathlib import Path

from bots.delivery.crash_points import POINTS
from tests.faults import boards, index, proxies, rim, wired
from tests.faults.run import Plan, as_json, run


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--messages", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scale", type=float, default=0.1, help="shortens servers' and adapters' waits alike")
    parser.add_argument("--no-points", action="store_true", help="random kills only")
    parser.add_argument("--keep", type=Path, help="an empty folder to run in and to keep")
    parser.add_argument(
        "--only", choices=("kills", "index", "rim", "proxies", "boards", "wired"), help="one part of it"
    )
    parser.add_argument("--seeds", type=int, default=20, help="of boards")
    parser.add_argument("--operations", type=int, default=1000, help="of boards, a seed")
    given = parser.parse_args()
    runs: dict[str, Callable[[], int]] = {
        "kills": lambda: _kills(given),
        "index": _index,
        "rim": lambda: _fuzz(lambda: rim.run(rim.cases(), _progress)),
        "boards": lambda: _boards(given),
        "wired": lambda: _wired(given),
        "proxies": lambda: _fuzz(lambda: proxies.run(proxies.cases(), _progress)),
    }
    return max(part() for name, part in runs.items() if given.only in (None, name))


def _progress(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _fuzz(run: Callable[[], Coroutine[None, None, rim.Tally]]) -> int:
    logging.disable(logging.CRITICAL)  # thousands of tracebacks, each on purpose
    tally = asyncio.run(run())
    logging.disable(logging.NOTSET)
    print(json.dumps({**asdict(tally), "clean": tally.clean}, indent=1))
    return 0 if tally.clean else 1


def _index() -> int:
    with tempfile.TemporaryDirectory(prefix="anima-faults-") as folder:
        outcomes = asyncio.run(index.run(Path(folder), _progress))
    ill = [asdict(outcome) for outcome in outcomes if not outcome.is_clean]
    print(json.dumps({"index_cases": len(outcomes), "ill": ill}, indent=1))
    return 1 if ill else 0


def _boards(given: argparse.Namespace) -> int:
    seeds = range(given.seed, given.seed + given.seeds)
    tally = asyncio.run(boards.run(seeds, given.operations, max(2, given.operations // 50), _progress))
    print(json.dumps({**asdict(tally), "clean": tally.clean}, indent=1))
    return 0 if tally.clean else 1


def _wired(given: argparse.Namespace) -> int:
    """A line of JSON a seed; over the seeds it dies at every named point of a board's way, and at random moments."""
    ways, is_clean = [*wired.POINTS, "", "", "", ""], True
    for seed in range(given.seed, given.seed + given.seeds):
        many = max(2, given.operations // 70)
        deaths = [ways[(seed * many + number) % len(ways)] for number in range(many)]
        with tempfile.TemporaryDirectory(prefix="anima-wired-") as folder:
            home = given.keep / f"seed{seed}" if given.keep else Path(folder)
            home.mkdir(parents=True, exist_ok=True)
            tally = asyncio.run(wired.Wired(home, seed).live(given.operations, deaths))
        is_clean &= tally.found.clean
        print(json.dumps({**asdict(tally), "clean": tally.found.clean}), flush=True)
    return 0 if is_clean else 1


def _kills(given: argparse.Namespace) -> int:
    plan = Plan(
        messages=given.messages,
        kills=given.kills,
        seed=given.seed,
        scale=given.scale,
        crash_points=() if given.no_points else POINTS,
    )
    print(f"seed {plan.seed}, scale {plan.scale}: {plan.kills} kills, {plan.messages} messages", file=sys.stderr)
    with tempfile.TemporaryDirectory(prefix="anima-faults-") as folder:
        home = given.keep or Path(folder)
        report = asyncio.run(run(plan, home, _progress))
    print(json.dumps(as_json(report), indent=1))
    return 0 if report.clean else 1


if __name__ == "__main__":
    raise SystemExit(main())
