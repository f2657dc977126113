"""Telegram by python-telegram-bot: its Bot speaks, an offset of our own listens."""

from __future__ import annotations

import asyncio
import functools
import random
import re
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import aclosing, suppress
from datetime import datetime

from adapters.telegram import outbound
from adapters.telegram.client import TelegramClient
from adapters.telegram.commands import menu
from adapters.telegram.inbound import FILE_SCHEME
from adapters.telegram.moves import Moves
from adapters.telegram.pace import Limits, Pace
from adapters.telegram.polling import Interrupted, Rejected, Reporter
from adapters.telegram.quiet import keep_tokens_out_of_logs
from adapters.telegram.receiver import Receiver, is_from_telegram
from adapters.telegram.sender import Sender
from adapters.telegram.settings import TelegramSettings
from bots.commands.surface import CommandShape
from bots.message import Act, File, Message, Receipt
from bots.ports import Capabilities, Sink
from memory.vocabulary.address import Account, Person, Place
from memory.vocabulary.event import Json
from memory.vocabulary.ports import Clock


class TelegramAdapter:
    """One bot account. Call `run` once; `perform`, `find`, `fetch`, `facts` work before, in and after it."""

    def __init__(
        self,
        settings: TelegramSettings,
        account: Account,
        clock: Clock,
        limits: Limits | None = None,
        *,
        now: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        rng: random.Random | None = None,
        moves: Moves | None = None,
        shapes: Sequence[CommandShape] = (),
    ) -> None:
        keep_tokens_out_of_logs()
        self.account = account
        self._settings, self._clock, self._now, self._sleep = settings, clock, now, sleep
        self._rng = rng or random.Random()
        self._client = TelegramClient(settings, account, menu(shapes))
        pace = Pace(limits or Limits(), now, sleep)
        self._sender = Sender(self._client, pace, now, clock, Moves() if moves is None else moves)
        self._receiver: Receiver | None = None

    def capabilities(self, place: Place) -> Capabilities:
        wears_personas = not self._settings.own_anima
        return outbound.capabilities(place, wears_personas=wears_personas, has_drafts=self._sender.has_drafts)

    async def run(self, sink: Sink) -> None:
        """Ends by cancellation, with nothing confirmed that was not stored, or when the token is refused."""
        reporter = Reporter(tell=functools.partial(sink.connection, self.account), now=self._now)
        async with self._client.open():
            self._receiver = Receiver(
                self._client, self._settings, reporter, sink, self._sender, self._clock, self._sleep, self._rng
            )
            try:
                await self._receiver.run()
            finally:
                self._receiver = None

    async def receive(self, headers: Mapping[str, str], body: bytes) -> int:
        """A webhook's POST to `/telegram/<account>`; returns the HTTP status. 200 only once the message is stored."""
        if not is_from_telegram(headers, self._settings.webhook_secret):
            return 401
        if self._settings.mode != "webhook" or self._receiver is None:
            return 503
        return await self._receiver.receive(body)

    async def perform(self, act: Act, nonce: str, in_doubt: bool = False) -> Receipt:
        """Raises Refused, Unreachable, InDoubt: see adapters.telegram.sender."""
        async with self._client.open():
            return await self._sender.perform(act, nonce, in_doubt)

    async def history(self, place: Place, after: str) -> list[Message]:
        """Nothing: a bot cannot read back. What was said while we were away comes by itself, up to 24 hours long."""
        return []

    async def direct(self, person: Person) -> Place:
        """A private chat has the person's number; it is there once they have begun it."""
        return Place("telegram", "", person.id)

    async def readable(self, present: Person | Place, rooms: Sequence[Place]) -> frozenset[Place]:
        """None: Telegram does not tell a bot who is in a group."""
        return frozenset()

    async def posted(self, place: Place, nonces: Sequence[str], question: str) -> bool | None:
        """Nobody knows: a bot cannot read back."""
        return None

    async def rooms(self, since: datetime) -> Mapping[Place, str]:
        """Telegram keeps what was not fetched."""
        return {}

    async def find(self, query: str) -> list[Person | Place]:
        """By id or @name only: Telegram has no search for bots."""
        wanted = query.strip()
        if not re.fullmatch(r"-?\d{1,20}|@\w{3,64}", wanted):
            return []
        async with self._client.open():
            with suppress(Interrupted, Rejected):
                return [self._sender.homed(found) for found in await self._client.chat(wanted)]
        return []

    async def fetch(self, file: File) -> AsyncGenerator[bytes]:
        """Telegram gives bots files of up to 20 MB."""
        async with self._client.open(), aclosing(self._client.download(file.url.removeprefix(FILE_SCHEME))) as pieces:
            async for piece in pieces:
                yield piece

    async def facts(self) -> dict[str, Json]:
        """What `doctor` wants to know. Raises Rejected, Interrupted."""
        async with self._client.open():
            me = await self._client.me()
            hook = await self._client.webhook()
        return {
            "username": me.username or "",
            "hears_all_in_groups": bool(me.can_read_all_group_messages),
            "can_join_groups": bool(me.can_join_groups),
            "webhook": bool(hook.url),
            "waiting_updates": hook.pending_update_count,
            "last_error": self._settings.without_secrets(hook.last_error_message or ""),
        }
