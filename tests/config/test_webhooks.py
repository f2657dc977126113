"""The fleet's web server: what is too long or nobody's is refused before it is read."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime

import aiohttp
import pytest

from adapters.slack.adapter import SlackAdapter, SlackSettings
from adapters.telegram.adapter import TelegramAdapter
from adapters.telegram.receiver import TelegramSettings
from bots.ports import Adapter
from config.runtime import serving
from config.settings.config_schema import Config
from memory.vocabulary.address import Account

MEGABYTE = 1024 * 1024
PATHS = ("/slack/main", "/telegram/main")


def clock() -> datetime:
    return datetime.now(UTC)


async def no_figures() -> bytes:
    return b""


@asynccontextmanager
async def served() -> AsyncIterator[str]:
    slack = SlackAdapter(
        SlackSettings(bot_token="xoxb-1", app_token="", mode="http", signing_secret="shhh"),
        Account("slack", "main"),
        clock,
    )
    slack._receiver = object()  # type: ignore[assignment]  # connected, as far as the door is concerned
    settings = TelegramSettings(bot_token="1:x", mode="webhook", secret_token="secret")
    telegram = TelegramAdapter(settings, Account("telegram", "main"), clock)
    adapters: dict[Account, Adapter] = {slack.account: slack, telegram.account: telegram}
    config = Config.model_validate({"version": 1, "server": {"port": 0}})
    async with serving.serving_webhooks(config, adapters, lambda: True, no_figures) as port:
        yield f"http://127.0.0.1:{port}"


@pytest.mark.ledger("PLT-02", "PLT-04")
@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    ("body", "status"),
    [(b"{" * 1000, 401), (b"\xff" * 1000, 401), (b"x" * MEGABYTE, 401), (b"x" * (MEGABYTE + 1), 413)],
)
async def test_what_nobody_signed_is_refused_unread_and_what_is_too_long_as_well(
    path: str, body: bytes, status: int
) -> None:
    """B8."""
    async with served() as base, aiohttp.ClientSession() as session:
        head = {"Content-Type": "application/json"}
        async with session.post(base + path, data=body, headers=head) as answer:
            assert answer.status == status


@pytest.mark.ledger("PLT-02", "PLT-04")
@pytest.mark.parametrize("body", [b"[" * 200_000, b"\xff", b"5", b"{"])
async def test_what_telegram_cannot_have_sent_is_no_update(body: bytes) -> None:
    """B12: nested JSON gave 500."""
    settings = TelegramSettings(bot_token="1:x", mode="webhook", secret_token="secret")
    adapter = TelegramAdapter(settings, Account("telegram", "main"), clock)
    async with listening(adapter):
        assert await adapter.receive({"X-Telegram-Bot-Api-Secret-Token": "secret"}, body) == 400


@asynccontextmanager
async def listening(adapter: TelegramAdapter) -> AsyncIterator[None]:
    from adapters.telegram.receiver import TelegramReceiver

    adapter._receiver = TelegramReceiver(*[None] * 8)  # type: ignore[arg-type]  # a body is read before anybody is asked
    yield


@pytest.mark.ledger("PLT-05", "OPS-04")
async def test_health_is_served_where_no_platforms_library_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("adapters.slack.adapter", "adapters.telegram.adapter"):
        monkeypatch.setitem(sys.modules, name, None)
    config = Config.model_validate({"version": 1, "server": {"port": 0}})

    async with (
        serving.serving_webhooks(config, {}, lambda: True, no_figures) as port,
        aiohttp.ClientSession() as session,
    ):
        health = await session.get(f"http://127.0.0.1:{port}/healthz")
        post = await session.post(f"http://127.0.0.1:{port}/slack/main")

    assert (health.status, post.status) == (200, 404)
