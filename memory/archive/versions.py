"""Versions: every text that was replaced, put away or refused, below `archive/versions/<path without .md>/`.

    archive/versions/knowledge/tea/000002-20261120T120000Z-5d0c2f7e….md

The name holds the order, the hour of keeping and the hash of the bytes; the same bytes are kept once.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from hashlib import sha256

from memory.archive.files import Files
from memory.vocabulary.change import NotKept, Version
from memory.vocabulary.ports import Clock

FOLDER = "archive/versions"

_STAMP = "%Y%m%dT%H%M%SZ"
_NAME = re.compile(r"(\d{6})-(\d{8}T\d{6}Z)-([0-9a-f]{64})\.md")


class Versions:
    """Of the files below one root. Not thread-safe: the writer holds the lock. Raises StorageFault, UnsafePath."""

    def __init__(self, files: Files, clock: Clock) -> None:
        self._files = files
        self._clock = clock

    def keep(self, path: str, content: bytes) -> str:
        """The version of the bytes, durable now."""
        version, kept = version_of(content), self._names(path)
        if not any(match[3] == version for match in kept):
            number = 1 + max((int(match[1]) for match in kept), default=0)
            stamp = self._clock().astimezone(UTC).strftime(_STAMP)
            self._files.create(f"{_folder(path)}/{number:06}-{stamp}-{version}.md", content)
        return version

    def of(self, path: str) -> list[Version]:
        """All that is kept, the oldest first."""
        return [Version(id=match[3], at=_moment(match[2])) for match in self._names(path)]

    def content(self, path: str, version: str) -> bytes:
        """The bytes. Raises NotKept."""
        for match in self._names(path):
            if match[3] == version:
                return self._files.read(f"{_folder(path)}/{match[0]}")
        raise NotKept(f"{path!r} has no version {version[:16]!r}")

    def tidy(self, folder: str, newest: int, before: datetime) -> int:
        """Of each file below this folder (`procedures`) let go what is not among its newest and was kept before this
        instant; how many there were."""
        own = [name for name in self._files.names(f"{FOLDER}/{folder}") if _NAME.fullmatch(name)]
        old = [name for name in own[:-newest] if _moment(name.split("-")[1]) < before]
        for name in old:
            self._files.remove(f"{FOLDER}/{folder}/{name}")
        below = self._files.folders(f"{FOLDER}/{folder}")
        return len(old) + sum(self.tidy(f"{folder}/{one}", newest, before) for one in below)

    def folders(self, folder: str) -> list[str]:
        """Names of the folders below which versions of files in this one lie."""
        return self._files.folders(f"{FOLDER}/{folder}")

    def _names(self, path: str) -> list[re.Match[str]]:
        return [match for name in self._files.names(_folder(path)) if (match := _NAME.fullmatch(name))]


def version_of(content: bytes | None) -> str:
    """The hash of the bytes; empty where there is no file."""
    return "" if content is None else sha256(content).hexdigest()


def _folder(path: str) -> str:
    return f"{FOLDER}/{path.removesuffix('.md')}"


def _moment(stamp: str) -> datetime:
    return datetime.strptime(stamp, _STAMP).replace(tzinfo=UTC)
