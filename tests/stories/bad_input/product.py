"""The product as its operator has it: `run_bots.py` in processes of its own, on a home in a temporary folder."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import sys
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tests.bench.venues import VENUES, Venue

ROOT = Path(__file__).parents[3]
#: What is kept of this process's environment: nothing that could configure the product.
_KEPT = ("PATH", "HOME", "LANG", "USER", "TMPDIR", "ANIMA_MODELS")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a command printed."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        """Its complaints."""
        return self.err.splitlines()

    @property
    def data(self) -> Any:
        return json.loads(self.out)


class Product:
    """One home and whatever runs on it."""

    def __init__(self, home: Path, config: Mapping[str, Any] | str | None = None, **env: str) -> None:
        self.home = home
        self.env = {**{key: os.environ[key] for key in _KEPT if key in os.environ}, "COLUMNS": "200", **env}
        self.process_options: dict[str, Any] = {}
        if config is not None:
            self.write(config)

    def write(self, config: Mapping[str, Any] | str) -> None:
        self.home.mkdir(exist_ok=True, mode=0o700)
        text = config if isinstance(config, str) else json.dumps(config)
        path = self.home / "config.json"
        path.write_text(text)
        path.chmod(0o600)

    async def run(self, *words: str, stdin: str = "", **options: Any) -> Outcome:
        """One command to its end."""
        process = await self._spawn(words, asyncio.subprocess.PIPE, options)
        async with asyncio.timeout(45):
            out, err = await process.communicate(stdin.encode())
        assert process.returncode is not None
        return Outcome(process.returncode, out.decode(), err.decode())

    @asynccontextmanager
    async def running(self, *words: str, **options: Any) -> AsyncIterator[Life]:
        """A fleet, ready; stopped by SIGTERM at the end if it still runs."""
        life = await self.start(*words, **options)
        try:
            await life.ready()
            yield life
        finally:
            if life.process.returncode is None:
                await life.stop()
            await life.read_to_end()

    async def start(self, *words: str, **options: Any) -> Life:
        return Life(await self._spawn(("--json", *words), asyncio.subprocess.DEVNULL, options))

    async def _spawn(self, words: Sequence[str], stdin: int, options: dict[str, Any]) -> asyncio.subprocess.Process:
        pipe = asyncio.subprocess.PIPE
        command = [sys.executable, str(ROOT / "run_bots.py"), "--home", str(self.home), *words]
        return await asyncio.create_subprocess_exec(
            *command, cwd=self.home.parent, env=self.env, stdin=stdin, stdout=pipe, stderr=pipe, **options
        )

    # ------------------------------------------------------------------------------------ what is left behind

    def log(self) -> str:
        path = self.home / "logs" / "fleet.log"
        return path.read_text() if path.exists() else ""

    def events(self, anima: str = "alice") -> list[dict[str, Any]]:
        """The anima's activity log."""
        folder = self.home / "animas" / anima / "activity_log"
        return [json.loads(line) for file in sorted(folder.glob("*.jsonl")) for line in file.read_text().splitlines()]

    def answered(self, anima: str = "alice") -> list[str]:
        return [event["content"] for event in self.events(anima) if event["type"] == "response_sent"]

    def heard(self, anima: str = "alice") -> list[str]:
        return [event["content"] for event in self.events(anima) if event["type"] == "message_received"]


@dataclass(slots=True)
class Life:
    """One run of `start --json`, and what it printed so far."""

    process: asyncio.subprocess.Process
    out: list[str] = field(default_factory=list)
    err: list[str] = field(default_factory=list)
    _reading: list[asyncio.Task[None]] = field(default_factory=list)

    def __post_init__(self) -> None:
        for stream, kept in ((self.process.stdout, self.out), (self.process.stderr, self.err)):
            assert stream is not None
            self._reading.append(asyncio.create_task(_read(stream, kept)))

    @property
    def said(self) -> list[dict[str, Any]]:
        """Standard output; raises ValueError where a line is no JSON."""
        return [json.loads(line) for line in self.out]

    async def ready(self, within_s: float = 40.0) -> dict[str, Any]:
        await until(lambda: self.out or self.process.returncode is not None, within_s)
        assert self.out, f"it ended with {self.process.returncode}: {''.join(self.err)}"
        return self.said[0]

    async def stop(self, number: int = signal.SIGTERM) -> tuple[int, float]:
        """(exit code, seconds)."""
        began = time.monotonic()
        self.process.send_signal(number)
        code = await asyncio.wait_for(self.process.wait(), 15)
        await self.read_to_end()
        return code, time.monotonic() - began

    async def kill(self) -> None:
        self.process.kill()
        await self.process.wait()
        await self.read_to_end()

    async def read_to_end(self) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(asyncio.gather(*self._reading), 5)


async def _read(stream: asyncio.StreamReader, kept: list[str]) -> None:
    async for line in stream:
        kept.append(line.decode())


async def until(condition: Callable[[], Any], within_s: float = 15.0) -> None:
    """Wait for what another process does. Raises AssertionError."""
    end = time.monotonic() + within_s
    while not condition():
        assert time.monotonic() < end, "it did not happen in time"
        await asyncio.sleep(0.02)


def no_traceback(*texts: str) -> None:
    for text in texts:
        assert "Traceback" not in text, text
        assert not re.search(r'File ".*", line \d+', text), text


# ---------------------------------------------------------------------------------------------------- the town


@dataclass(slots=True)
class Town:
    """Platform servers with one person, one room and one direct talk each."""

    venues: dict[str, Venue]
    rooms: dict[str, str]
    people: dict[str, str]
    directs: dict[str, str]

    def config(self, **more: Any) -> dict[str, Any]:
        """All platforms, everybody an admin of theirs, the rooms on one board with alice."""
        return {
            "animas": {"alice": {}},
            "external_messaging": {name: venue.section() for name, venue in self.venues.items()},
            "boards": {
                "general": {
                    "animas": ["alice"],
                    "channels": [venue.entry(self.rooms[name]) for name, venue in self.venues.items()],
                }
            },
            "admins": {"owner": [venue.person_address(self.people[name]) for name, venue in self.venues.items()]},
            **more,
        }

    async def say(self, name: str, text: str) -> str:
        """In the direct talk."""
        return await self.venues[name].say(self.directs[name], self.people[name], text)

    def answers(self, name: str) -> list[str]:
        """Without the hello before the first of them."""
        posts = self.venues[name].answers(self.directs[name])
        return [post.text for post in posts if not post.text.startswith(("Hello, I am **", "Hello, here you meet"))]

    async def answered(self, name: str, text: str, within_s: float = 15.0) -> str:
        """Say it, wait for one more post, and return that."""
        before = len(self.answers(name))
        await self.say(name, text)
        await until(lambda: len(self.answers(name)) > before, within_s)
        return self.answers(name)[-1]


@asynccontextmanager
async def town(*names: str, scale: float = 0.05) -> AsyncIterator[Town]:
    async with AsyncExitStack() as stack:
        venues: dict[str, Venue] = {}
        for name in names or tuple(VENUES):
            venues[name] = await stack.enter_async_context(VENUES[name](lambda: datetime.now(UTC), scale=scale))
        people = {name: venue.add_person("ada") for name, venue in venues.items()}
        yield Town(
            venues=venues,
            rooms={name: venue.add_room("general") for name, venue in venues.items()},
            people=people,
            directs={name: venue.direct(people[name]) for name, venue in venues.items()},
        )
