"""People talking at once on three platforms, and what became of each thing they said."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from config.home import Home
from memory.archive.activity_log import ActivityLog
from tests.bench.house import write_home
from tests.bench.process import until
from tests.bench.venues import VENUES, Venue

PLATFORMS = ("slack", "discord", "telegram")


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """One message: where, its id, and when the person sent it (time.monotonic)."""

    platform: str
    room: str
    id: str
    at: float


@dataclass(slots=True, kw_only=True)
class Crowd:
    """The servers, their rooms (of each a board with one anima), one person on each, and all that was said."""

    venues: Mapping[str, Venue]
    rooms: Mapping[str, Sequence[str]]
    people: Mapping[str, str]
    home: Home
    notes: Path
    said: list[Said] = field(default_factory=list)

    async def say(self, platform: str, room: str, text: str, *, call: bool = False) -> Said:
        at = time.monotonic()
        message = await self.venues[platform].say(room, self.people[platform], text, call=call)
        self.said.append(Said(platform=platform, room=room, id=message, at=at))
        return self.said[-1]

    async def talk(self, rate: float, seconds: float, rooms: Sequence[tuple[str, str]]) -> list[Said]:
        """So many messages a second, round the rooms; a late one does not delay those after it."""
        began, spoken = time.monotonic(), []
        for number in range(round(rate * seconds)):
            await asyncio.sleep(max(0.0, began + number / rate - time.monotonic()))
            spoken.append(await self.say(*rooms[number % len(rooms)], f"remark {number} of the run"))
        return spoken

    def turns_about(self, rooms_each: int = 1000) -> list[tuple[str, str]]:
        """(platform, room), the platforms taking turns."""
        columns = [[(name, room) for room in self.rooms[name][:rooms_each]] for name in self.venues]
        return [place for row in zip(*columns, strict=True) for place in row]

    async def all_durable(self, said: Sequence[Said], within_s: float) -> bool:
        return await until(lambda: len(self.durable(said)) == len(said), within_s)

    def durable(self, said: Sequence[Said]) -> dict[Said, float]:
        """Message -> when the fleet had it for good, by the fleet's own notes."""
        noted: dict[tuple[str, str], float] = {}
        for line in self.notes.read_text().splitlines():
            at, place, message = line.split(" ")
            noted.setdefault((place, message), float(at))
        found = {one: noted.get((self.venues[one.platform].place(one.room), one.id)) for one in said}
        return {one: at for one, at in found.items() if at is not None}

    def acked(self, said: Sequence[Said]) -> dict[Said, float]:
        """Message -> when the platform heard that it need not be told again (Discord has no such word)."""
        found: dict[Said, float] = {}
        for one in said:
            ledger = self.venues[one.platform].ledger.delivered
            delivered = ledger.get(one.id) or ledger.get(f"{one.room}:{one.id}")
            if delivered is not None and delivered.acked:
                found[one] = delivered.acked_at
        return found

    def logged(self) -> dict[str, list[str]]:
        """Place -> ids of people's messages in the activity logs, in their order."""
        found: dict[str, list[str]] = {}
        for anima in self.home.anima_names():
            log = ActivityLog(self.home.anima(anima) / "activity_log")
            for day in log.days():
                for _, event in log.read(day):
                    if event.type == "message_received":
                        found.setdefault(event.channel.partition("#")[0], []).append(str(event.meta["message_id"]))
        return found


@asynccontextmanager
async def crowd(folder: Path, *, animas: int, rooms_each: int) -> AsyncIterator[Crowd]:
    """Servers at their documented pace, and a home whose rooms are shared out among so many animas."""
    names = [f"anima{number:03}" for number in range(animas)]
    async with AsyncExitStack() as stack:
        venues: dict[str, Venue] = {
            name: await stack.enter_async_context(VENUES[name](lambda: datetime.now(UTC))) for name in PLATFORMS
        }
        people = {name: venue.add_person("ada") for name, venue in venues.items()}
        rooms = {name: [venue.add_room(f"room{n}") for n in range(rooms_each)] for name, venue in venues.items()}
        entries = [venue.entry(room) for name, venue in venues.items() for room in rooms[name]]
        boards = {f"board{n}": {"animas": [names[n % animas]], "channels": [one]} for n, one in enumerate(entries)}
        config: dict[str, Any] = {
            "system": {"timezone": "UTC"},
            "anima_defaults": {"model": "offline"},
            "animas": {name: {} for name in names},
            "external_messaging": {name: venue.section() for name, venue in venues.items()},
            "boards": boards,
        }
        home, _ = write_home(folder, config)
        yield Crowd(venues=venues, rooms=rooms, people=people, home=home, notes=folder / "notes.txt")
