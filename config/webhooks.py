"""The HTTP server: what platforms post to us, health, and figures for Prometheus."""

from __future__ import annotations

import logging
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from aiohttp import web

from bots.errors import NotStored
from bots.metrics import CONTENT_TYPE
from bots.ports import Adapter
from config.home import HomeFault
from config.problems import Problem
from config.schema import Config, Server
from memory.vocabulary.address import Account

if TYPE_CHECKING:
    from adapters.line.adapter import LineAdapter
    from adapters.telegram.adapter import TelegramAdapter

logger = logging.getLogger(__name__)

Handle = Callable[[web.Request], Awaitable[web.StreamResponse]]
Figures = Callable[[], Awaitable[bytes]]
#: Platforms post some kilobytes; files come by address. What is longer is refused before it is read.
LARGEST_BODY = 1024 * 1024


class NotListening(HomeFault):
    """Nobody can post to us; the message says which key of the config to change."""


def needed(config: Config) -> bool:
    """Whether an account listens for posts."""
    messaging, calls = config.external_messaging, config.human_notification
    return (
        (messaging.slack.enabled and messaging.slack.mode == "http")
        or (messaging.telegram.enabled and messaging.telegram.mode == "webhook")
        or (calls.enabled and "line" in calls.channels and calls.line.channel_secret is not None)
    )


@asynccontextmanager
async def serving(
    config: Config, adapters: Mapping[Account, Adapter], ready: Callable[[], bool], figures: Figures
) -> AsyncIterator[int | None]:
    """Serve while inside; yields the port.

    When the address cannot be had: None where it is only for health and figures; where an account listens for posts,
    raises NotListening.
    """
    app = web.Application(client_max_size=LARGEST_BODY)
    posted_to = {"slack": _slack, "telegram": _telegram, "line": _line}
    here = {account.platform for account in adapters}  # the others' libraries need not be installed
    app.add_routes(
        [
            *(web.post(f"/{name}/{{account}}", to(adapters)) for name, to in posted_to.items() if name in here),
            web.get("/healthz", _healthy),
            web.get("/readyz", _readiness(ready)),
            web.get("/metrics", _figures(figures)),
        ]
    )
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    try:
        try:
            await _listen(runner, config.server)
        except NotListening as taken:
            if needed(config):
                raise
            logger.info("health and metrics are not served: %s", taken)
        yield int(runner.addresses[0][1]) if runner.addresses else None
    finally:
        await runner.cleanup()


async def _listen(runner: web.AppRunner, server: Server) -> None:
    try:
        await web.TCPSite(runner, server.host, server.port).start()
    except OSError as error:
        why = os.strerror(error.errno).lower() if error.errno and error.errno > 0 else str(error)
        address = f"{server.host}:{server.port}"
        raise NotListening(str(Problem("server.port", address, f"a free address on this machine ({why})"))) from error


def _slack(adapters: Mapping[Account, Adapter]) -> Handle:
    from adapters.slack.adapter import SlackAdapter

    async def handle(request: web.Request) -> web.Response:
        adapter = adapters.get(Account("slack", request.match_info["account"]))
        if not isinstance(adapter, SlackAdapter):
            return web.Response(status=404)
        status, headers, body = await adapter.receive(dict(request.headers), await request.read())
        return web.Response(status=status, headers=headers, text=body)

    return handle


def _telegram(adapters: Mapping[Account, Adapter]) -> Handle:
    from adapters.telegram.adapter import TelegramAdapter

    return _answered_by_status(adapters, "telegram", TelegramAdapter)


def _line(adapters: Mapping[Account, Adapter]) -> Handle:
    from adapters.line.adapter import LineAdapter

    return _answered_by_status(adapters, "line", LineAdapter)


def _answered_by_status(
    adapters: Mapping[Account, Adapter], platform: str, kind: type[LineAdapter | TelegramAdapter]
) -> Handle:
    async def handle(request: web.Request) -> web.Response:
        adapter = adapters.get(Account(platform, request.match_info["account"]))
        if not isinstance(adapter, kind):
            return web.Response(status=404)
        try:
            return web.Response(status=await adapter.receive(dict(request.headers), await request.read()))
        except NotStored:
            return web.Response(status=503)

    return handle


async def _healthy(_: web.Request) -> web.Response:
    return web.Response(text="ok\n")


def _figures(figures: Figures) -> Handle:
    async def handle(_: web.Request) -> web.Response:
        return web.Response(body=await figures(), headers={"Content-Type": CONTENT_TYPE})

    return handle


def _readiness(ready: Callable[[], bool]) -> Handle:
    async def handle(_: web.Request) -> web.Response:
        return web.Response(status=200 if ready() else 503, text="ready\n" if ready() else "not ready\n")

    return handle
