"""The outbound rim: a parcel from the outbox → the account's adapter → a receipt → the activity log."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace

from bots.boards.boards import Boards
from bots.delivery.seam import Out
from bots.errors import InDoubt, NotStored, Refused, SendFault
from bots.message import Edit, Send
from bots.mind import Mind
from bots.parcel import Letter, Parcel, unpack
from bots.people.partners import Partners
from bots.ports import Adapter
from bots.turn_id import turn_id
from memory.vocabulary.address import Account
from memory.vocabulary.errors import StorageFault
from memory.vocabulary.event import Event, Json
from memory.vocabulary.ports import Clock

#: Told when a send ends in doubt.
Tell = Callable[[Parcel, str], None]
#: Takes a letter to its recipient, once; its id.
HandOver = Callable[[Letter], Awaitable[str]]


class Dispatch:
    """The delivery engine's Carrier."""

    def __init__(
        self,
        adapters: Mapping[Account, Adapter],
        minds: Mapping[str, Mind],
        partners: Partners,
        clock: Clock,
        tell_doubt: Tell,
        hand_over: HandOver,
        boards: Boards | None = None,
    ) -> None:
        self._hand_over = hand_over
        self._adapters = adapters
        self._minds = minds
        self._partners = partners
        self._clock = clock
        self._tell_doubt = tell_doubt
        self._boards = boards

    async def post(self, out: Out, nonce: str, in_doubt: bool) -> str:
        parcel = unpack(out.body)
        turn_id.set(f"{parcel.act.place.room}/{parcel.reply_to}")
        if parcel.carried is None and parcel.anima not in self._minds:
            raise Refused(resting(parcel.anima))
        if parcel.letter is not None:
            return await self._hand_over(parcel.letter)
        if parcel.board and self._boards is not None:
            return await self._boards.post(parcel)
        adapter = self._adapters.get(parcel.account)
        if adapter is None:
            raise Refused(f"the account {parcel.account} is not in the config any more")
        return (await adapter.perform(parcel.act, nonce, in_doubt)).message_id

    async def sent(self, out: Out, ids: Sequence[str]) -> None:
        parcel = unpack(out.body)
        message_id = ids[-1] if ids else ""
        if parcel.carried is not None and self._boards is not None:
            await self._boards.copied(parcel, message_id)
            return
        if parcel.event is not None:
            several: dict[str, Json] = {"message_ids": list(ids)} if len(ids) > 1 else {}
            meta = {**parcel.event.meta, "message_id": message_id, **several}
            event = replace(parcel.event, meta=meta)
            await self._record(parcel, event)
            if self._boards is not None:
                await self._boards.said(parcel, event, ids)
        if isinstance(parcel.act, Send | Edit):
            self._partners.said(parcel.anima, parcel.act.place, message_id)

    async def lost(self, out: Out, nonce: str, end: SendFault) -> None:
        parcel = unpack(out.body)
        if parcel.carried is not None and self._boards is not None:
            await self._boards.lost(parcel, end)
        elif isinstance(end, InDoubt):
            await self._record(parcel, self._doubt(parcel, nonce))
            self._tell_doubt(parcel, nonce)
        else:
            await self._record(parcel, self._trouble(parcel, nonce, str(end)))

    async def _record(self, parcel: Parcel, event: Event) -> None:
        """In the anima's own log, which one that rests has no more. Raises NotStored."""
        if (mind := self._minds.get(parcel.anima)) is None:
            return
        try:
            await mind.engine.record(event)
        except StorageFault as full:
            raise NotStored(str(full)) from full

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


def resting(anima: str) -> str:
    """Why nothing of this anima's goes out."""
    return f"the anima {anima} is disabled or not there any more"
