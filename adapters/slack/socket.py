"""One socket of Slack's socket mode, from its ticket to its loss."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress

import aiohttp
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.app.async_app import AsyncApp

from adapters.slack.limits import Patience
from adapters.slack.settings import SlackSettings


class SlackSocket:
    """The SDK renews it when Slack asks; everything else ends it."""

    def __init__(
        self,
        app: AsyncApp,
        settings: SlackSettings,
        patience: Patience,
        hello: Callable[[], Awaitable[None]],
        broken: Callable[[], Awaitable[None]],
    ) -> None:
        self._patience, self._hello, self._broken = patience, hello, broken
        self._handler = AsyncSocketModeHandler(app, settings.app_token, ping_interval=patience.ping_s)
        self._client = self._handler.client
        self._client.proxy = app.client.proxy
        # The SDK would come again with the same used ticket, and deaf sockets it may keep: we renew them ourselves.
        self._client.auto_reconnect_enabled = self._client.default_auto_reconnect_enabled = False
        self._client.on_message_listeners.append(self._look_at)
        self._greeted = asyncio.Event()
        self._patience_until = 0.0

    async def open(self, url: str) -> None:
        """Raises TimeoutError if nobody says hello."""
        self._client.wss_uri = url
        async with asyncio.timeout(self._patience.hello_s):
            await self._handler.connect_async()  # type: ignore[no-untyped-call]
            await self._greeted.wait()

    async def lost(self) -> None:
        """Returns when the socket is closed or no longer answers its pings."""
        while await self._client.is_connected() or self._is_renewing():  # noqa: ASYNC110  the SDK has no event for it
            await asyncio.sleep(self._patience.watch_s)

    async def close(self) -> None:
        with suppress(Exception):
            async with asyncio.timeout(self._patience.close_s / 2):
                await self._handler.close_async()  # type: ignore[no-untyped-call]
        self._client.closed = True
        for task in (
            self._client.message_processor,
            self._client.message_receiver,
            self._client.current_session_monitor,
        ):
            if task is not None:
                task.cancel()
        await self._client.aiohttp_client_session.close()

    def _is_renewing(self) -> bool:
        return asyncio.get_running_loop().time() < self._patience_until

    async def _look_at(self, frame: aiohttp.WSMessage) -> None:
        try:
            body = json.loads(frame.data)
        except ValueError:
            await self._broken()
            return
        if not isinstance(body, dict):
            return
        if body.get("type") == "disconnect":
            self._patience_until = asyncio.get_running_loop().time() + self._patience.hello_s
        elif body.get("type") == "hello":
            self._patience_until = 0.0
            self._greeted.set()
            await self._hello()
