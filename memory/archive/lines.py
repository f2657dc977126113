"""Append-only files of lines: a torn tail is mended before anything is added to it."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence

from memory.archive.files import Files
from memory.archive.quarantine import Quarantine
from memory.vocabulary.event import Json

_BLOCK = 1 << 16


class Lines:
    """Durable lines below the root of `files`. Lines are bytes without their newline."""

    def __init__(self, files: Files, quarantine: Quarantine) -> None:
        self.files = files
        self._quarantine = quarantine

    def append(self, name: str, lines: Sequence[bytes]) -> None:
        """One write and one fsync for all. Raises StorageFault; then none of them is stored."""
        self.mend(name)
        self.files.append(name, b"".join(line + b"\n" for line in lines))

    def mend(self, name: str) -> bool:
        """Make the file end in a newline. What was cut goes to quarantine; a record that lacks only its newline stays.

        Without this the next record would be glued to the fragment, and both were lost.
        """
        try:
            fragment, start = self._torn_tail(name)
        except FileNotFoundError:
            return False
        if not fragment:
            return False
        if record_of(fragment) is not None:
            self.files.append(name, b"\n")
        else:
            self._quarantine.keep(name, fragment)
            self.files.truncate(name, start)
        return True

    def read(self, name: str) -> Iterator[tuple[int, bytes]]:
        """Line numbers from 1 and whole lines; a tail that is being written is left out."""
        try:
            with self.files.opened(name) as fd, os.fdopen(fd, "rb", _BLOCK, closefd=False) as file:
                for number, line in enumerate(file, 1):
                    if line.endswith(b"\n"):
                        yield number, line[:-1]
        except FileNotFoundError:
            return

    def backwards(self, name: str) -> Iterator[bytes]:
        """Whole lines, the last one first, without reading what comes before."""
        try:
            with self.files.opened(name) as fd:
                yield from _backwards(fd)
        except FileNotFoundError:
            return

    def records_backwards(self, name: str) -> Iterator[dict[str, Json]]:
        """The objects on its lines, the last one first; what is none is left out."""
        return (record for line in self.backwards(name) if (record := record_of(line)) is not None)

    def keep_broken(self, name: str, line: bytes) -> None:
        """Copy an unreadable line to quarantine; the file itself is never rewritten."""
        self._quarantine.try_keep(name, line)

    def _torn_tail(self, name: str) -> tuple[bytes, int]:
        with self.files.opened(name) as fd:
            size = os.fstat(fd).st_size
            start = size
            pieces: list[bytes] = []
            while start > 0:
                length = min(_BLOCK, start)
                block = os.pread(fd, length, start - length)
                newline = block.rfind(b"\n")
                pieces.append(block[newline + 1 :])
                start -= length - newline - 1
                if newline >= 0:
                    break
            return b"".join(reversed(pieces)), start


def record_of(line: bytes) -> dict[str, Json] | None:
    """The JSON object that the line is; None where it is none."""
    try:
        record = json.loads(line.decode())
    except (ValueError, RecursionError):
        return None
    return record if isinstance(record, dict) else None


def _backwards(fd: int) -> Iterator[bytes]:
    position = os.fstat(fd).st_size
    pieces: list[bytes] = []  # of the line whose end has been seen, last piece first
    is_whole = False
    while position > 0:
        length = min(_BLOCK, position)
        position -= length
        *rest, last = reversed(os.pread(fd, length, position).split(b"\n"))
        # `rest` is what stands after each newline, last first; `last` begins before the first newline of the block.
        for piece in rest:
            pieces.append(piece)
            if is_whole:
                yield b"".join(reversed(pieces))
            pieces, is_whole = [], True
        pieces.append(last)
    if is_whole:
        yield b"".join(reversed(pieces))
