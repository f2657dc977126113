"""Telegram keeps the laws of every adapter."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.adapters.telegram.stage import TelegramStage, staged
from tests.contracts.adapter import AdapterContract


class TestTelegram(AdapterContract):
    can_repeat = False  # no idempotency key, no reading back

    @pytest.fixture
    async def stage(self) -> AsyncIterator[TelegramStage]:
        async with staged() as one:
            yield one
