"""Three processes, one fleet: `python -m tests.bots.delivery.takeovers [--faults N] [--lease S] [--seed S]`.

One of them serves what is said to a platform (a file), two stand by. Again and again the one that serves is killed or,
in turn, stopped for longer than its lease and let go on. Counted at the platform: messages lost, doubled, out of order
in their lane, and the seconds until somebody else posts. Printed as JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import fcntl
import json
import os
import random
import signal
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path

from bots.delivery.contract import Out, RetryPatience, Turn
from bots.delivery.opening import LEASE_S, PostgresHome
from bots.errors import NotOwner, NotStored
from tests import postgres
from tests.contracts.delivery import Posting
from tests.forked import Forked

LANES = 5


class Platform:
    """What is said and posted, in two files that all processes share; a post is known by its nonce."""

    def __init__(self, folder: Path) -> None:
        self._said, self._posted = folder / "said", folder / "posted"

    def say(self, number: int) -> None:
        with self._said.open("a") as file:
            file.write(f"{number:06}\n")

    def said(self) -> list[str]:
        with suppress(FileNotFoundError):
            return [line for line in self._said.read_text().splitlines(True) if line.endswith("\n")]
        return []

    def post(self, nonce: str, **line: object) -> None:
        with self._locked() as file:
            if nonce not in file.read():
                file.write(json.dumps({"nonce": nonce, "at": time.monotonic(), "pid": os.getpid(), **line}) + "\n")

    def posts(self) -> list[dict[str, object]]:
        with suppress(FileNotFoundError):
            return [json.loads(line) for line in self._posted.read_text().splitlines()]
        return []

    @contextmanager
    def _locked(self) -> Iterator[object]:
        with self._posted.open("a+") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            file.seek(0)
            yield file


def live(folder: Path, url: str, lease_s: float, tell: Callable[[object], None]) -> None:
    """Serve whenever it is this process's turn, for ever."""
    kept = PostgresHome(folder / f"home-{os.getpid()}", url, lease_s)
    while True:
        with suppress(NotStored), kept.owned(lambda _: None):
            tell(os.getpid())
            with suppress(NotOwner):
                asyncio.run(serve(kept, Platform(folder)))


async def serve(kept: PostgresHome, platform: Platform) -> None:
    async def think(turn: Turn) -> Sequence[Out]:
        await asyncio.sleep(0.002)
        return [Out(slot="0", body=json.dumps({"lane": turn.lane, "key": turn.key}).encode())]

    async def post(out: Out, nonce: str, in_doubt: bool) -> str:
        await asyncio.to_thread(platform.post, nonce, **json.loads(out.body))
        return nonce

    engine = kept.open(lambda: datetime.now(UTC), RetryPatience(grace_s=1.0, first_pause_s=0.05))
    running = asyncio.create_task(engine.run(think, Posting(post)))
    known = 0
    try:
        while not running.done():
            said = platform.said()
            for line in said[known:]:
                with suppress(NotStored):
                    await engine.accept(f"lane{int(line) % LANES}", f"{line.strip()}:message", b"x")
                    known += 1
                    continue
                break
            await asyncio.wait({running}, timeout=0.02)
        await running
    finally:
        running.cancel()
        await asyncio.wait({running})
        await engine.close()


def tried(folder: Path, url: str, faults: int, lease_s: float, seed: int) -> dict[str, object]:
    """What the platform has seen after so many faults."""
    rng, platform = random.Random(seed), Platform(folder)
    processes = [Forked(lambda tell: live(folder, url, lease_s, tell)) for _ in range(3)]
    number, taken = 0, list[float]()
    try:
        number = _talk(platform, number, 1.0, rng)
        for fault in range(faults):
            owner = _owner(platform, processes)
            began = time.monotonic()
            os.kill(owner.pid, signal.SIGSTOP if fault % 2 else signal.SIGKILL)
            number = _talk(platform, number, lease_s + 1.0 + rng.random(), rng)
            taken.append(_until_another_posts(platform, owner.pid, began) - began)
            if fault % 2:
                os.kill(owner.pid, signal.SIGCONT)
            else:
                owner.wait()
                processes[processes.index(owner)] = Forked(lambda tell: live(folder, url, lease_s, tell))
            number = _talk(platform, number, 0.5, rng)
        _until(lambda: len({post["key"] for post in platform.posts()}) >= number, 60.0)
        time.sleep(1.0)  # for what a process that was let go on might post yet
    finally:
        for process in processes:
            process.kill()
            process.wait()
    return {**counted(platform, number), "faults": faults, "lease_s": lease_s, **_spread(taken)}


def counted(platform: Platform, said: int) -> dict[str, object]:
    posts = platform.posts()
    times = Counter(str(post["key"]) for post in posts)
    unordered = 0
    for lane in {post["lane"] for post in posts}:
        keys = [str(post["key"]) for post in posts if post["lane"] == lane]
        unordered += sum(later < earlier for earlier, later in pairwise(keys))
    doubled = sum(count - 1 for count in times.values())
    return {"said": said, "lost": said - len(times), "doubled": doubled, "out_of_order": unordered}


def _spread(taken: list[float]) -> dict[str, object]:
    ranked = sorted(taken)
    p99 = ranked[max(0, -(-len(ranked) * 99 // 100) - 1)]
    return {
        "takeover_s": {"p50": round(ranked[len(ranked) // 2], 2), "p99": round(p99, 2), "max": round(ranked[-1], 2)}
    }


def _talk(platform: Platform, number: int, seconds: float, rng: random.Random) -> int:
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        platform.say(number)
        number += 1
        time.sleep(rng.random() * 0.08)
    return number


def _owner(platform: Platform, processes: list[Forked]) -> Forked:
    """Who has posted last."""
    _until(lambda: any(post["pid"] in [process.pid for process in processes] for post in platform.posts()[-1:]), 60.0)
    last = platform.posts()[-1]["pid"]
    return next(process for process in processes if process.pid == last)


def _until_another_posts(platform: Platform, pid: int, since: float) -> float:
    def others() -> list[float]:
        return [
            float(str(post["at"])) for post in platform.posts() if post["pid"] != pid and float(str(post["at"])) > since
        ]

    _until(lambda: bool(others()), 60.0)
    return others()[0]


def _until(happened: Callable[[], bool], within_s: float) -> None:
    ends = time.monotonic() + within_s
    while not happened():
        if time.monotonic() > ends:
            raise TimeoutError
        time.sleep(0.02)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--faults", type=int, default=20)
    parser.add_argument("--lease", type=float, default=LEASE_S)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="anima-takeovers-") as folder:
        print(json.dumps(tried(Path(folder), postgres.server().fresh(), asked.faults, asked.lease, asked.seed)))


if __name__ == "__main__":
    main()
