"""The engine of delivery: inbox, lanes and outbox over a writer's database, and what a person asks of it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import partial

from bots.delivery import store
from bots.delivery.contract import Carrier, DeadLetter, DoubtfulSend, RetryPatience, Think, TraceStep
from bots.delivery.crash_points import crash_point
from bots.delivery.lanes import Lanes
from bots.delivery.outbox import OutboxSender
from bots.delivery.store import Writer
from memory.vocabulary.ports import Clock


class DeliveryEngine:
    """Delivery (bots.delivery.contract) but for `snapshot`, which is the database's own."""

    def __init__(
        self, writer: Writer, clock: Clock, patience: RetryPatience | None = None, rng: random.Random | None = None
    ) -> None:
        self._writer = writer
        self._clock = clock
        self._patience = patience or RetryPatience()
        outgoing = OutboxSender(self._writer, clock, self._patience, rng or random.Random())
        self._lanes = Lanes(self._writer, clock, self._patience, outgoing)

    async def accept(self, lane: str, key: str, body: bytes) -> bool:
        return await self.accept_all({lane: body}, key)

    async def accept_all(self, bodies: Mapping[str, bytes], key: str) -> bool:
        crash_point("before_accept")
        new = await self._writer.do(partial(store.accept_all, bodies=bodies, key=key, now=self._clock()))
        crash_point("after_accept")
        for lane in new:
            self._lanes.kick(lane)
        return bool(new)

    async def took(self, place: str, key: str) -> frozenset[str]:
        return await self._writer.do(partial(store.took, place=place, key=key))

    async def bury(self, bodies: Mapping[str, bytes], key: str, reason: str) -> None:
        now = self._clock()
        await self._writer.do(partial(store.accept_all, bodies=bodies, key=key, now=now, state="dead", reason=reason))

    async def note(self, lane: str, key: str) -> bool:
        now = self._clock()
        return await self._writer.do(partial(store.accept, lane=lane, key=key, body=b"", now=now, state="done"))

    async def run(self, think: Think, carrier: Carrier) -> None:
        await self._lanes.run(think, carrier)

    async def stop(self, lane: str) -> bool:
        return await self._lanes.stop(lane)

    async def prune(self, older_than: timedelta) -> int:
        window = max(older_than, self._patience.dedup_window)
        return await self._writer.do(partial(store.prune, before=self._clock() - window))

    async def latest(self, before: datetime | None = None) -> Mapping[str, str]:
        return await self._writer.do(partial(store.latest, before=before))

    async def open_gaps(self, account: str, cursors: Mapping[str, str]) -> None:
        await self._writer.do(partial(store.open_gaps, account=account, cursors=cursors))

    async def gaps(self, account: str) -> Mapping[str, str]:
        return await self._writer.do(partial(store.gaps, account=account))

    async def close_gap(self, account: str, place: str) -> None:
        await self._writer.do(partial(store.close_gap, account=account, place=place))

    async def last_accepted(self) -> datetime | None:
        return await self._writer.do(store.last_accepted)

    async def waiting(self) -> Mapping[str, int]:
        return await self._writer.do(store.waiting)

    def running(self) -> tuple[str, ...]:
        return self._lanes.running()

    async def was_answered(self, lane: str, key: str, at: datetime) -> bool | None:
        return await self._writer.do(partial(store.was_answered, lane=lane, key=key, at=at))

    async def doubts(self, *, untold: bool = False) -> list[DoubtfulSend]:
        return await self._writer.do(partial(store.doubtful_sends, untold=untold))

    async def told(self, nonce: str) -> None:
        await self._writer.do(partial(store.mark_doubt_told, nonce=nonce))

    async def dead(self) -> list[DeadLetter]:
        return await self._writer.do(store.dead_letters)

    async def resend(self, letter: int) -> bool:
        lane = await self._writer.do(partial(store.revive_turn, letter=letter, now=self._clock()))
        if lane is not None:
            self._lanes.kick(lane)
        return lane is not None

    async def posts(self, event: str) -> Mapping[str, str]:
        return await self._writer.do(partial(store.posts, event=event))

    async def trace(self, key: str, room: str = "") -> list[TraceStep]:
        return await self._writer.do(partial(store.trace_message, text=key, room=room))

    async def close(self) -> None:
        await self._writer.close()
