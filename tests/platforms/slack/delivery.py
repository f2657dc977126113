"""Handing events to the bot: Socket Mode envelopes or signed HTTP posts, again until they are acknowledged."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
import json
import secrets
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import aiohttp
from aiohttp import web

from tests.platforms.plan import Fault
from tests.platforms.slack.state import App, Json

if TYPE_CHECKING:
    from tests.platforms.slack.server import SlackServer


@dataclass(slots=True, kw_only=True)
class Package:
    """One payload on its way to one app."""

    app: App
    kind: str  # events_api, slash_commands, interactive
    payload: Json
    name: str  # the event's type, for fault plans
    about: str = ""  # the ts of a person's message
    attempt: int = 0


@dataclass(slots=True)
class Sockets:
    """Open sockets by app; each payload goes to any one of them."""

    server: SlackServer
    tickets: dict[str, App] = field(default_factory=dict)
    open: list[tuple[App, web.WebSocketResponse]] = field(default_factory=list)
    waiting: dict[str, asyncio.Future[Json]] = field(default_factory=dict)  # envelope id -> its ack
    acks: list[str] = field(default_factory=list)
    hellos: int = 0
    refuse: bool = False  # no new socket, no ticket works
    _turn: int = 0

    def ticket(self, app: App) -> str:
        ticket = secrets.token_hex(8)
        self.tickets[ticket] = app
        return f"{self.server.origin.replace('http', 'ws', 1)}/link/?ticket={ticket}&app_id={app.id}"

    async def handle(self, request: web.Request) -> web.StreamResponse:
        app = self.tickets.pop(request.query.get("ticket", ""), None)
        if app is None or self.refuse:
            return web.Response(status=408)
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        await socket.send_json(
            {
                "type": "hello",
                "num_connections": 1 + sum(one is app for one, _ in self.open),
                "debug_info": {"host": "test", "approximate_connection_time": 18060},
                "connection_info": {"app_id": app.id},
            }
        )
        self.hellos += 1
        self.open.append((app, socket))
        try:
            async for message in socket:
                if message.type is aiohttp.WSMsgType.TEXT:
                    self._acknowledged(message.data)
        finally:
            self.open = [one for one in self.open if one[1] is not socket]
        return socket

    def _acknowledged(self, text: str) -> None:
        body = json.loads(text)
        envelope = str(body.get("envelope_id", ""))
        self.acks.append(envelope)
        future = self.waiting.pop(envelope, None)
        if future is not None and not future.done():
            future.set_result(body.get("payload") or {})

    def pick(self, app: App) -> web.WebSocketResponse | None:
        sockets = [socket for one, socket in self.open if one is app and not socket.closed]
        self._turn += 1
        return sockets[self._turn % len(sockets)] if sockets else None

    async def disconnect(self, reason: str) -> None:
        """Ask the app to come again (`warning`, `refresh_requested`)."""
        for _, socket in list(self.open):
            await socket.send_json({"type": "disconnect", "reason": reason, "debug_info": {"host": "test"}})

    async def cut(self) -> None:
        """Drop every socket without a word."""
        for _, socket in list(self.open):
            transport = socket._req.transport if socket._req is not None else None
            if transport is not None:
                transport.abort()
        self.open.clear()

    async def say_raw(self, text: str) -> None:
        for _, socket in list(self.open):
            await socket.send_str(text)

    async def close(self) -> None:
        for _, socket in list(self.open):
            with contextlib.suppress(Exception):
                await asyncio.wait_for(socket.close(), 0.3)


@dataclass(slots=True)
class Courier:
    """Delivers packages: in order at the first try, again by the documented plan until acknowledged."""

    server: SlackServer
    tasks: set[asyncio.Task[None]] = field(default_factory=set)
    held: list[Package] = field(default_factory=list)
    attempts: dict[str, list[int]] = field(default_factory=dict)  # event id -> retry numbers as sent
    given_up: list[str] = field(default_factory=list)

    def post(self, package: Package) -> asyncio.Task[None]:
        task = asyncio.create_task(self._carry(package))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    async def idle(self) -> None:
        """Everything posted so far is acknowledged or given up."""
        while self.tasks:
            await asyncio.wait(set(self.tasks))

    async def _carry(self, package: Package) -> None:
        fault = self.server.plan.next(f"deliver:{package.name}", "duplicate", "reorder", "delay", "drop", "cut_socket")
        copies = await self._suffer(fault, package)
        for _ in range(copies):
            await self._until_acked(package)
        released, self.held = self.held, []
        for one in released if copies else []:
            await self._until_acked(one)

    async def _suffer(self, fault: Fault | None, package: Package) -> int:
        match fault.kind if fault else None:
            case "duplicate":
                return 2
            case "reorder":
                self.held.append(package)
                return 0
            case "drop":
                return 0
            case "cut_socket":
                await self.server.sockets.cut()
            case "delay" if fault:
                await asyncio.sleep(fault.seconds)
        return 1

    async def _until_acked(self, package: Package) -> None:
        # Only events come again; slash commands and buttons are shown as failed to the person.
        waits = self.server.limits.retries_s if package.kind == "events_api" else ()
        for attempt, wait in enumerate((0.0, *waits)):
            if attempt:
                await asyncio.sleep(wait * self.server.scale)
            package.attempt = attempt
            if await self._try(package):
                self._note(package, acked=True)
                return
        self.given_up.append(package.about or package.name)

    async def _try(self, package: Package) -> bool:
        if self.server.events_url:
            return await self._http(package)
        return await self._socket(package)

    async def _socket(self, package: Package) -> bool:
        deadline = time.monotonic() + self._ack_s()
        while (socket := self.server.sockets.pick(package.app)) is None:
            if time.monotonic() > deadline:
                return False
            await asyncio.sleep(0.005)
        envelope, acked = secrets.token_hex(8), asyncio.get_running_loop().create_future()
        self.server.sockets.waiting[envelope] = acked
        body: Json = {
            "envelope_id": envelope,
            "type": package.kind,
            "payload": package.payload,
            "accepts_response_payload": package.kind != "events_api",
        }
        if package.kind == "events_api":
            body |= {"retry_attempt": package.attempt, "retry_reason": "timeout" if package.attempt else ""}
        self._note(package)
        with contextlib.suppress(ConnectionError, TimeoutError, RuntimeError):
            await socket.send_json(body)
            await asyncio.wait_for(acked, self._ack_s())
            return True
        self.server.sockets.waiting.pop(envelope, None)
        return False

    async def _http(self, package: Package) -> bool:
        self._note(package)
        headers = {}
        if package.attempt:
            headers = {"X-Slack-Retry-Num": str(package.attempt), "X-Slack-Retry-Reason": "http_timeout"}
        with contextlib.suppress(aiohttp.ClientError, TimeoutError):
            status, _ = await asyncio.wait_for(
                self.server.post_signed(package.kind, package.payload, headers),
                self._ack_s(),
            )
            return 200 <= status < 300
        return False

    def _ack_s(self) -> float:
        return max(self.server.limits.ack_s * self.server.scale, self.server.limits.ack_least_s)

    def _note(self, package: Package, *, acked: bool = False) -> None:
        event = str(package.payload.get("event_id", ""))
        if event and not acked:
            self.attempts.setdefault(event, []).append(package.attempt)
        delivered = self.server.ledger.delivered.get(package.about)
        if delivered is None:
            return
        if acked:
            delivered.acknowledge()
        else:
            delivered.times += 1


def signed(secret: str, body: str, at: int) -> str:
    """The v0 signature of a body."""
    return "v0=" + hmac.new(secret.encode(), f"v0:{at}:{body}".encode(), hashlib.sha256).hexdigest()


def http_body(kind: str, payload: Json) -> tuple[str, str]:
    """(body, content type) as Slack posts them: events as JSON, the rest as forms."""
    if kind == "events_api":
        return json.dumps(payload), "application/json"
    form = payload if kind == "slash_commands" else {"payload": json.dumps(payload)}
    return urlencode(form), "application/x-www-form-urlencoded"
