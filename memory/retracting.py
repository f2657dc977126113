"""Retracting: notes of facts, and what follows when one is taken back or its message is gone: nothing tells it more."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from memory.archive.memory_line import Note
from memory.index.entry import Entry
from memory.index.strengths import Strengths
from memory.knowledge.publishing import Publishing
from memory.knowledge.withdrawing import Withdrawing
from memory.noting import Noting
from memory.vocabulary.errors import MemoryFault
from memory.vocabulary.fact import QUARANTINED, RETRACTED, FactChange

_log = logging.getLogger(__name__)

TAKING_BACK = frozenset({RETRACTED, QUARANTINED})
"""The notes after which nothing may tell a fact any more."""


class Retracting:
    """Blocking; call it from a thread. Where notes cannot follow, the next night mends them."""

    def __init__(self, noting: Noting, strengths: Strengths, withdrawing: Withdrawing, publishing: Publishing) -> None:
        self._noting = noting
        self._strengths = strengths
        self._withdrawing = withdrawing
        self._publishing = publishing

    def note(self, notes: Sequence[Note]) -> None:
        """Add them to the memory log. Raises StorageFault."""
        noted = self._noting.append(notes)
        back = [note for note in noted if isinstance(note, FactChange) and note.type in TAKING_BACK]
        if back:
            self._withdraw(back)

    def message_gone(self, was: Entry) -> None:
        """A message was deleted, or says something else now: what was made of it alone is put away."""
        try:
            self._withdrawing.events([was.id], was.audience)
        except MemoryFault:
            _log.warning("notes may still tell of a message that is gone", exc_info=True)

    def publish(self) -> None:
        """Profiles follow the notes; where they cannot, they follow after the next night."""
        try:
            self._publishing()
        except (MemoryFault, OSError):
            _log.warning("profiles of people could not be brought abreast of the notes", exc_info=True)

    def _withdraw(self, notes: Sequence[FactChange]) -> None:
        ids = {id for note in notes for id in note.ids}
        facts = self._strengths.asked(lambda state: [state.facts[id] for id in ids if id in state.facts])
        events = {*(id for fact in facts for id in fact.sources), *(id for note in notes for id in note.turns)}
        try:
            if self._withdrawing.facts(facts):
                self.publish()
            for audience in {*(fact.audience for fact in facts), *(note.audience for note in notes)}:
                self._withdrawing.events({*events, *ids}, audience)
        except MemoryFault:
            _log.warning("notes still tell what was taken back; the next night mends that", exc_info=True)
