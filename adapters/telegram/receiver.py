"""Listening: who we are, then updates for ever, by polling with an offset of our own or by webhook; each is stored
before it is acknowledged, never the other way round.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import logging
import random
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Literal, Protocol

from adapters.telegram.inbound import Hearer, JsonObject, album, at_home, forum, heard, migrated, number_at, together
from adapters.telegram.sender import TelegramSender
from bots.errors import NotStored
from bots.message import Kind, Message
from bots.ports import Connection, Sink
from memory.vocabulary.errors import StorageFault
from memory.vocabulary.ports import Clock


@dataclass(frozen=True, slots=True, kw_only=True)
class TelegramSettings:
    """`own_anima` names the anima whose own bot this is; empty: one bot wears many personas (a name line each).

    `public_url` is what Telegram reaches in webhook mode; `/telegram/<account>` is put behind it.
    """

    bot_token: str = field(repr=False)
    api_base: str = "https://api.telegram.org"
    mode: Literal["polling", "webhook"] = "polling"
    public_url: str = ""
    secret_token: str = field(default="", repr=False)
    own_anima: str = ""

    @property
    def webhook_secret(self) -> str:
        """There always is one: without `secret_token` it is derived from the bot's token, the same at every start."""
        if self.secret_token:
            return self.secret_token
        return hmac.new(self.bot_token.encode(), b"webhook", hashlib.sha256).hexdigest()

    def without_secrets(self, text: str) -> str:
        """The text, fit for logs and errors."""
        for secret in (self.bot_token, self.bot_token.replace(":", "%3A"), self.bot_token.partition(":")[2]):
            text = text.replace(secret, "***") if secret else text
        return text


# --- polling --------------------------------------------------------------------------------------------------------
# Long polling with an offset of our own: what was heard is stored first, then confirmed, never the other way round.
#
# Telegram forgets an update as soon as a later offset is asked for. So the offset moves behind an update only when
# the sink has it; an end without warning makes Telegram tell the rest again, and the sink knows what it has.


logger = logging.getLogger(__name__)


class Rejected(Exception):
    """The token is not accepted: look it up at @BotFather and correct the config."""


class PollingInterrupted(Exception):
    """The platform did not answer as hoped: ask again later."""

    def __init__(self, message: str, retry_after_s: float = 0.0) -> None:
        super().__init__(message)
        self.retry_after_s = retry_after_s


class Contested(Exception):
    """Somebody else takes this token's updates; one of the two must stop, or get a token of its own."""


#: So many updates come at once.
_MOST = 100
_POLL_S = 25
#: How long the next part of an album may take.
_ALBUM_S = 1.0


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


# --- receiver -------------------------------------------------------------------------------------------------------


_SECRET_HEADER = "x-telegram-bot-api-secret-token"
_WEBHOOK_CHECK_S = 300.0
_ALBUMS = 256


class TelegramQueries(Protocol):
    """What is asked of the platform. Each raises Rejected, Contested, Interrupted."""

    async def introduce(self) -> Hearer: ...

    async def menu(self) -> None: ...

    async def updates(self, offset: int, wait_s: int) -> Sequence[JsonObject]: ...

    async def webhook_url(self) -> str: ...

    async def set_webhook(self, url: str) -> None: ...

    async def answer(self, query: str) -> None:
        """Take the waiting sign from a button. Raises nothing."""
        ...


class TelegramReceiver:
    """One account's ear, for one run."""

    def __init__(
        self,
        questions: TelegramQueries,
        settings: TelegramSettings,
        reporter: Reporter,
        sink: Sink,
        sender: TelegramSender,
        clock: Clock,
        sleep: Callable[[float], Awaitable[None]],
        rng: random.Random,
    ) -> None:
        self._questions, self._settings, self._reporter = questions, settings, reporter
        self._sink, self._sender, self._clock, self._sleep, self._rng = sink, sender, clock, sleep, rng
        self._hearer: Hearer | None = None
        self._offset = 0
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
            except PollingInterrupted as trouble:
                await self._pause(trouble, backoff)
        with suppress(PollingInterrupted):  # a menu is a comfort, not a condition
            await self._questions.menu()
        return hearer

    async def _poll(self) -> None:
        """Ends by cancellation, or with Rejected."""
        with suppress(PollingInterrupted):  # left over from webhook mode; if it stays, polling says so
            await self._questions.set_webhook("")
        backoff = Backoff(rng=self._rng)
        wait_s = 0  # the first answer shall come at once: it says that we are connected
        while True:
            try:
                updates = await self._questions.updates(self._offset, wait_s)
                await self._reporter.change(Connection.CONNECTED)
                await self._store(await self._whole(updates))
            except PollingInterrupted as trouble:
                await self._reporter.change(Connection.CONNECTING, str(trouble))
                wait_s = 0
                await self._sleep(max(trouble.retry_after_s, backoff.next()))
            except Contested as trouble:
                # Connected again is whom nobody disturbs for as long as a whole poll.
                await self._reporter.contested(str(trouble))
                wait_s = _POLL_S
                await self._sleep(backoff.next())
            except NotStored:
                wait_s = 0
                logger.error("the inbox takes nothing: updates stay with Telegram")
                await self._sleep(backoff.next())
            except Rejected:
                raise
            except Exception as odd:  # a library's, or a sink's: what was not stored is not confirmed either
                logger.warning("the poll broke; it goes on", exc_info=odd)
                await self._reporter.change(Connection.CONNECTING, f"trying again ({type(odd).__name__})")
                wait_s = 0
                await self._sleep(backoff.next())
            else:
                wait_s = _POLL_S
                backoff.tries = 0

    async def _whole(self, updates: Sequence[JsonObject]) -> Sequence[JsonObject]:
        """With the rest of an album that may still be on its way: asked for until nothing comes in a second."""
        while updates and album(updates[-1]) and len(updates) < _MOST:
            before = len(updates)
            await self._sleep(_ALBUM_S)
            updates = await self._questions.updates(self._offset, 0)
            if len(updates) <= before:
                break
        return updates

    async def _store(self, updates: Sequence[JsonObject]) -> None:
        for number, update in enumerate(updates):
            group = album(update)
            if group and any(album(earlier) == group for earlier in updates[:number]):
                continue  # heard with the first of them
            await self._hear([part for part in updates[number:] if part is update or (group and album(part) == group)])
            self._offset = max(
                self._offset, *(number_at(earlier, "update_id") + 1 for earlier in updates[: number + 1])
            )
        self._offset = max([self._offset, *(number_at(earlier, "update_id") + 1 for earlier in updates)])

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
            except PollingInterrupted as trouble:
                await self._pause(trouble, backoff)

    async def _pause(self, trouble: PollingInterrupted, backoff: Backoff) -> None:
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
            except StorageFault as full:
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
