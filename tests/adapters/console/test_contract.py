"""The terminal obeys the laws of every adapter."""

from __future__ import annotations

import pytest

from tests.adapters.console.stage import ConsoleStage
from tests.contracts.adapter import AdapterContract


@pytest.mark.ledger("PLT-05")
class TestConsole(AdapterContract):
    can_edit = False
    can_refuse = False

    @pytest.fixture
    async def stage(self) -> ConsoleStage:
        return ConsoleStage()
