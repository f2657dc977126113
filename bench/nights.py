"""Nights over real conversations: what they do to what is found, and what one costs beside a talk."""

from __future__ import annotations

import asyncio
import resource
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

from bench.asking import ask, event, results
from bench.conversations import Conversation
from bench.harness import Progress
from bench.product import UNFORMED, memory
from bench.score import Result, means
from bench.year import SLOTS, TEAM, Day, Year
from memory.engine import MemoryEngine
from memory.sleep.night_report import NightReport
from memory.vocabulary.change import Change
from memory.vocabulary.cue import Cue
from memory.vocabulary.event import Json
from memory.vocabulary.fact import FORMED, FactChange
from memory.vocabulary.ports import Embedder

HOUR = 3
"""At which nights begin, UTC."""


@dataclass(slots=True)
class _Told:
    """One conversation in an anima of its own; `now` is what its clock shows."""

    conversation: Conversation
    engine: MemoryEngine
    now: list[datetime]
    nights: int = 0

    async def night(self, day: datetime) -> None:
        self.now[0] = (day + timedelta(days=1)).replace(hour=HOUR, minute=0, second=0)
        await self.engine.sleep("daily", self.now[0])
        if self.now[0].weekday() == 6:
            await self.engine.sleep("weekly", self.now[0] + timedelta(hours=1))
        if self.now[0].day == 1:
            await self.engine.sleep("monthly", self.now[0] + timedelta(hours=2))
        self.nights += 1

    async def asked(self) -> list[Result]:
        self.now[0] = max(self.now[0], self.conversation.now)
        found = [await ask(self.engine, self.conversation, one) for one in self.conversation.queries]
        return results(self.conversation, {one.query.id: one.as_json() for one in found})


async def nights_over(
    conversations: Sequence[Conversation], folder: Path, embedder: Embedder | None, nights: int, progress: Progress
) -> dict[str, Json]:
    """Shares in per cent by how many nights there were after the last word; `without`: there was never one."""
    found: dict[str, list[Result]] = {}
    for conversation in conversations:
        for sleeps in (False, True):
            progress(f"{conversation.name}, {'with' if sleeps else 'without'} nights")
            told = await _told(conversation, folder / f"{conversation.name}-{sleeps}", embedder, sleeps=sleeps)
            try:
                if not sleeps:
                    found.setdefault("without", []).extend(await told.asked())
                    continue
                begun = told.nights
                for number in range(nights + 1):
                    if number in (0, 1, nights // 4, nights // 2, nights):
                        found.setdefault(str(number), []).extend(await told.asked())
                    await told.night(conversation.now + timedelta(days=number))
                progress(f"{begun} nights while it was told, {nights} after it")
            finally:
                await told.engine.close()
    shares = {when: {name: round(100 * share, 2) for name, share in means(one).items()} for when, one in found.items()}
    return {"questions": len(found["without"]), "after_nights": {when: dict(one) for when, one in shares.items()}}


async def _told(conversation: Conversation, folder: Path, embedder: Embedder | None, *, sleeps: bool) -> _Told:
    now = [conversation.turns[0].at]
    engine = await memory(folder / "animas" / "anima", lambda: now[0], embedder=embedder)
    told = _Told(conversation, engine, now)
    for _, turns in groupby(conversation.turns, lambda turn: turn.at.date()):
        said = list(turns)
        now[0] = said[-1].at
        for turn in said:
            await engine.record(event(turn))
        if sleeps:
            await engine.settled()
            await told.night(said[-1].at)
    await engine.settled()
    return told


# --- busy night -----------------------------------------------------------------------------------------------------
# A night over many memories beside a talk: what it costs, how long the event loop waits for it, how much later answers
# come. Lateness is told in time and in what this process itself worked meanwhile, which another's load does not touch.


TICK_S = 0.005
BEFORE = 25
"""Questions that are asked before the night."""

PAUSE_S = 0.02


async def busy_night(folder: Path, memories: int, progress: Progress) -> dict[str, Json]:
    """The first night of an anima that never slept; questions are asked all the time."""
    year = Year(1, 10_000, 12, 20)
    days: list[Day] = []
    while sum(len(day.told) for day in days) < memories:
        days.append(year.day(len(days)))
    now = days[-1].now + timedelta(hours=19)
    engine = await memory(folder / "animas" / "anima", lambda: now, config=UNFORMED)
    try:
        for day in days:
            notes = [FactChange(ts=one.recorded_at, key=f"f/{one.id}", type=FORMED, fact=one) for _, one in day.told]
            await engine.apply(
                f"day-{day.now:%Y-%m-%d}", [Change(kind="note", because="told", note=note) for note in notes]
            )
        progress(f"{sum(len(day.told) for day in days)} facts are told")
        asked = [year.question(person, slot).text for person in year.everybody for slot in SLOTS]
        await _answered(engine, asked[0], now)
        before = [await _answered(engine, asked[at % len(asked)], now) for at in range(BEFORE)]
        begun = process_time()
        night = asyncio.ensure_future(engine.sleep("daily", now))
        late = asyncio.ensure_future(_late(night))
        beside = list[float]()
        while not night.done():
            beside.append(await _answered(engine, asked[len(beside) % len(asked)], now))
            await asyncio.sleep(PAUSE_S)
        report = await night
        return {
            "memories": sum(len(day.told) for day in days),
            "cpu_s": round(process_time() - begun, 2),
            "changes": dict(report.counts),
            "loop": await late,
            "answers": _compared(before, beside),
            "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
        }
    finally:
        await engine.close()


async def _answered(engine: MemoryEngine, question: str, now: datetime) -> float:
    begun = perf_counter()
    await engine.prime(Cue(text=question, audience=TEAM, now=now), deadline_s=60.0)
    return (perf_counter() - begun) * 1000


async def _late(night: asyncio.Future[NightReport]) -> dict[str, Json]:
    """How much later than wanted the loop came back, in milliseconds."""
    waited, worked = list[float](), list[float]()
    while not night.done():
        begun, cpu = perf_counter(), process_time()
        await asyncio.sleep(TICK_S)
        waited.append((perf_counter() - begun - TICK_S) * 1000)
        worked.append((process_time() - cpu) * 1000)
    return {
        "ticks": len(waited),
        "late_ms_p99": _at(waited, 0.99),
        "late_ms_longest": _at(waited, 1.0),
        "worked_meanwhile_ms_p99": _at(worked, 0.99),
        "worked_meanwhile_ms_longest": _at(worked, 1.0),
    }


def _compared(before: Sequence[float], beside: Sequence[float]) -> dict[str, Json]:
    return {
        "asked": len(beside),
        "ms_median_before": round(median(before), 1),
        "ms_median_beside": round(median(beside), 1),
        "times": round(median(beside) / median(before), 2),
    }


def _at(values: Sequence[float], share: float) -> float:
    found = sorted(values)
    return round(found[min(len(found) - 1, int(share * len(found)))], 1) if found else 0.0
