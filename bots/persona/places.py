"""Which files of its memory an anima may see, read and write, as its permissions.md says. Deny wins.

Entries are paths below its own folder (`knowledge/`, `knowledge/tea.md`, `episodes/2026-*`). Absolute ones belong to
the machine, which no tool reads or writes. A list without an entry of ours leaves the product's own rules; "none" is
none.
"""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterable
from fnmatch import fnmatchcase
from pathlib import Path

from bots.persona.permissions import Permissions


class Places:
    """`root` is the anima's folder: links in it are followed before a path is looked at."""

    def __init__(self, rules: Permissions, root: Path) -> None:
        self._root = os.path.realpath(root)
        self._readable = _ours(rules.readable)
        self._writable = _ours(rules.writable)
        self._invisible = _ours(rules.invisible) or ()

    def sees(self, path: str) -> bool:
        return not any(_fits(one, self._invisible) for one in self._names(path))

    def may_read(self, path: str) -> bool:
        return self._is_within(path, self._readable)

    def may_write(self, path: str) -> bool:
        return self._is_within(path, self._writable)

    def _is_within(self, path: str, entries: tuple[str, ...] | None) -> bool:
        names = self._names(path)
        return self.sees(path) and (entries is None or all(_fits(one, entries) for one in names))

    def _names(self, path: str) -> set[str]:
        """As it was written without `.` and `..`, and where it leads."""
        plain = path.partition("#")[0]
        real = os.path.realpath(os.path.join(self._root, plain))
        return {_folded(os.path.normpath(plain)), _folded(os.path.relpath(real, self._root))}


def is_ours(entry: str) -> bool:
    """Whether an entry names a place of memory."""
    return not entry.startswith(("/", "~", "$")) and ".." not in entry.split("/") and "\\" not in entry


def _ours(entries: Iterable[str] | None) -> tuple[str, ...] | None:
    """None: nothing is said of memory."""
    if entries is None:
        return None
    every = tuple(entries)
    ours = tuple(_folded(os.path.normpath(entry)) for entry in every if is_ours(entry))
    return ours if ours or not every else None


def _fits(name: str, entries: Iterable[str]) -> bool:
    return any(one in (".", name) or name.startswith(f"{one}/") or fnmatchcase(name, one) for one in entries)


def _folded(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()
