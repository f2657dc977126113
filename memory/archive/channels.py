"""The boards' own logs: `shared/channels/<board>.jsonl`, what was said on any side of a board, only ever appended to.

A line is an event. `channel_post` is something said; `channel_copied` tells which post of another side is its copy;
`channel_withdrawn` tells that we are about to remove a part of a copy, because an edit has made the post shorter;
`message_edited`, `message_deleted` and `reaction_added` are what became of it; `error` is what could not be carried
over. `meta.of` names the post that they concern.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC
from itertools import islice
from pathlib import Path

from memory.archive import event_line
from memory.archive.disk import DISK, Disk
from memory.archive.erased import ErasedList
from memory.archive.files import Files
from memory.archive.lines import Lines
from memory.archive.quarantine import Quarantine
from memory.archive.redaction import Redact, nothing
from memory.vocabulary.event import Event

POST, COPIED, WITHDRAWN = "channel_post", "channel_copied", "channel_withdrawn"


class Channels:
    """The logs of all boards, in `directory`. Thread-safe."""

    def __init__(
        self, directory: Path, quarantine: Quarantine | None = None, disk: Disk = DISK, redact: Redact = nothing
    ) -> None:
        files = Files(directory, disk)
        self._lines = Lines(files, quarantine or Quarantine(files=files))
        self._redact = redact
        self._erased = ErasedList(directory.parent.parent)
        self._lock = threading.Lock()

    def append(self, board: str, event: Event) -> None:
        """Durable when it returns. Raises StorageFault; then nothing is stored."""
        kept = replace(event, content=self._redact(event.content), summary=self._redact(event.summary))
        with self._lock:
            self._lines.append(_file(board), [event_line.encode(kept, UTC)])

    def read(self, board: str) -> Iterator[Event]:
        """All of it in the order of recording; a broken line is copied to quarantine and left out."""
        for _, line in self._lines.read(_file(board)):
            try:
                yield event_line.decode(line, UTC)
            except ValueError:
                self._lines.keep_broken(_file(board), line)

    def tail(self, board: str, most: int) -> list[Event]:
        """The last lines that can be read, oldest first, without reading what comes before; what is to be erased is
        not told."""
        erased = self._erased.now()
        told = (event for event in self._backwards(board) if not erased.has(event))
        return list(islice(told, most))[::-1]

    def _backwards(self, board: str) -> Iterator[Event]:
        for line in self._lines.backwards(_file(board)):
            try:
                yield event_line.decode(line, UTC)
            except ValueError:
                continue


def _file(board: str) -> str:
    return f"{board}.jsonl"
