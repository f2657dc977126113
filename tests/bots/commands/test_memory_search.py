"""`memory search --as-of` over a real memory."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from bots.commands.memory import search_memories
from tests.bots.commands.admin_double import OWNER, AdminDouble
from tests.memory.stage import PRIVATE, TEAM, Stage


@pytest.mark.ledger("RET-18", "RET-20")
async def test_the_command_line_tells_what_was_known_at_the_end_of_a_day(tmp_path: Path) -> None:
    stage = await Stage.open(tmp_path)
    await stage.say("The apple is green", audience=PRIVATE)
    stage.now = datetime(2026, 11, 18, 9, tzinfo=UTC)
    await stage.say("The apple is red")
    admin = AdminDouble(engine=stage.engine)

    async def found(**more: str) -> list[dict[str, object]]:
        answer = await search_memories(admin, OWNER, "alice", "apple", **more)
        return answer.data["results"]

    assert {one["text"] for one in await found(as_of="2026-11-18")} == {"The apple is green", "The apple is red"}
    (green,) = await found(as_of="2026-11-17")
    assert {*green} >= {"id", "text", "score", "signals", "date", "source", "audience"}
    assert (green["text"], green["audience"]) == ("The apple is green", str(PRIVATE))
    assert [one["text"] for one in await found(audience=str(TEAM))] == ["The apple is red"]
    assert await found(scope="knowledge") == []
    await stage.engine.close()
