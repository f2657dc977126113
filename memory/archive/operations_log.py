"""The operations log: what models were asked for memory, what came of it, and what it took.

A record for whoever runs the house: it has no audience and is never recalled, primed or shown in a room. Secrets are
taken out and texts are cut. Nobody waits for it, and an error in it harms nothing but is counted.
"""

from __future__ import annotations

import logging
import re
import threading
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, tzinfo
from itertools import islice
from pathlib import Path

from memory.archive import event_line
from memory.archive.disk import DISK, Disk
from memory.archive.files import Files
from memory.archive.lines import Lines
from memory.archive.quarantine import Quarantine
from memory.archive.redaction import Redact, nothing
from memory.vocabulary.errors import MemoryFault
from memory.vocabulary.event import Json

FOLDER = "operations"
LIMIT_BYTES = 10 * 1024 * 1024
MOST_LETTERS = 200
"""Of what was asked and answered."""

MOST_WAITING = 1000

_NOW = "ops-log.jsonl"
_FULL = re.compile(r"ops-log-(\d{4}-\d\d-\d\d)(?:\.(\d+))?\.jsonl")
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One decision for which a model was asked. `fallback`: rules decided it, or a part of it, in the end.

    `intent`, `avg_relevance` (0..1) and `result_count` where the decision has them.
    """

    ts: datetime
    op: str
    input: str = ""
    output: str = ""
    model: str = ""
    latency_ms: int = 0
    success: bool = True
    fallback: bool = False
    intent: str = ""
    avg_relevance: float | None = None
    result_count: int | None = None
    input_tokens: int = 0
    output_tokens: int = 0
    sources: tuple[str, ...] = ()
    """The ids of the events that it was asked about: what is cut could not be known again by its words."""


class OperationsLog:
    """`ops-log.jsonl` below `directory` (`animas/<name>/operations`); a full one is named after its last day.

    Thread-safe. `failed` counts what could not be written.
    """

    def __init__(
        self,
        directory: Path,
        zone: tzinfo,
        *,
        limit_bytes: int = LIMIT_BYTES,
        quarantine: Quarantine | None = None,
        disk: Disk = DISK,
        redact: Redact = nothing,
    ) -> None:
        self._files = Files(directory, disk)
        self._lines = Lines(self._files, quarantine or Quarantine(files=self._files))
        self._zone = zone
        self._limit = limit_bytes
        self._redact = redact
        self._waiting: deque[Operation] = deque()
        self._lock = threading.Lock()
        self._writer: threading.Thread | None = None
        self.failed = 0

    def note(self, operation: Operation) -> None:
        """Returns at once; a thread that lives as long as there is something to write does the rest."""
        with self._lock:
            if len(self._waiting) >= MOST_WAITING:
                self.failed += 1
                return
            self._waiting.append(operation)
            if self._writer is None:
                self._writer = threading.Thread(target=self._write_all, name="operations log", daemon=True)
                self._writer.start()

    def close(self) -> None:
        """Wait until all is written. Blocking."""
        writer = self._writer
        if writer is not None:
            writer.join()

    def tail(self, n: int) -> list[Mapping[str, Json]]:
        """The last `n` records as they stand on disk, oldest first. Blocking."""
        return list(islice(self._newest(), max(n, 0)))[::-1]

    def _newest(self) -> Iterator[Mapping[str, Json]]:
        full = [match for name in self._files.names(suffix=".jsonl") if (match := _FULL.fullmatch(name))]
        for name in (_NOW, *(match.string for match in sorted(full, key=_age, reverse=True))):
            yield from self._lines.records_backwards(name)

    def _write_all(self) -> None:
        while (operation := self._next()) is not None:
            try:
                self._write(operation)
            except (MemoryFault, OSError, ValueError):
                self.failed += 1
                _log.warning("an operation could not be noted (%d so far)", self.failed, exc_info=self.failed == 1)

    def _next(self) -> Operation | None:
        with self._lock:
            if not self._waiting:
                self._writer = None
                return None
            return self._waiting.popleft()

    def _write(self, operation: Operation) -> None:
        if self._files.size(_NOW) >= self._limit:
            self._files.move(_NOW, self._full_name(operation.ts))
        self._lines.append(_NOW, [event_line.dump(self._record(operation))])

    def _full_name(self, ts: datetime) -> str:
        day = f"ops-log-{ts.astimezone(self._zone):%Y-%m-%d}"
        taken = set(self._files.names(suffix=".jsonl"))
        names = (f"{day}.jsonl" if number == 1 else f"{day}.{number}.jsonl" for number in range(1, len(taken) + 2))
        return next(name for name in names if name not in taken)

    def _record(self, operation: Operation) -> Mapping[str, Json]:
        relevance = operation.avg_relevance
        record: dict[str, Json] = {
            "ts": operation.ts.astimezone(self._zone).isoformat(),
            "op": operation.op,
            "input": self._shown(operation.input),
            "output": self._shown(operation.output),
            "model": operation.model,
            "latencyMs": operation.latency_ms,
            "success": operation.success,
            "fallback": operation.fallback,
            "intent": operation.intent,
            "avgRelevance": None if relevance is None else round(relevance, 3),
            "resultCount": operation.result_count,
            "inputTokens": operation.input_tokens,
            "outputTokens": operation.output_tokens,
            "sources": list(operation.sources),
        }
        return {name: value for name, value in record.items() if value not in ("", None, [])}

    def _shown(self, text: str) -> str:
        """Secrets go first: a cut one would not be known any more."""
        return self._redact(text)[:MOST_LETTERS]


def _age(full: re.Match[str]) -> tuple[str, int]:
    return full[1], int(full[2] or 1)
