"""Lanes: an anima in a conversation, served one turn at a time, in order.

A turn's life   waiting → thinking → answering → done (or dead), with halted between the last two

The model is never asked inside a transaction. A crash leaves a turn thinking (it is thought again; what it had sent
is known) or answering (the rest is sent; a send caught in the middle is looked up by the platform first). Whatever
breaks in a turn is tried again a few times, then it is dead: kept for a person to look at, while the lane goes on.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from typing import Protocol

from bots.delivery import store
from bots.delivery.contract import Carrier, Out, RetryPatience, Think, WorkSlot
from bots.delivery.crash_points import crash_point
from bots.delivery.error_boundary import fault_name, is_cancelled, is_cancelled_or_ending
from bots.delivery.outbox import OutboxSender
from bots.delivery.store import OutRow, TurnRow, Writer
from bots.errors import Halted, InDoubt, NotStored, Refused
from memory.vocabulary.ports import Clock

log = logging.getLogger(__name__)
#: A turn in which the process died so often is looked at with suspicion.
_SUSPECT = 4
_OVER = ("sent", "in_doubt", "failed")


class Lanes:
    """Serves the lanes of one writer's file by one `think` and one carrier, as long as somebody runs it."""

    def __init__(self, writer: Writer, clock: Clock, patience: RetryPatience, outgoing: OutboxSender) -> None:
        self._writer, self._clock, self._patience, self._outgoing = writer, clock, patience, outgoing
        self._closing = outgoing.closing
        self._lanes: dict[str, Lane] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._slots = asyncio.Semaphore(patience.parallel_turns)
        self._think: Think | None = None
        self._carrier: Carrier | None = None

    async def run(self, think: Think, carrier: Carrier) -> None:
        """Until cancelled; then open turns end, or are given up for the next start."""
        self._closing.clear()
        await self._outgoing.surely(partial(self._writer.do, partial(store.start, now=self._clock())))
        self._think, self._carrier = think, carrier
        try:
            for lane in await self._writer.do(store.open_lanes):
                self.kick(lane)
            await self._sweep()
        finally:
            self._think = None  # no new turn begins
            self._closing.set()
            for served in self._lanes.values():
                served.halt.set()
            await self._wind_down()

    def kick(self, name: str) -> None:
        """See that the lane is served, if anything is being served at all."""
        if self._think is None:
            return
        lane = self._lanes.get(name)
        if lane is not None:
            lane.again = True
            return
        lane = self._lanes[name] = Lane(name)
        task = asyncio.ensure_future(self._serve(lane))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _sweep(self) -> None:
        """For ever. Of what was stored though its accepter was told otherwise (the connection broke), nobody knows."""
        if self._patience.sweep_s is None:
            await asyncio.Event().wait()
            return
        while True:
            await asyncio.sleep(self._patience.sweep_s)
            with suppress(NotStored):
                for lane in await self._writer.do(store.open_lanes):
                    self.kick(lane)

    async def stop(self, name: str) -> bool:
        lane = self._lanes.get(name)
        if lane is None or lane.row is None or lane.row.state == "halted":
            return False
        if lane.thinking is not None and not lane.thinking.done():
            lane.is_cut = True
            lane.halt.set()
            lane.thinking.cancel()
            await asyncio.wait({lane.thinking})
            return True
        lane.is_stopped = True
        lane.halt.set()
        await lane.ended.wait()
        return lane.was_halted

    def abandon(self) -> None:
        """End all turns at once: they are somebody else's now."""
        self._think = None
        self._closing.set()
        for task in self._tasks:
            task.cancel()

    def running(self) -> tuple[str, ...]:
        """The lanes in which a turn is being thought about, or its answer sent."""
        return tuple(name for name, lane in self._lanes.items() if lane.row is not None)

    # ------------------------------------------------------------------------------------ what a turn may do

    async def once(self, turn: int, name: str, action: Callable[[], Awaitable[str]]) -> str:
        known = await self._writer.do(partial(store.journaled, turn=turn, name=name))
        if known is not None:
            return known
        result = await action()
        await self._writer.do(partial(store.journal, turn=turn, name=name, result=result))
        return result

    async def send_early(self, turn: TurnRow, out: Out, lane: Lane) -> str:
        row = await self._writer.do(partial(store.add_out, turn=turn, out=out))
        return await self._send(row, lane, early=True)

    async def behind(self, turn: TurnRow) -> Sequence[bytes]:
        return await self._writer.do(partial(store.behind, turn=turn))

    async def mark(self, turn: int, what: str, detail: str) -> None:
        await self._writer.do(partial(store.step, turn=turn, now=self._clock(), what=what, detail=detail))

    # ------------------------------------------------------------------------------------ a lane

    async def _serve(self, lane: Lane) -> None:
        """Until nothing is left in it. Nothing but the end of the fleet ends it sooner."""
        troubles = 0
        try:
            while self._think is not None:
                lane.again = False
                try:
                    row = await self._writer.do(partial(store.next_turn, lane=lane.name))
                    if row is not None:
                        await self._take(row, lane)
                    elif not lane.again:
                        break
                    troubles = 0
                except BaseException as trouble:
                    if is_cancelled_or_ending(trouble):
                        raise
                    troubles += 1
                    await self._outlive(trouble, troubles, lane)
        finally:
            del self._lanes[lane.name]

    async def _outlive(self, trouble: BaseException, troubles: int, lane: Lane) -> None:
        """A full disk: nothing is lost, and it goes on by itself when there is room. Anything else is a bug."""
        if isinstance(trouble, NotStored):
            log.warning("the inbox cannot be written; trying again", extra={"lane": lane.name})
        elif not isinstance(trouble, Halted):
            log.error("a lane stumbled; trying again", extra={"lane": lane.name}, exc_info=trouble)
        await self._outgoing.rest(min(5.0, self._outgoing.pause(troubles)), self._closing)

    async def _take(self, row: TurnRow, lane: Lane) -> None:
        lane.row, lane.is_cut, lane.is_stopped, lane.was_halted = row, False, False, False
        lane.ended.clear()
        self._unhalt(lane)
        try:
            if row.state == "answering" or await self._answered(row, lane):
                await self._deliver(row, lane)
        except Refused as nobody:
            await self._finish(row, "dead", str(nobody))
        except BaseException as bug:
            if is_cancelled_or_ending(bug) or isinstance(bug, NotStored | Halted):
                raise
            log.error("turn failed", extra={"lane": row.lane, "key": row.key}, exc_info=bug)
            await self._try_again(row, bug, lane)
        finally:
            lane.row = None
            lane.ended.set()

    async def _answered(self, row: TurnRow, lane: Lane) -> bool:
        """Think once; True when the answer is in the outbox."""
        sent = await self._sent_before(row, lane)
        if sent is None:
            return False
        slot = WorkSlot(self._slots)
        try:
            await slot.take()
            turn = await self._begin(row, lane, slot, sent)
            outs = await self._thought(turn, lane) if turn is not None else None
        finally:
            slot.leave()
        if outs is None:
            return False
        crash_point("before_outbox")
        await self._writer.do(partial(store.answer, turn=row, outs=outs, now=self._clock()))
        crash_point("after_outbox")
        return True

    async def _sent_before(self, row: TurnRow, lane: Lane) -> dict[str, str] | None:
        """Slot -> platform id of what earlier attempts sent; None when the turn must not be thought (again, or now)."""
        if row.state == "thinking" and row.attempt >= _SUSPECT:
            # It may be what kills the process: the others get ever more time before it is tried again.
            await self._outgoing.rest(self._outgoing.pause(row.attempt - _SUSPECT + 2), lane.halt)
            if self._closing.is_set():
                return None
        sent: dict[str, str] = {}
        for out in await self._writer.do(partial(store.begun_outs, turn=row.id)):
            try:
                sent[out.out.slot] = await self._send(out, lane, early=True)
            except Refused:
                continue
            except InDoubt:
                # Part of an answer may be visible and cannot be found again: another answer could double it.
                await self._finish(row, "done", "in doubt")
                return None
        return sent

    async def _begin(self, row: TurnRow, lane: Lane, slot: WorkSlot, sent: dict[str, str]) -> RunningTurn | None:
        """The turn as `think` sees it; None when it must not be thought."""
        if self._think is None:
            return None
        if lane.is_stopped:
            await self._stopped(row, lane)
            return None
        halted, attempt = None, row.attempt
        if row.state == "halted":
            rows = await self._writer.do(partial(store.outs, turn=row.id))
            halted = tuple(item.out for item in rows if item.state == "sent")
        else:
            attempt = await self._writer.do(partial(store.begin, turn=row.id, now=self._clock()))
        if attempt > self._patience.crashes:
            await self._finish(row, "dead", f"begun {attempt - 1} times and never ended")
            return None
        crash_point("turn_started")
        away = await self._writer.do(partial(store.away, since=row.accepted_at))
        return RunningTurn(
            abilities=self, row=row, served=lane, slot=slot, attempt=attempt, away=away, sent=sent, halted=halted
        )

    async def _thought(self, turn: RunningTurn, lane: Lane) -> Sequence[Out] | None:
        """What `think` wants to be said; None when it was stopped."""
        assert self._think is not None
        lane.thinking = asyncio.ensure_future(self._think(turn))
        try:
            return await lane.thinking
        except asyncio.CancelledError as cut:
            if is_cancelled(cut):
                lane.thinking.cancel()
                raise
            if not lane.is_cut:
                raise RuntimeError("a turn was cancelled from inside") from cut
            await self._stopped(turn.row, lane)
            return None
        finally:
            lane.thinking = None
            if lane.is_cut:
                self._unhalt(lane)  # what is said of the stop is said

    async def _deliver(self, row: TurnRow, lane: Lane) -> None:
        """Send what is open of the answer, in order; what was refused or is in doubt does not keep the rest back."""
        for out in await self._writer.do(partial(store.outs, turn=row.id)):
            if out.state in _OVER:
                continue
            if lane.is_stopped and out.state == "new":
                return await self._halt(row, lane)
            try:
                await self._send(out, lane)
            except (Refused, InDoubt):
                continue
            except Halted:
                if self._closing.is_set():
                    raise
                return await self._halt(row, lane)
        crash_point("before_done")
        await self._finish(row, "done")
        crash_point("after_done")
        return None

    async def _halt(self, row: TurnRow, lane: Lane) -> None:
        lane.was_halted = bool(await self._writer.do(partial(store.halt, turn=row.id, now=self._clock())))

    async def _stopped(self, row: TurnRow, lane: Lane) -> None:
        await self._finish(row, "done", "stopped")
        lane.was_halted = True

    def _unhalt(self, lane: Lane) -> None:
        if not self._closing.is_set():
            lane.halt.clear()

    async def _try_again(self, row: TurnRow, bug: BaseException, lane: Lane) -> None:
        why = f"{fault_name(bug)}: {bug}"
        failures = await self._writer.do(partial(store.fail, turn=row.id, now=self._clock(), why=why))
        if failures >= self._patience.attempts:
            await self._finish(row, "dead", why)
            return
        await self._outgoing.rest(self._outgoing.pause(failures), lane.halt)
        if lane.is_stopped:
            await self._stopped(row, lane)

    async def _finish(self, row: TurnRow, state: str, why: str = "") -> None:
        await self._writer.bring_along()
        await self._writer.do(partial(store.finish, turn=row.id, state=state, now=self._clock(), why=why))

    async def _send(self, row: OutRow, lane: Lane, *, early: bool = False) -> str:
        assert self._carrier is not None
        return await self._outgoing.send(row, self._carrier, lane.halt, early=early)

    async def _wind_down(self) -> None:
        if not self._tasks:
            return
        _, open_turns = await asyncio.wait(set(self._tasks), timeout=self._patience.grace_s)
        for task in open_turns:
            task.cancel()
        if open_turns:
            await asyncio.wait(open_turns, timeout=1.0)


# --- taken ----------------------------------------------------------------------------------------------------------
# A turn under way: its lane, its place among those that are thought at once, and what `think` sees of it.


class TurnAbilities(Protocol):
    """What a turn may have done for it."""

    async def once(self, turn: int, name: str, action: Callable[[], Awaitable[str]]) -> str: ...

    async def send_early(self, turn: TurnRow, out: Out, lane: Lane) -> str: ...

    async def behind(self, turn: TurnRow) -> Sequence[bytes]: ...

    async def mark(self, turn: int, what: str, detail: str) -> None: ...


@dataclass(slots=True)
class Lane:
    """A lane that is being served, and the turn under way in it.

    `is_cut`: a person has ended the thinking; `is_stopped`: they want no more of the rest; `halt`: nothing is to be
    waited for any more, by either or because the fleet ends; `was_halted`: the wish was in time.
    """

    name: str
    again: bool = field(default=False, init=False)  # something was accepted while we looked
    row: TurnRow | None = field(default=None, init=False)
    thinking: asyncio.Task[Sequence[Out]] | None = field(default=None, init=False)
    is_cut: bool = field(default=False, init=False)
    is_stopped: bool = field(default=False, init=False)
    was_halted: bool = field(default=False, init=False)
    halt: asyncio.Event = field(default_factory=asyncio.Event, init=False)
    ended: asyncio.Event = field(default_factory=asyncio.Event, init=False)


@dataclass(slots=True, kw_only=True)
class RunningTurn:
    """What `think` sees of a row."""

    abilities: TurnAbilities
    row: TurnRow
    served: Lane
    slot: WorkSlot
    attempt: int
    away: timedelta
    sent: Mapping[str, str]
    halted: Sequence[Out] | None
    lane: str = field(init=False)
    key: str = field(init=False)
    body: bytes = field(init=False)
    accepted_at: datetime = field(init=False)

    def __post_init__(self) -> None:
        self.lane, self.key, self.body = self.row.lane, self.row.key, self.row.body
        self.accepted_at = self.row.accepted_at

    async def once(self, name: str, action: Callable[[], Awaitable[str]]) -> str:
        return await self.abilities.once(self.row.id, name, action)

    async def send(self, out: Out) -> str:
        return await self.abilities.send_early(self.row, out, self.served)

    async def behind(self) -> Sequence[bytes]:
        return await self.abilities.behind(self.row)

    async def mark(self, what: str, detail: str = "") -> None:
        await self.abilities.mark(self.row.id, what, detail)

    def rest(self) -> None:
        self.slot.leave()
