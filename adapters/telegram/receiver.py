"""Listening: who we are, then updates for ever, by polling or by webhook; each stored before it is acknowledged."""

from __future__ import annotations

import asyncio
import hmac
import json
import logging
import random
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Protocol

from adapters.telegram.inbound import Hearer, album, at_home, forum, heard, migrated, together
from adapters.telegram.payload import JsonObject
from adapters.telegram.polling import Backoff, Interrupted, Polling, Rejected, Reporter
from adapters.telegram.sender import Sender
from adapters.telegram.settings import TelegramSettings
from bots.errors import NotStored
from bots.message import Kind, Message
from bots.ports import Connection, Sink
from memory.vocabulary.ports import Clock

logger = logging.getLogger(__name__)

_SECRET_HEADER = "x-telegram-bot-api-secret-token"
_WEBHOOK_CHECK_S = 300.0
_ALBUMS = 256


class Questions(Protocol):
    """What is asked of the platform. Each raises Rejected, Contested, Interrupted."""

    async def introduce(self) -> Hearer: ...

    async def menu(self) -> None: ...

    async def updates(self, offset: int, wait_s: int) -> Sequence[JsonObject]: ...

    async def webhook_url(self) -> str: ...

    async def set_webhook(self, url: str) -> None: ...

    async def answer(self, query: str) -> None:
        """Take the waiting sign from a button. Raises nothing."""
        ...


class Receiver:
    """One account's ear, for one run."""

    def __init__(
        self,
        questions: Questions,
        settings: TelegramSettings,
        reporter: Reporter,
        sink: Sink,
        sender: Sender,
        clock: Clock,
        sleep: Callable[[float], Awaitable[None]],
        rng: random.Random,
    ) -> None:
        self._questions, self._settings, self._reporter = questions, settings, reporter
        self._sink, self._sender, self._clock, self._sleep, self._rng = sink, sender, clock, sleep, rng
        self._hearer: Hearer | None = None
        self._answers: set[asyncio.Task[None]] = set()
        self._albums: dict[str, None] = {}  # of which something was heard

    async def run(self) -> None:
        """Ends by cancellation, with nothing confirmed that was not stored, or when the token is refused."""
        try:
            self._hearer = await self._introduced()
            if self._settings.mode == "webhook":
                await self._keep_webhook(self._hearer)
            else:
                await self._poll()
        except Rejected as why:
            await self._reporter.change(Connection.FAILED, str(why))
        finally:
            for task in self._answers:
                task.cancel()

    async def receive(self, body: bytes) -> int:
        """What a webhook was sent; returns the HTTP status: 200 only once the message is stored."""
        try:
            update = json.loads(body)
        except (ValueError, RecursionError):
            return 400
        if not isinstance(update, dict):
            return 400
        try:
            await self._hear([update])
        except NotStored:
            return 503
        return 200

    async def _introduced(self) -> Hearer:
        """Tried for ever, unless the token is refused."""
        backoff = Backoff(rng=self._rng)
        while True:
            try:
                hearer = await self._questions.introduce()
                break
            except Interrupted as trouble:
                await self._pause(trouble, backoff)
        with suppress(Interrupted):  # a menu is a comfort, not a condition
            await self._questions.menu()
        return hearer

    async def _poll(self) -> None:
        with suppress(Interrupted):  # left over from webhook mode; if it stays, polling says so
            await self._questions.set_webhook("")
        await Polling(
            ask=self._questions.updates,
            hear=self._hear,
            album=album,
            reporter=self._reporter,
            sleep=self._sleep,
            backoff=Backoff(rng=self._rng),
        ).run()

    async def _keep_webhook(self, hearer: Hearer) -> None:
        """Set the webhook, and look now and then whether it is still ours."""
        base = self._settings.public_url.rstrip("/")
        if not base:
            raise Rejected("webhook mode needs public_url, the https address by which Telegram reaches this server")
        url, backoff = f"{base}/telegram/{hearer.account.name}", Backoff(rng=self._rng)
        while True:
            try:
                if self._reporter.state is not Connection.CONNECTED or await self._questions.webhook_url() != url:
                    await self._questions.set_webhook(url)
                await self._reporter.change(Connection.CONNECTED)
                backoff.tries = 0
                await self._sleep(_WEBHOOK_CHECK_S)
            except Interrupted as trouble:
                await self._pause(trouble, backoff)

    async def _pause(self, trouble: Interrupted, backoff: Backoff) -> None:
        await self._reporter.change(Connection.CONNECTING, str(trouble))
        await self._sleep(max(trouble.retry_after_s, backoff.next()))

    async def _hear(self, updates: Sequence[JsonObject]) -> None:
        """What is one message together. Raises NotStored."""
        parts = [message for update in updates if (message := self._read(update)) is not None]
        if not parts:
            return
        message = together(parts)
        group = album(updates[0])
        if self._settings.mode == "webhook":  # parts come one by one: the turn of the first gathers them
            message = replace(message, album=group, is_rest=group in self._albums)
        await self._sink.deliver(message)
        self._remember_album(group)
        if message.kind is Kind.BUTTON:
            task = asyncio.create_task(self._questions.answer(message.id))
            self._answers.add(task)
            task.add_done_callback(self._answers.discard)

    def _read(self, update: JsonObject) -> Message | None:
        """What is not understood is left out: it would be told again for ever, and nothing behind it."""
        if self._hearer is None:
            raise NotStored("it is not known yet who hears this")
        try:
            return self._understood(update, self._hearer)
        except NotStored:
            raise
        except Exception as odd:
            logger.warning("an update of Telegram's was not understood", exc_info=odd)
            return None

    def _understood(self, update: JsonObject, hearer: Hearer) -> Message | None:
        if moved := migrated(update):
            try:
                self._sender.move(*moved)
            except OSError as full:
                raise NotStored("where a group moved cannot be kept") from full
        if chat := forum(update):
            self._sender.forums.add(chat)
        message = heard(update, hearer, self._clock())
        return message and at_home(message, self._sender.moves.home(message.place.channel))

    def _remember_album(self, group: str) -> None:
        if group:
            self._albums[group] = None
        while len(self._albums) > _ALBUMS:
            del self._albums[next(iter(self._albums))]


def is_from_telegram(headers: Mapping[str, str], secret: str) -> bool:
    """The secret that we told Telegram, compared in constant time."""
    given = next((value for name, value in headers.items() if name.lower() == _SECRET_HEADER), "")
    return hmac.compare_digest(given.encode(errors="replace"), secret.encode())
