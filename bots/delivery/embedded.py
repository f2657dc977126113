"""The embedded engine: inbox, lanes and outbox on one SQLite file, and what a person asks of it."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

from bots.delivery import store
from bots.delivery.contract import Carrier, DeadLetter, DoubtfulSend, Think, TraceStep
from bots.delivery.crash_points import crash_point
from bots.delivery.lanes import Lanes
from bots.delivery.outbox import OutboxSender, RetryPatience
from bots.delivery.store import SqliteWriter, step
from memory.vocabulary.ports import Clock


class EmbeddedDelivery:
    """Delivery (bots.delivery.contract) on one SQLite file, one owner."""

    def __init__(
        self, path: Path, clock: Clock, *, patience: RetryPatience | None = None, rng: random.Random | None = None
    ) -> None:
        """Raises NotStored when the file cannot be opened."""
        self._writer = SqliteWriter(path, store.prepare)
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
        """The lanes in which a turn is being thought about, or its answer sent."""
        return self._lanes.running()

    async def was_answered(self, lane: str, key: str, at: datetime) -> bool | None:
        return await self._writer.do(partial(store.was_answered, lane=lane, key=key, at=at))

    async def doubts(self, *, untold: bool = False) -> list[DoubtfulSend]:
        return await self._writer.do(partial(doubtful_sends, untold=untold))

    async def told(self, nonce: str) -> None:
        await self._writer.do(partial(mark_doubt_told, nonce=nonce))

    async def dead(self) -> list[DeadLetter]:
        return await self._writer.do(dead_letters)

    async def resend(self, letter: int) -> bool:
        lane = await self._writer.do(partial(revive_turn, letter=letter, now=self._clock()))
        if lane is not None:
            self._lanes.kick(lane)
        return lane is not None

    async def posts(self, event: str) -> Mapping[str, str]:
        return await self._writer.do(partial(store.posts, event=event))

    async def trace(self, key: str, room: str = "") -> list[TraceStep]:
        return await self._writer.do(partial(trace_message, text=key, room=room))

    async def close(self) -> None:
        await self._writer.close()


# --- letters --------------------------------------------------------------------------------------------------------
# What a person asks of delivery: sends in doubt, dead letters and sending them again, the life of one message.


def doubtful_sends(db: sqlite3.Connection, untold: bool) -> list[DoubtfulSend]:
    rows = db.execute(
        """select lane, key, slot, nonce, outbox.body, inbox.body, accepted_at from outbox join inbox on inbox.id = turn
           where outbox.state = 'in_doubt' and told <= ? order by outbox.id""",
        (0 if untold else 1,),
    )
    return [
        DoubtfulSend(
            lane=r[0],
            key=r[1],
            slot=r[2],
            nonce=r[3],
            body=r[4],
            turn=r[5],
            accepted_at=datetime.fromisoformat(r[6]),
        )
        for r in rows
    ]


def mark_doubt_told(db: sqlite3.Connection, nonce: str) -> None:
    db.execute("update outbox set told = 1 where nonce = ?", (nonce,))


def dead_letters(db: sqlite3.Connection) -> list[DeadLetter]:
    """Turns have even numbers, single sends odd ones."""
    turns = db.execute("select 2 * id, lane, key, '', reason from inbox where state = 'dead'")
    sends = db.execute(
        """select 2 * outbox.id + 1, lane, key, slot, outbox.reason from outbox join inbox on inbox.id = turn
           where outbox.state = 'failed'"""
    )
    return [DeadLetter(id=r[0], lane=r[1], key=r[2], slot=r[3], reason=r[4]) for r in [*turns, *sends]]


def revive_turn(db: sqlite3.Connection, letter: int, now: datetime) -> str | None:
    """Put a dead letter back; returns its lane, None if there is no such letter, or its turn is still under way."""
    number, is_send = divmod(letter, 2)
    if is_send:
        row = db.execute(
            """select turn from outbox join inbox on inbox.id = turn
               where outbox.id = ? and outbox.state = 'failed' and inbox.state in ('done', 'dead')""",
            (number,),
        ).fetchone()
        if row is None:
            return None
        db.execute("update outbox set state = 'new', reason = '' where id = ?", (number,))
        turn, state = int(row[0]), "answering"
    else:
        turn, state = number, "waiting"
        if db.execute("select 1 from inbox where id = ? and state = 'dead'", (turn,)).fetchone() is None:
            return None
    db.execute("update inbox set state = ?, attempt = 0, failures = 0, reason = '' where id = ?", (state, turn))
    step(db, turn, now, "resent", "by hand")
    return str(db.execute("select lane from inbox where id = ?", (turn,)).fetchone()[0])


def trace_message(db: sqlite3.Connection, text: str, room: str = "") -> list[TraceStep]:
    """By the message or by what was posted of it; a room has the lanes of its threads, too."""
    posted = text.lstrip("0") if text.isdigit() else text  # a key pads the ids that a platform gives
    rows = db.execute(
        """select at, what, step.detail, lane, key from step join inbox on inbox.id = turn
           where (instr(lane || ' ' || key, :text) > 0
                  or inbox.id in (select turn from outbox where platform_id in (:text, :posted)))
           and (:room = '' or instr(substr(lane, instr(lane, '@') + 1) || '#', :room || '#') = 1)
           order by step.rowid limit 500""",
        {"text": text, "posted": posted, "room": room},
    )
    return [TraceStep(at=datetime.fromisoformat(r[0]), what=r[1], detail=f"{r[3]} {r[4]} {r[2]}".strip()) for r in rows]
