"""make soak: a fleet lives for a fortnight of a driven clock, on three platforms' servers, and what is left is counted.

python -m tests.soak [--days 14] [--seed 1] [--messages 40] [--kills 3] [--minutes M] [--keep DIR]

Exit code 0: nothing lost or doubled, every night and slot once, every line within what it may grow by.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import random
import resource
import sys
import tempfile
import time
import traceback
from contextlib import AsyncExitStack
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tests.bench.house import DrivenClock
from tests.bench.venues import VENUES
from tests.soak.fleet import BEGIN, Soak
from tests.soak.lines import fitted


def _progress(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


async def soak(
    folder: Path, *, days: int, seed: int, a_day: int, deaths: int = 3, minutes: float = math.inf
) -> dict[str, Any]:
    """Live so many days in an empty folder; what was counted. `a_day`: messages; `deaths`: on a day with kills."""
    began, clock = time.monotonic(), DrivenClock(BEGIN)
    async with AsyncExitStack() as stack:
        venues = {name: await stack.enter_async_context(venue(clock, scale=0.02)) for name, venue in VENUES.items()}
        stage = Soak(days, random.Random(seed), venues, folder, clock, a_day, deaths)
        stage.furnish()
        try:
            await stage.live(_progress, began + 60 * minutes)
        except Exception as bug:  # what was lived is counted all the same
            traceback.print_exc()
            stage.found.faults.append(f"{clock()}: {bug!r}")
        finally:
            await stage.kill()
        stage.look_back()
        tallies = stage.count()
    lines = fitted([day for day, _ in stage.weighed], [one for _, one in stage.weighed])
    found = asdict(stage.found)
    is_clean = all(not (one.lost or one.doubled or one.not_logged_once) for one in tallies.values())
    return {
        "days": stage.days,
        "seed": seed,
        "seconds": round(time.monotonic() - began),
        "cpu_s_of_fleets": round(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime),
        "kills": stage.killed,
        "platforms": {name: asdict(one) for name, one in tallies.items()},
        "found": found,
        "counted": dict(stage.counted),
        "lines": [str(one) for one in lines],
        "clean": is_clean and not any(found.values()) and all(one.holds for one in lines),
    }


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--days", type=int, default=14)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--messages", type=int, default=40, help="a day")
    parser.add_argument("--kills", type=int, default=3, help="on a day with kills")
    parser.add_argument("--minutes", type=float, default=math.inf, help="after which no day begins")
    parser.add_argument("--keep", type=Path, help="an empty folder to run in and to keep")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="anima-soak-") as folder:
        told = asyncio.run(
            soak(
                given.keep or Path(folder),
                days=given.days,
                seed=given.seed,
                a_day=given.messages,
                deaths=given.kills,
                minutes=given.minutes,
            )
        )
    print(json.dumps(told, indent=1, ensure_ascii=False))
    return 0 if told["clean"] else 1


if __name__ == "__main__":
    sys.exit(main())
