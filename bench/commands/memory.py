"""`bench memory`: what a question costs at any size and age, beside a fleet or a busy machine, and after a start."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from argparse import Namespace
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from pathlib import Path
from statistics import median
from time import process_time

from bench.crowded import ASKED_IN, CheapPassages, events, questions, write
from bench.harness import Place, Progress, Words, conditions, names, place, print_findings
from bench.lives import beside, lives, opened
from config.command_line.arguments import DONE, BenchOptions
from memory.engine import MemoryEngine
from memory.vocabulary.cue import Cue
from memory.vocabulary.event import Json
from memory.vocabulary.ports import Embedder

ASKED = 100
WARMED = 20
SETTLED_WITHIN_S = 3600.0
OTHERS_REMEMBER = 100

_COLD = """
import asyncio, sys, time, json
from datetime import datetime
from pathlib import Path
from config import embedding
from config.home import Home
from config.settings.config_schema import Config
from bench.lives import opened
from bench.crowded import ASKED_IN, CheapPassages
async def first(home, anima, now, question):
    lazy = embedding.choose(Config.model_validate({"rag": {"embedding_model": "minilm"}}), Home(Path(home))).embedder()
    async with opened(Path(home) / "animas" / anima, CheapPassages(lazy), now) as engine:
        found = await engine.search(question, ASKED_IN)
        by_words, dense = time.process_time(), 0.0
        until = time.monotonic() + 60
        while not dense and time.monotonic() < until:
            found = await engine.search(question, ASKED_IN)
            if any(reason.signal == "similarity" for one in found for reason in one.reasons):
                dense = time.process_time()
            await asyncio.sleep(0.01)
        print(json.dumps({"by_words_s": by_words, "by_meaning_s": dense}), flush=True)
    lazy.close()
asyncio.run(first(sys.argv[1], sys.argv[2], datetime.fromisoformat(sys.argv[3]), sys.argv[4]))
"""


def run(options: BenchOptions) -> int:
    """Raises WrongUsage."""
    given = _given(options.words)
    progress = Progress(options)
    where = conditions(passages="vectors from a hash; questions are embedded by the model", asked=ASKED)
    with place(given.embedder, progress) as here:
        findings = asyncio.run(_measured(given, here, progress))
        name = here.name
    print_findings({**where, "embedder": name}, findings)
    return DONE


async def _measured(given: Namespace, here: Place, progress: Progress) -> dict[str, Json]:
    embedder = CheapPassages(here.embedder) if here.embedder else None
    findings: dict[str, Json] = {}
    if here.embedder:
        findings["embedding_a_question_cpu_ms"] = await _cpu(_embedding(here.embedder))
    for size in given.sizes:
        progress(f"{size} memories")
        async with _remembering(here.folder / "animas" / f"of{size}", size, embedder, progress) as (engine, now):
            findings[f"{size}"] = await _asked(engine, now)
    if given.others:
        findings["beside_others"] = await _beside_others(here.folder, embedder, given.others, progress)
    if given.lives:
        findings["lives"] = await lives(here.folder, embedder, given.lives, progress)
    if given.busy:
        findings["busy"] = await beside(here.folder, embedder, given.busy, progress)
    if here.embedder and given.sizes:
        findings["cold"] = _cold(here.folder, min(given.sizes), progress)
    return findings


@asynccontextmanager
async def _remembering(
    anima: Path, size: int, embedder: Embedder | None, progress: Progress
) -> AsyncIterator[tuple[MemoryEngine, datetime]]:
    """An anima whose log was written beforehand and is indexed by one catch-up."""
    now = write(anima, events(size)) + timedelta(days=1)
    async with opened(anima, embedder, now) as engine:
        began = process_time()
        await engine.search("is everything there", ASKED_IN)
        by_words = process_time()
        await engine.settled(SETTLED_WITHIN_S)
        progress(f"  indexed in {by_words - began:.1f} s CPU, with vectors in {process_time() - began:.1f} s")
        yield engine, now


async def _asked(engine: MemoryEngine, now: datetime) -> dict[str, Json]:
    def cue(question: str) -> Cue:
        return Cue(text=f"{question}?", audience=ASKED_IN, now=now)

    return {
        "search_cpu_ms": await _cpu(lambda question: engine.search(question, ASKED_IN, limit=10)),
        "prime_cpu_ms": await _cpu(lambda question: engine.prime(cue(question), deadline_s=SETTLED_WITHIN_S)),
    }


async def _beside_others(home: Path, embedder: Embedder | None, others: int, progress: Progress) -> dict[str, Json]:
    """One anima's questions, alone and with many others who were asked too."""
    async with _remembering(home / "animas" / "alone", 1000, embedder, progress) as (engine, now):
        alone = await _asked(engine, now)
        progress(f"{others} other animas")
        for number in range(others):
            anima = home / "animas" / f"other{number}"
            async with opened(anima, None, write(anima, events(OTHERS_REMEMBER, seed=number))) as other:
                await other.search(questions(1, number)[0], ASKED_IN)
        among = await _asked(engine, now)
    return {"others": others, "alone": alone, "among_them": among}


def _cold(home: Path, size: int, progress: Progress) -> dict[str, Json]:
    """CPU seconds of a new process, imports included, until its first answers."""
    progress("a cold start")
    now = datetime.fromisoformat("2026-01-01T00:00:00+00:00").isoformat()
    call = [sys.executable, "-c", _COLD, str(home), f"of{size}", now, questions(1)[0]]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(call, capture_output=True, text=True, check=True, env=environment)
    found: dict[str, Json] = json.loads(done.stdout)
    return found


def _embedding(embedder: Embedder) -> Callable[[str], Awaitable[object]]:
    async def embed(question: str) -> object:
        return await asyncio.to_thread(embedder.embed, [f"{question} "], query=True)

    return embed


async def _cpu(ask: Callable[[str], Awaitable[object]]) -> dict[str, Json]:
    """CPU milliseconds of the process, for questions that were not asked before."""
    times = []
    for number, question in enumerate(questions(WARMED + ASKED)):
        began = process_time()
        await ask(question)
        if number >= WARMED:
            times.append((process_time() - began) * 1000)
    times.sort()
    return {"p50": round(median(times), 2), "p95": round(times[int(0.95 * len(times))], 2)}


def _given(words: Sequence[str]) -> Namespace:
    parser = Words("memory")
    parser.add_argument("--sizes", type=_numbers, default=[1000, 10_000, 100_000], help="1000,10000,100000")
    parser.add_argument("--others", type=int, default=1000, help="animas beside the one that is asked")
    usual = [(2000, 20), (30_000, 1000)]
    parser.add_argument("--lives", type=_lives, default=usual, help="2000x20,30000x1000: turns in so many days")
    parser.add_argument("--busy", type=int, default=8, help="processes beside it that never rest")
    parser.add_argument("--embedder", default="auto", metavar="auto|minilm|hashed|none|MODEL", help="what embeds")
    return parser.parse_args(list(words))


def _numbers(text: str) -> list[int]:
    return [int(one) for one in names(text)]


def _lives(text: str) -> list[tuple[int, int]]:
    return [(int(turns), int(days)) for turns, _, days in (one.partition("x") for one in names(text))]
