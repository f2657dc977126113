"""`bench ingest`: what it costs until a memory that is told can be found, by its words and by its meaning."""

from __future__ import annotations

import asyncio
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random
from statistics import mean
from time import monotonic, process_time

from bench.crowded import ASKED_IN, BEGAN, ROOMS, events, write
from bench.harness import Place, Progress, Words, conditions, names, place, print_findings
from bench.product import memory
from config.command_line.arguments import DONE, BenchOptions
from memory.engine import MemoryEngine
from memory.vocabulary.event import Event, Json
from training.labelled import practice

WARMED, TOLD, STREAM = 300, 200, 500
SHORTEST = 20
"""Letters: a shorter message is found among others that say the same."""

SETTLED_WITHIN_S = 3600.0


def run(options: BenchOptions) -> int:
    """Raises WrongUsage."""
    given = _given(options.words)
    progress = Progress(options)
    where = conditions(told=TOLD)
    with place(given.embedder, progress) as here:
        findings = {f"{size}": asyncio.run(_measured(here, size, progress)) for size in given.sizes}
        name = here.name
    print_findings({**where, "embedder": name}, dict(findings))
    return DONE


async def _measured(here: Place, size: int, progress: Progress) -> dict[str, Json]:
    """CPU milliseconds a memory, where so many are there already."""
    progress(f"{size} memories are there")
    anima = here.folder / "animas" / f"of{size}"
    now = (write(anima, events(size)) if size else BEGAN) + timedelta(days=1)
    started = monotonic()

    def clock() -> datetime:
        return now + timedelta(seconds=monotonic() - started)

    engine = await memory(anima, clock, embedder=here.embedder)
    await engine.search("is everything there", ASKED_IN)
    began = process_time()
    await engine.formed()
    backlog = (process_time() - began) * 1000
    await engine.settled(SETTLED_WITHIN_S)
    every = [
        replace(one, ts=now + timedelta(seconds=number)) for number, one in enumerate(_messages(WARMED + TOLD + STREAM))
    ]
    for event in every[:WARMED]:  # what is loaded once is not counted
        await engine.record(event)
        await engine.settled(SETTLED_WITHIN_S)
    told = await _told(engine, every[WARMED : WARMED + TOLD])
    began = process_time()
    for event in every[WARMED + TOLD :]:
        await engine.record(event)
    await engine.formed()
    streamed = STREAM / (process_time() - began)
    await engine.close()
    in_a_row = round(backlog / size, 2) if size else None
    return {**told, "formed_in_a_row_cpu_ms": in_a_row, "messages_a_cpu_second": round(streamed)}


async def _told(engine: MemoryEngine, events: Sequence[Event]) -> dict[str, Json]:
    """One after the other, each step by itself."""
    words, formed, meaning, found = [], [], [], 0
    for event in events:
        began = process_time()
        await engine.record(event)
        words.append((process_time() - began) * 1000)
        began = process_time()
        await engine.formed()
        formed.append((process_time() - began) * 1000)
        found += event.content in [one.text for one in await engine.search(event.content, ASKED_IN)]
        again = process_time()
        await engine.settled(SETTLED_WITHIN_S)
        meaning.append((process_time() - again) * 1000)
    return {
        "recorded_and_indexed_cpu_ms": round(mean(words), 2),
        "formed_cpu_ms": round(mean(formed), 2),
        "until_embedded_cpu_ms": round(mean(meaning), 2),
        "found_at_once": f"{found} of {len(events)}",
    }


def _messages(count: int) -> list[Event]:
    """Messages as people write them, in three languages, half of them worth keeping; in the room that is asked in."""
    labels = [one for one in practice() if len(one.text) > SHORTEST]
    chosen = Random(count).sample(labels, count)
    told = events(count, seed=99)
    return [
        replace(
            event,
            content=one.text,
            channel=str(ROOMS[0]),
            meta={**event.meta, "id": f"fresh {event.id}", "audience": str(ASKED_IN)},
        )
        for event, one in zip(told, chosen, strict=True)
    ]


def _given(words: Sequence[str]) -> Namespace:
    parser = Words("ingest")
    parser.add_argument("--sizes", type=_numbers, default=[0, 1000, 10_000], help="0,1000,10000")
    parser.add_argument("--embedder", default="auto", metavar="auto|minilm|hashed|none|MODEL", help="what embeds")
    return parser.parse_args(list(words))


def _numbers(text: str) -> list[int]:
    return [int(one) for one in names(text)]
