"""The embedded engine: inbox, lanes and outbox on one SQLite file."""

from __future__ import annotations

import random
from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

from bots.delivery import letters, past, store
from bots.delivery.crash_points import crash_point
from bots.delivery.lanes import Lanes
from bots.delivery.outgoing import Outgoing, Patience
from bots.delivery.seam import Carrier, DeadLetter, Doubt, Step, Think
from bots.delivery.writer import Writer
from memory.vocabulary.ports import Clock


class EmbeddedDelivery:
    """Delivery (bots.delivery.seam) on one SQLite file, one owner."""

    def __init__(
        self, path: Path, clock: Clock, *, patience: Patience | None = None, rng: random.Random | None = None
    ) -> None:
        """Raises NotStored when the file cannot be opened."""
        self._writer = Writer(path, store.prepare)
        self._clock = clock
        self._patience = patience or Patience()
        outgoing = Outgoing(self._writer, clock, self._patience, rng or random.Random())
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
        """The lanes in which a turn is being thought about, or its answer sent."""
        return self._lanes.running()

    async def was_answered(self, lane: str, key: str, at: datetime) -> bool | None:
        return await self._writer.do(partial(past.was_answered, lane=lane, key=key, at=at))

    async def doubts(self, *, untold: bool = False) -> list[Doubt]:
        return await self._writer.do(partial(letters.doubts, untold=untold))

    async def told(self, nonce: str) -> None:
        await self._writer.do(partial(letters.told, nonce=nonce))

    async def dead(self) -> list[DeadLetter]:
        return await self._writer.do(letters.dead)

    async def resend(self, letter: int) -> bool:
        lane = await self._writer.do(partial(letters.revive, letter=letter, now=self._clock()))
        if lane is not None:
            self._lanes.kick(lane)
        return lane is not None

    async def posts(self, event: str) -> Mapping[str, str]:
        return await self._writer.do(partial(store.posts, event=event))

    async def trace(self, key: str, room: str = "") -> list[Step]:
        return await self._writer.do(partial(letters.trace, text=key, room=room))

    async def close(self) -> None:
        await self._writer.close()
