"""Long polling with an offset of our own: what was heard is stored first, then confirmed, never the other way round.

Telegram forgets an update as soon as a later offset is asked for. So the offset moves behind an update only when
the sink has it; an end without warning makes Telegram tell the rest again, and the sink knows what it has.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from adapters.telegram.payload import JsonObject, number_at
from bots.errors import NotStored
from bots.ports import Connection

logger = logging.getLogger(__name__)


class Rejected(Exception):
    """The token is not accepted: look it up at @BotFather and correct the config."""


class Interrupted(Exception):
    """The platform did not answer as hoped: ask again later."""

    def __init__(self, message: str, retry_after_s: float = 0.0) -> None:
        super().__init__(message)
        self.retry_after_s = retry_after_s


class Contested(Exception):
    """Somebody else takes this token's updates; one of the two must stop, or get a token of its own."""


#: So many updates come at once.
_MOST = 100

Ask = Callable[[int, int], Awaitable[Sequence[JsonObject]]]
"""(offset, seconds to wait) -> updates. Raises Rejected, Interrupted, Contested."""


@dataclass(slots=True, kw_only=True)
class Backoff:
    """Longer and longer waits, with chance in them, until something succeeds."""

    rng: random.Random
    first_s: float = 1.0
    longest_s: float = 30.0
    tries: int = 0

    def next(self) -> float:
        wait = min(self.longest_s, self.first_s * 2.0 ** min(self.tries, 16))
        self.tries += 1
        return wait * self.rng.uniform(0.75, 1.0)


@dataclass(slots=True, kw_only=True)
class Reporter:
    """Tells each change of state once, and another poller at most once a minute."""

    tell: Callable[[Connection, str], Awaitable[None]]
    now: Callable[[], float]
    state: Connection | None = None
    contested_at: float | None = None

    async def change(self, state: Connection, detail: str = "") -> None:
        if state is not self.state:
            self.state = state
            await self.tell(state, detail)

    async def contested(self, detail: str) -> None:
        if self.contested_at is not None and self.now() - self.contested_at < 60.0:
            return
        self.contested_at = self.now()
        self.state = Connection.CONNECTING
        await self.tell(Connection.CONNECTING, detail)


@dataclass(slots=True, kw_only=True)
class Polling:
    """Asks for ever; ends by cancellation, or with Rejected."""

    ask: Ask
    hear: Callable[[Sequence[JsonObject]], Awaitable[None]]  # what is one message together; raises NotStored
    album: Callable[[JsonObject], str]  # what an update is a part of; empty: it stands alone
    reporter: Reporter
    sleep: Callable[[float], Awaitable[None]]
    backoff: Backoff
    patience_s: int = 25
    album_s: float = 1.0
    offset: int = 0

    async def run(self) -> None:
        """Raises Rejected."""
        wait_s = 0  # the first answer shall come at once: it says that we are connected
        while True:
            try:
                updates = await self.ask(self.offset, wait_s)
                await self.reporter.change(Connection.CONNECTED)
                await self._store(await self._whole(updates))
            except Interrupted as trouble:
                await self.reporter.change(Connection.CONNECTING, str(trouble))
                wait_s = 0
                await self.sleep(max(trouble.retry_after_s, self.backoff.next()))
            except Contested as trouble:
                # Connected again is whom nobody disturbs for as long as a whole poll.
                await self.reporter.contested(str(trouble))
                wait_s = self.patience_s
                await self.sleep(self.backoff.next())
            except NotStored:
                wait_s = 0
                logger.error("the inbox takes nothing: updates stay with Telegram")
                await self.sleep(self.backoff.next())
            except Rejected:
                raise
            except Exception as odd:  # a library's, or a sink's: what was not stored is not confirmed either
                logger.warning("the poll broke; it goes on", exc_info=odd)
                await self.reporter.change(Connection.CONNECTING, f"trying again ({type(odd).__name__})")
                wait_s = 0
                await self.sleep(self.backoff.next())
            else:
                wait_s = self.patience_s
                self.backoff.tries = 0

    async def _whole(self, updates: Sequence[JsonObject]) -> Sequence[JsonObject]:
        """With the rest of an album that may still be on its way: asked for until nothing comes in a second."""
        while updates and self.album(updates[-1]) and len(updates) < _MOST:
            before = len(updates)
            await self.sleep(self.album_s)
            updates = await self.ask(self.offset, 0)
            if len(updates) <= before:
                break
        return updates

    async def _store(self, updates: Sequence[JsonObject]) -> None:
        for number, update in enumerate(updates):
            group = self.album(update)
            if group and any(self.album(earlier) == group for earlier in updates[:number]):
                continue  # heard with the first of them
            await self.hear([one for one in updates[number:] if one is update or (group and self.album(one) == group)])
            self.offset = max(self.offset, *(number_at(one, "update_id") + 1 for one in updates[: number + 1]))
        self.offset = max([self.offset, *(number_at(one, "update_id") + 1 for one in updates)])
