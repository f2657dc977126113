"""A generated year lived twice, with nights and without: what stays awake, and what comes to mind in the end.

A life is kept in its folder with what was counted so far, so one that was stopped goes on at the day it was in.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from datetime import datetime, timedelta
from pathlib import Path
from time import process_time

from bench.product import UNFORMED, memory
from bench.year import BEGIN, TEAM, Asked, Day, Year
from memory.engine import MemoryEngine
from memory.vocabulary.change import Change
from memory.vocabulary.cue import Cue, Primed, PrimedBlock, Recollection
from memory.vocabulary.fact import FORMED, FactChange

AT = 10
KEPT = "lived.json"


@dataclass(slots=True)
class Lived:
    """Of the first `days`; `is_over` once the last questions are asked. `curve` has (day, facts formed, facts awake)
    once a month. Shares are of the questions at the end, by their kind; `searched` is what a search finds, which looks
    at what is asleep too. Of the procedures that were told `found` were written down, of which `kept` are awake in
    the end; `invented` were written besides."""

    days: int = 0
    is_over: bool = False
    formed: int = 0
    awake: int = 0
    asked: Counter[str] = field(default_factory=Counter)
    recalled: Counter[str] = field(default_factory=Counter)
    searched: Counter[str] = field(default_factory=Counter)
    first: Counter[str] = field(default_factory=Counter)
    stale: int = 0
    told: int = 0
    found: int = 0
    kept: int = 0
    invented: int = 0
    recall_cpu_s: float = 0.0
    night_cpu_s: float = 0.0
    nights: int = 0
    curve: list[tuple[int, int, int]] = field(default_factory=list)

    def share(self, counted: Counter[str], kind: str) -> float:
        return counted[kind] / max(1, self.asked[kind])


async def lived(folder: Path, year: Year, *, sleeps: bool, progress: Callable[[str], None]) -> Lived:
    """A year from the first message to the last question, as far as it was not lived in this folder before."""
    now, found = [BEGIN], _before(folder)
    if found.is_over:
        return found
    engine = await memory(folder / "animas" / "anima", lambda: now[0], config=UNFORMED)
    facts = list[str]()
    try:
        for number, day in enumerate(year.lived()):
            facts += [fact.id for _, fact in day.told]
            now[0] = day.now + timedelta(hours=10)
            if number < found.days:
                continue
            await _day(engine, number, day, found, sleeps=sleeps)
            if number % 30 == 29 or number == year.days - 1:
                awake = sum(engine.strength_of(id).asleep_since is None for id in facts)
                found.curve.append((number + 1, len(facts), awake))
                progress(f"day {number + 1}: {awake} of {len(facts)} facts are awake, {process_time():.0f} CPU s")
            found.days = number + 1
            _keep(folder, found)
        found.formed, found.awake = found.curve[-1][1:]
        await _examined(engine, year.questions(), now[0] + timedelta(hours=1), found)
        _counted(folder, year, found)
        found.is_over = True
        _keep(folder, found)
    finally:
        await engine.close()
    return found


async def _day(engine: MemoryEngine, number: int, day: Day, found: Lived, *, sleeps: bool) -> None:
    await _told(engine, day)
    for asked in day.asked:
        await _asked(engine, asked, f"{number}/{asked.text}", day.now + timedelta(hours=10))
    if sleeps:
        await _slept(engine, number, day.now + timedelta(hours=19), found)


def _before(folder: Path) -> Lived:
    try:
        kept = json.loads((folder / KEPT).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Lived()
    counters = {name: Counter[str](value) for name, value in kept.items() if isinstance(value, dict)}
    return Lived(**{**kept, **counters, "curve": [tuple(point) for point in kept["curve"]]})


def _keep(folder: Path, found: Lived) -> None:
    draft = folder / f"{KEPT}.draft"
    draft.write_text(json.dumps({one.name: getattr(found, one.name) for one in fields(found)}), encoding="utf-8")
    draft.replace(folder / KEPT)


async def _told(engine: MemoryEngine, day: Day) -> None:
    """In one batch, as the program itself notes things."""
    notes = [FactChange(ts=fact.recorded_at, key=f"f/{fact.id}", type=FORMED, fact=fact) for _, fact in day.told]
    for event in day.shown:
        await engine.record(event)
    await engine.apply(f"day-{day.now:%Y-%m-%d}", [Change(kind="note", because="told", note=note) for note in notes])


async def _asked(engine: MemoryEngine, asked: Asked, key: str, now: datetime) -> None:
    """Somebody asks, and the reply makes use of what is right."""
    cue = Cue(text=asked.text, audience=TEAM, now=now, key=key)
    came = [one for one in await engine.recalled(cue) if asked.value in one.text][:1]
    primed = Primed(blocks=(PrimedBlock(channel="related_knowledge", text="", recollections=tuple(came)),))
    await engine.answered(cue, primed, " ".join(one.text for one in came))


async def _slept(engine: MemoryEngine, number: int, at: datetime, found: Lived) -> None:
    begun = process_time()
    await engine.sleep("daily", at)
    if number % 7 == 6:
        await engine.sleep("weekly", at + timedelta(hours=1))
    if number % 30 == 29:
        await engine.sleep("monthly", at + timedelta(hours=2))
    found.night_cpu_s += process_time() - begun
    found.nights += 1


async def _examined(engine: MemoryEngine, questions: Sequence[Asked], now: datetime, found: Lived) -> None:
    begun = process_time()
    for asked in questions:
        came = list(await engine.recalled(Cue(text=asked.text, audience=TEAM, now=now, key=f"end/{asked.text}")))[:AT]
        ranks = [rank for rank, one in enumerate(came) if asked.value in one.text]
        found.asked[asked.kind] += 1
        found.recalled[asked.kind] += bool(ranks)
        found.first[asked.kind] += bool(ranks) and ranks[0] == 0
        found.stale += any(_is_stale(one, asked) for one in came[: ranks[0] if ranks else AT])
    found.recall_cpu_s = process_time() - begun
    for asked in questions:
        looked = await engine.search(asked.text, TEAM, limit=AT)
        found.searched[asked.kind] += any(asked.value in one.text for one in looked)


def _counted(folder: Path, year: Year, found: Lived) -> None:
    """A procedure is known by its name, which no other text has. What nobody used for half a year is asleep."""
    anima = folder / "animas" / "anima"
    kept = _texts(anima / "procedures")
    written = [*kept, *_texts(anima / "archive" / "forgotten" / "procedures")]
    found.told = len(year.procedures)
    found.kept = sum(any(name in text for text in kept) for name in year.procedures)
    found.found = sum(any(name in text for text in written) for name in year.procedures)
    found.invented = sum(not any(name in text for name in year.procedures) for text in written)


def _texts(folder: Path) -> list[str]:
    return [file.read_text(encoding="utf-8") for file in folder.rglob("*.md")]


def _is_stale(came: Recollection, asked: Asked) -> bool:
    return not came.outdated and any(value in came.text for value in asked.before)
