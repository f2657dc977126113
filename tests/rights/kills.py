"""Real kills of an erasure: `python -m tests.rights.kills [TIMES]`.

A process that erases Ada in a lived-in home is killed (SIGKILL) at a random moment of its run; another one ends what
was begun. Printed: at which moments, and how many files still hold a canary string (0 is wanted).
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from shutil import copytree, rmtree

from config import erasing
from config.home import Home
from memory.erasure.finding import Asked
from tests.rights.seeded import ADA, Canaries, found_in, integrity, seeded

_FORKED = multiprocessing.get_context("fork")


def main(times: int) -> None:
    chance, canary = Random(20261122), Canaries()
    with tempfile.TemporaryDirectory(prefix="anima-kills-") as folder:
        lived = Path(folder) / "lived" / "home"
        asyncio.run(seeded(lived, canary))
        (lived / "shared" / "backups.jsonl").unlink()
        begun = time.monotonic()
        killed(lived, Path(folder) / "killed", canary.used, 600.0)
        whole = time.monotonic() - begun
        told = [killed(lived, Path(folder) / "killed", canary.used, chance.uniform(0, whole)) for _ in range(times)]
    moments = {state: sum(one[0] == state for one in told) for state in ("before", "decided", "after")}
    print(json.dumps({"kills": times, "files_with_canaries": sum(one[1] for one in told), "killed": moments}))


def killed(lived: Path, at: Path, canaries: list[str], within_s: float) -> tuple[str, int]:
    """Where it was killed, and how many files still hold a canary after the next start."""
    rmtree(at, ignore_errors=True)
    copytree(lived, at)
    erasing.of(at).ask(Asked(addresses=(ADA,), by="console:op"))
    child = _FORKED.Process(target=erasing.carry_out, args=(Home(at),))
    child.start()
    child.join(within_s)
    child.kill()
    child.join()
    waits = erasing.of(at).pending() is not None
    state = "after" if not waits else "decided" if (at / "erasing" / "plan.json").exists() else "before"
    erasing.carry_out(Home(at))
    assert integrity(at) == "ok"
    return state, len(found_in(at, canaries))


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 50)
