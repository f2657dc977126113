"""The outbound error boundary: an outbox item → the account's adapter → a receipt → the activity log.

Sends in doubt are shown at once to whoever runs the fleet, and told to the person once, after the next start.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace

from bots.anima.anima import Anima
from bots.delivery.contract import Delivery, DoubtfulSend, Out, turn_called
from bots.delivery.internal_channel import is_internal
from bots.delivery.items import Letter, Occasion, OutboxItem, pack_inbox, unpack_inbox, unpack_outbox
from bots.errors import InDoubt, NotStored, Refused, SendFault
from bots.message import Edit, Send
from bots.people.addressing import ConversationPartners
from bots.ports import Adapter
from bots.rooms.boards import BOARD_SIGN, Boards
from memory.vocabulary.address import Account
from memory.vocabulary.errors import StorageFault
from memory.vocabulary.event import Event, Json
from memory.vocabulary.ports import Clock

#: Told when a send ends in doubt.
TellDoubt = Callable[[OutboxItem, str], None]
#: Takes a letter to its recipient, once; its id.
HandOverLetter = Callable[[Letter], Awaitable[str]]


class Dispatch:
    """The delivery engine's Carrier."""

    def __init__(
        self,
        adapters: Mapping[Account, Adapter],
        animas: Mapping[str, Anima],
        partners: ConversationPartners,
        clock: Clock,
        tell_doubt: TellDoubt,
        hand_over: HandOverLetter,
        boards: Boards,
    ) -> None:
        self._hand_over = hand_over
        self._adapters = adapters
        self._animas = animas
        self._partners = partners
        self._clock = clock
        self._tell_doubt = tell_doubt
        self._boards = boards

    async def post(self, out: Out, nonce: str, in_doubt: bool) -> str:
        parcel = unpack_outbox(out.body)
        with turn_called(f"{parcel.act.place.room}/{parcel.reply_to}"):
            return await self._posted(parcel, nonce, in_doubt)

    async def _posted(self, parcel: OutboxItem, nonce: str, in_doubt: bool) -> str:
        if parcel.carried is None and parcel.anima not in self._animas:
            raise Refused(resting_notice(parcel.anima))
        if parcel.letter is not None:
            return await self._hand_over(parcel.letter)
        if parcel.board:
            return await self._boards.post(parcel)
        adapter = self._adapters.get(parcel.account)
        if adapter is None:
            raise Refused(f"the account {parcel.account} is not in the config any more")
        return (await adapter.perform(parcel.act, nonce, in_doubt)).message_id

    async def sent(self, out: Out, ids: Sequence[str]) -> None:
        parcel = unpack_outbox(out.body)
        message_id = ids[-1] if ids else ""
        if parcel.carried is not None:
            await self._boards.copied(parcel, message_id)
            return
        if parcel.event is not None:
            several: dict[str, Json] = {"message_ids": list(ids)} if len(ids) > 1 else {}
            meta = {**parcel.event.meta, "message_id": message_id, **several}
            event = replace(parcel.event, meta=meta)
            await self._record(parcel, event)
            await self._boards.said(parcel, event, ids)
        if isinstance(parcel.act, Send | Edit):
            self._partners.said(parcel.anima, parcel.act.place, message_id)

    async def lost(self, out: Out, nonce: str, end: SendFault) -> None:
        parcel = unpack_outbox(out.body)
        if parcel.carried is not None:
            await self._boards.lost(parcel, end)
        elif isinstance(end, InDoubt):
            await self._record(parcel, self._doubt(parcel, nonce))
            self._tell_doubt(parcel, nonce)
        else:
            await self._record(parcel, self._trouble(parcel, nonce, str(end)))

    async def _record(self, parcel: OutboxItem, event: Event) -> None:
        """In the anima's own log, which one that rests has no more. Raises NotStored."""
        if (anima := self._animas.get(parcel.anima)) is None:
            return
        try:
            await anima.engine.record(event)
        except StorageFault as full:
            raise NotStored(str(full)) from full

    def _doubt(self, parcel: OutboxItem, nonce: str) -> Event:
        event = self._trouble(parcel, nonce, "it is unknown whether this answer arrived")
        return replace(event, meta={**event.meta, "in_doubt": True})

    def _trouble(self, parcel: OutboxItem, nonce: str, summary: str) -> Event:
        return Event(
            ts=self._clock(),
            type="error",
            summary=summary,
            content=parcel.act.text if isinstance(parcel.act, Send | Edit) else "",
            sender=parcel.anima,
            channel=str(parcel.act.place),
            meta={
                "platform": parcel.account.platform,
                "account": str(parcel.account),
                "audience": parcel.audience,
                "id": f"trouble/{nonce}",
                "reply_to": parcel.reply_to,
            },
        )


def resting_notice(anima: str) -> str:
    """Why nothing of this anima's goes out."""
    return f"the anima {anima} is disabled or not there any more"


# --- doubts ---------------------------------------------------------------------------------------------------------
# Sends in doubt: shown at once to whoever runs the fleet, told to the person once, after the next start.


#: A line for whoever watches: `{"event": …}`.
AnnounceDoubt = Callable[[Mapping[str, Json]], None]


class DoubtAnnouncements:
    """Of one life of the fleet: what came into doubt within it is told in the next."""

    def __init__(self, delivery: Delivery, clock: Clock, announce: AnnounceDoubt) -> None:
        self._delivery = delivery
        self._announce = announce
        self._started_at = clock()
        self._new = asyncio.Event()

    def arose(self, parcel: OutboxItem, nonce: str) -> None:
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
            if not doubt.lane.startswith(BOARD_SIGN):
                await self._note(doubt)
            await self._delivery.told(doubt.nonce)

    async def _note(self, doubt: DoubtfulSend) -> None:
        heard = unpack_inbox(doubt.turn)
        if heard.woken_by != "doubt" and not is_internal(heard.message.place):
            note = pack_inbox(replace(heard, occasion=Occasion(kind="doubt", id=doubt.nonce)))
            await self._delivery.accept(doubt.lane, f"{doubt.key}:doubt", note)
