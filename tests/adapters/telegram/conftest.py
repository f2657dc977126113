"""A stage for every test that wants one."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.adapters.telegram.stage import TelegramStage, staged


@pytest.fixture
async def stage() -> AsyncIterator[TelegramStage]:
    async with staged() as one:
        yield one
