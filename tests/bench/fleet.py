"""The fleet's size: the memory of many idle animas, and the messages that one process accepts."""

from __future__ import annotations

import asyncio
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.bench.crowd import Crowd, Said, crowd
from tests.bench.figures import Spread
from tests.bench.latency import acked_after, durable_after
from tests.bench.process import Weight, started, until

Progress = Callable[[str], None]
MOST_MB = 150.0
ACK_WITHIN_MS = 1000.0
LADDER = (75, 100, 150, 200, 300, 400, 500, 600, 700, 800)


@dataclass(frozen=True, slots=True, kw_only=True)
class Idle:
    """Many animas, four adapters, nobody talking. `idle_cpu_share` is of one CPU."""

    animas: int
    ready: Weight
    after_a_turn: Weight
    threads: int
    answered: bool
    ready_cpu_s: float
    idle_cpu_share: float

    @property
    def holds(self) -> bool:
        return self.answered and self.ready.rss_mb < MOST_MB


@dataclass(frozen=True, slots=True, kw_only=True)
class Platform:
    """One platform's part of the talk. `acked` is empty where the platform hears no such word (Discord)."""

    platform: str
    said: int
    durable: Spread
    acked: Spread | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Talk:
    """So many messages a second. Seconds count from the first message; the last one is not full."""

    rate: float
    seconds: float
    said: int
    said_per_s: float
    accepted: int
    accepted_per_s: tuple[int, ...]
    lost: int
    doubled: int
    in_order: bool
    logged_after_s: float
    fleet_cpu_share: float
    platforms: tuple[Platform, ...]

    @property
    def holds(self) -> bool:
        """Nothing lost, doubled or out of order; said and acknowledged in time."""
        in_time = max((one.acked or one.durable).p99_ms for one in self.platforms) < ACK_WITHIN_MS
        return not self.lost and not self.doubled and self.in_order and in_time and self.said_per_s > 0.95 * self.rate


@dataclass(frozen=True, slots=True, kw_only=True)
class Ladder:
    """Higher and higher rates, each for some seconds, until one does not hold."""

    holds_at: float
    fails_at: float  # 0: none did
    steps: tuple[Talk, ...]


async def idle(*, animas: int = 100, quiet_s: float = 10.0, progress: Progress = lambda _: None) -> Idle:
    """`run_bots.py --json start`, weighed when it is ready and again after one turn."""
    with tempfile.TemporaryDirectory(prefix="anima-fleet-") as folder:
        async with (
            crowd(Path(folder), animas=animas, rooms_each=1) as people,
            started(["run_bots.py", "--json", "--home", folder, "start"]) as process,
        ):
            accounts = process.lines[-1]["accounts"]
            assert set(accounts.values()) == {"connected"}, accounts
            ready, before = process.weight(), process.cpu_s()
            progress(f"{animas} animas ready: {ready.rss_mb} MB")
            await asyncio.sleep(quiet_s)
            share = (process.cpu_s() - before) / quiet_s if quiet_s else 0.0
            venue, room = people.venues["slack"], people.rooms["slack"][0]
            await people.say("slack", room, "what do you know about Lisbon?", call=True)
            answered = await until(lambda: bool(venue.answers(room)), 20.0)
            return Idle(
                animas=animas,
                ready=ready,
                after_a_turn=process.weight(),
                threads=process.threads(),
                answered=answered,
                ready_cpu_s=process.ready_cpu_s,
                idle_cpu_share=round(share, 4),
            )


async def talk(
    *, rate: float = 50.0, seconds: float = 30.0, animas: int = 100, progress: Progress = lambda _: None
) -> Talk:
    """Remarks over three platforms, ten rooms on each; nobody is called, everything is remembered."""
    with tempfile.TemporaryDirectory(prefix="anima-fleet-") as folder:
        async with (
            crowd(Path(folder), animas=animas, rooms_each=10) as people,
            started(["-m", "tests.bench.child", folder, str(people.notes), "config"]) as process,
        ):
            before = process.cpu_s()
            said = await people.talk(rate, seconds, people.turns_about())
            took = max(one.at for one in said) - said[0].at + 1 / rate
            await people.all_durable(said, 10.0)
            share = (process.cpu_s() - before) / took
            logged_after = await _logged_after(people, said)
            known = [one for one in said if one.platform != "discord"]
            await until(lambda: len(people.acked(known)) == len(known), 5.0)
            found = _talk(people, said, rate, took, share, logged_after)
    progress(f"{rate:g} a second: {'holds' if found.holds else 'does not hold'}")
    return found


async def ladder(*, seconds: float = 10.0, animas: int = 100, progress: Progress = lambda _: None) -> Ladder:
    """Each rate with a fresh fleet."""
    steps: list[Talk] = []
    for rate in LADDER:
        steps.append(await talk(rate=rate, seconds=seconds, animas=animas, progress=progress))
        if not steps[-1].holds:
            break
    holding = [step.rate for step in steps if step.holds]
    return Ladder(
        holds_at=max(holding, default=0.0),
        fails_at=0.0 if steps[-1].holds else steps[-1].rate,
        steps=tuple(steps),
    )


async def _logged_after(people: Crowd, said: Sequence[Said]) -> float:
    """Seconds from the last message until everything stands in the activity logs; the wait is at most a minute."""
    folders = [people.home.anima(name) / "activity_log" for name in people.home.anima_names()]

    def lines() -> int:
        return sum(file.read_bytes().count(b"\n") for folder in folders for file in folder.glob("*.jsonl"))

    loop = asyncio.get_running_loop()
    began = loop.time()
    while lines() < len(said) and loop.time() - began < 60.0:
        await asyncio.sleep(0.1)
    return round(loop.time() - began, 1)


def _talk(
    people: Crowd, said: Sequence[Said], rate: float, took: float, cpu_share: float, logged_after_s: float
) -> Talk:
    durable, logged = people.durable(said), people.logged()
    seconds = Counter(int(at - said[0].at) for at in durable.values())
    expected: dict[str, list[str]] = {}
    for one in said:
        expected.setdefault(people.venues[one.platform].place(one.room), []).append(one.id)
    times = Counter((place, message) for place, messages in logged.items() for message in messages)
    return Talk(
        rate=rate,
        seconds=round(took, 1),
        said=len(said),
        said_per_s=round(len(said) / took, 1),
        accepted=len(durable),
        accepted_per_s=tuple(seconds[second] for second in range(max(seconds, default=-1) + 1)),
        lost=sum(not times[place, message] for place, messages in expected.items() for message in messages),
        doubled=sum(count > 1 for count in times.values()),
        in_order=logged == expected,
        logged_after_s=logged_after_s,
        fleet_cpu_share=round(cpu_share, 2),
        platforms=tuple(_platform(people, name, said) for name in people.venues),
    )


def _platform(people: Crowd, platform: str, all_said: Sequence[Said]) -> Platform:
    said = [one for one in all_said if one.platform == platform]
    return Platform(
        platform=platform,
        said=len(said),
        durable=durable_after(people, said),
        acked=acked_after(people, said),
    )
