"""Versions: every text that was replaced, put away or refused, and what came in its place; a file of lines a day.

    archive/versions/2026-11-20.jsonl      {"path":"knowledge/tea.md","id":"5d0c2f7e…","at":"…","text":"# Tea\\n…"}

The id is the hash of the bytes. What is no UTF-8 is told as Latin-1, which has a letter for every byte.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from hashlib import sha256

from memory.archive import event_line
from memory.archive.files import Files
from memory.archive.lines import Lines, record_of
from memory.archive.quarantine import Quarantine
from memory.vocabulary.change import NotKept, Version
from memory.vocabulary.event import Json
from memory.vocabulary.ports import Clock

FOLDER = "archive/versions"


class Versions:
    """Of the files below one root. Not thread-safe: the writer holds the lock. Raises StorageFault, UnsafePath."""

    def __init__(self, files: Files, quarantine: Quarantine, clock: Clock) -> None:
        self._lines = Lines(files, quarantine)
        self._clock = clock

    def keep(self, path: str, content: bytes) -> str:
        """The version of the bytes, durable now; once, where it is the newest of the path already."""
        version = version_of(content)
        if next((record["id"] for record in self._newest_first(path)), None) != version:
            self.put(path, content, self._clock())
        return version

    def put(self, path: str, content: bytes, at: datetime) -> None:
        """Keep them as of an instant."""
        record: dict[str, Json] = {"path": path, "id": version_of(content), "at": at.isoformat()}
        try:
            record["text"] = content.decode()
        except UnicodeDecodeError:
            record |= {"text": content.decode("latin-1"), "encoding": "latin-1"}
        self._lines.append(f"{FOLDER}/{at.astimezone(UTC):%Y-%m-%d}.jsonl", [event_line.dump(record)])

    def of(self, path: str) -> list[Version]:
        """All that is kept, each by when it was kept last, the oldest first."""
        found: dict[str, Version] = {}
        for record in self._newest_first(path):
            id = str(record["id"])
            found.setdefault(id, Version(id=id, at=_moment(record)))
        return [*reversed(found.values())]

    def content(self, path: str, version: str) -> bytes:
        """The bytes. Raises NotKept."""
        for record in self._newest_first(path):
            if record["id"] == version:
                return bytes_of(record)
        raise NotKept(f"{path!r} has no version {version[:16]!r}")

    def tidy(self, may_go: Callable[[str], bool], newest: int, before: datetime) -> int:
        """Let go what is not among the newest of a path that may go, and was kept before this instant; how many."""
        seen, gone = defaultdict[str, set[str]](set), 0
        for name in self._days():
            lines, left = self._read(name), list[bytes]()
            for line in reversed(lines):
                record = record_of(line) or {}
                path, id = str(record.get("path")), str(record.get("id"))
                is_spare = id in seen[path] or len(seen[path]) >= newest
                seen[path].add(id)
                if not (is_spare and may_go(path) and _moment(record) < before):
                    left.append(line + b"\n")
            if len(left) < len(lines):
                self._lines.files.replace(name, b"".join(reversed(left)))
                gone += len(lines) - len(left)
        return gone

    def _newest_first(self, path: str) -> Iterator[dict[str, Json]]:
        head = event_line.dump({"path": path})[:-1]
        for name in self._days():
            lines = (line for line in reversed(self._read(name)) if line.startswith(head))
            yield from filter(None, map(record_of, lines))

    def _days(self) -> list[str]:
        """The files, the newest first."""
        return [f"{FOLDER}/{name}" for name in reversed(self._lines.files.names(FOLDER, ".jsonl"))]

    def _read(self, name: str) -> list[bytes]:
        """Whole lines."""
        return self._lines.files.read(name).split(b"\n")[:-1]


def bytes_of(record: Mapping[str, Json]) -> bytes:
    """What was kept, bit for bit."""
    return str(record.get("text")).encode(str(record.get("encoding") or "utf-8"))


def version_of(content: bytes | None) -> str:
    """The hash of the bytes; empty where there is no file."""
    return "" if content is None else sha256(content).hexdigest()


def _moment(record: Mapping[str, Json]) -> datetime:
    """Of a line that tells none, the latest: it is let go last."""
    return event_line.moment(record.get("at")) or datetime.max.replace(tzinfo=UTC)
