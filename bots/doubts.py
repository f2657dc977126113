"""Sends in doubt: shown at once to whoever runs the fleet, told to the person once, after the next start."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace

from bots.boards.boards import SIGN
from bots.delivery.seam import Delivery, Doubt
from bots.house import is_house
from bots.parcel import Occasion, Parcel, pack_heard, unpack_heard
from memory.vocabulary.event import Json
from memory.vocabulary.ports import Clock

#: A line for whoever watches: `{"event": …}`.
Announce = Callable[[Mapping[str, Json]], None]


class Doubts:
    """Of one life of the fleet: what came into doubt within it is told in the next."""

    def __init__(self, delivery: Delivery, clock: Clock, announce: Announce) -> None:
        self._delivery = delivery
        self._announce = announce
        self._started_at = clock()
        self._new = asyncio.Event()

    def arose(self, parcel: Parcel, nonce: str) -> None:
        """The platform cannot tell whether this send happened."""
        self._announce(
            {
                "event": "delivery_in_doubt",
                "account": str(parcel.account),
                "anima": parcel.anima,
                "place": str(parcel.act.place),
                "reply_to": parcel.reply_to,
                "nonce": nonce,
            }
        )
        self._new.set()

    async def keep_telling(self, settle_s: float = 1.0) -> None:
        """Tell those of before this start: what is there, and what the first minutes bring to light."""
        while True:
            await self.tell()  # raises NotStored: the caller begins again
            await self._new.wait()
            await asyncio.sleep(settle_s)  # the row is settled just after it arose
            self._new.clear()

    async def tell(self) -> None:
        """Put a note into the lane of each question whose answer is in doubt since an earlier life."""
        for doubt in await self._delivery.doubts(untold=True):
            if doubt.accepted_at >= self._started_at:
                continue
            if not doubt.lane.startswith(SIGN):
                await self._note(doubt)
            await self._delivery.told(doubt.nonce)

    async def _note(self, doubt: Doubt) -> None:
        heard = unpack_heard(doubt.turn)
        if heard.woken_by != "doubt" and not is_house(heard.message.place):
            note = pack_heard(replace(heard, occasion=Occasion(kind="doubt", id=doubt.nonce)))
            await self._delivery.accept(doubt.lane, f"{doubt.key}:doubt", note)
