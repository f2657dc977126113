"""HTTP mode: signed events, commands and buttons over POST /slack/<account>."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

import pytest
from aiohttp import web

from bots.message import Kind
from tests.adapters.slack.scene import SlackStage, stage_with
from tests.contracts.adapter import running


@contextlib.asynccontextmanager
async def mounted() -> AsyncIterator[SlackStage]:
    """The adapter in http mode behind a web server, as the fleet mounts it; Slack posts there."""
    async with stage_with(mode="http", signing_secret="shhh") as stage:

        async def handle(request: web.Request) -> web.Response:
            status, headers, body = await stage.adapter.receive(request.headers, await request.text())
            return web.Response(status=status, headers=headers, text=body)

        routes = web.Application()
        routes.router.add_post("/slack/main", handle)
        runner = web.AppRunner(routes)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        stage.server.events_url = f"http://127.0.0.1:{runner.addresses[0][1]}/slack/main"
        try:
            async with running(stage):
                yield stage
        finally:
            await runner.cleanup()


@pytest.mark.ledger("PLT-02", "PLT-11")
async def test_an_event_is_heard_and_answered_with_200_only_when_it_is_stored():
    async with mounted() as stage:
        stage.sink.refuse(1)
        ts = await stage.server.say("C01", "U01", "<@UBOT> over http")
        await stage.server.settled()

        message = await stage.sink.find(ts)
        assert message.text == "over http"
        assert sorted(map(len, stage.server.courier.attempts.values())) == [1, 2]
        assert len(stage.heard()) == 1


@pytest.mark.ledger("PLT-02")
async def test_commands_and_buttons_come_as_forms():
    async with mounted() as stage:
        ts = await stage.server.say("C01", "U01", "a post")
        await stage.server.slash("U01", "C01", "status")
        await stage.server.press("U01", "C01", ts, "again", "alice")
        await stage.server.settled()

        assert [message.text for message in stage.heard(Kind.COMMAND, Kind.BUTTON)] == ["status", "alice"]
        assert stage.server.courier.given_up == []


@pytest.mark.ledger("PLT-02")
async def test_a_wrong_signature_is_refused():
    async with mounted() as stage:
        payload = {"type": "event_callback", "event": {"type": "message", "ts": "1700000000.000100", "channel": "C01"}}
        status, _ = await stage.server.post_signed("events_api", payload, secret="guessed")

        assert status == 401
        assert stage.heard() == []


@pytest.mark.ledger("PLT-16")
async def test_slacks_check_of_the_address_is_answered():
    async with mounted() as stage:
        status, body = await stage.server.post_signed("events_api", {"type": "url_verification", "challenge": "abc"})

        assert status == 200
        assert "abc" in body


async def test_before_it_runs_it_says_come_again():
    async with stage_with(mode="http", signing_secret="shhh") as stage:
        status, _, _ = await asyncio.wait_for(stage.adapter.receive({}, "{}"), 1)

        assert status == 503
