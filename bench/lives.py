"""Long lives and busy machines: what a prime costs by the days behind it, and what it loses beside busy processes."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from statistics import median
from time import monotonic, process_time

from bench.crowded import ASKED_IN, events, questions, write
from bench.harness import Progress
from bench.product import UNFORMED, memory
from memory.archive.memory_log import MemoryLog
from memory.engine import MemoryEngine
from memory.vocabulary.cue import Cue
from memory.vocabulary.event import Json
from memory.vocabulary.fact import USED, Use
from memory.vocabulary.ports import Embedder

USES = 15_000
"""Uses that the last month has."""

PRIMED = 60
PATIENT_S = 600.0
BUSY_S = 40.0
BUSY_EVERY_S = 0.1
LEAST_BUSY = 100
TALK = 30


async def lives(home: Path, embedder: Embedder | None, wanted: list[tuple[int, int]], progress: Progress) -> Json:
    """CPU milliseconds of a prime, by (turns, days); the first of each after a start, with the usual deadline."""
    told: dict[str, Json] = {}
    costs = []
    for turns, days in wanted:
        progress(f"{turns} turns in {days} days")
        anima, now = home / "animas" / f"in{days}days", _lived(home / "animas" / f"in{days}days", turns, days)
        async with opened(anima, embedder, now) as engine:
            await engine.settled(PATIENT_S)
        async with opened(anima, embedder, now) as engine:
            began = process_time()
            await engine.open_index()
            ready = process_time()
            first = await engine.prime(_cue(questions(1)[0], now))
            whole = not first.late
            cpu = [await _cost(engine, question, now + timedelta(minutes=at)) for at, question in enumerate(_asked())]
        costs.append(median(cpu))
        told[f"{turns} turns in {days} days"] = {
            "opened_cpu_ms": round((ready - began) * 1000, 1),
            "first_prime_is_whole": whole,
            "prime_cpu_ms_p50": round(costs[-1], 2),
        }
    return {**told, "dearer": round(costs[-1] / costs[0], 2), "holds": costs[-1] <= 2 * costs[0]}


async def beside(home: Path, embedder: Embedder | None, busy: int, progress: Progress) -> Json:
    """Primes of an anima of 1,000 memories, ten a second, beside so many processes that never rest."""
    progress(f"primes beside {busy} busy processes, for {BUSY_S:.0f} s at most")
    now = write(home / "animas" / "pressed", events(1000)) + timedelta(days=1)
    late, elapsed, until = 0, list[float](), monotonic() + BUSY_S
    async with opened(home / "animas" / "pressed", embedder, now) as engine:
        await engine.settled(PATIENT_S)
        with _busy(busy):
            for number, question in enumerate(questions(1000, seed=11)):
                if monotonic() > until:
                    break
                primed = await engine.prime(_cue(question, now + timedelta(seconds=number)))
                late += bool(primed.late)
                elapsed.append(primed.elapsed_ms)
                await asyncio.sleep(BUSY_EVERY_S)
    elapsed.sort()
    return {
        "primes": len(elapsed),
        "lost_a_channel": late,
        "p50_ms": round(median(elapsed), 1),
        "p99_ms": round(elapsed[int(0.99 * len(elapsed))], 1),
        "holds": len(elapsed) >= LEAST_BUSY and late <= 0.01 * len(elapsed),
    }


@asynccontextmanager
async def opened(anima: Path, embedder: Embedder | None, now: datetime) -> AsyncIterator[MemoryEngine]:
    """The memory of an anima, which forms no facts: the texts of these benchmarks have no sense to form any of."""
    engine = await memory(anima, lambda: now, embedder=embedder, config=UNFORMED)
    try:
        yield engine
    finally:
        await engine.close()


def _lived(anima: Path, turns: int, days: int) -> datetime:
    """A log of so many turns over so many days, and uses of the latest in its last month."""
    last = write(anima, events(turns, gap=timedelta(days=days) * TALK / turns))
    began = last.replace(day=1, hour=0, minute=0)
    step = (last - began) / USES
    named = [f"e{turns - 1 - number % min(turns, 1000)}" for number in range(USES)]
    uses = [
        Use(ts=began + number * step, key=f"turn{number}/{USED}", type=USED, ids=(one,), how="reply")
        for number, one in enumerate(named)
    ]
    MemoryLog(anima / "memory_log").append(uses)
    return last + timedelta(hours=1)


def _asked() -> list[str]:
    return questions(PRIMED, seed=5)


async def _cost(engine: MemoryEngine, question: str, now: datetime) -> float:
    began = process_time()
    await engine.prime(_cue(question, now), deadline_s=PATIENT_S)
    return (process_time() - began) * 1000


def _cue(question: str, now: datetime) -> Cue:
    return Cue(text=f"{question}?", audience=ASKED_IN, now=now)


@contextmanager
def _busy(count: int) -> Iterator[None]:
    working = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for one in working:
            one.kill()
            one.wait()
