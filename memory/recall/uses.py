"""Uses: what was primed, withheld and used is noted, each moment once; only what was used counts as an access."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from memory.archive.memory_line import Note
from memory.index.moments import REPLY
from memory.recall.usage import used_in
from memory.vocabulary.address import Audience
from memory.vocabulary.errors import MemoryFault
from memory.vocabulary.ports import Clock
from memory.vocabulary.recall import Cue, Primed
from memory.vocabulary.strength import PRIMED, USED, WITHHELD, Use, memory_of

_log = logging.getLogger(__name__)


class Uses:
    """Blocking; call it from a thread."""

    def __init__(self, append: Callable[[Sequence[Note]], object], clock: Clock) -> None:
        """`append` adds to the memory log, durably and each key once."""
        self._append = append
        self._clock = clock

    def answered(self, cue: Cue, primed: Primed, reply: str) -> None:
        """What the prompt of a turn held, and what of it the reply shows. Raises StorageFault."""
        used = used_in(reply, cue.text, primed.recollections)
        moments = ((PRIMED, primed.recollections), (WITHHELD, primed.withheld), (USED, used))
        self._append(
            [
                self._use(f"{cue.key}/{type}", type, [one.id for one in found], cue.audience, REPLY * (type == USED))
                for type, found in moments
                if found
            ]
        )

    def confirmed(self, ids: Sequence[str], key: str, audience: Audience) -> None:
        """A person has said that these are right. Raises StorageFault."""
        self._append([self._use(key, USED, ids, audience, "confirmed")])

    def try_note(self, key: str, type: str, ids: Sequence[str], audience: Audience, how: str) -> None:
        """A full disk keeps nobody from remembering."""
        try:
            self._append([self._use(key, type, ids, audience, how)])
        except MemoryFault:
            _log.warning("a use of memories could not be noted", exc_info=True)

    def _use(self, key: str, type: str, ids: Sequence[str], audience: Audience, how: str) -> Use:
        memories = tuple(dict.fromkeys(memory_of(id) for id in ids))
        return Use(ts=self._clock(), key=key, type=type, ids=memories, how=how, audience=str(audience))
