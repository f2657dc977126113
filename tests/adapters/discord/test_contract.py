"""Discord obeys the laws of every adapter."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.adapters.discord.conftest import DiscordStage
from tests.contracts.adapter import AdapterContract
from tests.platforms.discord import DiscordServer
from tests.platforms.plan import Fault


class TestDiscord(AdapterContract):
    @pytest.fixture
    async def stage(self, server: DiscordServer) -> AsyncIterator[DiscordStage]:
        return DiscordStage(server)

    def lose_next_answer(self, stage: DiscordStage) -> None:
        stage.server.plan.add(Fault("accept_then_cut", r"POST /channels/\{channel\}/messages$"))
