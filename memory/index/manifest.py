"""The manifest: what the files of an index were when they were last closed in order.

A part (`text.sqlite3`, `chroma`) is signed at its close, and the signature is taken away when it is opened again: a
part without one was not closed in order, and one that differs from it was touched by somebody else since.
"""

from __future__ import annotations

import json
import os
import threading
from contextlib import suppress
from enum import Enum
from hashlib import blake2b
from pathlib import Path

NAME = "manifest.json"

LARGEST = 256_000_000
"""Bytes of a part; hashing more would hold up a stop. It is left unsigned."""

Files = dict[str, list[int | str]]


_LOCK = threading.Lock()
"""The parts of an index are opened and closed by threads that do not know each other."""


class State(Enum):
    """How a part is found."""

    SIGNED = "as it was closed"
    UNSIGNED = "not closed in order, or never there"
    CHANGED = "not as it was closed"


class Manifest:
    """Of one folder. Failing to read or write it leaves everything unsigned, which is always safe."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / NAME
        self._folder = folder

    def sign(self, part: str) -> None:
        """The part is closed and whole."""
        found = _files(self._folder / part)
        if found is None:
            return
        with _LOCK:
            self._write({**self._read(), part: found})

    def take(self, part: str) -> State:
        """How the part is found by whoever opens it now; the signature is gone then."""
        expected = self.withdraw(part)
        if expected is None:
            return State.UNSIGNED
        return State.SIGNED if _files(self._folder / part) == expected else State.CHANGED

    def withdraw(self, part: str) -> Files | None:
        """The part is another one from now on; what was signed of it, if anything was."""
        with _LOCK:
            signed = self._read()
            expected = signed.pop(part, None)
            if expected is not None:
                self._write(signed)
        return expected

    def _read(self) -> dict[str, Files]:
        try:
            signed = json.loads(self._file.read_bytes())
            # A manifest that was damaged itself says nothing.
            if signed.pop("whole") == _whole(signed):
                return dict(signed)
        except (OSError, ValueError, AttributeError, KeyError, TypeError):
            pass
        return {}

    def _write(self, signed: dict[str, Files]) -> None:
        draft = self._file.with_suffix(".new")
        with suppress(OSError):
            draft.write_text(json.dumps({**signed, "whole": _whole(signed)}))
            os.replace(draft, self._file)


def _whole(signed: dict[str, Files]) -> str:
    return blake2b(json.dumps(signed, sort_keys=True).encode(), digest_size=16).hexdigest()


def _files(part: Path) -> Files | None:
    """Name → size and hash of each file of the part; None where it cannot be read, or is too large."""
    try:
        if part.is_dir():
            files = sorted(file for file in part.rglob("*") if file.is_file())
        else:  # SQLite's journals belong to the file; a clean close leaves none
            files = [file for end in ("", "-wal", "-journal") if (file := Path(f"{part}{end}")).exists()]
        if sum(file.stat().st_size for file in files) > LARGEST:
            return None
        return {str(file.relative_to(part.parent)): _hashed(file) for file in files}
    except OSError:
        return None


def _hashed(file: Path) -> list[int | str]:
    hashed = blake2b(digest_size=16)
    size = 0
    with file.open("rb") as stream:
        while block := stream.read(1 << 20):
            hashed.update(block)
            size += len(block)
    return [size, hashed.hexdigest()]
