"""Strangers: refused in one line, answered, or refused and reported to the owners, as the config wants it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from bots.delivery.seam import Out
from bots.errors import SendFault
from bots.message import Send
from bots.parcel import Heard, Parcel, pack
from bots.ports import Adapter
from bots.words import word
from memory.vocabulary.address import Account, Person
from memory.vocabulary.ports import Clock

#: A stranger is reported once in that time, however much they write.
AGAIN_AFTER = timedelta(days=1)


class GuestReports:
    """Tells the owners on the stranger's platform, by the account that heard them."""

    def __init__(self, owners: frozenset[str], adapters: Mapping[Account, Adapter], clock: Clock) -> None:
        self._owners = [Person.parse(owner) for owner in sorted(owners)]
        self._adapters = adapters
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
        found = []
        for number, owner in enumerate(self._owners):
            if owner.platform == message.place.platform:
                out = await self._out(heard, owner, text, f"report/{number}")
                found += [out] if out else []
        return found

    async def _out(self, heard: Heard, owner: Person, text: str, slot: str) -> Out | None:
        account = heard.message.account
        try:
            place = await self._adapters[account].direct(owner)
        except SendFault:
            return None  # closed direct messages: the refusal has told the stranger whom to ask
        act = Send(place=place, text=text)
        parcel = Parcel(anima=heard.anima, account=account, act=act, audience=f"person:{owner}")
        return Out(slot=slot, body=pack(parcel))
