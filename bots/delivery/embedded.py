"""The embedded engine: inbox, lanes and outbox on one SQLite file.

A turn's life   waiting → thinking → answering → done (or dead)
A send's life   new → sending → sent (or in_doubt, failed)

The model is never asked inside a transaction. A crash leaves a turn thinking (it is thought again; what it had sent is
known) or answering (the rest is sent; a send caught in the middle is looked up by the platform first).
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

from bots.delivery import store
from bots.delivery.crash_points import crash_point
from bots.delivery.seam import DeadLetter, Doubt, Out, Post, Step, Think
from bots.delivery.store import OutRow, TurnRow
from bots.delivery.writer import Writer
from bots.errors import InDoubt, NotStored, Refused, Unreachable
from memory.vocabulary.ports import Clock

log = logging.getLogger(__name__)
#: A turn in which the process died so often is looked at with suspicion.
_SUSPECT = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """How long and how often. Seconds."""

    grace_s: float = 8.0  # open turns at shutdown
    attempts: int = 8  # a turn that raised that often is dead
    crashes: int = 30  # so is one that was begun that often: it may be what kills the process
    first_pause_s: float = 0.5  # between tries of one send; doubles
    longest_pause_s: float = 60.0
    parallel_turns: int = 64
    dedup_window: timedelta = timedelta(days=7)


@dataclass(slots=True)
class _Lane:
    """A lane that is being served."""

    again: bool = False  # something was accepted while we looked
    stopping: bool = False
    thinking: asyncio.Task[Sequence[Out]] | None = None


@dataclass(slots=True)
class _Turn:
    """What `think` sees of a row."""

    engine: EmbeddedDelivery
    row: TurnRow
    attempt: int
    sent: Mapping[str, str]
    post: Post
    lane: str = field(init=False)
    key: str = field(init=False)
    body: bytes = field(init=False)
    accepted_at: datetime = field(init=False)

    def __post_init__(self) -> None:
        self.lane, self.key, self.body = self.row.lane, self.row.key, self.row.body
        self.accepted_at = self.row.accepted_at

    async def once(self, name: str, action: Callable[[], Awaitable[str]]) -> str:
        return await self.engine.once(self.row.id, name, action)

    async def send(self, out: Out) -> str:
        return await self.engine.send_early(self.row, out, self.post)

    async def mark(self, what: str, detail: str = "") -> None:
        await self.engine.mark(self.row.id, what, detail)


class EmbeddedDelivery:
    """Delivery (bots.delivery.seam) on one SQLite file, one owner."""

    def __init__(
        self, path: Path, clock: Clock, *, patience: Patience | None = None, rng: random.Random | None = None
    ) -> None:
        """Raises NotStored when the file cannot be opened."""
        self._writer = Writer(path, store.SCHEMA)
        self._clock = clock
        self._patience = patience or Patience()
        self._rng = rng or random.Random()
        self._lanes: dict[str, _Lane] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._serve: Callable[[str, _Lane], Awaitable[None]] | None = None
        self._closing = asyncio.Event()
        self._slots = asyncio.Semaphore(self._patience.parallel_turns)

    async def accept(self, lane: str, key: str, body: bytes) -> bool:
        return await self.accept_all({lane: body}, key)

    async def accept_all(self, bodies: Mapping[str, bytes], key: str) -> bool:
        crash_point("before_accept")
        new = await self._writer.do(partial(store.accept_all, bodies=bodies, key=key, now=self._clock()))
        crash_point("after_accept")
        for lane in new:
            self._kick(lane)
        return bool(new)

    async def run(self, think: Think, post: Post) -> None:
        self._serve = partial(self._serve_lane, think=think, post=post)
        self._closing.clear()
        try:
            for lane in await self._writer.do(store.open_lanes):
                self._kick(lane)
            await asyncio.Event().wait()
        finally:
            self._serve = None  # no new turn begins
            self._closing.set()
            await self._wind_down()

    async def stop(self, lane: str) -> bool:
        served = self._lanes.get(lane)
        if served is None or served.thinking is None or served.thinking.done():
            return False
        served.stopping = True
        served.thinking.cancel()
        await asyncio.wait({served.thinking})
        return True

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
        """The lanes in which a turn is being thought about."""
        return tuple(name for name, lane in self._lanes.items() if lane.thinking is not None)

    async def doubts(self, *, untold: bool = False) -> list[Doubt]:
        return await self._writer.do(partial(store.doubts, untold=untold))

    async def told(self, nonce: str) -> None:
        await self._writer.do(partial(store.told, nonce=nonce))

    async def dead(self) -> list[DeadLetter]:
        return await self._writer.do(store.dead)

    async def resend(self, letter: int) -> bool:
        lane = await self._writer.do(partial(store.revive, letter=letter, now=self._clock()))
        if lane is not None:
            self._kick(lane)
        return lane is not None

    async def trace(self, key: str, room: str = "") -> list[Step]:
        return await self._writer.do(partial(store.trace, text=key, room=room))

    async def close(self) -> None:
        await self._writer.close()

    # ------------------------------------------------------------------------------------ what a turn may do

    async def once(self, turn: int, name: str, action: Callable[[], Awaitable[str]]) -> str:
        known = await self._writer.do(partial(store.journaled, turn=turn, name=name))
        if known is not None:
            return known
        result = await action()
        await self._writer.do(partial(store.journal, turn=turn, name=name, result=result))
        return result

    async def send_early(self, turn: TurnRow, out: Out, post: Post) -> str:
        row = await self._writer.do(partial(store.add_out, turn=turn, out=out))
        return await self._send(row, post)

    async def mark(self, turn: int, what: str, detail: str) -> None:
        await self._writer.do(partial(store.step, turn=turn, now=self._clock(), what=what, detail=detail))

    # ------------------------------------------------------------------------------------ lanes

    def _kick(self, name: str) -> None:
        """See that the lane is served, if anything is being served at all."""
        if self._serve is None:
            return
        lane = self._lanes.get(name)
        if lane is not None:
            lane.again = True
            return
        lane = self._lanes[name] = _Lane()
        task = asyncio.ensure_future(self._serve(name, lane))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve_lane(self, name: str, lane: _Lane, *, think: Think, post: Post) -> None:
        troubles = 0
        try:
            while self._serve is not None:
                lane.again = False
                try:
                    row = await self._writer.do(partial(store.next_turn, lane=name))
                    if row is not None:
                        await self._take(row, lane, think, post)
                    elif not lane.again:
                        break
                    troubles = 0
                except NotStored:  # a full disk: nothing is lost, and it goes on by itself when there is room
                    troubles += 1
                    log.warning("the inbox cannot be written; trying again", extra={"lane": name})
                    await self._rest(min(5.0, self._pause(troubles)))
        finally:
            del self._lanes[name]

    async def _take(self, row: TurnRow, lane: _Lane, think: Think, post: Post) -> None:
        if row.state != "answering" and not await self._think(row, lane, think, post):
            return
        for out in await self._writer.do(partial(store.outs, turn=row.id)):
            if out.state in ("new", "sending"):
                with suppress(Refused, InDoubt):  # settled as failed or in doubt: the rest is still said
                    await self._send(out, post)
        crash_point("before_done")
        await self._finish(row, "done")
        crash_point("after_done")

    async def _think(self, row: TurnRow, lane: _Lane, think: Think, post: Post) -> bool:
        """Think once; True when the answer is in the outbox."""
        async with self._slots:
            if self._serve is None:
                return False
            turn = await self._begin(row, post)
            if turn is None:
                return False
            lane.stopping = False
            lane.thinking = asyncio.ensure_future(think(turn))
            try:
                outs = await lane.thinking
            except asyncio.CancelledError:
                if not lane.stopping:
                    lane.thinking.cancel()
                    raise
                await self._finish(row, "done", "stopped")
                return False
            except NotStored:
                raise  # a full disk is no fault of the turn: the lane waits
            except Exception as bug:
                log.exception("turn failed", extra={"lane": row.lane, "key": row.key, "attempt": turn.attempt})
                await self._try_again(row, bug)
                return False
            finally:
                lane.thinking = None
        crash_point("before_outbox")
        await self._writer.do(partial(store.answer, turn=row, outs=outs, now=self._clock()))
        crash_point("after_outbox")
        return True

    async def _begin(self, row: TurnRow, post: Post) -> _Turn | None:
        """The turn, with what earlier attempts sent; None when it must not be thought (again, or now)."""
        if row.state == "thinking" and row.attempt >= _SUSPECT:
            # It may be what kills the process: the others get ever more time before it is tried again.
            await self._rest(self._pause(row.attempt - _SUSPECT + 2))
            if self._closing.is_set():
                return None
        sent: dict[str, str] = {}
        for out in await self._writer.do(partial(store.begun_outs, turn=row.id)):
            try:
                sent[out.out.slot] = out.platform_id if out.state == "sent" else await self._send(out, post)
            except Refused:
                continue
            except InDoubt:
                # Part of an answer may be visible and cannot be found again: another answer could double it.
                await self._finish(row, "done", "in doubt")
                return None
        attempt = await self._writer.do(partial(store.begin, turn=row.id, now=self._clock()))
        if attempt > self._patience.crashes:
            await self._finish(row, "dead", f"begun {attempt - 1} times and never ended")
            return None
        crash_point("turn_started")
        return _Turn(engine=self, row=row, attempt=attempt, sent=sent, post=post)

    async def _try_again(self, row: TurnRow, bug: Exception) -> None:
        why = f"{type(bug).__name__}: {bug}"
        failures = await self._writer.do(partial(store.fail, turn=row.id, now=self._clock(), why=why))
        if failures >= self._patience.attempts:
            await self._finish(row, "dead", why)
        else:
            await self._rest(self._pause(failures))

    async def _finish(self, row: TurnRow, state: str, why: str = "") -> None:
        await self._writer.do(partial(store.finish, turn=row.id, state=state, now=self._clock(), why=why))

    # ------------------------------------------------------------------------------------ sends

    async def _send(self, row: OutRow, post: Post) -> str:
        """Bring one send to its end; returns the platform's id, raises Refused or InDoubt when that is its end."""
        match row.state:
            case "sent":
                return row.platform_id
            case "failed":
                raise Refused("refused before")
            case "in_doubt":
                raise InDoubt("in doubt since an earlier try")
        in_doubt = row.state == "sending"
        tries = 0
        while True:
            tries += 1
            if not in_doubt:
                await self._settle(row, "sending")
            crash_point("marked_sending")
            try:
                platform_id = await post(row.out, row.nonce, in_doubt)
            except Refused as refused:
                await self._settle(row, "failed", str(refused))
                raise
            except Unreachable as away:
                if not in_doubt:
                    await self._settle(row, "new", str(away))
                pause = away.retry_after_s if away.retry_after_s is not None else self._pause(tries)
            except InDoubt as doubt:
                if in_doubt:
                    await self._settle(row, "in_doubt", str(doubt))
                    raise
                in_doubt = True
                pause = self._pause(1)
            else:
                crash_point("after_post")
                await self._settle(row, "sent", platform_id)
                crash_point("after_sent")
                return platform_id
            await self._rest(pause)
            if self._closing.is_set():
                raise asyncio.CancelledError  # the next start goes on from the row's state

    async def _settle(self, row: OutRow, state: str, detail: str = "") -> None:
        await self._writer.do(partial(store.settle, out=row, state=state, now=self._clock(), detail=detail))

    async def _rest(self, seconds: float) -> None:
        """Wait, but no longer than until the shutdown."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._closing.wait(), seconds)

    def _pause(self, tries: int) -> float:
        longest = min(self._patience.longest_pause_s, self._patience.first_pause_s * 2.0 ** min(tries - 1, 16))
        return longest * (0.5 + self._rng.random() / 2)

    async def _wind_down(self) -> None:
        if not self._tasks:
            return
        _, open_turns = await asyncio.wait(set(self._tasks), timeout=self._patience.grace_s)
        for task in open_turns:
            task.cancel()
        if open_turns:
            await asyncio.wait(open_turns, timeout=1.0)
