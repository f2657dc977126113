"""What every benchmark shares: its words on the command line, its embedder and home, and what it prints."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import sys
import tempfile
from argparse import Namespace
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import NoReturn

from bench.score import MEASURES, Result, by_category, interval, means
from config import embedder_choice
from config.command_line.arguments import DONE, FAILED, BenchOptions, WrongUsage
from config.home import Home
from config.settings.config_schema import Config
from memory.vocabulary.errors import EmbedderFault
from memory.vocabulary.event import Json
from memory.vocabulary.ports import Embedder


class Words(argparse.ArgumentParser):
    """Wrong usage is one line, and never ends the process."""

    def __init__(self, name: str) -> None:
        super().__init__(prog=f"run_bots.py bench {name}", allow_abbrev=False)

    def error(self, message: str) -> NoReturn:
        raise WrongUsage(f"{message}: {' '.join(self.format_usage().split()[1:])}")


def count(text: str) -> int:
    """A whole number of one or more."""
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


def names(text: str) -> list[str]:
    """`a,b,c`."""
    return [name for name in text.split(",") if name]


# --- telling --------------------------------------------------------------------------------------------------------
# What a benchmark prints: progress on stderr, one JSON object with the conditions of the run on stdout.


_PACKAGES = ("slack-bolt", "slack-sdk", "discord.py", "python-telegram-bot", "aiohttp", "pydantic")


#: (the command's own options, progress) → findings, and whether every goal was met.
Measure = Callable[[Namespace, "Progress"], Coroutine[None, None, tuple[dict[str, Json], bool]]]


def measured(options: BenchOptions, given: Namespace, measure: Measure) -> int:
    """Measure and print it all; the exit code."""
    where = conditions(scale=1.0, **vars(given))
    findings, holds = asyncio.run(measure(given, Progress(options)))
    print_findings(where, {"holds": holds, **findings})
    return DONE if holds else FAILED


class Progress:
    """Words on stderr, unless they are not wanted."""

    def __init__(self, options: BenchOptions) -> None:
        self._quiet = options.quiet

    def __call__(self, words: str) -> None:
        if not self._quiet:
            sys.stderr.write(f"{words}\n")
            sys.stderr.flush()


def conditions(**own: Json) -> dict[str, Json]:
    """Where and with what it ran; call it before the run, for the load is that of the others."""
    return {
        "at": datetime.now(UTC).isoformat(timespec="seconds"),
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "cpus": os.cpu_count() or 0,
        "load_before": [round(load, 2) for load in os.getloadavg()],
        "packages": {name: _version(name) for name in _PACKAGES},
        **own,
    }


def print_findings(where: Mapping[str, Json], findings: Mapping[str, Json]) -> None:
    """The run's one object on stdout."""
    ended = {**where, "load_after": [round(load, 2) for load in os.getloadavg()]}
    sys.stdout.write(json.dumps({"conditions": ended, **findings}, indent=1) + "\n")
    sys.stdout.flush()


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


# --- recalling ------------------------------------------------------------------------------------------------------
# What the benchmarks of recall share: the embedder that is wanted, a temporary home, figures as JSON.


LOADED_WITHIN_S = 600.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A temporary home, and the embedder, loaded. `embedder` None: recall goes by words."""

    folder: Path
    embedder: Embedder | None

    @property
    def name(self) -> str:
        return self.embedder.name if self.embedder else "none"


@contextmanager
def place(wanted: str, progress: Progress) -> Iterator[Place]:
    """Where a benchmark of recall runs. Raises WrongUsage where the embedder that is wanted cannot be had."""
    with tempfile.TemporaryDirectory(prefix="anima-bench-") as folder:
        home = Home(Path(folder))
        choice = embedder_choice.choose(Config.model_validate({"rag": {"embedding_model": wanted}}), home)
        if choice.ok is False:
            raise WrongUsage(f"--embedder {wanted}: {choice.finding}; {choice.advice}")
        embedder = choice.embedder(patience_s=LOADED_WITHIN_S)
        if embedder is not None:
            progress(f"loading {embedder.name}")
            try:
                embedder.embed(["ready"])
            except EmbedderFault as fault:
                raise WrongUsage(f"--embedder {wanted}: {fault}") from None
        try:
            yield Place(folder=home.path, embedder=embedder)
        finally:
            if embedder is not None:
                embedder.close()


def told(results: Sequence[Result]) -> dict[str, Json]:
    """Every figure in per cent with its interval, over all questions and by category."""
    return {
        "questions": len(results),
        "all": {name: _per_cent(value) for name, value in means(results).items()},
        "intervals_95": {
            name: [_per_cent(end) for end in interval([of(one) for one in results])] for name, of in MEASURES.items()
        }
        if results
        else {},
        "by_category": {
            category: {"questions": sum(one.category == category for one in results), **_all_per_cent(figures)}
            for category, figures in by_category(results).items()
        },
    }


def _all_per_cent(figures: Mapping[str, float]) -> dict[str, Json]:
    return {name: _per_cent(value) for name, value in figures.items()}


def _per_cent(value: float) -> float:
    return round(100 * value, 1)
