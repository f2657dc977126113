"""A fleet as a child process: started, read line by line, weighed from outside, ended."""

from __future__ import annotations

import asyncio
import json
import os
import re
import resource
import signal
import sys
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
_READY_WITHIN_S = 60.0
_ENDS_WITHIN_S = 15.0
_IMPORTED = re.compile(r"import time:\s*(\d+) \|\s*\d+ \|\s*([\w.]+)$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Weight:
    """Resident megabytes of a process; `pss_mb` counts pages shared with others in part. 0: this system cannot tell."""

    rss_mb: float
    pss_mb: float


@dataclass(slots=True)
class Process:
    """A running fleet; `lines` are the JSON lines that it printed."""

    pid: int
    began: float
    lines: list[Mapping[str, Any]] = field(default_factory=list)
    imported: dict[str, int] = field(default_factory=dict)  # module -> its own microseconds, until `ready`
    other_words: list[str] = field(default_factory=list)
    ready_s: float = 0.0
    ready_cpu_s: float = 0.0
    whole_cpu_s: float = 0.0  # once it has ended

    def cpu_s(self) -> float:
        """User and system time until now, all threads; 0 where there is no /proc."""
        with suppress(OSError):
            fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        return 0.0

    def weight(self) -> Weight:
        return Weight(rss_mb=self._kilobytes("status", "VmRSS"), pss_mb=self._kilobytes("smaps_rollup", "Pss"))

    def threads(self) -> int:
        with suppress(OSError):
            return len(os.listdir(f"/proc/{self.pid}/task"))
        return 0

    def _kilobytes(self, file: str, name: str) -> float:
        with suppress(OSError):
            for line in Path(f"/proc/{self.pid}/{file}").read_text().splitlines():
                if line.startswith(f"{name}:"):
                    return round(int(line.split()[1]) / 1024, 1)
        return 0.0


@asynccontextmanager
async def started(words: Sequence[str], *, gently: bool = True) -> AsyncIterator[Process]:
    """`python WORDS` in the checkout, once it is ready; ended by SIGTERM, or not so gently by SIGKILL.

    Raises RuntimeError when it is never ready.
    """
    before = _children_cpu_s()
    began = time.monotonic()
    child = await asyncio.create_subprocess_exec(
        sys.executable,
        *words,
        cwd=ROOT,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        limit=2**20,
    )
    process = Process(child.pid, began)
    assert child.stdout is not None
    assert child.stderr is not None
    readers = [asyncio.create_task(_read(process, child.stdout)), asyncio.create_task(_hear(process, child.stderr))]
    try:
        await until(lambda: process.ready_s > 0 or child.returncode is not None, _READY_WITHIN_S)
        if not process.ready_s:
            raise RuntimeError("the fleet did not start: " + "; ".join(process.other_words[-5:]))
        yield process
    finally:
        await _end(child, gently)
        await asyncio.wait(readers)
        process.whole_cpu_s = _children_cpu_s() - before


async def until(happened: Callable[[], bool], within_s: float) -> bool:
    """False: it has not happened in time."""
    end = time.monotonic() + within_s
    while not happened():
        if time.monotonic() > end:
            return False
        await asyncio.sleep(0.005)
    return True


async def _end(child: asyncio.subprocess.Process, gently: bool) -> None:
    with suppress(ProcessLookupError):
        child.send_signal(signal.SIGTERM if gently else signal.SIGKILL)
    try:
        await asyncio.wait_for(child.wait(), _ENDS_WITHIN_S)
    except TimeoutError:
        with suppress(ProcessLookupError):
            child.kill()
        await child.wait()


async def _read(process: Process, stdout: asyncio.StreamReader) -> None:
    async for line in stdout:
        with suppress(json.JSONDecodeError):
            process.lines.append(json.loads(line))
            if process.lines[-1].get("event") == "ready":
                process.ready_s, process.ready_cpu_s = time.monotonic() - process.began, process.cpu_s()


async def _hear(process: Process, stderr: asyncio.StreamReader) -> None:
    async for line in stderr:
        words = line.decode(errors="replace").rstrip()
        if found := _IMPORTED.search(words):
            if not process.ready_s:  # afterwards the embedding model is loaded, beside the fleet
                process.imported[found[2]] = int(found[1])
        else:
            process.other_words.append(words)


def _children_cpu_s() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
