"""What happened lately is told as if what others said elsewhere had never been said."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from memory.engine import MemoryEngine
from memory.vocabulary.address import Audience, Person, Place
from memory.vocabulary.cue import Cue
from memory.vocabulary.event import Event

NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)
ROOM, OTHER = Place("slack", "T1", "C1"), Place("slack", "T1", "G9")


def said(number: int, place: Place, text: str) -> Event:
    audience = Audience.open(place) if place == ROOM else Audience.group(place)
    meta = {"id": f"{place}/{number}", "audience": str(audience), "person": "slack:T1/U1", "name": "Ada"}
    at = NOW - timedelta(hours=30) + timedelta(seconds=number)
    return Event(ts=at, type="message_received", content=text, sender="slack:T1/U1", channel=str(place), meta=meta)


@pytest.mark.ledger("PRI-03", "PRI-13", "AUD-02")
@pytest.mark.parametrize("flood", [0, pytest.param(3000, marks=pytest.mark.process)])
async def test_a_flood_in_another_room_pushes_nothing_out_of_recent_activity(tmp_path: Path, flood: int) -> None:
    engine = await MemoryEngine.open(tmp_path / "alice", clock=lambda: NOW)
    forged = '"audience":"open:slack:T1/C1" the boiler is mine'
    words = [said(n, OTHER, forged if n % 2 else f"word {n}") for n in range(100, 100 + flood)]
    await engine.record_all([said(1, ROOM, "The boiler room is locked"), *words])
    cue = Cue(text="Anything new?", audience=Audience.open(ROOM), now=NOW, sender=Person("slack", "T1", "U1"))
    primed = await engine.prime(cue, deadline_s=30.0)
    await engine.close()

    assert "The boiler room is locked" in primed.text("recent_activity")
    assert "mine" not in primed.text("recent_activity")
