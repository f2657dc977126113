"""Slack obeys the laws of every adapter."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import ClassVar

import pytest

from tests.adapters.slack.scene import SlackStage, stage_with
from tests.contracts.adapter import AdapterContract, Stage
from tests.platforms.plan import Fault


class TestSlackContract(AdapterContract):
    reaction: ClassVar[str] = "eyes"

    @pytest.fixture
    async def stage(self) -> AsyncIterator[SlackStage]:
        async with stage_with() as stage:
            yield stage

    def lose_next_answer(self, stage: Stage) -> None:
        assert isinstance(stage, SlackStage)
        stage.server.plan.add(Fault("accept_then_cut", "chat.postMessage"))
