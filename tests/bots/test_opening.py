"""Opening: an anima's memory is at hand before its first message is served."""

from __future__ import annotations

from pathlib import Path

import pytest

from adapters.models.scripted import ScriptedModel
from tests.bots.house import House


@pytest.mark.ledger("PRI-01")
async def test_the_memories_of_those_who_talk_are_open_before_anything_is_served(tmp_path: Path) -> None:
    """Fails on 952289c, where three of four fresh processes went into their first turn without what they know."""
    place = House(home=tmp_path, models={"alice": ScriptedModel(["Yes."])})
    async with place.open():
        await place.ask("ada", place.world.direct("ada"), "The vault opens at noon.")

    index = tmp_path / "index" / "alice" / "text.sqlite3"
    index.unlink()
    async with place.open():
        assert index.exists()
