"""The documents as they are on disk now, and what the index has to learn of them."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import tzinfo
from pathlib import Path

from memory.index.pieces import KINDS, pieces, problem
from memory.index.text import Seen, TextIndex

LARGEST = 2_000_000
"""Bytes; what is larger is no note."""


@dataclass(frozen=True, slots=True)
class Found:
    """A document on disk, with the state by which a change is seen."""

    path: str
    file: Path
    kind: str
    seen: Seen


def documents(directory: Path, shared: Path) -> Iterator[Found]:
    """Every Markdown file that is a memory. Links are not followed."""
    for folder, kind in KINDS.items():
        root = shared.parent if folder.startswith("shared/") else directory
        below = shared / folder.removeprefix("shared/") if folder.startswith("shared/") else directory / folder
        yield from _below(below, root, kind)


def update(
    index: TextIndex, directory: Path, shared: Path, zone: tzinfo, tell: Callable[[str, bytes], object] | None = None
) -> None:
    """Read what changed, forget what is gone; `tell` of a document whose head cannot be read, with its bytes."""
    known = {path: seen for path, seen in index.seen().items() if path.endswith(".md")}
    for found in documents(directory, shared):
        if known.pop(found.path, None) != found.seen:
            held = octets(found.file)
            if tell and problem(held):
                tell(found.path, held)
            with index.writing():
                index.forget_file(found.path)
                for piece in pieces(found.path, found.kind, held.decode(errors="replace"), zone):
                    index.add(piece)
                index.mark_seen(found.path, found.seen)
    for gone in known:
        with index.writing():
            index.forget_file(gone)


def content(file: Path) -> str:
    """The text of the file; empty when it went away."""
    return octets(file).decode(errors="replace")


def octets(file: Path) -> bytes:
    """What the file holds; nothing when it went away."""
    try:
        return file.read_bytes()
    except OSError:
        return b""


def _below(folder: Path, root: Path, kind: str) -> Iterator[Found]:
    try:
        with os.scandir(folder) as listing:
            entries = sorted(listing, key=lambda entry: entry.name)
    except OSError:
        return
    for entry in entries:
        if entry.name.startswith("."):
            continue
        if entry.is_dir(follow_symlinks=False):
            yield from _below(Path(entry.path), root, kind)
        elif entry.name.endswith(".md"):
            status = entry.stat(follow_symlinks=False)
            if stat.S_ISREG(status.st_mode) and status.st_nlink == 1 and status.st_size <= LARGEST:
                path = "/".join(Path(entry.path).relative_to(root).parts)
                yield Found(path, Path(entry.path), kind, Seen(status.st_size, status.st_mtime_ns, 0))
