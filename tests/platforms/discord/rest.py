"""The REST side of the server: routes, limits, refusals."""

from __future__ import annotations

import asyncio
import json
import math
import re
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import unquote

from aiohttp import web

from tests.platforms.discord import world as w
from tests.platforms.discord.world import Bot, Channel, Json, Message, User, Webhook
from tests.platforms.plan import Received

if TYPE_CHECKING:
    from tests.platforms.discord.server import DiscordServer


@dataclass(slots=True)
class Limits:
    """(requests, seconds) a channel or webhook; seconds are shortened by the server's scale."""

    sends: tuple[int, float] = (5, 5.0)
    webhook_sends: tuple[int, float] = (5, 2.0)
    edits: tuple[int, float] = (5, 5.0)
    reactions: tuple[int, float] = (1, 0.25)
    nonce_window_s: float = 300.0


class Refusal(Exception):
    def __init__(self, status: int, code: int, message: str) -> None:
        super().__init__(message)
        self.status, self.code, self.message = status, code, message


UNKNOWN_CHANNEL = (404, 10003, "Unknown Channel")
UNKNOWN_MESSAGE = (404, 10008, "Unknown Message")
NO_ACCESS = (403, 50001, "Missing Access")
NO_PERMISSION = (403, 50013, "Missing Permissions")


@dataclass(slots=True)
class Window:
    """A bucket: so many requests from its first one on."""

    count: int
    per_s: float
    left: int = 0
    ends: float = 0.0

    def take(self) -> bool:
        now = time.monotonic()
        if now >= self.ends:
            self.left, self.ends = self.count, now + self.per_s
        self.left -= 1
        return self.left >= 0

    def headers(self, name: str) -> dict[str, str]:
        rest = math.ceil(max(0.0, self.ends - time.monotonic()) * 1000) / 1000  # never said to be sooner than it is
        return {
            "X-RateLimit-Limit": str(self.count),
            "X-RateLimit-Remaining": str(max(0, self.left)),
            "X-RateLimit-Reset": f"{time.time() + rest:.3f}",
            "X-RateLimit-Reset-After": f"{rest:.3f}",
            "X-RateLimit-Bucket": name,
        }


@dataclass(slots=True)
class Interaction:
    id: str
    token: str
    bot: Bot
    channel: str
    user: User
    born: float
    answered: bool = False
    deferred_flags: int | None = None
    answered_after_s: float | None = None
    original: Message | None = None
    messages: list[Message] = field(default_factory=list)


Handler = Callable[[web.Request, Bot, Json], Awaitable["Json | list[Json] | None"]]
_OPEN = re.compile(r"^/(webhooks/\d+/[^/]+|interactions/)")


class Rest:
    """One method a route. A handler returns JSON, or None for 204."""

    def __init__(self, server: DiscordServer) -> None:
        self.server, self.world = server, server.world
        self.windows: dict[tuple[str, str], Window] = {}
        self.interactions: dict[str, Interaction] = {}
        self.nonces: dict[tuple[str, str, str], tuple[float, Message]] = {}

    def routes(self) -> list[tuple[str, str, str, Handler]]:
        """(method, path, bucket, handler); the path with {names} is the method's name in ledger and plan."""
        channel, hook = "/channels/{channel}", "/webhooks/{hook}/{token}"
        return [
            ("GET", "/gateway/bot", "", self.gateway_bot),
            ("GET", "/users/@me", "", self.me),
            ("GET", "/applications/@me", "", self.application),
            ("GET", "/oauth2/applications/@me", "", self.application),
            ("GET", "/applications/{app}/commands", "", self.get_commands),
            ("PUT", "/applications/{app}/commands", "", self.put_commands),
            ("POST", "/applications/{app}/commands", "", self.post_command),
            ("POST", "/users/@me/channels", "", self.open_dm),
            ("GET", "/guilds/{guild}", "", self.guild),
            ("GET", "/guilds/{guild}/channels", "", self.guild_channels),
            ("GET", "/guilds/{guild}/members", "", self.guild_members),
            ("GET", "/guilds/{guild}/members/search", "", self.search_members),
            ("GET", channel, "", self.channel),
            ("GET", channel + "/messages", "", self.messages),
            ("POST", channel + "/messages", "sends", self.send),
            ("GET", channel + "/messages/{message}", "", self.one_message),
            ("PATCH", channel + "/messages/{message}", "edits", self.edit),
            ("DELETE", channel + "/messages/{message}", "", self.delete),
            ("PUT", channel + "/messages/{message}/reactions/{emoji}/@me", "reactions", self.react),
            ("POST", channel + "/typing", "", self.typing),
            ("POST", channel + "/threads", "", self.thread),
            ("POST", channel + "/messages/{message}/threads", "", self.thread),
            ("GET", channel + "/webhooks", "", self.list_webhooks),
            ("POST", channel + "/webhooks", "", self.create_webhook),
            ("POST", hook, "webhook_sends", self.execute),
            ("GET", hook + "/messages/{message}", "", self.hook_message),
            ("PATCH", hook + "/messages/{message}", "edits", self.hook_edit),
            ("DELETE", hook + "/messages/{message}", "", self.hook_delete),
            ("POST", "/interactions/{id}/{token}/callback", "", self.callback),
        ]

    # ------------------------------------------------------------------------------------------------ the rim

    def wrap(self, method: str, path: str, bucket: str, handler: Handler) -> Callable[..., Awaitable[web.Response]]:
        name = f"{method} {path}"

        async def answer(request: web.Request) -> web.Response:
            response = await self._answer(request, name, bucket, handler)
            self.server.ledger.calls.append((time.monotonic(), name, response.status))
            return response

        return answer

    async def _answer(self, request: web.Request, name: str, bucket: str, handler: Handler) -> web.Response:
        fault = self.server.plan.next(name, "drop", "delay", "429", "5xx", "accept_then_cut")
        body = await self._body(request)
        if fault is not None and fault.kind == "drop":
            self._cut(request)
            return web.Response(status=500)
        if fault is not None and fault.kind == "delay":
            await asyncio.sleep(fault.seconds)
        if fault is not None and fault.kind == "5xx":
            return web.Response(status=502, text="<html>bad gateway</html>", content_type="text/html")
        if fault is not None and fault.kind == "429":
            return self._limited(fault.seconds, {})
        try:
            bot = self._bot(request)
            headers = self._take(request, bucket)
            if "limited" in headers:
                return self._limited(float(headers.pop("limited")), headers)
            result = await handler(request, bot, body)
        except Refusal as refusal:
            return _json({"code": refusal.code, "message": refusal.message}, refusal.status)
        if fault is not None and fault.kind == "accept_then_cut":
            self._cut(request)
        if result is None:
            return web.Response(status=204, headers=headers)
        return _json(result, 200, headers)

    @staticmethod
    def _cut(request: web.Request) -> None:
        if request.transport is not None:
            request.transport.abort()

    async def _body(self, request: web.Request) -> Json:
        if request.content_type.startswith("multipart/"):
            body: Json = {}
            files: list[Json] = []
            async for part in await request.multipart():
                if part.name == "payload_json":
                    body = json.loads(await part.text())
                else:
                    content = await part.read()
                    files.append({"filename": part.filename, "size": len(content), "content": bytes(content)})
            return {**body, "_files": files}
        text = await request.text()
        return json.loads(text) if text else {}

    def _bot(self, request: web.Request) -> Bot:
        path = request.path.removeprefix("/api/v10")
        token = request.headers.get("Authorization", "").removeprefix("Bot ")
        if token in self.world.bots:
            return self.world.bots[token]
        if not token and _OPEN.match(path):  # the token stands in the address
            hook = self.world.webhooks.get(request.match_info.get("hook", ""))
            application = hook.application if hook else request.match_info.get("hook", "")
            if (found := self.world.bot_of_application(application)) is not None:
                return found
            if "/interactions/" in request.path:
                return next(iter(self.world.bots.values()))
            raise Refusal(404, 10015, "Unknown Webhook")
        raise Refusal(401, 0, "401: Unauthorized")

    def _take(self, request: web.Request, bucket: str) -> dict[str, str]:
        if not bucket:
            return {}
        count, per_s = getattr(self.server.limits, bucket)
        major = request.match_info.get("channel") or request.match_info.get("hook", "")
        window = self.windows.setdefault((bucket, major), Window(count, per_s * self.server.scale))
        taken = window.take()
        headers = window.headers(bucket)
        return headers if taken else {**headers, "limited": headers["X-RateLimit-Reset-After"]}

    def _limited(self, seconds: float, headers: dict[str, str]) -> web.Response:
        body = {"message": "You are being rate limited.", "retry_after": seconds, "global": False}
        shown = {"Via": "1.1 google", "Retry-After": str(int(seconds) + 1), "X-RateLimit-Scope": "user", **headers}
        return _json(body, 429, shown)

    # ------------------------------------------------------------------------------------------------ who, what

    async def gateway_bot(self, request: web.Request, bot: Bot, body: Json) -> Json:
        return {
            "url": self.server.gateway.url,
            "shards": 1,
            "session_start_limit": {
                "total": 1000,
                "remaining": bot.identifies_left,
                "reset_after": 3_600_000,
                "max_concurrency": 1,
            },
        }

    async def me(self, request: web.Request, bot: Bot, body: Json) -> Json:
        return bot.user.json()

    async def application(self, request: web.Request, bot: Bot, body: Json) -> Json:
        return bot.app_json()

    async def get_commands(self, request: web.Request, bot: Bot, body: Json) -> list[Json]:
        return bot.commands

    async def put_commands(self, request: web.Request, bot: Bot, body: Json) -> list[Json]:
        bot.commands = [self._command(bot, one) for one in body]  # type: ignore[arg-type]
        return bot.commands

    async def post_command(self, request: web.Request, bot: Bot, body: Json) -> Json:
        made = self._command(bot, body)
        bot.commands = [one for one in bot.commands if one["name"] != made["name"]] + [made]
        return made

    def _command(self, bot: Bot, body: Json) -> Json:
        problem = command_problem(body)
        if problem:
            raise Refusal(400, 50035, f"Invalid Form Body: {problem}")
        return {"id": self.world.snowflake(), "application_id": bot.application, "version": "1", **body}

    async def open_dm(self, request: web.Request, bot: Bot, body: Json) -> Json:
        user = self.world.users.get(str(body["recipient_id"]))
        if user is None:
            raise Refusal(400, 50033, "Invalid Recipient(s)")
        return self._channel_json(self.world.channels[self.server.dm(user.id, bot.token)], bot)

    async def guild(self, request: web.Request, bot: Bot, body: Json) -> Json:
        return self.world.guild_json(self._guild(request, bot), bot)

    async def guild_channels(self, request: web.Request, bot: Bot, body: Json) -> list[Json]:
        return self.world.guild_json(self._guild(request, bot), bot)["channels"]

    async def guild_members(self, request: web.Request, bot: Bot, body: Json) -> list[Json]:
        if not bot.server_members:
            raise Refusal(*NO_ACCESS)
        guild = self._guild(request, bot)
        after, limit = int(request.query.get("after", "0")), int(request.query.get("limit", "1"))
        ids = sorted((one for one in guild.members if int(one) > after), key=int)[:limit]
        return [self._member(one, guild.roles.get(one)) for one in ids]

    def _member(self, user: str, role: str | None) -> Json:
        who = self.world.users[user]
        return {**who.member((role,) if role else ()), "user": who.json()}

    async def search_members(self, request: web.Request, bot: Bot, body: Json) -> list[Json]:
        guild, query = self._guild(request, bot), request.query["query"].casefold()
        users = [self.world.users[one] for one in sorted(guild.members)]
        fits = [one for one in users if one.name.casefold().startswith(query)]
        return [{**one.member(), "user": one.json()} for one in fits[: int(request.query.get("limit", "1"))]]

    def _guild(self, request: web.Request, bot: Bot) -> w.Guild:
        guild = self.world.guilds.get(request.match_info["guild"])
        if guild is None or bot.user.id not in guild.members:
            raise Refusal(404, 10004, "Unknown Guild")
        return guild

    # ------------------------------------------------------------------------------------------------ channels

    def _channel(self, request: web.Request, bot: Bot) -> Channel:
        channel = self.world.channels.get(request.match_info["channel"])
        if channel is None or channel.gone:
            raise Refusal(*UNKNOWN_CHANNEL)
        if not self.world.sees(bot, channel):
            raise Refusal(*NO_ACCESS)
        return channel

    def _message(self, request: web.Request, bot: Bot) -> Message:
        found = self._channel(request, bot).messages.get(request.match_info["message"])
        if found is None or found.seen_by:
            raise Refusal(*UNKNOWN_MESSAGE)
        return found

    def _channel_json(self, channel: Channel, bot: Bot) -> Json:
        shown = channel.json()
        if not channel.guild:
            others = [self.world.users[one] for one in channel.members if one != bot.user.id]
            shown["recipients"] = [one.json() for one in others]
        return shown

    async def channel(self, request: web.Request, bot: Bot, body: Json) -> Json:
        return self._channel_json(self._channel(request, bot), bot)

    async def messages(self, request: web.Request, bot: Bot, body: Json) -> list[Json]:
        """`after`: the oldest `limit` messages after it; else the newest (before `before`). Newest first always."""
        channel, query = self._channel(request, bot), request.query
        if not bot.may(channel.id, w.HISTORY):
            return []
        limit = int(query.get("limit", "50"))
        if not 1 <= limit <= 100:
            raise Refusal(400, 50035, "Invalid Form Body")
        there = sorted((one for one in channel.messages.values() if not one.seen_by), key=lambda one: int(one.id))
        if "after" in query:
            chosen = [one for one in there if int(one.id) > int(query["after"])][:limit]
        else:
            before = int(query.get("before", str(1 << 63)))
            chosen = [one for one in there if int(one.id) < before][-limit:]
        return [self.world.message_json(one, bot) for one in reversed(chosen)]

    async def one_message(self, request: web.Request, bot: Bot, body: Json) -> Json:
        return self.world.message_json(self._message(request, bot), bot)

    async def send(self, request: web.Request, bot: Bot, body: Json) -> Json:
        channel = self._channel(request, bot)
        if not bot.may(channel.id, w.SEND):
            raise Refusal(*NO_PERMISSION)
        if not channel.guild and any(self.world.users[one].closed_dms for one in channel.members):
            raise Refusal(403, 50007, "Cannot send messages to this user")
        _check_content(body)
        nonce = str(body.get("nonce") or "")
        if len(nonce) > 25:
            raise Refusal(400, 50035, "Invalid Form Body: nonce must be 25 or fewer in length")
        if nonce and body.get("enforce_nonce") and (first := self._same_nonce(bot, channel.id, nonce)) is not None:
            return self._echo(first, bot)
        reference = self._reference(channel, body)
        message = self.server.post(channel, bot.user, body.get("content", ""), reference=reference)
        message.flags, message.nonce = int(body.get("flags") or 0), nonce
        message.attachments = self._attach(body)
        if nonce:
            self.nonces[(bot.token, channel.id, nonce)] = (self._now(), message)
        self._received("send", message, nonce=nonce, bot=bot)
        self.server.announce(message)
        return self._echo(message, bot)

    def _now(self) -> float:
        return float(self.world.clock().timestamp())

    def _same_nonce(self, bot: Bot, channel: str, nonce: str) -> Message | None:
        at, first = self.nonces.get((bot.token, channel, nonce), (0.0, None))
        return first if first is not None and self._now() - at < self.server.limits.nonce_window_s else None

    def _echo(self, message: Message, bot: Bot) -> Json:
        shown = self.world.message_json(message, bot)
        return {**shown, "nonce": message.nonce} if message.nonce else shown

    def _reference(self, channel: Channel, body: Json) -> str:
        reference = body.get("message_reference") or {}
        wanted = str(reference.get("message_id") or "")
        if wanted and wanted not in channel.messages:
            if reference.get("fail_if_not_exists", True):
                raise Refusal(400, 50035, "Invalid Form Body: message_reference: Unknown message")
            return ""
        return wanted

    def _attach(self, body: Json) -> list[Json]:
        attached = []
        for one in body.get("_files", []):
            id_ = self.world.snowflake()
            self.server.files[id_] = one["content"]
            url = f"{self.server.root}/attachments/{id_}/{one['filename']}"
            attached.append({"id": id_, "filename": one["filename"], "size": one["size"], "url": url, "proxy_url": url})
        return attached

    def _received(self, method: str, message: Message, *, nonce: str = "", bot: Bot, persona: str = "") -> None:
        self.server.ledger.received.append(
            Received(
                method=method,
                place=message.channel,
                message_id=message.id,
                text=message.content,
                at=time.monotonic(),
                persona=persona,
                reply_to=message.reference,
                nonce=nonce,
                bot=bot.user.id,
            )
        )

    async def edit(self, request: web.Request, bot: Bot, body: Json) -> Json:
        message = self._message(request, bot)
        if message.author is not bot.user:
            raise Refusal(403, 50005, "Cannot edit a message authored by another user")
        _check_content(body, edit=True)
        self._change(message, body, bot)
        return self.world.message_json(message, bot)

    def _change(self, message: Message, body: Json, bot: Bot) -> None:
        if body.get("content") is not None:
            message.content = body["content"]
        message.edited = self.world.clock()
        self._received("edit", message, bot=bot)
        if not message.seen_by:
            self.server.tell_message("MESSAGE_UPDATE", message)

    async def delete(self, request: web.Request, bot: Bot, body: Json) -> None:
        message = self._message(request, bot)
        if message.author is not bot.user and not (message.guild and bot.may(message.channel, w.MANAGE_MESSAGES)):
            raise Refusal(*NO_PERMISSION)
        self._received("delete", message, bot=bot)
        self.server.remove(message)

    async def react(self, request: web.Request, bot: Bot, body: Json) -> None:
        message, emoji = self._message(request, bot), unquote(request.match_info["emoji"])
        if emoji.isascii():
            raise Refusal(400, 10014, "Unknown Emoji")
        self._received("react", message, bot=bot, nonce=emoji)
        self.server.add_reaction(message, bot.user, emoji)

    async def typing(self, request: web.Request, bot: Bot, body: Json) -> None:
        channel = self._channel(request, bot)
        if not bot.may(channel.id, w.SEND):
            raise Refusal(*NO_PERMISSION)
        self.server.ledger.received.append(
            Received(method="typing", place=channel.id, message_id="", text="", at=time.monotonic(), bot=bot.user.id)
        )

    async def thread(self, request: web.Request, bot: Bot, body: Json) -> Json:
        channel = self._channel(request, bot)
        root = request.match_info.get("message", "")
        if root in self.world.channels:
            raise Refusal(400, 160004, "A thread has already been created for this message")
        made = self.server.add_thread(channel.id, body["name"], private=body.get("type") == 12, id_=root)
        return self.world.channels[made].json()

    # ------------------------------------------------------------------------------------------------ webhooks

    def _may_webhooks(self, request: web.Request, bot: Bot) -> Channel:
        channel = self._channel(request, bot)
        if not channel.guild or not bot.may(channel.id, w.MANAGE_WEBHOOKS):
            raise Refusal(*NO_PERMISSION)
        if channel.parent:
            raise Refusal(*UNKNOWN_CHANNEL)
        return channel

    async def list_webhooks(self, request: web.Request, bot: Bot, body: Json) -> list[Json]:
        channel = self._may_webhooks(request, bot)
        return [one.json(to=bot.application) for one in self.world.webhooks.values() if one.channel == channel.id]

    async def create_webhook(self, request: web.Request, bot: Bot, body: Json) -> Json:
        channel = self._may_webhooks(request, bot)
        _check_name(body.get("name", ""))
        if sum(one.channel == channel.id for one in self.world.webhooks.values()) >= 15:
            raise Refusal(400, 30007, "Maximum number of webhooks reached (15)")
        id_ = self.world.snowflake()
        made = Webhook(id_, f"hook-{id_}", body["name"], channel.id, channel.guild, bot.application, bot.user)
        self.world.webhooks[id_] = made
        return made.json(to=bot.application)

    def _hook(self, request: web.Request) -> Webhook:
        hook = self.world.webhooks.get(request.match_info["hook"])
        if hook is None or hook.token != request.match_info["token"] or self.world.channels[hook.channel].gone:
            raise Refusal(404, 10015, "Unknown Webhook")
        return hook

    def _hook_channel(self, request: web.Request, hook: Webhook) -> Channel:
        thread = request.query.get("thread_id", "")
        if not thread:
            return self.world.channels[hook.channel]
        found = self.world.channels.get(thread)
        if found is None or found.parent != hook.channel:
            raise Refusal(*UNKNOWN_CHANNEL)
        return found

    async def execute(self, request: web.Request, bot: Bot, body: Json) -> Json | None:
        if (asked := self._interaction(request)) is not None:
            return self._follow_up(asked, body)
        hook = self._hook(request)
        channel = self._hook_channel(request, hook)
        _check_content(body)
        if "username" in body:
            _check_name(body["username"])
        name = body.get("username") or hook.name
        author = User(hook.id, name, bot=True)
        message = self.server.post(channel, author, body.get("content", ""), webhook=hook.id)
        message.application, message.flags = hook.application, int(body.get("flags") or 0)
        message.attachments = self._attach(body)
        self._received("webhook", message, bot=bot, persona=name)
        self.server.announce(message)
        return self.world.message_json(message, bot) if request.query.get("wait") == "true" else None

    def _hook_owned(self, request: web.Request) -> Message:
        hook = self._hook(request)
        found = self._hook_channel(request, hook).messages.get(request.match_info["message"])
        if found is None or found.webhook != hook.id:
            raise Refusal(*UNKNOWN_MESSAGE)
        return found

    async def hook_message(self, request: web.Request, bot: Bot, body: Json) -> Json:
        if (asked := self._interaction(request)) is not None:
            return self._answer_json(self._answer_of(asked, request.match_info["message"]), bot)
        return self.world.message_json(self._hook_owned(request), bot)

    async def hook_edit(self, request: web.Request, bot: Bot, body: Json) -> Json:
        _check_content(body, edit=True)
        if (asked := self._interaction(request)) is not None:
            message = self._answer_of(asked, request.match_info["message"])
            message.flags &= ~128
        else:
            message = self._hook_owned(request)
        self._change(message, body, bot)
        return self._answer_json(message, bot)

    async def hook_delete(self, request: web.Request, bot: Bot, body: Json) -> None:
        message = self._hook_owned(request)
        self._received("delete", message, bot=bot)
        self.server.remove(message)

    # ------------------------------------------------------------------------------------------------ interactions

    def _interaction(self, request: web.Request) -> Interaction | None:
        """The address of a follow-up is a webhook's, with the application for the webhook."""
        asked = self.interactions.get(request.match_info["token"])
        if asked is None:
            if self.world.bot_of_application(request.match_info["hook"]) is not None:
                raise Refusal(401, 50027, "Invalid Webhook Token")
            return None
        if time.monotonic() - asked.born > 15 * 60 * self.server.scale or not asked.answered:
            raise Refusal(401, 50027, "Invalid Webhook Token")
        return asked

    async def callback(self, request: web.Request, bot: Bot, body: Json) -> None:
        asked = self.interactions.get(request.match_info["token"])
        if asked is None or (not asked.answered and time.monotonic() - asked.born > self.server.interaction_s):
            raise Refusal(404, 10062, "Unknown interaction")
        if asked.answered:
            raise Refusal(400, 40060, "Interaction has already been acknowledged.")
        asked.answered, asked.answered_after_s = True, time.monotonic() - asked.born
        data = body.get("data") or {}
        if body["type"] in (4, 5):
            asked.deferred_flags = int(data.get("flags") or 0)
            flags = asked.deferred_flags | (128 if body["type"] == 5 else 0)
            asked.original = self._hidden(asked, data.get("content", ""), flags)

    def _hidden(self, asked: Interaction, content: str, flags: int) -> Message:
        channel = self.world.channels[asked.channel]
        message = self.server.post(channel, asked.bot.user, content)
        message.application, message.kind, message.flags = asked.bot.application, 20, flags
        message.seen_by = asked.user.id if flags & 64 else ""
        if flags & 128:
            del channel.messages[message.id]  # "is thinking": no message for anybody yet
        asked.messages.append(message)
        return message

    def _follow_up(self, asked: Interaction, body: Json) -> Json:
        """The first follow-up becomes the deferred message and keeps its visibility."""
        _check_content(body)
        flags = int(body.get("flags") or 0)
        if asked.original is not None and asked.original.flags & 128:
            message = asked.original
            message.flags, message.content = message.flags & ~128, body.get("content", "")
            self.world.channels[asked.channel].messages[message.id] = message
        else:
            message = self._hidden(asked, body.get("content", ""), flags)
        self._received("followup", message, bot=asked.bot)
        return self._answer_json(message, asked.bot)

    @staticmethod
    def _answer_of(asked: Interaction, which: str) -> Message:
        found = asked.original if which == "@original" else None
        found = found or next((one for one in asked.messages if one.id == which), None)
        if found is None:
            raise Refusal(*UNKNOWN_MESSAGE)
        return found

    def _answer_json(self, message: Message, bot: Bot) -> Json:
        return self.world.message_json(message, bot)


def _json(body: Json | list[Json], status: int, headers: dict[str, str] | None = None) -> web.Response:
    """The content type without a charset: with one, discord.py takes the body for text."""
    return web.Response(
        body=json.dumps(body).encode(), status=status, headers={**(headers or {}), "Content-Type": "application/json"}
    )


def _check_content(body: Json, *, edit: bool = False) -> None:
    content = body.get("content") or ""
    if len(content) > 2000:
        raise Refusal(400, 50035, "Invalid Form Body: content: Must be 2000 or fewer in length.")
    if not content.strip() and not body.get("_files") and not edit:
        raise Refusal(400, 50006, "Cannot send an empty message")


def _check_name(name: str) -> None:
    if not 1 <= len(name.strip()) <= 80 or re.search("clyde|discord", name, re.IGNORECASE):
        raise Refusal(400, 50035, "Invalid Form Body: username")


def command_problem(command: Json, depth: int = 0) -> str:
    """What Discord would refuse in a command's payload; empty: nothing."""
    if not re.fullmatch(r"[-_\w]{1,32}", command["name"]) or command["name"] != command["name"].lower():
        return f"name {command['name']!r}"
    if not 1 <= len(command["description"]) <= 100:
        return f"description of {command['name']!r}"
    options = command.get("options", [])
    names = [one["name"] for one in options]
    if len(options) > 25 or len(set(names)) != len(names):
        return f"options of {command['name']!r}"
    kinds = {one["type"] for one in options}
    if kinds & {1, 2} and kinds - {1, 2}:
        return f"subcommands and values mixed in {command['name']!r}"
    if 2 in kinds and depth > 0:
        return f"group in a group: {command['name']!r}"
    required = [bool(one.get("required")) for one in options]
    if required != sorted(required, reverse=True):
        return f"required options first in {command['name']!r}"
    return next((problem for one in options if (problem := command_problem(one, depth + 1))), "")
