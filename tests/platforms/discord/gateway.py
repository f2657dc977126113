"""The gateway's side of the server: sessions which outlive their sockets."""

from __future__ import annotations

import asyncio
import contextlib
import json
import zlib
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMsgType, web

from tests.platforms.discord.world import Bot, Json, World
from tests.platforms.plan import FaultPlan, Ledger

GUILDS, MEMBERS, MESSAGES, REACTIONS, DIRECT, CONTENT = 1, 1 << 1, 1 << 9, 1 << 10, 1 << 12, 1 << 15


class Socket:
    """One websocket, compressed as it asked for. What is sent is written in order by one task."""

    def __init__(self, response: web.WebSocketResponse, request: web.Request, *, compressed: bool) -> None:
        self.response = response
        self._request = request
        self._deflate = zlib.compressobj() if compressed else None
        self._queue: asyncio.Queue[str | None] = asyncio.Queue()
        self._writer = asyncio.create_task(self._write())

    def send(self, text: str) -> None:
        self._queue.put_nowait(text)

    async def _write(self) -> None:
        with contextlib.suppress(ConnectionError):
            while (text := await self._queue.get()) is not None:
                if self._deflate is None:
                    await self.response.send_str(text)
                else:
                    data = self._deflate.compress(text.encode()) + self._deflate.flush(zlib.Z_SYNC_FLUSH)
                    await self.response.send_bytes(data)

    async def drained(self) -> None:
        self._queue.put_nowait(None)
        await asyncio.wait({self._writer}, timeout=1)

    def cut(self) -> None:
        """The TCP connection is gone, without a close frame."""
        self._writer.cancel()
        if self._request.transport is not None:
            self._request.transport.abort()

    async def close(self, code: int) -> None:
        await self.drained()
        with contextlib.suppress(Exception):
            await asyncio.wait_for(self.response.close(code=code), 1)


@dataclass(slots=True)
class Session:
    """What a RESUME finds again: all events by their number."""

    id: str
    bot: Bot
    intents: int
    events: list[tuple[int, str, str]] = field(default_factory=list)  # number, message id, frame
    socket: Socket | None = None
    held: list[tuple[str, Any, str]] = field(default_factory=list)  # for `reorder`

    def wants(self, event: str, direct: bool) -> bool:
        if event in ("MESSAGE_CREATE", "MESSAGE_UPDATE", "MESSAGE_DELETE"):
            return bool(self.intents & (DIRECT if direct else MESSAGES))
        if event.startswith("MESSAGE_REACTION"):
            return bool(self.intents & (1 << 13 if direct else REACTIONS))
        if event.startswith("GUILD_MEMBER"):
            return bool(self.intents & MEMBERS)
        return True


class Gateway:
    def __init__(self, world: World, plan: FaultPlan, ledger: Ledger, heartbeat_s: float) -> None:
        self.world, self.plan, self.ledger = world, plan, ledger
        self.sessions: dict[str, Session] = {}
        self.sockets: set[Socket] = set()
        self.url = ""
        self.identifies = 0
        self.resumes = 0
        self.garble = 0  # frames to break
        self.heartbeat_s = heartbeat_s
        self.refuse_resume = False
        self.mute = False  # heartbeats are not acknowledged

    # ------------------------------------------------------------------------------------------------ events

    def dispatch(self, event: str, data: Json, *, bot: Bot, direct: bool = False, message: str = "") -> None:
        for session in [one for one in self.sessions.values() if one.bot is bot and one.wants(event, direct)]:
            self._hand_over(session, event, data, message)

    def _hand_over(self, session: Session, event: str, data: Json, message: str) -> None:
        fault = self.plan.next(event, "duplicate", "reorder", "cut_socket")
        if fault is not None and fault.kind == "reorder":
            session.held.append((event, data, message))
            return
        self._number(session, event, data, message)
        if fault is not None and fault.kind == "duplicate":
            self._number(session, event, data, message)
        for late in session.held:
            self._number(session, *late)
        session.held.clear()
        if fault is not None and fault.kind == "cut_socket" and session.socket:
            session.socket.cut()

    def _number(self, session: Session, event: str, data: Json, message: str) -> None:
        number = session.events[-1][0] + 1 if session.events else 1
        frame = json.dumps({"op": 0, "t": event, "s": number, "d": data})
        session.events.append((number, message, frame))
        if session.socket is None:
            return
        if self.garble > 0:
            self.garble -= 1
            frame = frame[: len(frame) // 2]
        else:
            self._count(message)
        session.socket.send(frame)

    def _count(self, message: str) -> None:
        if message in self.ledger.delivered:
            self.ledger.delivered[message].times += 1

    # ------------------------------------------------------------------------------------------------ sockets

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        response = web.WebSocketResponse(autoping=True, max_msg_size=0, compress=False)
        await response.prepare(request)
        socket = Socket(response, request, compressed=request.query.get("compress") == "zlib-stream")
        self.sockets.add(socket)
        socket.send(json.dumps({"op": 10, "d": {"heartbeat_interval": int(self.heartbeat_s * 1000)}}))
        session: Session | None = None
        try:
            async for frame in response:
                if frame.type is not WSMsgType.TEXT:
                    break
                session = await self._hear(socket, session, json.loads(frame.data))
        finally:
            self.sockets.discard(socket)
            self._gone(socket, session, response.close_code)
            socket._writer.cancel()
        return response

    def _gone(self, socket: Socket, session: Session | None, code: int | None) -> None:
        if session is not None and session.socket is socket:
            session.socket = None
            if code in (1000, 1001):  # the client is done: nothing to resume
                self.sessions.pop(session.id, None)

    async def _hear(self, socket: Socket, session: Session | None, frame: Json) -> Session | None:
        match frame["op"]:
            case 1:
                self._heartbeat(socket, session, frame.get("d"))
            case 2:
                return await self._identify(socket, frame["d"])
            case 6:
                return await self._resume(socket, frame["d"])
        return session

    def _heartbeat(self, socket: Socket, session: Session | None, number: int | None) -> None:
        if self.mute:
            return
        socket.send(json.dumps({"op": 11}))
        for at, message, _ in session.events if session else ():
            if number is not None and at <= number and message in self.ledger.delivered:
                self.ledger.delivered[message].acknowledge()

    async def _identify(self, socket: Socket, data: Json) -> Session | None:
        bot = self.world.bots.get(data["token"].removeprefix("Bot "))
        if bot is None:
            await socket.close(4004)
            return None
        self.identifies += 1
        bot.identifies_left -= 1
        intents = int(data["intents"])
        if (intents & CONTENT and not bot.message_content) or (intents & MEMBERS and not bot.server_members):
            await socket.close(4014)
            return None
        for old in [one for one in self.sessions.values() if one.bot is bot and one.socket is None]:
            del self.sessions[old.id]
        session = Session(self.world.snowflake(), bot, intents, socket=socket)
        self.sessions[session.id] = session
        guilds = [one for one in self.world.guilds.values() if bot.user.id in one.members]
        ready: Json = {
            "v": 10,
            "user": bot.user.json(),
            "guilds": [{"id": one.id, "unavailable": True} for one in guilds],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "application": {"id": bot.application, "flags": bot.app_json()["flags"]},
        }
        self._number(session, "READY", ready, "")
        for guild in guilds:
            self._number(session, "GUILD_CREATE", self.world.guild_json(guild, bot), "")
        return session

    async def _resume(self, socket: Socket, data: Json) -> Session | None:
        session = self.sessions.get(data["session_id"])
        if session is None or self.refuse_resume or session.bot.token != data["token"].removeprefix("Bot "):
            self.refuse_resume = False
            self.sessions.pop(data["session_id"], None)
            socket.send(json.dumps({"op": 9, "d": False}))
            return None
        self.resumes += 1
        session.socket = socket
        for number, message, frame in session.events:
            if number > data["seq"]:
                self._count(message)
                socket.send(frame)
        self._number(session, "RESUMED", {}, "")
        return session

    # ------------------------------------------------------------------------------------------------ trouble

    def drop_sockets(self) -> None:
        for session in self.sessions.values():
            session.socket = None
        for socket in list(self.sockets):
            socket.cut()

    def op7(self) -> None:
        for socket in list(self.sockets):
            socket.send(json.dumps({"op": 7, "d": None}))

    def op9(self) -> None:
        """Every session is void; what was said between is not replayed."""
        self.sessions.clear()
        for socket in list(self.sockets):
            socket.send(json.dumps({"op": 9, "d": False}))

    async def close(self) -> None:
        for socket in list(self.sockets):
            socket.cut()
