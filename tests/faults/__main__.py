"""make faults: kill the fleet at random moments and at every named crash point, count, print.

python -m tests.faults [--kills 200] [--messages 2000] [--seed 1] [--scale 0.1] [--keep DIR]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
from pathlib import Path

from bots.delivery.crash_points import POINTS
from tests.faults.run import Plan, as_json, run


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--messages", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scale", type=float, default=0.1, help="shortens servers' and adapters' waits alike")
    parser.add_argument("--no-points", action="store_true", help="random kills only")
    parser.add_argument("--keep", type=Path, help="an empty folder to run in and to keep")
    given = parser.parse_args()
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
        report = asyncio.run(run(plan, home, lambda line: print(line, file=sys.stderr, flush=True)))
    print(json.dumps(as_json(report), indent=1))
    return 0 if report.clean else 1


if __name__ == "__main__":
    raise SystemExit(main())
