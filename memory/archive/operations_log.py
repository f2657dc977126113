"""The operations log: what models were asked for memory, what calls cost, why a reply came out as it did.

A record for whoever runs the house: it has no audience and is never recalled, primed or shown in a room. Secrets are
taken out and texts are cut. Nobody waits for it, and an error in it harms nothing but is counted.
"""

from __future__ import annotations

import logging
import re
import threading
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from itertools import islice
from pathlib import Path
from typing import ClassVar

from pydantic.alias_generators import to_camel

from memory.archive import json_lines
from memory.archive.json_lines import PLAIN_STORAGE, Storage
from memory.archive.state_records import Codec, Moment
from memory.vocabulary.errors import MemoryFault, StorageFault
from memory.vocabulary.event import Json

OPERATIONS_FOLDER = "operations"
OPERATIONS_LIMIT_BYTES = 10 * 1024 * 1024
MOST_OPERATION_LETTERS = 200
"""Of what was asked and answered."""

MOST_OPERATIONS_WAITING = 1000

_OPERATIONS_NOW = "ops-log.jsonl"
_FULL = re.compile(r"ops-log-(\d{4}-\d\d-\d\d)(?:\.(\d+))?\.jsonl")
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One decision for which a model was asked. `fallback`: rules decided it, or a part of it, in the end.

    `intent`, `avg_relevance` (0..1) and `result_count` where the decision has them.
    """

    __pydantic_config__: ClassVar = {"alias_generator": to_camel}

    ts: Moment
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


_OPERATIONS = Codec(Operation)


class OperationsLog:
    """`ops-log.jsonl` below `directory` (`animas/<name>/operations`); a full one is named after its last day.

    Thread-safe. `failed` counts what could not be written.
    """

    def __init__(
        self,
        directory: Path,
        storage: Storage = PLAIN_STORAGE,
        *,
        limit_bytes: int = OPERATIONS_LIMIT_BYTES,
    ) -> None:
        self._lines = storage.lines(directory)
        self._files = self._lines.files
        self._zone = storage.zone
        self._limit = limit_bytes
        self._redact = storage.redact
        self._waiting: deque[Operation] = deque()
        self._lock = threading.Lock()
        self._writer: threading.Thread | None = None
        self.failed = 0

    def note(self, operation: Operation) -> None:
        """Returns at once; a thread that lives as long as there is something to write does the rest."""
        with self._lock:
            if len(self._waiting) >= MOST_OPERATIONS_WAITING:
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
        for name in (_OPERATIONS_NOW, *(match.string for match in sorted(full, key=_age, reverse=True))):
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
        if self._files.size(_OPERATIONS_NOW) >= self._limit:
            self._files.move(_OPERATIONS_NOW, self._full_name(operation.ts))
        self._lines.append(_OPERATIONS_NOW, [json_lines.dump_json(self._record(operation))])

    def _full_name(self, ts: datetime) -> str:
        day = f"ops-log-{ts.astimezone(self._zone):%Y-%m-%d}"
        taken = set(self._files.names(suffix=".jsonl"))
        names = (f"{day}.jsonl" if number == 1 else f"{day}.{number}.jsonl" for number in range(1, len(taken) + 2))
        return next(name for name in names if name not in taken)

    def _record(self, operation: Operation) -> Mapping[str, Json]:
        relevance = operation.avg_relevance
        kept = replace(
            operation,
            ts=operation.ts.astimezone(self._zone),
            input=self._shown(operation.input),
            output=self._shown(operation.output),
            avg_relevance=None if relevance is None else round(relevance, 3),
        )
        return {name: value for name, value in _OPERATIONS.dump(kept).items() if value not in ("", None, [])}

    def _shown(self, text: str) -> str:
        """Secrets go first: a cut one would not be known any more."""
        return self._redact(text)[:MOST_OPERATION_LETTERS]


def _age(full: re.Match[str]) -> tuple[str, int]:
    return full[1], int(full[2] or 1)


# --- spending -------------------------------------------------------------------------------------------------------
# What model calls cost in tokens: a line a call, a file a day, for whoever keeps an eye on the money.
#
# Every call is here, whatever it was for (answers, the fallback, summaries, the forming of facts), and the ones that
# failed after the provider had begun, with an estimate.


SPENDING_FOLDER = "usage"


class SpendingLog:
    """`<day>.jsonl` below `directory` (an anima's `usage`). Thread-safe; days are those of `at`."""

    def __init__(self, directory: Path, storage: Storage = PLAIN_STORAGE) -> None:
        self._lines = storage.lines(directory)
        self._files = self._lines.files
        self._lock = threading.Lock()

    def keep(self, at: datetime, call: Mapping[str, Json]) -> None:
        """Append one call. A disk that refuses is logged: no answer is lost for its price."""
        line = json_lines.dump_json({"ts": at.isoformat(timespec="seconds"), **call})
        try:
            with self._lock:
                self._lines.append(f"{at:%Y-%m-%d}.jsonl", [line])
        except StorageFault:
            _log.warning("what a model call cost could not be kept", exc_info=True)

    def days(self) -> list[str]:
        """Those that have calls, as 2026-11-20, in order."""
        return [name.removesuffix(".jsonl") for name in self._files.names(suffix=".jsonl")]

    def of(self, day: date) -> Iterator[dict[str, Json]]:
        """The calls of that day, and the notices that were given of them, the last one first."""
        return self._lines.records_backwards(f"{day:%Y-%m-%d}.jsonl")


# --- reports --------------------------------------------------------------------------------------------------------
# Turn reports: why a reply came out as it did, the newest few thousand, for `why` and `trace`.


_REPORTS_NOW, _BEFORE = "turns.jsonl", "turns.before.jsonl"


class TurnReports:
    """`turns.jsonl` below `directory` (`state`), at most two files of `limit_bytes`. Thread-safe."""

    def __init__(self, directory: Path, storage: Storage = PLAIN_STORAGE, limit_bytes: int = 5_000_000) -> None:
        self._lines = storage.lines(directory)
        self._files = self._lines.files
        self._limit = limit_bytes
        self._redacted = storage.redacted
        self._lock = threading.Lock()

    def append(self, report: Mapping[str, Json]) -> None:
        """Keep a report; its `id` is the turn's. Raises StorageFault."""
        kept = self._redacted(report)
        with self._lock:
            if self._files.size(_REPORTS_NOW) >= self._limit:
                self._files.move(_REPORTS_NOW, _BEFORE)
            self._lines.append(_REPORTS_NOW, [json_lines.dump_json(kept)])

    def last(self, audience: str = "") -> dict[str, Json] | None:
        """The newest report, of the turns in front of this audience, or of all."""
        return next((report for report in self._newest() if _is_for(report, audience)), None)

    def find(self, id: str, audience: str = "") -> dict[str, Json] | None:
        """The newest report with this id, of the turns in front of this audience, or of all."""
        found = (report for report in self._newest() if report.get("id") == id)
        return next((report for report in found if _is_for(report, audience)), None)

    def tail(self, n: int) -> list[dict[str, Json]]:
        """The last `n`, oldest first."""
        return list(islice(self._newest(), max(n, 0)))[::-1]

    def _newest(self) -> Iterator[dict[str, Json]]:
        for name in (_REPORTS_NOW, _BEFORE):
            yield from self._lines.records_backwards(name)


def _is_for(report: Mapping[str, Json], audience: str) -> bool:
    return not audience or report.get("audience") == audience
