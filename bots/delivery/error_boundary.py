"""Error boundaries: around a platform's code, and around work that nobody awaits.

Libraries raise more than their documentation says: a proxy's HTML page with status 200 is a KeyError, a TypeError or
an AttributeError somewhere inside. All that a fleet asks of an adapter goes through here, so nothing of it ends a
lane, an account or an answer. Work in the background is kept from being collected, and heard of when it fails.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import aclosing, suppress
from datetime import datetime
from typing import TypeVar

from bots.errors import Broken, NotStored, SendFault
from bots.message import Act, File, Message, Receipt
from bots.ports import Adapter, Capabilities, Sink
from memory.vocabulary.address import Person, Place
from memory.vocabulary.errors import MemoryFault
from memory.vocabulary.ports import Clock

log = logging.getLogger(__name__)
T = TypeVar("T")


async def call_with_known_faults(call: Awaitable[T]) -> T:
    """The call's result. Raises children of SendFault only, and CancelledError when somebody cancels us."""
    try:
        return await call
    except SendFault:
        raise
    except BaseException as odd:
        if is_cancelled_or_ending(odd):
            raise
        log.warning("a platform's code broke", exc_info=odd)
        raise Broken(fault_name(odd)) from odd


def is_cancelled(odd: BaseException) -> bool:
    """Whether it is the cancellation of this very task, not one that a library let out by mistake."""
    task = asyncio.current_task()
    return isinstance(odd, asyncio.CancelledError) and task is not None and task.cancelling() > 0


def is_cancelled_or_ending(odd: BaseException) -> bool:
    """No fault at all: this task is cancelled, or the process ends."""
    return is_cancelled(odd) or isinstance(odd, KeyboardInterrupt | SystemExit | GeneratorExit)


def fault_name(odd: BaseException) -> str:
    """What may be shown of it: its text can hold an address, and the address a token."""
    kind = type(odd)
    return kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__name__}"


class ErrorBoundary:
    """An Adapter of which each verb raises its known faults only."""

    def __init__(self, adapter: Adapter) -> None:
        self.account = adapter.account
        self._inner = adapter

    def capabilities(self, place: Place) -> Capabilities:
        return self._inner.capabilities(place)

    async def run(self, sink: Sink) -> None:
        await self._inner.run(sink)

    async def perform(self, act: Act, nonce: str, in_doubt: bool = False) -> Receipt:
        return await call_with_known_faults(self._inner.perform(act, nonce, in_doubt))

    async def history(self, place: Place, after: str) -> list[Message]:
        return await call_with_known_faults(self._inner.history(place, after))

    async def posted(self, place: Place, nonces: Sequence[str], question: str) -> bool | None:
        return await call_with_known_faults(self._inner.posted(place, nonces, question))

    async def rooms(self, since: datetime) -> Mapping[Place, str]:
        return await call_with_known_faults(self._inner.rooms(since))

    async def fetch(self, file: File) -> AsyncGenerator[bytes]:
        async with aclosing(self._inner.fetch(file)) as pieces:
            while piece := await call_with_known_faults(anext(pieces, b"")):
                yield piece

    async def find(self, query: str) -> list[Person | Place]:
        return await call_with_known_faults(self._inner.find(query))

    async def direct(self, person: Person) -> Place:
        return await call_with_known_faults(self._inner.direct(person))

    async def readable(self, present: Person | Place, rooms: Sequence[Place]) -> frozenset[Place]:
        return await call_with_known_faults(self._inner.readable(present, rooms))


# --- background -----------------------------------------------------------------------------------------------------
# Work beside the main line: kept from being collected, and heard of when it fails.


#: The clock of a machine may be set while a watch sleeps.
_LONGEST_SLEEP_S = 30.0
_AFTER_A_FAULT_S = 5.0


async def keep_looking(
    look: Callable[[], Awaitable[datetime | None]], changed: asyncio.Event, clock: Clock, what: str
) -> None:
    """Hand over what is due, until cancelled: again when the next of it is, as `look` says, or when `changed` is set.

    A look that a disk or a memory breaks is tried again.
    """
    while True:
        changed.clear()
        try:
            due = await look()
            pause = None if due is None else min(max((due - clock()).total_seconds(), 0.0), _LONGEST_SLEEP_S)
        except (NotStored, MemoryFault, OSError):
            log.warning("%s could not be looked at or handed over; it is tried again", what, exc_info=True)
            pause = _AFTER_A_FAULT_S
        with suppress(TimeoutError):
            await asyncio.wait_for(changed.wait(), pause)


class BackgroundTasks:
    """Tasks that nobody awaits."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def spawn(self, work: Awaitable[None]) -> None:
        """Begin it; what breaks in it is logged."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def keep(self, work: Callable[[], Awaitable[None]], pause_s: float = 5.0) -> None:
        """Begin what is never to end: when it breaks, it begins again after a pause."""

        async def again() -> None:
            while True:
                try:
                    return await work()
                except Exception:
                    log.exception("work in the background broke; it begins again")
                await asyncio.sleep(pause_s)

        self.spawn(again())

    @property
    def is_idle(self) -> bool:
        return not self._tasks

    async def end(self, *others: asyncio.Task[None], within_s: float) -> None:
        """Cancel all of it, and the others, and wait for their end."""
        tasks = {*self._tasks, *others}
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=within_s)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (bug := task.exception()) is not None:
            log.error("work in the background failed", exc_info=bug)
