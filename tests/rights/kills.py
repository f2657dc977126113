"""Real kills of an erasure: `python -m tests.rights.kills [TIMES]`.

A process that erases Ada in a lived-in home is killed (SIGKILL) at a random moment; every second time a
backup of before the erasure is then restored. The home starts again as a fleet, which ends what was begun, and the
platform tells everything anew. Printed: when it was killed, and how many files still hold a canary string, how many
texts of Bob are not where they were, how many messages were answered again (0 of each is wanted).

Most of the time goes into finding what is to go, so the phases take turns, and the moment is drawn within the phase:
the process is watched by its files until it is there. What is printed is the phase in which it died.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import sys
import tempfile
import time
from collections import Counter
from multiprocessing.context import ForkProcess
from pathlib import Path
from random import Random
from shutil import copytree, rmtree

from config import home_erasure
from config.home import Home
from memory.erasure.findings import ErasureRequest
from tests.backing_up import make_backup
from tests.bots.house import House
from tests.bots.platform import World
from tests.rights.seeded import ADA, BOBS, Canaries, found_in, house_at, integrity, seeded

_FORKED = multiprocessing.get_context("fork")
FINDING, PUTTING_DOWN, MOVING, COPIES, AFTER = PHASES = ("finding", "putting_down", "moving", "copies", "after")


def main(times: int) -> int:
    chance, canary, told = Random(20261122), Canaries(), Counter[str]()
    with tempfile.TemporaryDirectory(prefix="anima-kills-") as folder:
        lived, at, older = (Path(folder) / name for name in ("lived/home", "killed/home", "older"))
        world = asyncio.run(seeded(lived, canary)).world
        (lived / "shared" / "backups.jsonl").unlink()
        make_backup(lived, older, world.clock)
        (lived / "shared" / "backups.jsonl").unlink(missing_ok=True)
        lasts = durations(lived, at)
        for number in range(1, times + 1):
            phase = list(lasts)[number // 2 % len(lasts)]  # each with a restore and without one
            told[killed(lived, at, phase, chance.uniform(0, lasts[phase]))] += 1
            if number % 2 == 0:
                restored(at, older, world)
                told["restored"] += 1
            home_erasure.carry_out_erasure(Home(at))
            told["messages_answered_again"] += asyncio.run(answered_again(at, world))
            assert integrity(at) == "ok"
            told["files_with_canaries"] += len(found_in(at.parent, canary.used))
            told["words_of_others_lost"] += words_lost(lived, at)
            if number % 10 == 0:
                print(number, dict(told), file=sys.stderr)
    print(json.dumps({"kills": times, **dict(sorted(told.items()))}))
    return 1 if told["messages_answered_again"] + told["files_with_canaries"] + told["words_of_others_lost"] else 0


def durations(lived: Path, at: Path) -> dict[str, float]:
    """Seconds that each phase takes, in their order: of an erasure that nobody disturbs."""
    begun, child = dict[str, float](), _begun(lived, at)
    while child.is_alive():
        begun.setdefault(phase_of(at), time.monotonic())
    over = time.monotonic()
    child.join()
    begun.pop(AFTER, None)
    ends = [*list(begun.values())[1:], over]
    return {phase: end - start for (phase, start), end in zip(begun.items(), ends, strict=True)}


def killed(lived: Path, at: Path, phase: str, after_s: float) -> str:
    """The phase in which it died: it is killed so long after this one began, or the next one that was seen."""
    child = _begun(lived, at)
    while child.is_alive() and PHASES.index(phase_of(at)) < PHASES.index(phase):
        pass
    child.join(after_s)
    child.kill()
    child.join()
    return phase_of(at)


def _begun(lived: Path, at: Path) -> ForkProcess:
    rmtree(at.parent, ignore_errors=True)
    at.parent.mkdir()
    copytree(lived, at)
    home_erasure.erasing_of(at).ask(ErasureRequest(addresses=(ADA,), by="console:op"))
    child = _FORKED.Process(target=home_erasure.carry_out_erasure, args=(Home(at),))
    child.start()
    return child


def phase_of(at: Path) -> str:
    """As its files tell (memory.archive.staging)."""
    folder = at / "erasing"
    staged = (folder / "new").is_dir() and any((folder / "new").iterdir())
    if not (folder / "plan.json").exists():
        asked = (folder / "asked.json").exists()
        return (PUTTING_DOWN if staged else FINDING) if asked else AFTER
    return MOVING if staged else COPIES


def restored(at: Path, older: Path, world: World) -> None:
    code = home_erasure.restore(Home(at), older, lambda *_: None, who="console:op", over=True, clock=world.clock)
    assert code == 0


async def answered_again(at: Path, world: World) -> int:
    """How much is posted when the fleet has started and the platform has told it all that was ever said."""
    house, posts = _house(at, world), [*world.posts]
    async with house.open():
        for message in world.said:
            await world._tell(message)
        for _ in range(3):
            await asyncio.sleep(0.05)
            await house.settled(60)
    new = len(world.posts) - len(posts)
    world.posts[:] = posts
    return new


def _house(at: Path, world: World) -> House:
    house = house_at(at)
    house.world, house.worlds, house.clock, house.adapter = (
        world,
        {world.platform: world},
        world.clock,
        world.adapters[0],
    )
    return house


def words_lost(lived: Path, at: Path) -> int:
    """Bob's messages, by how often each stands in the log."""

    def said(home: Path) -> Counter[str]:
        log = house_at(home).log("alice", "message_received")
        return Counter(event.content for event in log if any(text in event.content for text in BOBS))

    return (said(lived) - said(at)).total()


if __name__ == "__main__":
    raise SystemExit(main(int(sys.argv[1]) if sys.argv[1:] else 50))
