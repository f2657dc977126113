"""The budget of session starts: a thousand IDENTIFYs a day, then Discord resets the token."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable

from adapters.discord.rest import Rest

_HOUR_S = 3600.0


class SessionStarts:
    """So many an hour, each after a growing gap, none below the reserve that Discord says is left.

    `tell` hears in plain words why it takes long.
    """

    def __init__(
        self,
        rest: Rest,
        tell: Callable[[str], Awaitable[None]],
        *,
        an_hour: int,
        reserve: int,
        gap_s: float,
        longest_gap_s: float,
    ) -> None:
        self._rest, self._tell = rest, tell
        self._an_hour, self._reserve = an_hour, reserve
        self._gap_s, self._longest_gap_s = gap_s, longest_gap_s
        self._started: deque[float] = deque()

    async def turn(self) -> None:
        """Returns when a session may be begun, and counts it. Raises SendFault where Discord cannot be asked."""
        loop = asyncio.get_running_loop()
        while self._started and loop.time() - self._started[0] > _HOUR_S:
            self._started.popleft()
        if len(self._started) >= self._an_hour:
            pause = self._started[0] + _HOUR_S - loop.time()
            await self._tell(
                f"{len(self._started)} new sessions in an hour: waiting {pause / 60:.0f} min to save the token"
            )
            await asyncio.sleep(max(0.0, pause))
            self._started.popleft()
        if self._started:
            gap = min(self._gap_s * 2.0 ** (len(self._started) - 1), self._longest_gap_s)
            await asyncio.sleep(max(0.0, self._started[-1] + gap - loop.time()))
        await self._until_budget()
        self._started.append(loop.time())

    async def _until_budget(self) -> None:
        while True:
            limit = (await self._rest.call("GET", "/gateway/bot")).get("session_start_limit", {})
            left, total = int(limit.get("remaining", 1000)), int(limit.get("total", 1000))
            if left > self._reserve:
                return
            pause = min(int(limit.get("reset_after", 0)) / 1000 + 1, _HOUR_S)
            await self._tell(
                f"only {left} of {total} session starts are left today: waiting {pause / 60:.0f} min for more"
            )
            await asyncio.sleep(pause)
