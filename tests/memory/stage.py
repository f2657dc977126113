"""A stage for memory's stories: rooms, people, and an engine whose clock is set by hand."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

from memory.engine import MemoryEngine
from memory.vocabulary.address import Audience, Person, Place
from memory.vocabulary.event import Event
from memory.vocabulary.recall import Cue

MONDAY = datetime(2026, 11, 16, 9, 0, tzinfo=UTC)
ROOM = Place("slack", "T01", "C01")
ADA = Person("slack", "T01", "U01")
TEAM = Audience.group(ROOM)
PRIVATE = Audience.person(ADA)


@dataclass
class Stage:
    """Tells the engine what is said; a minute passes with every word."""

    engine: MemoryEngine
    now: datetime = MONDAY
    numbers: count = field(default_factory=count)

    @classmethod
    async def open(cls, folder: Path, membership=None) -> Stage:
        stage = cls(engine=None)  # type: ignore[arg-type]
        directory = folder / "animas" / "alice"
        stage.engine = await MemoryEngine.open(directory, clock=lambda: stage.now, membership=membership)
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
        return event

    def cue(self, text, audience=TEAM, **more) -> Cue:
        return Cue(text=text, audience=audience, now=self.now, **more)

    async def found(self, text, audience=TEAM, **more) -> list[str]:
        return [one.text for one in await self.engine.search(text, audience, **more)]
