"""The files of a home on their way to the machine that goes on with it: what has changed since they were put down
elsewhere, and how they are laid down again.

A log that has grown goes as what it has grown by; any other file that has changed goes whole. What is of one machine
alone stays there (the config, the indexes, the program's own log), and a log ends with its last whole line.
"""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Callable, Collection, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from memory.archive.files import Files
from memory.archive.home_backup import is_of_backup

if TYPE_CHECKING:
    from hashlib import _Hash

_STAYS = frozenset({"config.json", "config.example.jsonc", "format", "terminal_history"})
_WITH_BACKUPS_TOO = frozenset({"audit.head", "erasing/asked.json", "erasing/done.json"})
_DERIVED = frozenset({"index", "models", "backups"})
_OVERLAP = 4096
"""So much of the end of a log is looked at again before what follows is taken for what it has grown by."""


@dataclass(frozen=True, slots=True)
class FileDigest:
    """A whole file, by its size in bytes and the SHA-256 of them."""

    size: int
    digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FileChange:
    """`content` from byte `start` on, and what the file is with it; None: it is gone."""

    path: str
    content: bytes | None
    start: int = 0
    whole: FileDigest | None = None


@dataclass(frozen=True, slots=True)
class _Seen:
    """A file as it was read last."""

    stamp: tuple[int, int, int]  # inode, nanoseconds, bytes
    size: int
    end: bytes
    hashed: _Hash


@dataclass(frozen=True, slots=True)
class _Read:
    """What was read of a file: `content` from byte `start` on."""

    seen: _Seen
    start: int
    content: bytes


Fetch = Callable[[str, int], Sequence[tuple[int, bytes]]]
"""(path, start) → the pieces from there on, in their order, each with its own start."""


class TravellingFiles:
    """Of one home. Blocking and thread-safe; reads raise OSError, writes StorageFault."""

    def __init__(self, root: Path, stays: Collection[str] = ()) -> None:
        self._root, self._files, self._stays = root, Files(root), frozenset(stays)
        self._seen: dict[str, _Seen] = {}
        self._put_down: dict[str, FileDigest] = {}
        self._lock = threading.Lock()

    def know(self, put_down: Mapping[str, FileDigest]) -> None:
        """What is put down by now."""
        with self._lock:
            self._put_down = dict(put_down)

    def changes(self) -> Generator[FileChange]:
        """What is to be put down, one after the other: of a large home not all at once. To be closed."""
        with self._lock:
            stamps = dict(self._stamps())
            for path, stamp in stamps.items():
                before = self._seen.get(path)
                is_same = before is not None and before.stamp == stamp
                if before is None or not is_same or _digest(before) != self._put_down.get(path):
                    yield from self._change(path, stamp, before)
            yield from [FileChange(path=path, content=None) for path in self._put_down if path not in stamps]
            self._seen = {path: seen for path, seen in self._seen.items() if path in stamps}

    def put_down(self, files: Mapping[str, FileDigest | None]) -> None:
        """These are, by now; None: it is gone there, too."""
        with self._lock:
            for path, whole in files.items():
                if whole is None:
                    self._put_down.pop(path, None)
                else:
                    self._put_down[path] = whole

    def lay_down(self, put_down: Mapping[str, FileDigest], fetch: Fetch) -> set[str]:
        """Make the files be what was put down; which had to change. What an interruption left is gone on with."""
        with self._lock:
            there, changed = dict(self._look()), set[str]()
            for path, whole in put_down.items():
                if path in there and _digest(there[path]) == whole:
                    continue
                content = self._content(path, whole, there.get(path), fetch)
                if content is None:
                    continue  # it has changed meanwhile: the next look brings it
                self._files.replace(path, content)
                changed.add(path)
            for path in there.keys() - put_down.keys():
                self._files.remove(path)
                changed.add(path)
            self._put_down = dict(put_down)
            return changed

    # ------------------------------------------------------------------------------------ reading

    def _look(self) -> Iterator[tuple[str, _Seen]]:
        """Path → the file as it is now. What did not change is not read."""
        stamps = dict(self._stamps())
        self._seen = {path: seen for path, seen in self._seen.items() if path in stamps}
        for path, stamp in stamps.items():
            seen = self._seen.get(path)
            if seen is None or seen.stamp != stamp:
                if (read := self._read(path, stamp, seen)) is None:
                    continue
                self._seen[path] = seen = read.seen
            yield path, seen

    def _stamps(self) -> Iterator[tuple[str, tuple[int, int, int]]]:
        for folder, folders, names in os.walk(self._root):
            below = Path(folder).relative_to(self._root).as_posix()
            if below == ".":
                folders[:] = [name for name in folders if name not in _DERIVED]
            for name in names:
                path = _joined(below, name)
                if not self._travels(path):
                    continue
                try:
                    about = os.lstat(Path(folder, name))
                except FileNotFoundError:
                    continue
                if os.path.isfile(Path(folder, name)) and not os.path.islink(Path(folder, name)):
                    yield path, (about.st_ino, about.st_mtime_ns, about.st_size)

    def _travels(self, path: str) -> bool:
        return path in _WITH_BACKUPS_TOO or (is_of_backup(path) and path not in _STAYS and path not in self._stays)

    def _read(self, path: str, stamp: tuple[int, int, int], before: _Seen | None) -> _Read | None:
        """What the file has grown by since it was seen before, else all of it; None: it was put away meanwhile."""
        try:
            with open(self._root / path, "rb") as file:
                if before is not None and _may_have_grown(path, stamp, before):
                    file.seek(before.size - len(before.end))
                    if file.read(len(before.end)) == before.end:
                        more = _whole_lines(path, file.read())
                        return _Read(_grown(stamp, before, more), before.size, more)
                    file.seek(0)
                content = _whole_lines(path, file.read())
        except FileNotFoundError:
            return None
        return _Read(_Seen(stamp, len(content), content[-_OVERLAP:], hashlib.sha256(content)), 0, content)

    def _change(self, path: str, stamp: tuple[int, int, int], before: _Seen | None) -> Sequence[FileChange]:
        put_down = self._put_down.get(path)
        if before is not None and _digest(before) != put_down:
            before = None  # it is not from there on that it is to be told
        if (read := self._read(path, stamp, before)) is None:
            return []
        self._seen[path] = read.seen
        whole, start, content = _digest(read.seen), read.start, read.content
        if whole == put_down:
            return []
        if not start and put_down is not None and path.endswith(".jsonl") and put_down.size < whole.size:
            is_beginning = hashlib.sha256(content[: put_down.size]).hexdigest() == put_down.digest
            start = put_down.size if is_beginning else 0
            content = content[start:]
        return [FileChange(path=path, start=start, content=content, whole=whole)]

    def _content(self, path: str, whole: FileDigest, seen: _Seen | None, fetch: Fetch) -> bytes | None:
        """The file's bytes: what is here already and what it has grown by, or all of them from elsewhere."""
        if seen is not None and path.endswith(".jsonl") and 0 < seen.size < whole.size:
            pieces = fetch(path, seen.size)
            if pieces and pieces[0][0] == seen.size:
                with open(self._root / path, "rb") as file:
                    content = file.read(seen.size) + b"".join(piece for _, piece in pieces)
                if hashlib.sha256(content).hexdigest() == whole.digest:
                    return content
        content = b"".join(piece for _, piece in fetch(path, 0))
        return content if hashlib.sha256(content).hexdigest() == whole.digest else None


def _joined(*parts: str) -> str:
    return "/".join(part for part in parts if part != ".")


def _digest(seen: _Seen) -> FileDigest:
    return FileDigest(seen.size, seen.hashed.hexdigest())


def _may_have_grown(path: str, stamp: tuple[int, int, int], before: _Seen) -> bool:
    return path.endswith(".jsonl") and before.stamp[0] == stamp[0] and stamp[2] >= before.size


def _grown(stamp: tuple[int, int, int], before: _Seen, more: bytes) -> _Seen:
    hashed = before.hashed.copy()
    hashed.update(more)
    return _Seen(stamp, before.size + len(more), (before.end + more)[-_OVERLAP:], hashed)


def _whole_lines(path: str, content: bytes) -> bytes:
    return content[: content.rfind(b"\n") + 1] if path.endswith(".jsonl") else content
