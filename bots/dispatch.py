"""The outbound rim: a parcel from the outbox → the account's adapter → a receipt → the activity log."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace

from bots.delivery.crash_points import crash_point
from bots.delivery.seam import Out
from bots.errors import InDoubt, Refused
from bots.message import Edit, Receipt, Send
from bots.parcel import Parcel, unpack
from bots.people.partners import Partners
from bots.ports import Adapter
from bots.turn_id import turn_id
from memory.engine import MemoryEngine
from memory.vocabulary.address import Account
from memory.vocabulary.errors import StorageFault
from memory.vocabulary.event import Event
from memory.vocabulary.ports import Clock

_DISK_PAUSE_S = 1.0
#: Told when a send ends in doubt.
Tell = Callable[[Parcel, str], None]


class Dispatch:
    """`Post` for the delivery engine."""

    def __init__(
        self,
        adapters: Mapping[Account, Adapter],
        memory: Callable[[str], Awaitable[MemoryEngine]],
        partners: Partners,
        clock: Clock,
        tell_doubt: Tell,
    ) -> None:
        self._adapters = adapters
        self._memory = memory
        self._partners = partners
        self._clock = clock
        self._tell_doubt = tell_doubt

    async def post(self, out: Out, nonce: str, in_doubt: bool) -> str:
        """Send it, then record it; recording is idempotent, so a repeat after a crash adds nothing."""
        parcel = unpack(out.body)
        turn_id.set(f"{parcel.act.place.room}/{parcel.reply_to}")
        adapter = self._adapters.get(parcel.account)
        if adapter is None:
            raise Refused(f"the account {parcel.account} is not in the config any more")
        try:
            receipt = await adapter.perform(parcel.act, nonce, in_doubt)
        except InDoubt:
            if in_doubt:
                await self._record(parcel, self._doubt(parcel, nonce))
                self._tell_doubt(parcel, nonce)
            raise
        except Refused as refused:
            await self._record(parcel, self._trouble(parcel, nonce, str(refused)))
            raise
        crash_point("before_response_record")
        if parcel.event is not None:
            await self._record(parcel, _with_receipt(parcel.event, receipt))
        if isinstance(parcel.act, Send | Edit):
            self._partners.said(parcel.anima, parcel.act.place, receipt.message_id)
        return receipt.message_id

    async def _record(self, parcel: Parcel, event: Event) -> None:
        """What is out is recorded, however long the disk is full: to try the whole again would doubt the send."""
        memory = await self._memory(parcel.anima)
        while True:
            try:
                await memory.record(event)
                return
            except StorageFault:
                await asyncio.sleep(_DISK_PAUSE_S)

    def _doubt(self, parcel: Parcel, nonce: str) -> Event:
        event = self._trouble(parcel, nonce, "it is unknown whether this answer arrived")
        return replace(event, meta={**event.meta, "in_doubt": True})

    def _trouble(self, parcel: Parcel, nonce: str, summary: str) -> Event:
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


def _with_receipt(event: Event, receipt: Receipt) -> Event:
    return replace(event, meta={**event.meta, "message_id": receipt.message_id})
