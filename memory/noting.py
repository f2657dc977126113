"""Noting: what is added to the memory log, and the folds that follow it at once."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from memory.archive.memory_line import Note
from memory.index.keeper import Keeper
from memory.index.strengths import Strengths
from memory.stores import Stores
from memory.vocabulary.errors import MemoryFault
from memory.vocabulary.fact import FactChange

_log = logging.getLogger(__name__)


class Noting:
    """Blocking; call it from a thread."""

    def __init__(self, stores: Stores, strengths: Strengths, keeper: Keeper) -> None:
        self._stores = stores
        self._strengths = strengths
        self._keeper = keeper

    def append(self, notes: Sequence[Note]) -> list[Note]:
        """Those that were not in the log yet. Raises StorageFault."""
        noted = self._stores.memory_log().append(notes)
        self._follow(noted)
        return noted

    def append_for_writer(self, notes: Sequence[Note]) -> None:
        """The writer must not fail for the sake of an index once the log has the notes. Raises StorageFault."""
        noted = self._stores.memory_log().append(notes)
        try:
            self._follow(noted)
        except (MemoryFault, OSError):
            _log.warning("strengths could not follow a change", exc_info=True)

    def _follow(self, noted: Sequence[Note]) -> None:
        if noted:
            self._strengths.refresh()
        if any(isinstance(note, FactChange) for note in noted):
            log = self._stores.memory_log()
            for month in dict.fromkeys(map(log.month_of, noted)):
                self._keeper.recorded(f"memory_log/{month}")
