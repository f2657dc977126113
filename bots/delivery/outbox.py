"""One send, brought to its end.

new → sending → posted → sent      posted: the platform has it and its id is known; sent: it is on record
              ↘ in_doubt, failed   after what no retry mends, each with its reason

What the platform did not take is tried for as long as it takes. What broke in its code is looked up and tried a few
times. A send is given up as in doubt where it may be there, as failed where that is known or does no harm.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial

from bots.delivery import store
from bots.delivery.contract import Carrier, RetryPatience
from bots.delivery.crash_points import crash_point
from bots.delivery.error_boundary import call_with_known_faults, is_cancelled_or_ending
from bots.delivery.store import OutRow, Writer
from bots.errors import Broken, Halted, InDoubt, NotOwner, NotStored, Refused, SendFault, Unreachable
from memory.vocabulary.ports import Clock

log = logging.getLogger(__name__)


class OutboxSender:
    """Brings sends to their end by a carrier."""

    def __init__(self, writer: Writer, clock: Clock, patience: RetryPatience, rng: random.Random) -> None:
        self._writer, self._clock, self._patience, self._rng = writer, clock, patience, rng
        self.closing = asyncio.Event()

    async def send(self, row: OutRow, carrier: Carrier, halt: asyncio.Event, *, early: bool = False) -> str:
        """The platform's id. Raises Refused or InDoubt when that is its end, Halted when `halt` was set before it.

        An early send is a preview of a whole that follows: refused, it leaves nothing behind.
        """
        if (over := _patience_is_over(row)) is not None:
            raise over
        if row.state in ("new", "sending"):
            platform_id = await self._post(row, carrier, halt, early)
            row = replace(row, state="posted", platform_id=platform_id)
        if row.state == "posted":
            await self._put_on_record(row, carrier)
        return row.platform_id

    async def rest(self, seconds: float, halt: asyncio.Event) -> None:
        """Wait, but no longer than until the event."""
        with suppress(TimeoutError):
            await asyncio.wait_for(halt.wait(), seconds)

    def pause(self, tries: int) -> float:
        longest = min(self._patience.longest_pause_s, self._patience.first_pause_s * 2.0 ** min(tries - 1, 16))
        return longest * (0.5 + self._rng.random() / 2)

    async def surely(self, write: Callable[[], Awaitable[None]]) -> None:
        """What has happened is written down, however long the disk is full: to do it again could double it."""
        tries = 0
        while True:
            tries += 1
            try:
                return await write()
            except NotOwner:
                raise
            except NotStored:
                log.warning("what has happened cannot be written down; trying again")
            except BaseException as bug:
                if is_cancelled_or_ending(bug):
                    raise
                log.exception("what has happened could not be written down")
                if tries >= self._patience.attempts:
                    return None
            await asyncio.sleep(self.pause(tries))

    # ------------------------------------------------------------------------------------ the platform

    async def _post(self, row: OutRow, carrier: Carrier, halt: asyncio.Event, early: bool) -> str:
        in_doubt, tries, broken = row.state == "sending", 0, 0
        while True:
            tries += 1
            if not in_doubt:
                await self._settle(row, "sending")
            crash_point("marked_sending")
            self._writer.check()
            try:
                platform_id = await call_with_known_faults(carrier.post(row.out, row.nonce, in_doubt))
                crash_point("after_post")
                await self.surely(partial(self._settle, row, "posted", platform_id))
                return platform_id
            except Halted:
                raise
            except Refused as refused:
                await self._give_up(row, carrier, refused, early)
                raise
            except Unreachable as away:
                if not in_doubt:
                    await self._settle(row, "new", str(away))
                pause = away.retry_after_s if away.retry_after_s is not None else self.pause(tries)
            except SendFault as fault:
                broken += 1
                if self._is_hopeless(row, fault, in_doubt, broken):
                    raise await self._give_up(row, carrier, fault, early) from fault
                # What cannot be looked up is done again where that does no harm.
                in_doubt = not (in_doubt and isinstance(fault, InDoubt))
                pause = self.pause(broken)
            await self._between(pause, halt, in_doubt)

    async def _between(self, pause: float, halt: asyncio.Event, in_doubt: bool) -> None:
        """Who stops a turn ends what is surely not sent; what may be there is looked up to the end, or after a start.

        Raises Halted.
        """
        await self.rest(pause, self.closing if in_doubt else halt)
        if self.closing.is_set() or (halt.is_set() and not in_doubt):
            raise Halted("it was not sent yet")

    def _is_hopeless(self, row: OutRow, fault: SendFault, in_doubt: bool, broken: int) -> bool:
        if broken >= self._patience.attempts:
            return True
        return in_doubt and isinstance(fault, InDoubt) and not row.out.repeatable

    async def _give_up(self, row: OutRow, carrier: Carrier, fault: SendFault, early: bool) -> SendFault:
        """Settle it with its reason; the fault that is its end."""
        is_doubt = not isinstance(fault, Refused) and not row.out.repeatable
        reason = f"broken {self._patience.attempts} times: {fault}" if isinstance(fault, Broken) else str(fault)
        end: SendFault = InDoubt(reason) if is_doubt else Refused(reason)
        if early and not is_doubt:
            await self._writer.do(partial(store.withdraw, out=row))
            return end
        try:
            await carrier.lost(row.out, row.nonce, end)
        except Exception:
            log.exception("that a send was given up could not be put on record")
        await self._settle(row, "in_doubt" if is_doubt else "failed", reason)
        return end

    # ------------------------------------------------------------------------------------ the record

    async def _put_on_record(self, row: OutRow, carrier: Carrier) -> None:
        before = await self._writer.do(partial(store.posts, event=row.out.event)) if row.out.event else {}
        ids = tuple(item for item in dict.fromkeys([*before.values(), row.platform_id]) if item)
        crash_point("before_response_record")
        await self.surely(partial(carrier.sent, row.out, ids))
        await self._settle(row, "sent", row.platform_id)
        crash_point("after_sent")

    async def _settle(self, row: OutRow, state: str, detail: str = "") -> None:
        await self._writer.do(partial(store.settle, out=row, state=state, now=self._clock(), detail=detail))


def _patience_is_over(row: OutRow) -> SendFault | None:
    """How it ended before, if not well."""
    if row.state == "failed":
        return Refused("refused before")
    return InDoubt("in doubt since an earlier try") if row.state == "in_doubt" else None
