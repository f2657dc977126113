"""The model server: both protocols on one loopback port, a script behind them, a ledger of requests.

async with ModelServer(lambda request: f"You said {request.asked}") as server:
    LiteLLMModel("openai/any", ModelOptions(base_url=server.openai_url, …))
    LiteLLMModel("anthropic/any", ModelOptions(base_url=server.anthropic_url, …))
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Sequence
from types import ModuleType
from typing import Self

from aiohttp import web

from tests.platforms.models import anthropic_wire, openai_wire
from tests.platforms.models.script import Reply, Request, Script, queue

_FOREVER_S = 3600.0


class ModelServer:
    """Answers by `script`: a function of the request, or a queue of replies. `requests` is the ledger."""

    def __init__(self, script: Script | Sequence[Reply | str]) -> None:
        self.script: Script = script if callable(script) else queue(script)
        self.requests: list[Request] = []
        self._runner: web.AppRunner | None = None
        self.port = 0

    @property
    def openai_url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    @property
    def anthropic_url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=64 * 2**20)
        app.router.add_post("/v1/chat/completions", self._openai)
        app.router.add_post("/v1/messages", self._anthropic)
        self._runner = web.AppRunner(app, shutdown_timeout=0.1, handler_cancellation=True)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self.port)
        await site.start()
        self.port = self._runner.addresses[0][1]
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._runner:
            await self._runner.cleanup()

    async def _openai(self, http: web.Request) -> web.StreamResponse:
        body = await http.json()
        key = http.headers.get("Authorization", "").removeprefix("Bearer ")
        return await self._answer(http, body, openai_wire, key)

    async def _anthropic(self, http: web.Request) -> web.StreamResponse:
        body = await http.json()
        key = http.headers.get("x-api-key") or http.headers.get("Authorization", "").removeprefix("Bearer ")
        return await self._answer(http, body, anthropic_wire, key)

    async def _answer(self, http: web.Request, body: dict, wire: ModuleType, key: str) -> web.StreamResponse:
        request = Request(
            shape="openai" if wire is openai_wire else "anthropic",
            model=body["model"],
            said=tuple(wire.said(body)),
            tools=wire.tools(body),
            key=key,
            max_tokens=body.get("max_tokens") or body.get("max_completion_tokens") or 0,
            at=time.monotonic(),
            marked=json.dumps(body).count('"cache_control"'),
        )
        self.requests.append(request)
        answer = self.script(request)
        reply = Reply(text=answer) if isinstance(answer, str) else answer
        try:
            response = await self._reply(http, body, wire, reply)
        except (asyncio.CancelledError, ConnectionError):
            request.left = True
            raise
        request.whole = not reply.trouble
        return response

    async def _reply(self, http: web.Request, body: dict, wire: ModuleType, reply: Reply) -> web.StreamResponse:
        await asyncio.sleep(reply.first_s)
        if reply.trouble.isdigit():
            wish = {"Retry-After": reply.retry_after} if reply.retry_after else {}
            return web.json_response(wire.error(int(reply.trouble)), status=int(reply.trouble), headers=wish)
        if reply.trouble == "wrong_type":
            return web.Response(text="<html><body>It works!</body></html>", content_type="text/html")
        if reply.trouble == "silence":
            await asyncio.sleep(_FOREVER_S)
        if not body.get("stream"):
            return web.json_response(wire.whole(body["model"], reply))
        return await self._stream(http, body["model"], wire, reply)

    async def _stream(self, http: web.Request, model: str, wire: ModuleType, reply: Reply) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
        await response.prepare(http)
        if reply.trouble == "empty":
            return response
        if reply.trouble == "comments":
            await _for_ever(response, b": keep-alive\n\n", reply.gap_s)
        for event in wire.head(model, reply):
            await response.write(event)
        for at, text in enumerate(reply.pieces()):
            if reply.trouble == "garbage_within" and at == reply.after:
                await response.write(wire.GARBAGE)
            elif reply.trouble and reply.trouble != "garbage_within" and at >= reply.after:
                break
            await response.write(wire.piece(model, text))
            await asyncio.sleep(reply.gap_s)
        if reply.trouble not in ("", "garbage_within"):
            await self._break(http, response, model, wire, reply)
            return response
        for event in (*wire.calls(model, reply), *wire.tail(model, reply)):
            await response.write(event)
        return response

    async def _break(
        self, http: web.Request, response: web.StreamResponse, model: str, wire: ModuleType, reply: Reply
    ) -> None:
        match reply.trouble:
            case "stall":
                await asyncio.sleep(_FOREVER_S)
            case "drip":
                await _for_ever(response, wire.piece(model, "drip "), reply.gap_s)
            case "cut" if http.transport:
                await asyncio.sleep(0)
                http.transport.abort()
            case "garbage":
                await response.write(wire.GARBAGE)
            case "wrong_shape":
                await response.write(wire.WRONG_SHAPE)
            case "error_event":
                await response.write(wire.ERROR)


async def _for_ever(response: web.StreamResponse, event: bytes, gap_s: float) -> None:
    while True:
        await response.write(event)
        await asyncio.sleep(max(gap_s, 0.001))
