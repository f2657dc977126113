"""The loopback server: what the bot calls, what people do, and the faults in between."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from types import TracebackType
from typing import Any, Self

import aiohttp
from aiohttp import web

from memory.vocabulary.ports import Clock
from tests.platforms.plan import Delivered, FaultPlan, Ledger, Received, cut
from tests.platforms.telegram.flood import Flood, Paces
from tests.platforms.telegram.methods import METHODS, ApiError, Call
from tests.platforms.telegram.world import Bot, Chat, Json, Post, may_hear

KEPT = timedelta(hours=24)


@dataclass(slots=True)
class TelegramLedger(Ledger):
    """What changes nothing for good is kept apart; `place` and `text` as ever, `message_id` is the draft or topic."""

    drafts: list[Received] = field(default_factory=list)
    actions: list[Received] = field(default_factory=list)


class TelegramServer:
    """Lives outside of the bot: whatever the bot's process does, updates and chats stay. `scale` shortens seconds."""

    def __init__(
        self,
        *,
        clock: Clock,
        scale: float = 1.0,
        plan: FaultPlan | None = None,
        paces: Paces | None = None,
        port: int = 0,
    ) -> None:
        self.clock, self.scale, self.plan = clock, scale, plan or FaultPlan()
        self.ledger = TelegramLedger()
        self.flood = Flood(paces or Paces())
        self.bots: dict[str, Bot] = {}
        self.users: dict[int, Json] = {}
        self.chats: dict[int | tuple[int, int], Chat] = {}  # a private chat is the pair (bot, person)
        self.files: dict[str, Json] = {}
        self.callbacks: set[str] = set()
        self.garbled: dict[str, bytes] = {}  # method -> what is answered instead, once
        self.refused: dict[str, str] = {}  # method -> the reason of a 400, once
        self.missing: set[str] = set()  # methods that this server is too old for
        self._heard = asyncio.Condition()
        self._port = port
        self._runner: web.AppRunner | None = None
        self._hooks: dict[int, asyncio.Task[None]] = {}
        self._serial = 100

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=60 * 1024 * 1024)
        app.router.add_route("*", "/bot{token}/{method}", self._api)
        app.router.add_get("/file/bot{token}/{path:.+}", self._file)
        self._runner = web.AppRunner(app, handler_cancellation=True, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self._port)
        await site.start()
        self._port = self._runner.addresses[0][1]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for task in self._hooks.values():
            task.cancel()
        await asyncio.gather(*self._hooks.values(), return_exceptions=True)
        if self._runner is not None:
            await self._runner.cleanup()

    @property
    def api_base(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    def real(self) -> float:
        return time.monotonic()

    def nominal(self) -> float:
        return time.monotonic() / self.scale

    # ------------------------------------------------------------------------------------------ who is there

    def add_bot(
        self, token: str, username: str, can_read_all_group_messages: bool = False, can_join_groups: bool = True
    ) -> Bot:
        bot = Bot(token, username, can_read_all_group_messages, can_join_groups)
        self.bots[token] = bot
        return bot

    def add_user(self, name: str, *, username: str = "", is_bot: bool = False) -> int:
        user = self._next() + 5000
        known = {"id": user, "is_bot": is_bot, "first_name": name}
        self.users[user] = known | ({"username": username} if username else {})
        return user

    def add_group(
        self,
        title: str,
        *,
        forum: bool = False,
        bots: list[Bot] | None = None,
        admins: tuple[int, ...] = (),
        basic: bool = False,
    ) -> Chat:
        """A supergroup with all bots in it, unless told otherwise. `admins` are ids of users or bots."""
        inside = {bot.id for bot in (self.bots.values() if bots is None else bots)}
        number = -self._next() if basic else -1_000_000_000_000 - self._next()
        chat = Chat(number, "group" if basic else "supergroup", title, inside, set(admins), forum)
        self.chats[chat.id] = chat
        return chat

    def private(self, user: int, bot: Bot | None = None) -> Chat:
        """The private chat of the person with the bot (the only one, if it is not said); begun on first use."""
        if bot is None:
            (bot,) = self.bots.values()
        return self.chats.setdefault((bot.id, user), Chat(user, "private", self.users[user]["first_name"], {bot.id}))

    def add_topic(self, chat: Chat) -> int:
        chat.topics.add(topic := self._next())
        return topic

    def chat_of(self, bot: Bot, chat_id: str) -> Chat | None:
        with suppress(ValueError):
            return self.chats.get(int(chat_id)) or self.chats.get((bot.id, int(chat_id)))
        return None

    def user_json(self, user: int) -> Json | None:
        return self.users.get(user) or next((bot.user for bot in self.bots.values() if bot.id == user), None)

    # ------------------------------------------------------------------------------------------ what people do

    async def say(
        self,
        chat: Chat | int,
        user: int,
        text: str,
        *,
        reply_to: int = 0,
        thread: int = 0,
        at: datetime | None = None,
        **extra: Any,
    ) -> int:
        """A person writes; `extra` goes into the Message object as it is."""
        room = self._chat(chat)
        sender = self.users[user]
        post = self.post(room, sender, text, thread=thread, reply_to=reply_to, extra=extra, at=at)
        await self._tell(room, post, "message")
        return post.id

    async def send_file(
        self, chat: Chat | int, user: int, name: str, content: bytes, media_type: str, caption: str = ""
    ) -> int:
        document = self.keep_file(name, content, media_type)
        public = {key: value for key, value in document.items() if key not in ("content", "file_path")}
        return await self.say(chat, user, caption, document=public)

    async def edit(self, chat: Chat | int, user: int, message_id: int, text: str) -> None:
        room = self._chat(chat)
        post = room.posts[message_id]
        assert post.sender["id"] == user
        post.text, post.edited_at = text, self.clock()
        await self._tell(room, post, "edited_message")

    async def react(self, chat: Chat | int, user: int, message_id: int, emoji: str) -> None:
        """An empty emoji takes the reaction away. Only admins among the bots of a group are told."""
        room = self._chat(chat)
        post = room.posts[message_id]
        old, post.reactions[user] = post.reactions.get(user, ""), emoji
        payload = {
            "chat": room.json(self.users[user]),
            "message_id": message_id,
            "user": self.users[user],
            "date": int(self.clock().timestamp()),
            "old_reaction": [{"type": "emoji", "emoji": old}] if old else [],
            "new_reaction": [{"type": "emoji", "emoji": emoji}] if emoji else [],
        }
        for bot in self._bots_in(room):
            if not room.is_group or bot.id in room.admins:
                await self._push(bot, "message_reaction", payload, {})

    async def press(self, chat: Chat | int, user: int, message_id: int, data: str) -> str:
        """Press an inline button; returns the id of the callback query."""
        room = self._chat(chat)
        post = room.posts[message_id]
        assert post.by_bot
        query = str(4_000_000_000_000 + self._next())
        self.callbacks.add(query)
        payload = {
            "id": query,
            "from": self.users[user],
            "chat_instance": "1",
            "data": data,
            "message": room.message(post),
        }
        for bot in self._bots_in(room):
            if bot.id == post.sender["id"]:
                await self._push(bot, "callback_query", payload, {})
        return query

    async def migrate(self, chat: Chat, *, quiet: bool = False) -> Chat:
        """The group becomes a supergroup with another id."""
        new = self.add_group(chat.title, forum=chat.forum)
        new.bots, chat.moved_to = set(chat.bots), new.id
        someone = next(iter(self.users.values()))
        if quiet:
            return new  # both service messages are older than what is still told
        await self._tell(chat, self.post(chat, someone, "", extra={"migrate_to_chat_id": new.id}), "message")
        await self._tell(new, self.post(new, someone, "", extra={"migrate_from_chat_id": chat.id}), "message")
        return new

    async def send_album(self, chat: Chat | int, user: int, names: list[str], caption: str = "") -> list[int]:
        """Several photos at once: a message for each, the words under the first."""
        group, ids = str(self._next()), []
        for number, name in enumerate(names):
            photo = self.keep_file(name, b"pixels", "image/jpeg")
            size = {"file_id": photo["file_id"], "file_unique_id": name, "width": 9, "height": 9, "file_size": 6}
            words = {"caption": caption} if number == 0 and caption else {}
            ids.append(await self.say(chat, user, "", photo=[size], media_group_id=group, **words))
        return ids

    async def share(
        self, chat: Chat | int, user: int, files: Sequence[tuple[str, bytes, str]], caption: str = ""
    ) -> list[int]:
        """Files (name, content, type) at once: one message, or an album; the words under the first."""
        group = {"media_group_id": str(self._next())} if len(files) > 1 else {}
        ids = []
        for number, (name, content, media_type) in enumerate(files):
            document = self.keep_file(name, content, media_type)
            public = {key: value for key, value in document.items() if key not in ("content", "file_path")}
            media: Json = {"document": public}
            if media_type == "image/jpeg":
                sizes = {"width": 9, "height": 9, "file_size": len(content)}
                media = {"photo": [{key: public[key] for key in ("file_id", "file_unique_id")} | sizes]}
            ids.append(await self.say(chat, user, "" if number else caption, **media, **group))
        return ids

    def posts(self, chat: Chat | int) -> list[Post]:
        """What of the bots' posts people see now, oldest first."""
        return [post for post in self._chat(chat).posts.values() if post.by_bot and not post.deleted]

    # ------------------------------------------------------------------------------------------ for the methods

    def post(
        self,
        chat: Chat,
        sender: Bot | Json,
        text: str,
        *,
        thread: int = 0,
        reply_to: int = 0,
        entities: list[Json] | None = None,
        extra: Json | None = None,
        at: datetime | None = None,
    ) -> Post:
        counter: Chat | Bot = chat  # a bot numbers its private chats together, a supergroup numbers itself
        if not chat.is_group:
            counter = next(bot for bot in self.bots.values() if bot.id in chat.bots)
        number, counter.next_message = counter.next_message, counter.next_message + 1
        who = sender.user if isinstance(sender, Bot) else sender
        post = Post(number, at or self.clock(), who, text, thread, reply_to, entities or [], extra or {})
        chat.posts[number] = post
        return post

    def keep_file(self, name: str, content: bytes, media_type: str) -> Json:
        file = f"file{self._next()}"
        self.files[file] = {
            "file_id": file,
            "file_unique_id": f"u{file}",
            "file_name": name,
            "mime_type": media_type,
            "file_size": len(content),
            "file_path": f"documents/{file}",
            "content": content,
        }
        return self.files[file]

    def webhook_changed(self, bot: Bot) -> None:
        if (task := self._hooks.get(bot.id)) is None or task.done():
            self._hooks[bot.id] = asyncio.create_task(self._serve_webhook(bot))

    # ------------------------------------------------------------------------------------------ updates

    async def _tell(self, chat: Chat, post: Post, kind: str) -> None:
        known = f"{chat.id}:{post.id}"
        self.ledger.delivered.setdefault(known, Delivered(known, str(chat.id), str(post.sender["id"]), post.text))
        for bot in self._bots_in(chat):
            if may_hear(bot, chat, post):
                await self._push(bot, kind, chat.message(post), {"ledger": known} if kind == "message" else {})

    async def _push(self, bot: Bot, kind: str, payload: Json, private: Json) -> None:
        if not bot.wants(kind):
            return
        number, bot.next_update = bot.next_update, bot.next_update + 1
        async with self._heard:
            bot.updates.append(({"update_id": number, kind: payload} | private, self.clock()))
            self._heard.notify_all()

    async def _get_updates(self, call: Call) -> list[Json]:
        bot = call.bot
        if bot.webhook.url:
            raise ApiError(
                409,
                "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete it first",
            )
        bot.polls += 1
        mine, limit = bot.polls, call.number("limit", 100)
        if "allowed_updates" in call.params:
            bot.allowed = call.value("allowed_updates")
        if self.plan.next("getUpdates", "duplicate") is None:
            self._forget(bot, call.number("offset"))
        async with self._heard:
            self._heard.notify_all()
            with suppress(TimeoutError):
                async with asyncio.timeout(call.number("timeout") * self.scale):
                    await self._heard.wait_for(lambda: bot.updates or bot.polls != mine or bot.webhook.url)
        if bot.polls != mine:
            raise ApiError(
                409, "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running"
            )
        return [self._handed(update) for update, _ in bot.updates[:limit]]

    def _forget(self, bot: Bot, offset: int) -> None:
        for update, _ in bot.updates:
            if update["update_id"] < offset and (known := update.get("ledger")):
                self.ledger.delivered[known].acknowledge()
        bot.updates = [
            (update, at) for update, at in bot.updates if update["update_id"] >= offset and self.clock() - at <= KEPT
        ]

    def _handed(self, update: Json) -> Json:
        if known := update.get("ledger"):
            self.ledger.delivered[known].times += 1
        return {key: value for key, value in update.items() if key != "ledger"}

    async def _serve_webhook(self, bot: Bot) -> None:
        """One update at a time, in order; a refused one is tried again, later and later."""
        wait = 1.0
        async with aiohttp.ClientSession() as session:
            while bot.webhook.url:
                async with self._heard:
                    await self._heard.wait_for(lambda: bool(bot.updates) or not bot.webhook.url)
                if not bot.updates:
                    return
                if await self._posted(session, bot):
                    wait = 1.0
                    if self.plan.next("webhook", "duplicate") is None and bot.updates:
                        self._forget(bot, bot.updates[0][0]["update_id"] + 1)
                else:
                    await asyncio.sleep(wait * self.scale)
                    wait = min(60.0, wait * 2)

    async def _posted(self, session: aiohttp.ClientSession, bot: Bot) -> bool:
        headers = {"X-Telegram-Bot-Api-Secret-Token": bot.webhook.secret} if bot.webhook.secret else {}
        try:
            async with session.post(bot.webhook.url, json=self._handed(bot.updates[0][0]), headers=headers) as answer:
                bot.webhook.last_error = "" if answer.ok else f"Wrong response from the webhook: {answer.status}"
                return answer.ok
        except aiohttp.ClientError as error:
            bot.webhook.last_error = f"Connection failed: {type(error).__name__}"
            return False

    # ------------------------------------------------------------------------------------------ the wire

    async def _api(self, request: web.Request) -> web.StreamResponse:
        method = request.match_info["method"]
        bot = self.bots.get(request.match_info["token"])
        fault = self.plan.next(method, "drop", "delay", "429", "5xx", "accept_then_cut")
        params, files = await self._params(request)
        if fault is not None and fault.kind == "drop":
            return self._cut(request)
        if fault is not None and fault.kind == "delay":
            await asyncio.sleep(fault.seconds * self.scale)
        try:
            if fault is not None and fault.kind == "5xx":
                raise ApiError(502, "Bad Gateway")
            if bot is None:
                raise ApiError(401, "Unauthorized")
            call = Call(self, bot, method, params, files)
            if fault is not None and fault.kind == "429":
                self._punish(call, fault.seconds)
            result = await self._done(call)
            status, answer = 200, {"ok": True, "result": result}
        except ApiError as error:
            status, answer = error.code, {"ok": False, "error_code": error.code, "description": error.description}
            if error.parameters:
                answer["parameters"] = error.parameters
        self.ledger.calls.append((self.real(), method, status))
        if fault is not None and fault.kind == "accept_then_cut":
            return self._cut(request)
        if garbage := self.garbled.pop(method, b""):
            return web.Response(body=garbage, content_type="application/json")
        return web.json_response(answer, status=status)

    async def _done(self, call: Call) -> Any:
        if call.method == "getUpdates":
            return await self._get_updates(call)
        if reason := self.refused.pop(call.method, ""):
            raise ApiError(400, f"Bad Request: {reason}")
        if (method := METHODS.get(call.method)) is None or call.method in self.missing:
            raise ApiError(404, "Not Found: method not found")
        return method(call)

    def _punish(self, call: Call, seconds: float) -> None:
        """A planned 429 closes the chat for its seconds, so that who comes too early is noticed."""
        wait = max(1, round(seconds))
        if call.method in ("sendMessage", "sendDocument", "editMessageText"):
            name, now = f"{call.bot.id}/{call.params.get('chat_id')}", self.nominal()
            self.flood.punish(name, wait, now)
        raise ApiError(429, f"Too Many Requests: retry after {wait}", retry_after=wait)

    def _cut(self, request: web.Request) -> web.StreamResponse:
        assert request.transport is not None
        request.transport.abort()
        return web.Response()

    async def _params(self, request: web.Request) -> tuple[Json, dict[str, Json]]:
        params: Json = dict(request.query)
        files: dict[str, Json] = {}
        if request.content_type == "application/json":
            params |= json.loads(await request.text() or "{}")
            return params, files
        for name, value in (await request.post()).items():
            if isinstance(value, web.FileField):
                media_type = value.content_type or "application/octet-stream"
                files[name] = self.keep_file(value.filename, value.file.read(), media_type)
            else:
                params[name] = value
        return params, files

    async def _file(self, request: web.Request) -> web.StreamResponse:
        fault = self.plan.next("file content", "5xx", "accept_then_cut")
        if fault is not None and fault.kind == "5xx":
            return web.Response(status=502)
        if request.match_info["token"] not in self.bots:
            return web.json_response({"ok": False, "error_code": 401, "description": "Unauthorized"}, status=401)
        for file in self.files.values():
            if file["file_path"] == request.match_info["path"]:
                content = file["content"]
                return await cut(request, content) if fault is not None else web.Response(body=content)
        return web.json_response({"ok": False, "error_code": 404, "description": "Not Found"}, status=404)

    # ------------------------------------------------------------------------------------------ small change

    def _chat(self, chat: Chat | int) -> Chat:
        if isinstance(chat, Chat):
            return chat
        return self.chats[chat] if chat in self.chats else self.private(chat)

    def _bots_in(self, chat: Chat) -> list[Bot]:
        return [bot for bot in self.bots.values() if bot.id in chat.bots]

    def _next(self) -> int:
        self._serial += 1
        return self._serial
