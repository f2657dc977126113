"""Noting which memories a reply made use of: beside the turn, for it must not delay the reply."""

from __future__ import annotations

import logging

from bots.background import Background
from bots.mind import Mind
from memory.vocabulary.errors import MemoryFault
from memory.vocabulary.recall import Cue, Primed

log = logging.getLogger(__name__)


class Noting:
    """What was in the prompt and what of it is in the reply."""

    def __init__(self) -> None:
        self._background = Background()

    def answered(self, mind: Mind, cue: Cue, primed: Primed, reply: str) -> None:
        """Note it, some time soon."""
        if primed.recollections or primed.withheld:
            self._background.spawn(_note(mind, cue, primed, reply))


async def _note(mind: Mind, cue: Cue, primed: Primed, reply: str) -> None:
    try:
        await mind.engine.answered(cue, primed, reply)
    except MemoryFault:
        log.warning("which memories a reply used could not be noted", exc_info=True)
