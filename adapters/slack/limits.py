"""Pacing: one post a second and channel, in order, and never before a Retry-After has passed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeVar

from adapters.slack.api import Limited

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """How fast this account acts; the defaults are Slack's documented figures. A test may shorten all of them.

    `post_burst` posts may follow at once after a quiet time.
    """

    post_interval_s: float = 1.0
    post_burst: int = 2
    edit_interval_s: float = 1.2
    edit_burst: int = 5
    settle_s: float = 1.0  # how long a post whose answer was lost may take to be readable
    retry_s: float = 1.0  # first wait before the next attempt to connect or to look up; doubles
    retry_most_s: float = 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """How long this machine may take for what costs real time: a busy one needs it also where Slack's waits are short.

    `ping_s` between pings of a socket, `watch_s` between looks at it, `hello_s` for its hello, `look_up_s` for who
    wrote something (an acknowledgement is due after 3 s), `close_s` for what is being stored when we close.
    """

    ping_s: float = 10.0  # a pong is missed after half of it: a loop that is busy for a second or two must not lose it
    watch_s: float = 0.5
    hello_s: float = 15.0
    look_up_s: float = 1.5
    close_s: float = 0.6


class Lane:
    """The calls of one kind in one channel: one at a time, first come first served."""

    def __init__(self, interval_s: float = 0.0, burst: int = 1) -> None:
        self._interval_s, self._burst = interval_s, burst
        self._lock = asyncio.Lock()
        self._free_at = 0.0

    async def pass_through(
        self, call: Callable[[], Awaitable[Answer]], *, stale: Callable[[], bool] = lambda: False
    ) -> Answer | None:
        """The call's answer, once it was not limited; None if it became `stale` while it waited."""
        async with self._lock:
            if stale():
                return None
            await self._own_pace()
            while not stale():
                try:
                    return await call()
                except Limited as limited:
                    # A little more than asked: clocks and timers differ by some milliseconds.
                    await asyncio.sleep(limited.seconds * 1.01 + 0.01)
            return None

    async def _own_pace(self) -> None:
        now = asyncio.get_running_loop().time
        free_at = max(self._free_at, now() - self._interval_s * (self._burst - 1))
        if (wait := free_at - now()) > 0:
            await asyncio.sleep(wait)
        self._free_at = max(free_at, now() - self._interval_s * (self._burst - 1)) + self._interval_s
