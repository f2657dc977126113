"""What every route shares: who asks, limits, faults, refusals, and the ways to change a message."""

from __future__ import annotations

import asyncio
import json
import math
import re
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from aiohttp import web

from tests.platforms.discord.world import Bot, Channel, Json, Message, User
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


class Rim:
    """The door of the server."""

    def __init__(self, server: DiscordServer) -> None:
        self.server, self.world = server, server.world
        self.windows: dict[tuple[str, str], Window] = {}
        self.interactions: dict[str, Interaction] = {}
        self.nonces: dict[tuple[str, str, str], tuple[float, Message]] = {}

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
            return as_json({"code": refusal.code, "message": refusal.message}, refusal.status)
        if fault is not None and fault.kind == "accept_then_cut":
            self._cut(request)
        if result is None:
            return web.Response(status=204, headers=headers)
        return as_json(result, 200, headers)

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
        return as_json(body, 429, shown)

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

    def _change(self, message: Message, body: Json, bot: Bot) -> None:
        if body.get("content") is not None:
            message.content = body["content"]
        if "components" in body:
            message.components = body["components"]
        message.edited = self.world.clock()
        self._received("edit", message, bot=bot)
        if not message.seen_by:
            self.server.tell_message("MESSAGE_UPDATE", message)

    def _now(self) -> float:
        return float(self.world.clock().timestamp())

    def _echo(self, message: Message, bot: Bot) -> Json:
        shown = self.world.message_json(message, bot)
        return {**shown, "nonce": message.nonce} if message.nonce else shown


def as_json(body: Json | list[Json], status: int, headers: dict[str, str] | None = None) -> web.Response:
    """The content type without a charset: with one, discord.py takes the body for text."""
    return web.Response(
        body=json.dumps(body).encode(), status=status, headers={**(headers or {}), "Content-Type": "application/json"}
    )


def check_content(body: Json, *, edit: bool = False) -> None:
    content = body.get("content") or ""
    if len(content) > 2000:
        raise Refusal(400, 50035, "Invalid Form Body: content: Must be 2000 or fewer in length.")
    if not content.strip() and not body.get("_files") and not edit:
        raise Refusal(400, 50006, "Cannot send an empty message")
    rows = body.get("components") or []
    if len(rows) > 5 or not all(_is_row(row) for row in rows):
        raise Refusal(400, 50035, "Invalid Form Body: components")


def _is_row(row: Json) -> bool:
    """An action row of buttons as Discord takes it."""
    buttons = row.get("components", [])
    ids = [str(one.get("custom_id", "")) for one in buttons]
    fits = all(one.get("type") == 2 and one.get("style") in (1, 2, 3, 4) for one in buttons)
    fits = fits and all(1 <= len(one.get("label", "")) <= 80 for one in buttons)
    return row.get("type") == 1 and 1 <= len(ids) <= 5 and len(set(ids)) == len(ids) and fits and _are_ids(ids)


def _are_ids(ids: list[str]) -> bool:
    return all(1 <= len(one) <= 100 for one in ids)


def check_name(name: str) -> None:
    if not 1 <= len(name.strip()) <= 80 or re.search("clyde|discord", name, re.IGNORECASE):
        raise Refusal(400, 50035, "Invalid Form Body: username")
