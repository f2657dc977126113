"""Whether an anima has told the same before: a notification is not repeated within a day."""

from __future__ import annotations

from datetime import datetime, timedelta
from difflib import SequenceMatcher

from bots.addressing import fold
from bots.mind import Mind
from memory.vocabulary.address import Place
from memory.vocabulary.event import Event

WITHIN = timedelta(hours=24)
_LOOKED_BACK = 200
#: Of two texts that say the same, so much at least is the same; characters that are compared.
_SAME, _CHARACTERS = 0.85, 400
_TOLD = frozenset({"human_notify", "channel_post", "response_sent"})


async def told_before(mind: Mind, place: Place, text: str, now: datetime) -> bool:
    """Whether the anima has said this there lately."""
    wanted = fold(text)[:_CHARACTERS]

    def is_own(event: Event) -> bool:
        return event.type in _TOLD and event.sender == mind.name and now - event.ts < WITHIN

    for event in await mind.engine.recent(place.room, _LOOKED_BACK, since=now - WITHIN, wanted=is_own):
        said = fold(event.content)[:_CHARACTERS]
        matcher = SequenceMatcher(None, wanted, said, autojunk=False)
        if matcher.quick_ratio() >= _SAME and matcher.ratio() >= _SAME:
            return True
    return False
