"""Real kills of an erasure: `python -m tests.rights.kills [TIMES]`.

A process that erases Ada in a lived-in home is killed (SIGKILL) at a random moment of its run; another one ends what
was begun. Printed: at which moments, and how many canary strings are left in any byte of the home (0 is wanted).
"""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
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

CHILD = """
import sys
from pathlib import Path
from config import erasing
from config.home import Home
home = Home(Path(sys.argv[1]))
print("begins", flush=True)
erasing.carry_out(home)
"""


def main(times: int) -> None:
    chance, canary = Random(20261122), Canaries()
    with tempfile.TemporaryDirectory(prefix="anima-kills-") as folder:
        lived = Path(folder) / "lived" / "home"
        asyncio.run(seeded(lived, canary))
        (lived / "shared" / "backups.jsonl").unlink()
        told = [one(lived, Path(folder) / "killed", canary.used, chance) for _ in range(times)]
    states = {state: sum(one[0] == state for one in told) for state in ("before", "decided", "after")}
    print(json.dumps({"kills": times, "left": sum(one[1] for one in told), "killed": states}))


def one(lived: Path, at: Path, canaries: list[str], chance: Random) -> tuple[str, int]:
    """Where it was killed, and how many files still hold a canary after the next start."""
    rmtree(at, ignore_errors=True)
    copytree(lived, at)
    erasing.of(at).ask(Asked(addresses=(ADA,), by="console:op"))
    with subprocess.Popen([sys.executable, "-c", CHILD, str(at)], stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        child.stdout.readline()
        time.sleep(chance.uniform(0, 0.9))
        child.send_signal(signal.SIGKILL)
    waits = erasing.of(at).pending() is not None
    state = "before" if waits and not (at / "erasing" / "plan.json").exists() else "decided" if waits else "after"
    erasing.carry_out(Home(at))
    assert integrity(at) == "ok"
    return state, len(found_in(at, canaries))


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 50)
