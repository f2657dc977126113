"""What a benchmark prints: progress on stderr, one JSON object with the conditions of the run on stdout."""

from __future__ import annotations

import asyncio
import json
import os
import platform
import sys
from argparse import Namespace
from collections.abc import Callable, Coroutine, Mapping
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version

from config.options import BenchOptions
from config.rendering import DONE, FAILED
from memory.vocabulary.event import Json

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
