"""The fault run: three platform servers deliver messages while the fleet is killed again and again.

Counted from the servers, not from the product: messages without an answer (lost), with more than one (doubled), on
Telegram sends in doubt and whether the person was told; and each message once in the activity log.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bots.text.phrases import FLEET_WORDS
from memory.archive.activity_log import ActivityLog
from tests.bench.house import write_home
from tests.bench.venues import VENUES, Venue
from tests.faults.echo_model import ANSWER, TOKEN

ANIMAS = ("alice", "bob")
_QUIET_S = 120.0
#: Of the note about a send in doubt, what stands in every one of them.
_NOTE = FLEET_WORDS["en"]["doubt"].partition("{question}")[2][:40]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A run. `crash_points`: one kill at each of these first. `scale` shortens all documented waits."""

    messages: int = 2000
    kills: int = 200
    seed: int = 1
    scale: float = 0.1
    crash_points: Sequence[str] = ()
    platforms: Sequence[str] = ("slack", "discord", "telegram")
    rooms: int = 4
    directs: int = 4
    longest_life_s: float = 3.5


@dataclass(slots=True, kw_only=True)
class Tally:
    """One platform's count."""

    messages: int = 0
    answered: int = 0
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    in_doubt_told: int = 0
    not_logged_once: list[str] = field(default_factory=list)


@dataclass(slots=True, kw_only=True)
class Report:
    seed: int
    scale: float
    kills: int
    points: list[str]
    seconds: float
    platforms: dict[str, Tally]

    @property
    def clean(self) -> bool:
        return not any(tally.lost or tally.doubled or tally.not_logged_once for tally in self.platforms.values())


@dataclass(slots=True)
class Said:
    """One message of the run; `asks` is one that is to be answered."""

    token: str
    platform: str
    room: str
    direct: bool
    asks: bool = True


async def run(plan: Plan, folder: Path, progress: Callable[[str], None] = lambda _: None) -> Report:
    """Carry the plan out in an empty folder."""
    began = time.monotonic()
    rng = random.Random(plan.seed)
    async with AsyncExitStack() as stack:
        venues: dict[str, Venue] = {}
        for name in plan.platforms:
            venue = VENUES[name](lambda: datetime.now(UTC), scale=plan.scale)
            venues[name] = await stack.enter_async_context(venue)
        stage = Stage(plan, rng, venues, folder)
        stage.furnish()
        points = await stage.play(progress)
        tallies = stage.count()
    return Report(
        seed=plan.seed,
        scale=plan.scale,
        kills=stage.killed,
        points=points,
        seconds=round(time.monotonic() - began, 1),
        platforms=tallies,
    )


class Stage:
    """The servers, the home, the child; what was said."""

    module = "tests.faults.child"

    def __init__(self, plan: Plan, rng: random.Random, venues: dict[str, Venue], folder: Path) -> None:
        self.plan, self.rng, self.venues, self.folder = plan, rng, venues, folder
        self.rooms: dict[str, list[tuple[str, bool]]] = {}
        self.people: dict[str, list[str]] = {}
        self.said: list[Said] = []
        self.killed = 0
        self.child: asyncio.subprocess.Process | None = None
        self._ready = asyncio.Event()
        self._reading: set[asyncio.Task[None]] = set()

    def furnish(self) -> None:
        """Rooms, people, and the home that maps them."""
        channels, admins = [], []
        for name, venue in self.venues.items():
            people = [venue.add_person(f"person{n}") for n in range(self.plan.directs)]
            rooms = [venue.add_room(f"room{n}") for n in range(self.plan.rooms)]
            self.people[name] = people
            self.rooms[name] = [(room, False) for room in rooms] + [(venue.direct(one), True) for one in people]
            channels += [venue.entry(room) for room in rooms]
            admins += [venue.person_address(one) for one in people]
        config: dict[str, Any] = {
            "anima_defaults": {"model": "offline"},
            "animas": {name: {} for name in ANIMAS},
            "external_messaging": {name: venue.section() for name, venue in self.venues.items()},
            "boards": {f"room{n}": {"animas": list(ANIMAS), "channels": [one]} for n, one in enumerate(channels)},
            "admins": {"admin": admins},
        }
        write_home(self.folder, {**config, **self.more(config)})

    def more(self, config: Mapping[str, Any]) -> Mapping[str, Any]:
        """Sections of the config besides these, or instead of them."""
        return {}

    async def play(self, progress: Callable[[str], None]) -> list[str]:
        """Everywhere a first word, then kills while people write, then a quiet end."""
        await self.start()
        await self.until_ready()
        for name in self.venues:
            for number in range(len(self.rooms[name])):
                await self.say(name, number)
        await self.all_answered(60.0)
        visited = []
        for point in self.plan.crash_points:
            await self.kill()
            await self.start(point)
            if await self._dies_within(20.0):
                visited.append(point)
                self.killed += 1
        await self.kill()
        talking = asyncio.create_task(self._talk())
        while self.killed < self.plan.kills + len(visited):
            await self.start()
            await asyncio.sleep(self.rng.uniform(0.2, self.plan.longest_life_s))
            await self.kill()
            self.killed += 1
            if self.killed % 20 == 0:
                progress(f"{self.killed} kills, {len(self.said)} of {self.plan.messages} messages said")
        await self.start()
        await talking
        await self.all_answered(_QUIET_S)
        await asyncio.sleep(3.0)
        await self.stop()
        return visited

    async def _talk(self) -> None:
        """The rest of the messages, spread over the kills."""
        left = self.plan.messages - len(self.said)
        average_life = self.plan.longest_life_s / 2 + 0.3
        pause = max(0.005, self.plan.kills * average_life / max(left, 1) * 0.95)
        names = list(self.venues)
        for number in range(left):
            name = names[number % len(names)]
            await self.say(name, self.rng.randrange(len(self.rooms[name])))
            await asyncio.sleep(pause * self.rng.uniform(0.2, 1.8))

    async def say(self, name: str, number: int, words: str = "please answer {}", *, asks: bool = True) -> None:
        room, direct = self.rooms[name][number]
        people = self.people[name]
        person = people[number - self.plan.rooms] if direct else self.rng.choice(people)
        token = f"m{len(self.said):05}x"
        self.said.append(Said(token, name, room, direct, asks=asks or direct))
        called = asks and not direct
        text = words.format(token)
        await self.venues[name].say(room, person, f"alice: {text}" if called else text, call=called)

    # ------------------------------------------------------------------------------------ the child

    async def start(self, crash_at: str = "") -> None:
        self._ready = asyncio.Event()
        self.child = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            self.module,
            *self.words(),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=(self.folder / "stderr.txt").open("ab"),
            env={**os.environ, "ANIMA_CRASH_AT": crash_at},
        )
        task = asyncio.create_task(self._read(self.child, self._ready))
        self._reading.add(task)
        task.add_done_callback(self._reading.discard)

    def words(self) -> Sequence[str]:
        """What the child is started with."""
        return str(self.folder), str(self.plan.scale)

    async def _read(self, child: asyncio.subprocess.Process, ready: asyncio.Event) -> None:
        assert child.stdout is not None
        async for line in child.stdout:
            self.told(told := json.loads(line))
            if told.get("event") == "ready":
                ready.set()

    def told(self, line: Mapping[str, Any]) -> None:
        """What the child has printed."""

    async def until_ready(self) -> None:
        async with asyncio.timeout(600):  # the machine may be busy
            await self._ready.wait()

    async def kill(self) -> None:
        if self.child is not None and self.child.returncode is None:
            self.child.send_signal(signal.SIGKILL)
            await self.child.wait()

    async def stop(self) -> None:
        assert self.child is not None
        self.child.send_signal(signal.SIGTERM)
        code = await asyncio.wait_for(self.child.wait(), 60)  # the machine may be busy
        assert code == 0, f"the fleet ended with {code}"

    async def _dies_within(self, seconds: float) -> bool:
        """Write until the named point has killed the child."""
        assert self.child is not None
        end = time.monotonic() + seconds
        while self.child.returncode is None and time.monotonic() < end:
            name = self.rng.choice(list(self.venues))
            await self.say(name, self.rng.randrange(len(self.rooms[name])))
            await asyncio.sleep(0.15)
        return self.child.returncode is not None

    # ------------------------------------------------------------------------------------ counting

    def _seen(self) -> dict[str, Counter[str]]:
        """Platform -> token -> answers that carry it."""
        seen: dict[str, Counter[str]] = {}
        for name, venue in self.venues.items():
            counts: Counter[str] = Counter()
            for room, _ in self.rooms[name]:
                for post in venue.answers(room):
                    if _NOTE not in post.text:
                        counts.update(set(ANSWER.findall(post.text)))
            seen[name] = counts
        return seen

    def _told(self, name: str) -> set[str]:
        """The questions of which the person was told that the answer is in doubt; a note names its question."""
        posts = (post.text for room, _ in self.rooms[name] for post in self.venues[name].answers(room))
        return {token for text in posts if _NOTE in text for token in TOKEN.findall(text)}

    async def all_answered(self, quiet_s: float, but: Container[str] = ()) -> set[str]:
        """Wait until nothing is missing, or nothing has come for a while: how long a backlog takes is no fault.

        The tokens that are missing then; `but` are not waited for.
        """
        before, end = len(self.said) + 1, 0.0
        while missing := {token for token in self._missing() if token not in but}:
            if len(missing) < before:
                before, end = len(missing), time.monotonic() + quiet_s
            elif time.monotonic() > end:
                break
            await asyncio.sleep(0.3)
        return missing

    def _missing(self) -> Iterator[str]:
        seen, told = self._seen(), {name: self._told(name) for name in self.venues}
        for one in self.said:
            if one.asks and not seen[one.platform][one.token] and one.token not in told[one.platform]:
                yield one.token

    def count(self) -> dict[str, Tally]:
        seen, logged = self._seen(), self._logged()
        tallies = {}
        for name in self.venues:
            told = self._told(name)
            tally = Tally(in_doubt_told=len(told))
            for one in (one for one in self.said if one.platform == name):
                tally.messages += 1
                posts = seen[name][one.token]
                tally.answered += posts > 0
                if posts == 0 and one.asks and one.token not in told:  # in doubt and told of is not lost
                    tally.lost.append(one.token)
                elif posts > 1:
                    tally.doubled.append(one.token)
                counts = sorted(logged[anima][one.token] for anima in ANIMAS)
                hearers = 1 if one.direct else len(ANIMAS)  # a direct talk is heard by whom it addresses
                if counts != [0] * (len(ANIMAS) - hearers) + [1] * hearers:
                    tally.not_logged_once.append(one.token)
            tallies[name] = tally
        return tallies

    def _logged(self) -> dict[str, Counter[str]]:
        logged: dict[str, Counter[str]] = {}
        for anima in ANIMAS:
            log = ActivityLog(self.folder / "animas" / anima / "activity_log")
            counts: Counter[str] = Counter()
            for day in log.days():
                for _, event in log.read(day):
                    if event.type == "message_received" and not event.meta.get("bot"):  # of people, not of colleagues
                        counts.update(set(TOKEN.findall(event.content)))
            logged[anima] = counts
        return logged


def as_json(report: Report) -> dict[str, Any]:
    return {**asdict(report), "clean": report.clean}
