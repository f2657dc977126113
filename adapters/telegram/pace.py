"""Pace: how fast an account may speak, and how long a chat has asked for silence.

Limits   1 message a chat and second, 20 a group and minute, 30 a second overall; Telegram's true limits are
         unspecified, so a wait that the platform asks for goes before these.
Order    within a chat acts go one after the other, first come, first served; one chat's wait halts no other chat.
Source   Bots FAQ of Telegram.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

_IDLE_CHATS = 256  # remembered before the quiet ones are forgotten


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Seconds and counts."""

    chat_interval_s: float = 1.0
    group_count: int = 20
    group_window_s: float = 60.0
    overall_count: int = 30
    overall_window_s: float = 1.0


@dataclass(slots=True)
class _Chat:
    """One chat's queue and past; times are of the monotonic clock."""

    in_order: asyncio.Lock = field(default_factory=asyncio.Lock)
    waiting: int = 0
    past: deque[float] = field(default_factory=deque)
    quiet_until: float = 0.0


@dataclass(slots=True)
class Go:
    """The right to act in one chat: wait for `turn` before each try, say `done` or `quiet` after it."""

    pace: Pace
    chat: _Chat
    is_group: bool

    async def turn(self) -> None:
        """Returns when the next message may go out."""
        while (wait := self.pace.wait_of(self.chat, self.is_group)) > 0:
            await self.pace.sleep(wait)
        await self.pace.overall()

    def done(self) -> None:
        """The message has gone out. Counted from the answer, so that two never arrive closer than they may."""
        self.chat.past.append(self.pace.now())

    def quiet(self, seconds: float) -> None:
        """The platform asks for silence in this chat."""
        self.chat.quiet_until = max(self.chat.quiet_until, self.pace.now() + seconds)


class Pace:
    """Waits, never drops. `now` is monotonic, in seconds."""

    def __init__(
        self, limits: Limits, now: Callable[[], float], sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        self.limits, self.now, self.sleep = limits, now, sleep
        self._chats: dict[str, _Chat] = {}
        self._overall: deque[float] = deque(maxlen=limits.overall_count)

    @asynccontextmanager
    async def in_chat(self, name: str, *, is_group: bool) -> AsyncIterator[Go]:
        """The chat's next place in the queue; leave the block and the next one goes."""
        chat = self._chats.setdefault(name, _Chat())
        chat.waiting += 1
        try:
            async with chat.in_order:
                yield Go(self, chat, is_group)
        finally:
            chat.waiting -= 1
            self._forget_idle()

    def wait_of(self, chat: _Chat, is_group: bool) -> float:
        """Seconds until the chat's next message may go; 0: now."""
        limits, now = self.limits, self.now()
        window = limits.group_window_s if is_group else limits.chat_interval_s
        while chat.past and chat.past[0] <= now - max(window, limits.chat_interval_s):
            chat.past.popleft()
        earliest = chat.quiet_until
        if chat.past:
            earliest = max(earliest, chat.past[-1] + limits.chat_interval_s)
        if is_group and len(chat.past) >= limits.group_count:
            earliest = max(earliest, chat.past[-limits.group_count] + limits.group_window_s)
        return max(0.0, earliest - now)

    async def overall(self) -> None:
        """Take the account's next free place; places are given out in order, so nobody is overtaken."""
        place = now = self.now()
        if len(self._overall) == self.limits.overall_count:
            place = max(now, self._overall[0] + self.limits.overall_window_s)
        self._overall.append(place)
        if place > now:
            await self.sleep(place - now)

    def _forget_idle(self) -> None:
        if len(self._chats) <= _IDLE_CHATS:
            return
        longest = max(self.limits.group_window_s, self.limits.chat_interval_s)
        for name, chat in list(self._chats.items()):
            quiet_since = max(chat.past[-1] + longest if chat.past else 0.0, chat.quiet_until)
            if not chat.waiting and quiet_since <= self.now():
                del self._chats[name]
