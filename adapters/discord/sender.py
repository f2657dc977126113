"""Acts, done at Discord: posts as the bot or under a persona's name, edits, deletions, reactions, typing."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar
from urllib.parse import quote

from adapters.discord import outbound
from adapters.discord.directory import DIRECT, DiscordDirectory
from adapters.discord.inbound import DiscordIdentity, place_id, readable
from adapters.discord.rest import DiscordRefused, Rest
from adapters.sending import CannotTell, render_off_loop, sent_or_looked_up
from bots.errors import Refused
from bots.message import Act, Delete, Edit, Message, Persona, React, Receipt, Send, Typing
from memory.vocabulary.address import Person, Place

log = logging.getLogger(__name__)

_T = TypeVar("_T")

HOOK_NAME = "Anima Fleet"
_UNKNOWN_MESSAGE, _UNKNOWN_HOOK, _UNKNOWN_INTERACTION = 10008, 10015, 10062
_NO_ACCESS, _NO_PERMISSION, _TOO_MANY_HOOKS, _CLOSED_DMS, _BAD_HOOK_TOKEN = 50001, 50013, 30007, 50007, 50027
_LOADING = 1 << 7
#: Without it, Discord leaves out what a webhook says of buttons.
_WITH_BUTTONS = {"with_components": "true"}
_REMEMBERED = 2000
_PAGE = 100
_PAGES_AFTER_QUESTION = 20
_PAGES_BACK = 5
_TOO_LATE = "My answer to your command was private, and it came too late to be shown here. Ask me again, please."


@dataclass(frozen=True, slots=True, kw_only=True)
class Hook:
    """A webhook of ours; its token is a secret."""

    id: str
    token: str

    @property
    def path(self) -> str:
        return f"/webhooks/{self.id}/{self.token}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Posted:
    """What an edit must know of a post."""

    frame: outbound.Frame
    hook: str = ""  # id of the webhook which posted it


class DiscordSender:
    """The outbound side of one account."""

    def __init__(self, rest: Rest, directory: DiscordDirectory, me: Callable[[], Awaitable[DiscordIdentity]]) -> None:
        self._rest, self._directory, self._me = rest, directory, me
        self._posted: OrderedDict[str, Posted] = OrderedDict()
        self._heard: OrderedDict[str, tuple[str, str]] = OrderedDict()  # message -> author's name, text
        self._hooks: dict[str, Hook] = {}  # by channel, the one that posts there
        self._hookless: set[str] = set()
        self._locks: dict[str, asyncio.Lock] = {}
        self.hooks: dict[str, Hook] = {}  # by id, also those that posted here before

    async def perform(self, act: Act, nonce: str, in_doubt: bool) -> Receipt:
        match act:
            case Send():
                return await sent_or_looked_up(self._send(act, nonce, in_doubt), in_doubt)
            case Edit():
                return await self._edit(act, nonce)
            case Delete():
                return await self._delete(act)
            case React():
                return await self._react(act)
            case Typing():
                return await self._typing(act)

    def heard(self, message: Message) -> None:
        """Remember what may be quoted soon."""
        _remember(self._heard, message.id, (message.author_name, message.text))

    def is_own(self, message: str) -> bool:
        return message in self._posted

    def forget_refusals(self) -> None:
        """Permissions may have changed: ask for webhooks again."""
        self._hookless.clear()

    # ------------------------------------------------------------------------------------------------ sending

    async def _send(self, act: Send, nonce: str, in_doubt: bool) -> Receipt:
        if act.private_to is not None:
            return await self._privately(act, act.private_to, nonce, in_doubt)
        channel = place_id(act.place)
        if in_doubt and (found := await self._read_back(channel, nonce, act.reply_to)) is not None:
            return found
        if act.persona is not None and act.place.workspace != DIRECT and outbound.wearable(act.persona):
            receipt = await self._as_persona(act, act.persona, nonce)
            if receipt is not None:
                return receipt
        head = outbound.name_head(act.persona) if act.persona else ""
        return await self._as_bot(act, channel, outbound.frame(nonce, head), nonce)

    async def _as_bot(self, act: Send, channel: str, frame: outbound.Frame, nonce: str) -> Receipt:
        body = outbound.bot_post(act, await render_off_loop(act.text, frame.around, outbound.text_of(act)), nonce)
        answer = await self._rest.call(
            "POST", f"/channels/{channel}/messages", body, files=act.files, bucket=f"send:{channel}", once=True
        )
        return self._receipt(answer, Posted(frame=frame))

    async def _as_persona(self, act: Send, persona: Persona, nonce: str) -> Receipt | None:
        """None: no webhook may be had here."""
        channel = place_id(act.place)
        home = self._directory.parent(channel) or act.place.channel
        for _ in range(2):
            hook = await self._hook(home)
            if hook is None:
                return None
            frame = outbound.frame(nonce, await self._quote(channel, act.reply_to))
            query = {"wait": "true", **_WITH_BUTTONS} | ({"thread_id": channel} if channel != home else {})
            body = outbound.webhook_post(
                act, await render_off_loop(act.text, frame.around, outbound.text_of(act)), persona
            )
            try:
                answer = await self._rest.call(
                    "POST",
                    hook.path,
                    body,
                    query=query,
                    files=act.files,
                    bucket=f"send:{channel}",
                    once=True,
                    bare=True,
                )
            except DiscordRefused as refused:
                if refused.code != _UNKNOWN_HOOK:
                    raise
                self._hooks.pop(home, None)  # somebody deleted it: make another
                self.hooks.pop(hook.id, None)
            else:
                return self._receipt(answer, Posted(frame=frame, hook=hook.id))
        return None

    def _receipt(self, answer: Any, posted: Posted) -> Receipt:
        _remember(self._posted, str(answer["id"]), posted)
        return _receipt(answer)

    async def _quote(self, channel: str, message: str) -> str:
        if not message.isdigit():
            return ""
        if message not in self._heard:
            try:
                found = await self._rest.call("GET", f"/channels/{channel}/messages/{message}")
            except Refused:
                return ""
            author, known = found["author"], self._directory.channels.get(channel)
            name = str(author.get("global_name") or author["username"])
            guild = known.guild if known is not None else ""
            said = readable(str(found.get("content", "")), found, await self._me(), guild, self._directory)
            _remember(self._heard, message, (name, said.text))
        return outbound.quote_head(*self._heard[message])

    # ------------------------------------------------------------------------------------------------ in doubt

    async def _read_back(self, channel: str, nonce: str, question: str) -> Receipt | None:
        """Our post with the nonce's mark: looked for after the question, else among the channel's newest."""
        async for post in self._marked(channel, [nonce], question):
            frame = outbound.frame_of(str(post["content"]))
            return self._receipt(post, Posted(frame=frame, hook=str(post.get("webhook_id") or "")))
        return None

    async def posted(self, place: Place, nonces: Sequence[str], question: str) -> bool | None:
        """Whether one of these posts stands there since the question; None where too much was said since."""
        try:
            async for _ in self._marked(place_id(place), nonces, question):
                return True
        except CannotTell:
            return None
        return False

    async def _marked(self, channel: str, nonces: Sequence[str], question: str) -> AsyncGenerator[Any]:
        marks, me = [outbound.mark(nonce) for nonce in nonces], await self._me()
        async for post in self._pages(channel, question):
            mine = str(post["author"]["id"]) == me.user or str(post.get("application_id") or "") == me.application
            if mine and any(mark in str(post.get("content", "")) for mark in marks):
                yield post

    async def _pages(self, channel: str, question: str) -> Any:
        forward = question.isdigit()
        edge, pages = question, _PAGES_AFTER_QUESTION if forward else _PAGES_BACK
        for _ in range(pages):
            query = {"limit": str(_PAGE)} | ({"after" if forward else "before": edge} if edge else {})
            page = await self._rest.call("GET", f"/channels/{channel}/messages", query=query, bucket=f"read:{channel}")
            for post in page:
                yield post
            if len(page) < _PAGE:
                return
            ids = [int(post["id"]) for post in page]
            edge = str(max(ids) if forward else min(ids))
        if forward:
            raise CannotTell("too much was said since the question to look through")

    # ------------------------------------------------------------------------------------------------ privately

    async def _privately(self, act: Send, reader: Person, nonce: str, in_doubt: bool) -> Receipt:
        """By the interaction's token while it lives (15 minutes), else in a DM; never in the open."""
        if act.handle:
            try:
                return await self._follow_up(act, nonce, in_doubt)
            except DiscordRefused as refused:
                if refused.code not in (_UNKNOWN_HOOK, _UNKNOWN_INTERACTION, _BAD_HOOK_TOKEN):
                    raise
        try:
            channel = await self.direct(reader)
            if in_doubt and (found := await self._read_back(channel, nonce, "")) is not None:
                return found
            return await self._as_bot(act, channel, outbound.frame(nonce), nonce)
        except DiscordRefused as refused:
            if refused.code != _CLOSED_DMS:
                raise
            log.info("a private answer could not be shown", extra={"place": str(act.place)})
            late = Send(place=act.place, text=_TOO_LATE, reply_to=act.reply_to)
            return await self._as_bot(late, place_id(act.place), outbound.frame(nonce), nonce)

    async def _follow_up(self, act: Send, nonce: str, in_doubt: bool) -> Receipt:
        path = f"/webhooks/{(await self._me()).application}/{act.handle}"
        frame = outbound.frame(nonce)
        if in_doubt:
            first = await self._rest.call("GET", f"{path}/messages/@original", bare=True)
            if outbound.mark(nonce) in str(first.get("content", "")):
                return _receipt(first)
            if not int(first.get("flags") or 0) & _LOADING:
                raise CannotTell("Discord shows the first private answer only")
        body = outbound.private_answer(await render_off_loop(act.text, frame.around, act.text), act.choices)
        answer = await self._rest.call(
            "POST", path, body, files=act.files, bucket=f"answer:{act.handle}", once=True, bare=True
        )
        return _receipt(answer)

    async def direct(self, reader: Person) -> str:
        """The DM channel with that person."""
        answer = await self._rest.call("POST", "/users/@me/channels", {"recipient_id": reader.id})
        self._directory.learn_direct(str(answer["id"]), reader.id)
        return str(answer["id"])

    # ------------------------------------------------------------------------------------------------ changing

    async def _edit(self, act: Edit, nonce: str) -> Receipt:
        channel, posted = place_id(act.place), await self._known(act.place, act.message_id)
        body = outbound.edit(await render_off_loop(act.text, posted.frame.around, act.text))
        path, bare = await self._path(act.place, act.message_id, posted)
        query = {**(self._thread_query(act.place) or {}), **_WITH_BUTTONS} if bare else None
        return _receipt(await self._rest.call("PATCH", path, body, query=query, bucket=f"edit:{channel}", bare=bare))

    async def _delete(self, act: Delete) -> Receipt:
        try:
            posted = await self._known(act.place, act.message_id)
            path, bare = await self._path(act.place, act.message_id, posted)
            query = self._thread_query(act.place) if bare else None
            await self._rest.call("DELETE", path, query=query, bucket=f"delete:{place_id(act.place)}", bare=bare)
        except DiscordRefused as refused:
            if refused.code != _UNKNOWN_MESSAGE:  # gone is gone
                raise
        return Receipt(message_id=act.message_id)

    async def _known(self, place: Place, message: str) -> Posted:
        if message not in self._posted:
            found = await self._rest.call("GET", f"/channels/{place_id(place)}/messages/{message}")
            frame = outbound.frame_of(str(found.get("content", "")))
            _remember(self._posted, message, Posted(frame=frame, hook=str(found.get("webhook_id") or "")))
        return self._posted[message]

    async def _path(self, place: Place, message: str, posted: Posted) -> tuple[str, bool]:
        """The post's address, and whether the address carries the token."""
        if posted.hook:
            await self._hook(self._directory.parent(place_id(place)) or place.channel)
            if (hook := self.hooks.get(posted.hook)) is not None:
                return f"{hook.path}/messages/{message}", True
        return f"/channels/{place_id(place)}/messages/{message}", False

    def _thread_query(self, place: Place) -> dict[str, str] | None:
        channel = place_id(place)
        is_thread = bool(self._directory.parent(channel) or place.thread)
        return {"thread_id": channel} if is_thread else None

    async def _react(self, act: React) -> Receipt:
        channel = place_id(act.place)
        emoji = quote(act.reaction, safe=":")
        path = f"/channels/{channel}/messages/{act.message_id}/reactions/{emoji}/@me"
        await self._rest.call("PUT", path, bucket=f"react:{channel}")
        return Receipt(message_id=act.message_id)

    async def _typing(self, act: Typing) -> Receipt:
        """Discord shows it for ten seconds or until the next post; it cannot be taken away."""
        if not act.done:
            channel = place_id(act.place)
            await self._rest.call("POST", f"/channels/{channel}/typing", bucket=f"typing:{channel}")
        return Receipt()

    # ------------------------------------------------------------------------------------------------ webhooks

    async def _hook(self, channel: str) -> Hook | None:
        """The webhook by which we post in the channel: found or made. None where we may not have one."""
        if channel in self._hooks:
            return self._hooks[channel]
        if channel in self._hookless:
            return None
        async with self._locks.setdefault(channel, asyncio.Lock()):
            if channel not in self._hooks:
                try:
                    self._hooks[channel] = await self._find_or_make(channel)
                except DiscordRefused as refused:
                    if refused.code not in (_NO_ACCESS, _NO_PERMISSION, _TOO_MANY_HOOKS):
                        raise
                    log.warning("no webhook here: posts carry the name in the text", extra={"channel": channel})
                    self._hookless.add(channel)
                    return None
            return self._hooks[channel]

    async def _find_or_make(self, channel: str) -> Hook:
        me, path = await self._me(), f"/channels/{channel}/webhooks"
        there = await self._rest.call("GET", path)
        ours = [hook for hook in there if str(hook.get("application_id") or "") == me.application and hook.get("token")]
        named = [hook for hook in ours if hook.get("name") == HOOK_NAME]
        found = named[0] if named else await self._rest.call("POST", path, {"name": HOOK_NAME})
        # More than one is ours where a first try to make it was cut after Discord had made it.
        self.hooks |= {hook.id: hook for hook in map(_hook_of, (*ours, found))}
        return self.hooks[str(found["id"])]


def _hook_of(answer: Any) -> Hook:
    return Hook(id=str(answer["id"]), token=str(answer["token"]))


def _receipt(answer: Any) -> Receipt:
    at = answer.get("timestamp")
    return Receipt(message_id=str(answer["id"]), at=datetime.fromisoformat(at) if at else None)


def _remember(memory: OrderedDict[str, _T], key: str, value: _T) -> None:
    memory[key] = value
    memory.move_to_end(key)
    if len(memory) > _REMEMBERED:
        memory.popitem(last=False)
