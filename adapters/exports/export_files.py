"""The files of an export: one file, or all of a folder or of a zip, in the order of their names.

An export may be larger than the memory of the machine: of a JSON file, what is repeated is read piece by piece.
"""

from __future__ import annotations

import codecs
import json
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import IO, Any

from bots.delivery.intake import UnreadableExport

REPEATED = "messages"
_CHUNK = 256 * 1024
_LARGEST = 64 * 1024 * 1024
"""Characters of one piece; a file in which one is longer is none of ours."""
_SPACE = " \t\r\n"
_DECODER = json.JSONDecoder()

Open = Callable[[], IO[bytes]]


def contents(path: Path, wanted: Callable[[str], bool] = lambda _: True) -> Iterator[tuple[str, Any]]:
    """The name of each file below the path that is wanted, and what it holds; None where that is no JSON.

    Raises Unreadable.
    """
    for name, data in files(path, ".json", wanted):
        try:
            yield name, json.loads(data)
        except (ValueError, RecursionError):  # of a text that is no UTF-8, too
            yield name, None


def long_contents(path: Path, wanted: Callable[[str], bool] = lambda _: True) -> Iterator[tuple[str, Any]]:
    """The same, but a list at the top, and each list that is called `messages`, are Rows. Raises Unreadable."""
    for name, opened in _files(path, ".json", wanted):
        try:
            with _reading(path), opened() as file:
                found = _JsonWindow(file).skeleton(opened)
        except (ValueError, RecursionError):
            found = None
        yield name, found


def files(path: Path, suffix: str, wanted: Callable[[str], bool] = lambda _: True) -> Iterator[tuple[str, bytes]]:
    """The name and the bytes of each file that ends so and is wanted. Raises Unreadable."""
    for name, opened in _files(path, suffix, wanted):
        with _reading(path), opened() as file:
            data = file.read()
        yield name, data


@dataclass(frozen=True, slots=True)
class Rows:
    """The elements of a list that stays in its file, from a byte on; to be gone through as often as one likes."""

    opened: Open
    begins: int

    def __iter__(self) -> Iterator[Any]:
        with self.opened() as file:
            yield from _JsonWindow(file, self.begins).elements()


def _files(path: Path, suffix: str, wanted: Callable[[str], bool]) -> Iterator[tuple[str, Open]]:
    with _reading(path):
        if path.is_dir():
            for name in sorted(file.relative_to(path).as_posix() for file in path.rglob(f"*{suffix}")):
                if wanted(name):
                    yield name, _opener(path / name)
        elif zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as kept:
                for name in sorted(file for file in kept.namelist() if file.endswith(suffix) and wanted(file)):
                    yield name, partial(kept.open, name)
        else:
            yield path.name, _opener(path)


def _opener(path: Path) -> Open:
    return lambda: path.open("rb")


@contextmanager
def _reading(path: Path) -> Iterator[None]:
    """Raises Unreadable for what keeps a file from being read."""
    try:
        yield
    except RecursionError:  # of a text, not of the reading
        raise
    except (OSError, zipfile.BadZipFile, NotImplementedError, RuntimeError) as error:  # encrypted, or of a later format
        raise UnreadableExport(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from error


class _JsonWindow:
    """A JSON text of which a window is in memory. Its methods raise ValueError where it is none."""

    def __init__(self, file: IO[bytes], begins: int = 0) -> None:
        self._file, self._decoder = file, codecs.getincrementaldecoder("utf-8")()
        self._text, self._at = "", 0
        if begins == 0 and file.read(len(codecs.BOM_UTF8)) == codecs.BOM_UTF8:
            begins = len(codecs.BOM_UTF8)
        self._passed = begins  # bytes before the window
        file.seek(begins)

    def skeleton(self, opened: Open, name: str = REPEATED) -> Any:
        """The value that is next, without its long lists."""
        match self._next():
            case "{":
                return dict(self._members(opened))
            case "[" if name == REPEATED:
                rows = Rows(opened, self._passed + len(self._text[: self._at].encode()))
                for _ in self.elements():
                    pass
                return rows
            case "[":
                return [self.skeleton(opened, "") for _ in self._parts("]")]
        return self._value()

    def elements(self) -> Iterator[Any]:
        """Those of the list that is next."""
        self._next()
        for _ in self._parts("]"):
            yield self._value()

    def _members(self, opened: Open) -> Iterator[tuple[str, Any]]:
        for _ in self._parts("}"):
            name = self._value()
            if not isinstance(name, str) or self._next() != ":":
                raise ValueError("a name and a colon are missing")
            self._at += 1
            yield name, self.skeleton(opened, name)

    def _parts(self, end: str) -> Iterator[None]:
        """Stands before each part of a list or an object, then behind its end."""
        self._at += 1
        if self._next() != end:
            yield
            while self._next() == ",":
                self._at += 1
                yield
        if self._next() != end:
            raise ValueError(f"{end} is missing")
        self._at += 1

    def _value(self) -> Any:
        self._next()
        while True:
            try:
                found, end = _DECODER.raw_decode(self._text, self._at)
            except ValueError:
                if not self._more():
                    raise
                continue
            if end == len(self._text):  # a number may go on behind the window
                before = self._at
                if self._more():
                    continue
                end -= before
            self._at = end
            return found

    def _next(self) -> str:
        """The next character that is no space; empty at the end."""
        while True:
            while self._at < len(self._text) and self._text[self._at] in _SPACE:
                self._at += 1
            if self._at < len(self._text):
                return self._text[self._at]
            if not self._more():
                return ""

    def _more(self) -> bool:
        """Widen the window; what was read of it is let go."""
        self._passed += len(self._text[: self._at].encode())
        self._text, self._at = self._text[self._at :], 0
        if len(self._text) > _LARGEST:
            raise ValueError("a piece is too long")
        data = self._file.read(max(_CHUNK, len(self._text)))
        self._text += self._decoder.decode(data, final=not data)
        return bool(data)
