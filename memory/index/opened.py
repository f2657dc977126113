"""Whose indexes are open: those of the animas that were asked longest ago are closed, however large the fleet is."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Protocol

OPEN_AT_MOST = 32
"""Animas with open indexes; each has two SQLite files with a megabyte of cache."""


class Closing(Protocol):
    """Something that can be closed, and opens by itself when it is used again."""

    def rest(self) -> None: ...


class Opened:
    """Not a lock: who is closed while in use only opens again."""

    def __init__(self, at_most: int = OPEN_AT_MOST) -> None:
        self._at_most = at_most
        self._open: OrderedDict[Closing, None] = OrderedDict()
        self._lock = threading.Lock()

    def use(self, one: Closing) -> list[Closing]:
        """It is in use now; who is to be closed for it."""
        with self._lock:
            self._open[one] = None
            self._open.move_to_end(one)
            return [self._open.popitem(last=False)[0] for _ in range(len(self._open) - self._at_most)]

    def forget(self, one: Closing) -> None:
        with self._lock:
            self._open.pop(one, None)


OPENED = Opened()
"""File descriptors and memory are the process's."""
