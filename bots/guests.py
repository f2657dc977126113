"""Strangers: refused in one line, answered, or refused and reported to the owners, as the config wants it."""

from __future__ import annotations

from datetime import datetime, timedelta

from bots.delivery.seam import Out
from bots.parcel import Heard
from bots.people.owners import Owners
from bots.words import word
from memory.vocabulary.ports import Clock

#: A stranger is reported once in that time, however much they write.
AGAIN_AFTER = timedelta(days=1)


class GuestReports:
    """Tells the owners."""

    def __init__(self, owners: Owners, clock: Clock) -> None:
        self._owners = owners
        self._clock = clock
        self._reported_at: dict[str, datetime] = {}

    async def outs(self, heard: Heard, language: str) -> list[Out]:
        """A direct message to each owner who can be reached there. What the stranger wrote is not repeated."""
        message, now = heard.message, self._clock()
        stranger = str(message.writer)
        before = self._reported_at.get(stranger)
        if before is not None and now - before < AGAIN_AFTER:
            return []
        self._reported_at[stranger] = now
        name = " ".join(message.author_name.split())[:80]
        text = word(language, "report", name=name, address=stranger, place=str(message.place))
        return await self._owners.outs(heard, text, "report")
