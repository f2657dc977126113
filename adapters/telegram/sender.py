"""Acts carried out: each in its chat's turn, at its chat's pace, once."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Protocol, TypeVar

from adapters.sending import render_off_loop
from adapters.telegram import outbound
from adapters.telegram.markdown import TelegramText, utf16
from adapters.telegram.moves import Moves
from bots.errors import InDoubt, Refused, SendFault, Unreachable
from bots.message import Act, Choice, Delete, Edit, File, React, Receipt, Send, Typing
from memory.vocabulary.address import Person, Place

_IDLE_CHATS = 256  # remembered before the quiet ones are forgotten


@dataclass(frozen=True, slots=True, kw_only=True)
class TelegramLimits:
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

    pace: TelegramPace
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


class TelegramPace:
    """Waits, never drops. `now` is monotonic, in seconds."""

    def __init__(
        self,
        limits: TelegramLimits,
        now: Callable[[], float],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
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


# --- sender ---------------------------------------------------------------------------------------------------------


logger = logging.getLogger(__name__)

ChatId = int | str
T = TypeVar("T")


class Flooded(Exception):
    """The platform asks for silence of so many seconds; nothing was done."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"retry after {seconds} s")
        self.seconds = seconds


class Moved(Exception):
    """The group is a supergroup now and has another id; nothing was done."""

    def __init__(self, chat: str) -> None:
        super().__init__(f"the chat is {chat} now")
        self.chat = chat


class TelegramMethods(Protocol):
    """The platform's methods. Each raises Flooded, Moved, Refused, Unreachable, InDoubt."""

    async def message(
        self, chat: ChatId, words: TelegramText, thread: int | None, reply_to: int | None, choices: Sequence[Choice]
    ) -> Receipt: ...

    async def document(
        self, chat: ChatId, file: File, caption: TelegramText, thread: int | None, reply_to: int | None
    ) -> Receipt: ...

    async def edit(self, chat: ChatId, message: int, words: TelegramText) -> None: ...

    async def delete(self, chat: ChatId, message: int) -> None: ...

    async def react(self, chat: ChatId, message: int, emoji: str) -> None: ...

    async def typing(self, chat: ChatId, thread: int | None) -> None: ...

    async def draft(self, chat: int, draft: int, words: TelegramText, thread: int | None) -> None: ...


class TelegramSender:
    """One account's voice. `forums` (as Telegram names them) and `moves` are learned from what is heard, too."""

    def __init__(
        self,
        calls: TelegramMethods,
        pace: TelegramPace,
        now: Callable[[], float],
        clock: Callable[[], datetime],
        moves: Moves,
    ) -> None:
        self._calls, self._pace, self._now, self._clock = calls, pace, now, clock
        self.moves = moves
        self.forums: set[str] = set()
        self.has_drafts = True
        self._hushed: dict[str, float] = {}  # chat -> no typing before
        self._newest: dict[tuple[str, str], Edit] = {}  # (chat, message) -> the edit that was asked for last

    def move(self, old: str, new: str) -> None:
        """What is said to the old chat goes to the new one from here on. Raises StorageFault."""
        if self.moves.moved(old, new):
            logger.info("a group became a supergroup; it stays where it is mapped", extra={"old": old, "new": new})

    def homed(self, found: Person | Place) -> Person | Place:
        """The place as the fleet knows it."""
        return replace(found, channel=self.moves.home(found.channel)) if isinstance(found, Place) else found

    async def perform(self, act: Act, nonce: str, in_doubt: bool) -> Receipt:
        if isinstance(act, Send) and in_doubt:
            raise InDoubt("Telegram cannot tell whether this message was sent")
        try:
            return await self._perform(act, nonce)
        except InDoubt as doubt:
            if isinstance(act, Send) or not in_doubt:
                raise
            raise Unreachable(str(doubt)) from None

    async def _perform(self, act: Act, nonce: str) -> Receipt:
        match act:
            case Send():
                return await self._send(act)
            case Edit():
                return await self._edit(act)
            case Delete():
                return await self._delete(act)
            case React():
                return await self._react(act)
            case Typing():
                return await self._typing(act, nonce)

    async def _send(self, act: Send) -> Receipt:
        """Text and files are several messages, unless the text fits under a single file."""
        words = await render_off_loop(act.text, outbound.composed, act.plainly, act.persona)
        if not words.text and not act.files:
            raise Refused("there is nothing to say: the text is empty")
        thread = outbound.thread_id(act.place)
        # What is meant for one person only cannot be hidden in a group: it is an answer to that person's command.
        hidden = act.handle if act.private_to and outbound.is_group(act.place) else ""
        question = act.reply_to or hidden
        reply_to = _message_id(question) if question else None
        is_caption = len(act.files) == 1 and not act.choices and utf16(words.text) <= outbound.LONGEST_CAPTION
        caption, text = (words, TelegramText("")) if is_caption else (TelegramText(""), words)

        first: Receipt | None = None
        async with self._chat(act.place) as go:
            try:
                if text.text:
                    first = await self._worded(
                        go,
                        act.place,
                        text,
                        lambda chat, words: self._calls.message(chat, words, thread, reply_to, act.choices),
                    )
                for file in act.files:
                    receipt = await self._document(go, act.place, file, caption, thread, reply_to)
                    first = first or receipt
            except SendFault as fault:
                if first is None or isinstance(fault, InDoubt):
                    raise
                raise InDoubt(f"the first part was sent, the rest was not: {fault}") from None
        assert first is not None
        return first

    async def _document(
        self, go: Go, place: Place, file: File, caption: TelegramText, thread: int | None, reply_to: int | None
    ) -> Receipt:
        return await self._worded(
            go, place, caption, lambda chat, words: self._calls.document(chat, file, words, thread, reply_to)
        )

    async def _edit(self, act: Edit) -> Receipt:
        """An edit that has been overtaken while it waited is left out: only the newest text matters."""
        post = act.place.channel, act.message_id
        self._newest[post] = act
        try:
            async with self._chat(act.place) as go:
                if self._newest.get(post) is act:
                    await self._edit_now(go, act)
        finally:
            if self._newest.get(post) is act:
                del self._newest[post]
        return self._receipt(act.message_id)

    async def _edit_now(self, go: Go, act: Edit) -> None:
        number = _message_id(act.message_id)
        words = await render_off_loop(act.text, outbound.composed, act.text, act.persona)
        try:
            await self._worded(go, act.place, words, lambda chat, words: self._calls.edit(chat, number, words))
        except Refused as refused:
            if "not modified" not in str(refused):
                raise

    async def _delete(self, act: Delete) -> Receipt:
        """After two days a post cannot be taken away any more, only overwritten."""
        number = _message_id(act.message_id)
        async with self._chat(act.place) as go:
            try:
                await self._paced(go, act.place, lambda chat: self._calls.delete(chat, number))
            except Refused as refused:
                if "not found" in str(refused) and "chat not found" not in str(refused):
                    return self._receipt(act.message_id)
                if "can't be deleted" not in str(refused):
                    raise
            else:
                return self._receipt(act.message_id)
        return await self._edit(Edit(place=act.place, message_id=act.message_id, text=outbound.REMOVED))

    async def _react(self, act: React) -> Receipt:
        number = _message_id(act.message_id)
        async with self._chat(act.place) as go:
            await self._paced(go, act.place, lambda chat: self._calls.react(chat, number, act.reaction))
        return self._receipt(act.message_id)

    async def _typing(self, act: Typing, nonce: str) -> Receipt:
        """Never waits: a sign that comes late is worth nothing."""
        place = self._here(act.place)
        if act.done or self._now() < self._hushed.get(place.channel, 0.0):
            return Receipt()
        try:
            if not (act.preview and await self._drafted(place, act.preview, act.reply_to or nonce)):
                thread = outbound.typing_thread_id(place, in_forum=place.channel in self.forums)
                await self._calls.typing(outbound.chat_id(place), thread)
        except Flooded as flooded:
            self._hushed[place.channel] = self._now() + flooded.seconds
        except Moved as moved:
            self.move(place.channel, moved.chat)
        return Receipt()

    async def _drafted(self, place: Place, preview: str, of: str) -> bool:
        """False: there are no drafts here."""
        if outbound.is_group(place) or not self.has_drafts:
            return False
        words, draft = await render_off_loop(preview, outbound.preview, preview), outbound.draft_id(of)
        try:
            await self._calls.draft(int(place.channel), draft, words, outbound.thread_id(place))
        except Refused as refused:
            if "blocked" in str(refused) or "chat not found" in str(refused):
                raise
            self.has_drafts = False
            logger.warning("no drafts from here on: typing is shown instead", extra={"why": str(refused)})
            return False
        return True

    async def _worded(
        self, go: Go, place: Place, words: TelegramText, call: Callable[[ChatId, TelegramText], Awaitable[T]]
    ) -> T:
        """With entities; if the platform does not understand them, once more as plain text."""
        try:
            return await self._paced(go, place, lambda chat: call(chat, words))
        except Refused as refused:
            if "parse" not in str(refused) or not words.entities:
                raise
            logger.warning("entities were refused: sent as plain text", extra={"why": str(refused)})
        return await self._paced(go, place, lambda chat: call(chat, TelegramText(words.text)))

    async def _paced(self, go: Go, place: Place, call: Callable[[ChatId], Awaitable[T]]) -> T:
        """Wait for the turn, and for as long as the platform asks."""
        while True:
            await go.turn()
            here = self._here(place)
            try:
                result = await call(outbound.chat_id(here))
            except Flooded as flooded:
                go.quiet(flooded.seconds)
            except Moved as moved:
                self.move(here.channel, moved.chat)
                if self._here(place) == here:
                    raise Refused("the chat moves in a circle") from None
            except SendFault:
                go.done()
                raise
            else:
                go.done()
                return result

    def _chat(self, place: Place) -> AbstractAsyncContextManager[Go]:
        return self._pace.in_chat(self._here(place).channel, is_group=outbound.is_group(place))

    def _here(self, place: Place) -> Place:
        """The place where its chat is today."""
        return replace(place, channel=self.moves.today(place.channel))

    def _receipt(self, message_id: str) -> Receipt:
        return Receipt(message_id=message_id, at=self._clock())


def _message_id(text: str) -> int:
    if not text.isdecimal():
        raise Refused(f"{text!r} is no id of a Telegram message")
    return int(text)
