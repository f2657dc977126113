"""Telegram by python-telegram-bot: its Bot speaks, an offset of our own listens. Nothing else of this package knows
the SDK.
"""

from __future__ import annotations

import asyncio
import functools
import json
import logging
import random
import re
import ssl
import time
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import aclosing, asynccontextmanager, suppress
from datetime import datetime
from typing import Any, TypeVar

import httpx
import telegram
from telegram.error import BadRequest, ChatMigrated, Conflict, Forbidden, InvalidToken, NetworkError, TelegramError
from telegram.request import HTTPXRequest, RequestData

from adapters.telegram import outbound
from adapters.telegram.commands import menu
from adapters.telegram.inbound import FILE_SCHEME, UPDATES, Hearer, JsonObject
from adapters.telegram.markdown import TelegramText
from adapters.telegram.moves import Moves
from adapters.telegram.receiver import (
    Contested,
    PollingInterrupted,
    Rejected,
    Reporter,
    TelegramReceiver,
    TelegramSettings,
    is_from_telegram,
)
from adapters.telegram.sender import ChatId, Flooded, Moved, TelegramLimits, TelegramPace, TelegramSender
from bots.commands.command import CommandShape
from bots.errors import InDoubt, Refused, SendFault, Unreachable
from bots.message import Act, Choice, File, Message, Receipt
from bots.ports import Capabilities, Sink
from memory.vocabulary.address import Account, Person, Place
from memory.vocabulary.event import Json
from memory.vocabulary.ports import Clock


class _NoTokens(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        message = record.getMessage()
        if "/bot" in message:
            record.msg, record.args = re.sub(r"/bot\d+:[\w-]+", "/bot***", message), ()
        return True


_NO_TOKENS = _NoTokens()


def keep_tokens_out_of_logs() -> None:
    """httpx writes each request's address at INFO, the library its base address at DEBUG."""
    for name in ("httpx", "httpcore", "telegram", "telegram.Bot"):
        known = logging.getLogger(name)
        known.setLevel(max(known.level, logging.WARNING))
        known.addFilter(_NO_TOKENS)


# --- client ---------------------------------------------------------------------------------------------------------
# The Bot API as the rest of this package knows it: python-telegram-bot's Bot, its errors translated.


_BAD_TOKEN = (
    "Telegram does not accept the bot token: copy it again from @BotFather (/mybots, API Token) "
    "into the variable that the config names"
)
_TWO_POLLERS = "another poller uses this token: stop it, or give each fleet a bot of its own (@BotFather, /newbot)"

_FILE_TIMEOUT = httpx.Timeout(20.0)
_PIECE = 256 * 1024

T = TypeVar("T")


class TelegramClient:
    """One bot. Its methods ask, or act; which errors they raise is said above each half."""

    def __init__(self, settings: TelegramSettings, account: Account, menu: Sequence[tuple[str, str]]) -> None:
        self._settings, self._account, self._menu = settings, account, menu
        base = settings.api_base.rstrip("/")
        self._wires = (_RecordingRequest(connections=8), _RecordingRequest(connections=1))
        self._bot = _Bot(
            settings.bot_token or "none",  # which is refused by the platform, with words, instead of by the library
            base_url=f"{base}/bot",
            base_file_url=f"{base}/file/bot",
            request=self._wires[0],
            get_updates_request=self._wires[1],
        )
        self._users = 0

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Connections live as long as somebody is in such a block."""
        self._users += 1
        try:
            for wire in self._wires:
                await wire.initialize()
            yield
        finally:
            self._users -= 1
            if not self._users:
                for wire in self._wires:
                    await wire.shutdown()

    # Asking: raises Rejected, Contested, Interrupted.

    async def updates(self, offset: int, wait_s: int) -> Sequence[JsonObject]:
        found = await self._asked(self._bot.raw_updates(offset, wait_s))
        if not isinstance(found, list):
            raise PollingInterrupted("Telegram's answer cannot be read")
        return [update for update in found if isinstance(update, dict)]

    async def introduce(self) -> Hearer:
        me = await self.me()
        return Hearer(account=self._account, id=me.id, username=me.username or "")

    async def webhook_url(self) -> str:
        return (await self.webhook()).url

    async def me(self) -> telegram.User:
        return await self._asked(self._bot.get_me())

    async def menu(self) -> None:
        await self._asked(self._bot.set_my_commands(self._menu))

    async def webhook(self) -> telegram.WebhookInfo:
        return await self._asked(self._bot.get_webhook_info())

    async def set_webhook(self, url: str) -> None:
        """One delivery at a time, so that messages come in their order. An empty address takes the webhook away."""
        if not url:
            await self._asked(self._bot.delete_webhook())
            return
        secret = self._settings.webhook_secret
        await self._asked(self._bot.set_webhook(url, secret_token=secret, allowed_updates=UPDATES, max_connections=1))

    async def chat(self, wanted: str) -> list[Person | Place]:
        try:
            chat = await self._asked(self._bot.get_chat(wanted))
        except PollingInterrupted:
            return []
        if chat.type == telegram.constants.ChatType.PRIVATE:
            return [Person("telegram", "", str(chat.id))]
        return [Place("telegram", "", str(chat.id))]

    async def answer(self, query: str) -> None:
        """Take the waiting sign from a button; a stale one is nobody's trouble."""
        with suppress(PollingInterrupted, Rejected, Contested):
            await self._asked(self._bot.answer_callback_query(query))

    # Acting: raises Flooded, Moved, Refused, Unreachable, InDoubt.

    async def message(
        self, chat: ChatId, words: TelegramText, thread: int | None, reply_to: int | None, choices: Sequence[Choice]
    ) -> Receipt:
        return _receipt(
            await self._done(
                self._bot.send_message(
                    chat,
                    words.text,
                    entities=_entities(words),
                    message_thread_id=thread,
                    link_preview_options=telegram.LinkPreviewOptions(is_disabled=True),
                    reply_parameters=_reply(reply_to),
                    reply_markup=_buttons(choices),
                )
            )
        )

    async def document(
        self, chat: ChatId, file: File, caption: TelegramText, thread: int | None, reply_to: int | None
    ) -> Receipt:
        return _receipt(
            await self._done(
                self._bot.send_document(
                    chat,
                    file.content,
                    filename=file.name,
                    caption=caption.text or None,
                    caption_entities=_entities(caption),
                    message_thread_id=thread,
                    reply_parameters=_reply(reply_to),
                )
            )
        )

    async def edit(self, chat: ChatId, message: int, words: TelegramText) -> None:
        await self._done(
            self._bot.edit_message_text(
                words.text,
                chat_id=chat,
                message_id=message,
                entities=_entities(words),
                link_preview_options=telegram.LinkPreviewOptions(is_disabled=True),
            )
        )

    async def delete(self, chat: ChatId, message: int) -> None:
        await self._done(self._bot.delete_message(chat, message))

    async def react(self, chat: ChatId, message: int, emoji: str) -> None:
        await self._done(self._bot.set_message_reaction(chat, message, emoji))

    async def typing(self, chat: ChatId, thread: int | None) -> None:
        await self._done(self._bot.send_chat_action(chat, telegram.constants.ChatAction.TYPING, thread))

    async def draft(self, chat: int, draft: int, words: TelegramText, thread: int | None) -> None:
        try:
            await self._done(self._bot.send_message_draft(chat, draft, words.text, thread, entities=_entities(words)))
        except _NoSuchMethod:
            raise Refused("this Bot API server knows no drafts") from None

    async def download(self, file_id: str) -> AsyncGenerator[bytes]:
        """The library would read the whole into memory, so it is asked for the address alone."""
        try:
            file = await self._done(self._bot.get_file(file_id))
        except (InDoubt, Flooded) as trouble:
            raise Unreachable(str(trouble)) from None
        try:
            async with (
                httpx.AsyncClient(verify=_certificates(), timeout=_FILE_TIMEOUT) as client,
                client.stream("GET", file.file_path or "") as answer,
            ):
                if answer.status_code >= 500 or answer.status_code == 429:
                    raise Unreachable(f"Telegram answered {answer.status_code}")
                if answer.status_code >= 400:
                    raise Refused(f"Telegram does not give the file ({answer.status_code})")
                async for piece in answer.aiter_bytes(_PIECE):
                    yield piece
        except httpx.HTTPError as trouble:  # its words have the address, and that the token
            raise Unreachable(f"the file could not be fetched ({type(trouble).__name__})") from None

    async def _asked(self, call: Awaitable[T]) -> T:
        """`from None`: what httpx says has the address in it, and the address the token."""
        try:
            return await call
        except InvalidToken:
            raise Rejected(_BAD_TOKEN) from None
        except Conflict as conflict:
            is_webhook = "webhook" in str(conflict)
            raise Contested(self._clean(conflict) if is_webhook else _TWO_POLLERS) from None
        except _Flood as flood:
            raise PollingInterrupted("Telegram asks for silence", flood.seconds) from None
        except TelegramError as error:
            raise PollingInterrupted(self._clean(error)) from None
        except (Rejected, Contested, PollingInterrupted):
            raise
        except Exception as odd:
            raise PollingInterrupted(f"Telegram's answer cannot be read ({type(odd).__name__})") from None

    async def _done(self, call: Awaitable[T]) -> T:
        try:
            return await call
        except _Flood as flood:
            raise Flooded(flood.seconds) from None
        except ChatMigrated as moved:
            raise Moved(str(moved.new_chat_id)) from None
        except TelegramError as error:
            raise self._fault(error) from None
        except Exception as odd:
            raise InDoubt(f"Telegram's answer cannot be read ({type(odd).__name__})") from None

    def _fault(self, error: TelegramError) -> SendFault:
        text = self._clean(error)
        match error:
            case BadRequest() | Forbidden():
                return Refused(text)
            case InvalidToken():
                return _NoSuchMethod(_BAD_TOKEN)
            case Conflict():
                return Unreachable(text)
        if isinstance(error.__cause__, httpx.ConnectError | httpx.ConnectTimeout | httpx.PoolTimeout):
            return Unreachable(text)
        return InDoubt(text)

    def _clean(self, error: TelegramError) -> str:
        return self._settings.without_secrets(str(error)) or type(error).__name__


class _NoSuchMethod(Unreachable):
    """401 and 404 are one to the library: the token is wrong, or the server does not know the method."""


class _Flood(TelegramError):
    """429."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"retry after {seconds} s")
        self.seconds = seconds


class _Bot(telegram.Bot):
    """The library's Bot, and updates as JSON: one that the library cannot parse would stop the account for ever."""

    async def raw_updates(self, offset: int, wait_s: int) -> object:
        asked = {"offset": offset, "timeout": wait_s, "allowed_updates": UPDATES}
        return await self._post("getUpdates", asked, read_timeout=wait_s + 10.0)


class _RecordingRequest(HTTPXRequest):
    """The library's transport with a small pool, exact about answers that it leaves vague."""

    def __init__(self, connections: int) -> None:
        super().__init__(
            connection_pool_size=connections,
            connect_timeout=10.0,
            read_timeout=20.0,
            write_timeout=20.0,
            pool_timeout=60.0,
            httpx_kwargs={"verify": _certificates()},
        )

    async def do_request(
        self, url: str, method: str, request_data: RequestData | None = None, *args: Any, **kwargs: Any
    ) -> tuple[int, bytes]:
        code, payload = await super().do_request(url, method, request_data, *args, **kwargs)
        if method == "GET":  # a file
            return code, payload
        answer = _json(payload)
        if code == 429:
            parameters = answer.get("parameters")
            asked = parameters.get("retry_after") if isinstance(parameters, dict) else None
            raise _Flood(float(asked) if isinstance(asked, int | float) else 5.0)
        if code == 413:
            raise BadRequest("Request Entity Too Large")
        if code >= 500 or not ({"result", "description"} & answer.keys()):
            raise NetworkError(f"Telegram answered {code}" + ("" if answer else ", with what cannot be read"))
        return code, payload


def _json(payload: bytes) -> dict[str, Any]:
    try:
        answer = json.loads(payload)
    except ValueError:
        return {}
    return answer if isinstance(answer, dict) else {}


@functools.cache
def _certificates() -> ssl.SSLContext:
    """One for all accounts: each of its own would cost megabytes."""
    return httpx.create_ssl_context()


def _entities(words: TelegramText) -> list[telegram.MessageEntity] | None:
    return [
        telegram.MessageEntity(
            entity.type, entity.offset, entity.length, url=entity.url or None, language=entity.language or None
        )
        for entity in words.entities
    ] or None


def _reply(reply_to: int | None) -> telegram.ReplyParameters | None:
    return telegram.ReplyParameters(reply_to, allow_sending_without_reply=True) if reply_to else None


def _buttons(choices: Sequence[Choice]) -> telegram.InlineKeyboardMarkup | None:
    """One row of them under the message; an edit without them takes them away."""
    row = [telegram.InlineKeyboardButton(choice.label, callback_data=choice.value) for choice in choices]
    return telegram.InlineKeyboardMarkup([row]) if row else None


def _receipt(message: telegram.Message) -> Receipt:
    return Receipt(message_id=str(message.message_id), at=message.date)


# --- adapter --------------------------------------------------------------------------------------------------------


class TelegramAdapter:
    """One bot account. Call `run` once; `perform`, `find`, `fetch`, `facts` work before, in and after it."""

    def __init__(
        self,
        settings: TelegramSettings,
        account: Account,
        clock: Clock,
        limits: TelegramLimits | None = None,
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
        pace = TelegramPace(limits or TelegramLimits(), now, sleep)
        self._sender = TelegramSender(self._client, pace, now, clock, Moves() if moves is None else moves)
        self._receiver: TelegramReceiver | None = None

    def capabilities(self, place: Place) -> Capabilities:
        wears_personas = not self._settings.own_anima
        return outbound.capabilities(place, wears_personas=wears_personas, has_drafts=self._sender.has_drafts)

    async def run(self, sink: Sink) -> None:
        """Ends by cancellation, with nothing confirmed that was not stored, or when the token is refused."""
        reporter = Reporter(tell=functools.partial(sink.connection, self.account), now=self._now)
        async with self._client.open():
            self._receiver = TelegramReceiver(
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
            with suppress(PollingInterrupted, Rejected):
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
