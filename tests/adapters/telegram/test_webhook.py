"""By webhook: what bears the secret is stored, then acknowledged; nothing else is taken."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

import pytest
from aiohttp import web

from bots.message import Kind
from bots.ports import Connection
from tests.adapters.telegram.stage import TelegramStage, clock, staged
from tests.contracts.adapter import running
from tests.each import each
from tests.platforms.plan import Fault
from tests.platforms.telegram import TelegramServer

SECRET = "a-secret-of-our-own"
HEADER = "X-Telegram-Bot-Api-Secret-Token"
UPDATE = json.dumps(
    {
        "update_id": 5,
        "message": {
            "message_id": 9,
            "date": 1_700_000_000,
            "chat": {"id": 77, "type": "private"},
            "from": {"id": 77, "is_bot": False, "first_name": "Eve"},
            "text": "/anima list",
        },
    }
).encode()


@asynccontextmanager
async def hooked() -> AsyncIterator[TelegramStage]:
    """The adapter behind a small web server, as the fleet's is."""
    statuses: list[int] = []
    stages: list[TelegramStage] = []

    async def post(request: web.Request) -> web.Response:
        status = await stages[0].adapter.receive(request.headers, await request.read())
        statuses.append(status)
        return web.Response(status=status)

    app = web.Application()
    app.router.add_post("/telegram/main", post)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    port = runner.addresses[0][1]
    try:
        async with TelegramServer(clock=clock, scale=0.01) as server:
            told = {"mode": "webhook", "public_url": f"http://127.0.0.1:{port}/", "secret_token": SECRET}
            stages.append(TelegramStage(server, 0.01, **told))
            yield stages[0]
    finally:
        await runner.cleanup()


@pytest.mark.ledger("PLT-04")
async def test_what_the_platform_posts_is_heard_in_order() -> None:
    async with hooked() as stage, running(stage):
        said = [await stage.say(f"number {n}") for n in range(5)]
        heard = await stage.sink.heard(5)

    assert [message.id for message in heard] == said


@pytest.mark.ledger("PLT-11")
async def test_what_was_not_stored_is_posted_again() -> None:
    async with hooked() as stage:
        stage.sink.refuse(2)
        async with running(stage):
            stage.server.plan.add(Fault("duplicate", "webhook"))
            await stage.say("patience")
            await stage.say("and more")
            heard = await stage.sink.heard(2)
            async with asyncio.timeout(2):
                while stage.bot.updates:
                    await asyncio.sleep(0.01)

    assert [message.text for message in heard] == ["patience", "and more"]


@pytest.mark.ledger("PLT-04")
@each("headers", [{}, {HEADER: "wrong"}, {HEADER: ""}, {HEADER: "gehéim"}, {"Authorization": SECRET}])
async def test_without_the_secret_nothing_is_taken(headers: Mapping[str, str]) -> None:
    async with hooked() as stage, running(stage):
        assert await stage.adapter.receive(headers, UPDATE) == 401
        assert stage.sink.messages == {}


@pytest.mark.ledger("PLT-04")
async def test_with_the_secret_it_is_whatever_the_headers_case() -> None:
    async with hooked() as stage, running(stage):
        assert await stage.adapter.receive({HEADER.lower(): SECRET}, UPDATE) == 200
        assert await stage.adapter.receive({HEADER: SECRET}, b"no json") == 400
        assert await stage.adapter.receive({HEADER: SECRET}, b"[]") == 400
        (message,) = await stage.sink.heard(1)

    assert (message.kind, message.text) == (Kind.COMMAND, "list")


@pytest.mark.ledger("PLT-11")
async def test_who_does_not_listen_yet_acknowledges_nothing() -> None:
    async with hooked() as stage:
        assert await stage.adapter.receive({HEADER: SECRET}, UPDATE) == 503


@pytest.mark.ledger("PLT-04")
async def test_without_a_secret_in_the_config_there_still_is_one(stage: TelegramStage) -> None:
    settings = stage.another(mode="webhook", public_url="https://x.org")._settings

    assert len(settings.webhook_secret) == 64
    assert settings.webhook_secret == stage.another()._settings.webhook_secret


@pytest.mark.ledger("PLT-16")
async def test_webhook_mode_without_an_address_fails_with_words() -> None:
    async with staged(mode="webhook") as stage:
        await asyncio.wait_for(stage.adapter.run(stage.sink), 2)

    ((_, state, detail),) = stage.sink.connections
    assert state is Connection.FAILED
    assert "public_url" in detail


@pytest.mark.ledger("PLT-04")
async def test_who_polls_again_takes_the_old_webhook_away() -> None:
    async with hooked() as stage:
        async with running(stage):
            assert stage.bot.webhook.url
        stage.adapter = stage.another()
        async with running(stage):
            said = await stage.say("by polling")

            assert (await stage.sink.find(said)).text == "by polling"
