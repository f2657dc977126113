"""Signs: a glance at a few things by which it shows that files were made, replaced or taken away."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from memory.index import log_tail
from memory.index.location import Location
from memory.index.pieces import KINDS

NEWEST = 2
"""So many of the newest files of each log are looked at by themselves: they grow without their folder showing it."""


class Signs:
    """When the folders were last changed that logs and documents lie in, as it was when this was made.

    What is changed inside a file, other than the newest of the logs, shows in no folder: a look at all files finds it.
    """

    def __init__(self, location: Location) -> None:
        self.growing: Sequence[str] = ()
        roots = [location.directory / folder for folder in (log_tail.ACTIVITY, log_tail.MEMORY)]
        for folder in KINDS:
            inner = folder.removeprefix("shared/")
            roots.append((location.directory if inner == folder else location.shared) / inner)
        self._changed = {folder: _changed(folder) for root in roots for folder in _with_inner(root)}

    def differ(self) -> bool:
        """Whether one of the folders has been changed since then."""
        return any(_changed(folder) != then for folder, then in self._changed.items())


def growing(logs: Iterable[str]) -> list[str]:
    """The newest of each log, from the names of all."""
    by_log: dict[str, list[str]] = {}
    for path in logs:
        by_log.setdefault(path.partition("/")[0], []).append(path)
    return [path for paths in by_log.values() for path in sorted(paths)[-NEWEST:]]


def _changed(folder: str) -> int:
    try:
        return os.stat(folder).st_mtime_ns
    except OSError:
        return 0


def _with_inner(root: Path) -> Iterator[str]:
    yield str(root)
    for folder, inner, _ in os.walk(root):
        yield from (f"{folder}/{name}" for name in inner if not name.startswith("."))
