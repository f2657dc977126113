"""Latency: how soon a platform's message is acknowledged under load, how soon a fleet is ready, how soon it answers."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.bench.crowd import Crowd, Said, crowd
from tests.bench.figures import Spread, spread
from tests.bench.process import Process, started, until

Progress = Callable[[str], None]
HEAVY = ("torch", "litellm", "chromadb", "transformers", "sentence_transformers", "onnxruntime")
ACK_WITHIN_MS = 1000.0
READY_WITHIN_CPU_S = 2.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Acks:
    """One platform's figures. `acked` is empty where the platform hears no such word (Discord)."""

    platform: str
    said: int
    durable: Spread
    acked: Spread | None


@dataclass(frozen=True, slots=True, kw_only=True)
class UnderLoad:
    """While so many answers are being spoken."""

    turns: int
    speaking_at_once: int
    messages_per_s: float
    seconds: float
    platforms: tuple[Acks, ...]
    lost: int

    @property
    def holds(self) -> bool:
        slowest = [(one.acked or one.durable).p99_ms for one in self.platforms]
        return self.speaking_at_once >= self.turns and not self.lost and max(slowest) < ACK_WITHIN_MS


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """From the command to `ready`. CPU is the child's, all threads; `whole_cpu_s` to its clean end."""

    wall_s: float
    cpu_s: float
    whole_cpu_s: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Starts:
    """`dearest` is what took the most time to import: (package, milliseconds, modules)."""

    runs: tuple[Start, ...]
    modules: int
    heavy: tuple[str, ...]
    dearest: tuple[tuple[str, float, int], ...]

    @property
    def holds(self) -> bool:
        middle = sorted(run.cpu_s for run in self.runs)[len(self.runs) // 2]
        return not self.heavy and middle < READY_WITHIN_CPU_S


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstPost:
    """One platform's time from the durable question to the first post of the answer, and from being sent."""

    platform: str
    asked: int
    answered: int
    from_accepted: Spread
    from_sent: Spread


async def under_load(
    *, turns: int = 20, rate: float = 10.0, seconds: float = 30.0, progress: Progress = lambda _: None
) -> UnderLoad:
    """People say things to the rooms in which answers are being spoken, and to quiet ones."""
    rooms_each = -(-turns // 3) + 3
    with tempfile.TemporaryDirectory(prefix="anima-latency-") as folder:
        async with crowd(Path(folder), animas=1, rooms_each=rooms_each) as people:
            words = ["-m", "tests.bench.child", folder, str(people.notes), "slow"]
            async with started(words, gently=False) as process:  # it would wait for the answers
                places = people.turns_about()
                for place in places[:turns]:
                    await people.say(*place, "tell me everything", call=True)
                await until(lambda: _speaking(process) >= turns, 30.0)
                progress(f"{_speaking(process)} answers are being spoken")
                said = await people.talk(rate, seconds, places[turns:] + places[:turns])
                await people.all_durable(said, 10.0)
                await until(lambda: _all_acked(people, said), 5.0)
                speaking = _speaking(process)
            found = tuple(_acks(people, name, said) for name in people.venues)
            lost = len(said) - len(people.durable(said))
    return UnderLoad(
        turns=turns, speaking_at_once=speaking, messages_per_s=rate, seconds=seconds, platforms=found, lost=lost
    )


def _speaking(process: Process) -> int:
    return max((int(line["now"]) for line in process.lines if line.get("event") == "speaking"), default=0)


def _all_acked(people: Crowd, said: Sequence[Said]) -> bool:
    return len(people.acked(said)) >= sum(one.platform != "discord" for one in said)


def _acks(people: Crowd, platform: str, all_said: Sequence[Said]) -> Acks:
    said = [one for one in all_said if one.platform == platform]
    return Acks(platform=platform, said=len(said), durable=durable_after(people, said), acked=acked_after(people, said))


def durable_after(people: Crowd, said: Sequence[Said]) -> Spread:
    return spread([at - one.at for one, at in people.durable(said).items()])


def acked_after(people: Crowd, said: Sequence[Said]) -> Spread | None:
    """None on Discord: its only word is the heartbeat's sequence number, every forty seconds."""
    known = [one for one in said if one.platform != "discord"]
    return spread([at - one.at for one, at in people.acked(known).items()]) if known else None


async def starts(*, runs: int = 3, progress: Progress = lambda _: None) -> Starts:
    """`run_bots.py --json start`, three platforms and the console; once more to see what is imported."""
    with tempfile.TemporaryDirectory(prefix="anima-latency-") as folder:
        async with crowd(Path(folder), animas=1, rooms_each=1):
            words = ["run_bots.py", "--json", "--home", folder, "start"]
            found = []
            for number in range(runs):
                async with started(words) as process:
                    pass
                progress(f"start {number + 1}: {process.ready_cpu_s:.2f} s of CPU, {process.ready_s:.2f} s")
                found.append(
                    Start(
                        wall_s=round(process.ready_s, 2),
                        cpu_s=round(process.ready_cpu_s, 2),
                        whole_cpu_s=round(process.whole_cpu_s, 2),
                    )
                )
            async with started(["-X", "importtime", *words]) as process:
                pass
            imported = process.imported
    packages = {name.partition(".")[0] for name in imported}
    return Starts(
        runs=tuple(found),
        modules=len(imported),
        heavy=tuple(name for name in HEAVY if name in packages),
        dearest=_dearest(imported),
    )


def _dearest(imported: dict[str, int], most: int = 12) -> tuple[tuple[str, float, int], ...]:
    packages: dict[str, list[int]] = {}
    for module, microseconds in imported.items():
        packages.setdefault(module.partition(".")[0], []).append(microseconds)
    dear = sorted(packages.items(), key=lambda one: -sum(one[1]))[:most]
    return tuple((name, round(sum(times) / 1000, 1), len(times)) for name, times in dear)


async def first_posts(*, questions: int = 20, progress: Progress = lambda _: None) -> tuple[FirstPost, ...]:
    """One question after the other, each in a room of its own, to the offline model."""
    with tempfile.TemporaryDirectory(prefix="anima-latency-") as folder:
        async with crowd(Path(folder), animas=1, rooms_each=questions) as people:
            async with started(["-m", "tests.bench.child", folder, str(people.notes), "config"]):
                posted: dict[Said, float] = {}
                for place in people.turns_about():
                    one = await people.say(*place, "what do you know about Lisbon?", call=True)
                    if await until(lambda one=one: _first(people, one) > 0, 15.0):  # type: ignore[misc]
                        posted[one] = _first(people, one)
            progress(f"{len(posted)} of {len(people.said)} questions answered")
            return tuple(_first_post(people, name, posted) for name in people.venues)


def _first(people: Crowd, said: Said) -> float:
    """When the platform first showed words of the answer; 0: not yet."""
    received = people.venues[said.platform].ledger.received
    return min((one.at for one in received if one.text and one.at > said.at and said.room in one.place), default=0.0)


def _first_post(people: Crowd, platform: str, posted: dict[Said, float]) -> FirstPost:
    asked = [one for one in people.said if one.platform == platform]
    durable = people.durable(asked)
    answered = [one for one in asked if one in posted]
    return FirstPost(
        platform=platform,
        asked=len(asked),
        answered=len(answered),
        from_accepted=spread([posted[one] - durable[one] for one in answered if one in durable]),
        from_sent=spread([posted[one] - one.at for one in answered]),
    )
