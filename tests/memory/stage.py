"""A stage for memory's stories: rooms, people, and an engine whose clock is set by hand."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

from memory.archive import documents
from memory.engine import MemoryEngine, Options
from memory.vocabulary.address import Audience, Person, Place
from memory.vocabulary.cue import Cue, Recollection
from memory.vocabulary.event import Event

MONDAY = datetime(2026, 11, 16, 9, 0, tzinfo=UTC)
ROOM = Place("slack", "T01", "C01")
ADA = Person("slack", "T01", "U01")
TEAM = Audience.group(ROOM)
PRIVATE = Audience.person(ADA)


def here(path: str, audience: Audience = TEAM) -> str:
    """A note's path on the shelf of those who are present."""
    return documents.on_shelf(path, audience)


@dataclass
class Stage:
    """Tells the engine what is said; a minute passes with every word."""

    engine: MemoryEngine
    now: datetime = MONDAY
    numbers: count = field(default_factory=count)
    told: list[tuple[str, Audience]] = field(default_factory=list)

    @classmethod
    async def open(cls, folder: Path, membership=None, embedder=None, **more) -> Stage:
        stage = cls(engine=None)  # type: ignore[arg-type]
        directory = folder / "animas" / "alice"
        stage.engine = await MemoryEngine.open(
            directory, embedder, lambda: stage.now, Options(membership=membership, **more)
        )
        return stage

    async def say(self, text, audience=TEAM, name="Ada", type="message_received", place=ROOM, **meta):
        """Record a word; returns the event."""
        self.now += timedelta(minutes=1)
        event = Event(
            ts=self.now,
            type=type,
            content=text,
            sender="alice" if type == "response_sent" else str(Person("slack", "T01", name)),
            channel=str(place),
            meta={"id": f"e{next(self.numbers)}", "audience": str(audience), "name": name, **meta},
        )
        await self.engine.record(event)
        self.told.append((text, audience))
        return event

    def cue(self, text, audience=TEAM, **more) -> Cue:
        return Cue(text=text, audience=audience, now=self.now, **more)

    async def found(self, text, audience=TEAM, **more) -> list[str]:
        return [one.text for one in await self.engine.search(text, audience, **more)]

    async def assert_the_index_is_derived(self) -> None:
        await assert_the_index_is_derived(self.engine, self.told)


async def assert_the_index_is_derived(engine: MemoryEngine, told: Sequence[tuple[str, Audience]]) -> None:
    """Without the index the same comes to mind, and after a rebuild too: what the files do not say, no index knows."""
    asked = [one for one in told[:: max(1, len(told) // 5)] if one[0].strip()]

    async def recalled() -> list[list[Recollection]]:
        await engine.settled()
        return [await engine.search(text, audience) for text, audience in asked]

    engine.changed()
    before = await recalled()
    await engine.close()
    shutil.rmtree(engine.parts.stores.location.index, ignore_errors=True)
    deleted = await recalled()
    await engine.rebuild()
    rebuilt = await recalled()

    assert deleted == before
    assert rebuilt == before
