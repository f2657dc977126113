"""One board on Slack, Discord and Telegram at once: real clients, servers that speak their protocols, and a fleet in a
process of its own that is killed (kill -9) while people post, edit, delete, react, reply, share files and moderate.

What is seen on each side is counted from the servers (tests.faults.wired_count).
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import random
import signal
import time
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any

from memory.archive.shared_logs import BOARD_COPIED
from tests.bench.house import write_home
from tests.bench.venues import DiscordVenue, SlackVenue, TelegramVenue, Venue
from tests.faults import child
from tests.faults.wired_count import (
    LABELS,
    REACTIONS,
    SIDES,
    BoardLog,
    Change,
    Findings,
    Said,
    Seen,
    findings,
    ids_of,
    seen_post,
)
from tests.platforms.plan import Fault, FaultKind

PEOPLE = {"slack": "ada", "discord": "bob", "telegram": "cem"}
POSTING = {"slack": r"chat\.postMessage", "discord": r"POST .*(messages|webhooks)", "telegram": "sendMessage"}
#: What hits a call that posts; `accept_then_cut` leaves Telegram in doubt.
FAULTS: tuple[FaultKind, ...] = ("drop", "429", "5xx", "accept_then_cut")
#: So many operations at most while nobody listens; the rest of that life's wait for the next one.
_WHILE_DEAD = 4
#: What a fleet was told so shortly before it died may not have been taken in.
_IN_FLIGHT_S, _IN_FLIGHT = 5.0, 10
#: So long somebody waits at most until a post is on record; and at the end, until nothing that is open moves any more.
_PATIENCE_S, _OPEN_S = 60.0, 240.0
#: Lives begin as copies of a process that has these imported: most of a start is imports.
_LIVES = multiprocessing.get_context("forkserver")
_LIVES.set_forkserver_preload(
    [child.__name__, *(f"adapters.{name}.adapter" for name in ("slack", "discord", "telegram"))]
)
#: Where a fleet that carries a board is killed, between taking a message in and the record of its copies.
POINTS = (
    "after_accept",
    "turn_started",
    "board_recorded",
    "before_outbox",
    "after_outbox",
    "marked_sending",
    "after_post",
    "before_response_record",
    "after_sent",
    "before_done",
)


@dataclass(slots=True, kw_only=True)
class Tally:
    """What was done, and what was found at the end."""

    seed: int
    operations: int = 0
    posts: int = 0
    answers: int = 0
    copies: int = 0
    lives: int = 0
    killed_at: list[str] = field(default_factory=list)
    seconds: float = 0.0
    found: Findings = field(default_factory=Findings)


def trouble(venues: Mapping[str, Venue], rng: random.Random) -> None:
    """What the platforms do for a while; what they still had to do before is over."""
    for side, venue in venues.items():
        for fault in venue.plan.faults:
            fault.times = 0
        kind = rng.choice([*FAULTS, None, None])
        if kind:
            venue.plan.add(Fault(kind, where=POSTING[side], times=rng.randrange(1, 3), seconds=1.0))
    if rng.random() < 0.5:
        venues["slack"].plan.add(Fault("duplicate", where="deliver:message", times=2))
    if rng.random() < 0.3:
        venues["discord"].plan.add(Fault("cut_socket", where="MESSAGE_CREATE"))


class Wired:
    """The servers, the home, the child; what was said."""

    def __init__(self, folder: Path, seed: int, scale: float = 0.02) -> None:
        self.folder, self.scale = folder, scale
        self.rng = random.Random(seed)
        self.tally = Tally(seed=seed)
        self.said: list[Said] = []
        self._down: list[tuple[float, float]] = []  # when nobody listened
        self._died = time.monotonic()
        self._lately = deque[float]([self._died], maxlen=2 * _IN_FLIGHT)
        self._child: ForkServerProcess | None = None
        self._ready, self._over = asyncio.Event(), asyncio.Event()
        self.log = BoardLog(folder)

    async def live(self, operations: int, deaths: Sequence[str]) -> Tally:
        """So many operations in lives that end by these deaths: a named point, or "" for a random moment."""
        began = time.monotonic()
        async with AsyncExitStack() as stack:
            now = lambda: datetime.now(UTC)  # noqa: E731
            self.slack = await stack.enter_async_context(SlackVenue(now, scale=self.scale))
            self.discord = await stack.enter_async_context(DiscordVenue(now, scale=self.scale))
            self.telegram = await stack.enter_async_context(TelegramVenue(now, scale=self.scale))
            self._furnish()
            try:
                for number, death in enumerate(deaths):
                    share = operations * (number + 1) // (len(deaths) + 1) - self.tally.operations
                    await self._start(death, self.rng.randrange(2, max(9, share // 2)))
                    await self._life(share, death)
                await self._start()
                while self.tally.operations < operations:
                    await self._operate()
                await self._settle()
                await self._end(signal.SIGTERM)
            finally:
                await self._end(signal.SIGKILL)
        self.tally.seconds = round(time.monotonic() - began, 1)
        return self.tally

    def _furnish(self) -> None:
        self.venues = {"slack": self.slack, "discord": self.discord, "telegram": self.telegram}
        self.people = {side: venue.add_person(PEOPLE[side]) for side, venue in self.venues.items()}
        server = self.telegram.server
        group = server.add_group("square", admins=(self.telegram.bot.id,))  # who is told of reactions
        self.chat = group
        rooms = {"slack": self.slack.add_room("square"), "discord": self.discord.add_room("square")}
        self.rooms = {**rooms, "telegram": str(group.id)}
        config: dict[str, Any] = {
            "anima_defaults": {"model": "offline"},
            "rag": {"embedding_model": "none"},
            "animas": {"alice": {}},
            "external_messaging": {name: venue.section() for name, venue in self.venues.items()},
            "boards": {
                "square": {
                    "animas": ["alice"],
                    "channels": [self.venues[side].entry(self.rooms[side]) for side in SIDES],
                }
            },
        }
        write_home(self.folder, config)

    # ------------------------------------------------------------------------------------ the fleet

    async def _start(self, crash_at: str = "", visit: int = 1) -> None:
        self._ready, self._over = asyncio.Event(), asyncio.Event()
        point = f"{crash_at}:{visit}" if crash_at else ""
        heard, told = multiprocessing.Pipe(duplex=False)
        self._child = _LIVES.Process(target=child.begin, args=(self.folder, self.scale, point, told))
        await asyncio.to_thread(self._child.start)
        told.close()
        asyncio.get_running_loop().add_reader(heard.fileno(), self._hear, heard)
        self.tally.lives += 1
        began = self._died
        await self._ready.wait()
        self._down.append((began, time.monotonic()))

    def _hear(self, heard: Connection) -> None:
        """What the fleet announces, until it is dead."""
        try:
            if heard.recv().get("event") == "ready":
                self._ready.set()
        except EOFError:
            asyncio.get_running_loop().remove_reader(heard.fileno())
            heard.close()
            self._died = min(time.monotonic() - _IN_FLIGHT_S, *self._lately, *self._unrecorded())
            self._ready.set()
            self._over.set()

    def _unrecorded(self) -> list[float]:
        """When those posts of this life were said that are not on record: what came after them waited behind them."""
        ready = self._down[-1][1] if self._down else 0.0
        known = {(line.channel.partition(":")[0], id) for line in self.log.lines() for id in ids_of(line)}
        return [one.at for one in self.said if one.at > ready and (one.side, one.id) not in known]

    @property
    def _is_alive(self) -> bool:
        return self._child is not None and not self._over.is_set()

    async def _life(self, operations: int, death: str) -> None:
        """Until the point is reached, or all is done; then it dies."""
        trouble(self.venues, self.rng)
        unheard, told_before = 0, len(self.said) - self.log.recorded
        for _ in range(operations):
            await self._operate()
            if self._is_alive:
                await asyncio.sleep(self.rng.uniform(0, 0.05))
                await self._until_heard(told_before + _IN_FLIGHT)
            elif (unheard := unheard + 1) >= _WHILE_DEAD:
                break
        for _ in range(20 if death else 0):  # the point lies within what is still open, or one more message reaches it
            if not self._is_alive:
                break
            await self._post()
            await asyncio.sleep(0.1)
        self.tally.killed_at.append(death if death and not self._is_alive else "anywhere")
        await self._end(signal.SIGKILL)
        for _ in range(self.rng.randrange(3)):  # what people write meanwhile
            await self._post()

    async def _until_heard(self, at_most: int) -> None:
        """People wait for a fleet that has hardly any time on a busy machine, but not for ever."""
        ends = time.monotonic() + _PATIENCE_S
        while len(self.said) - self.log.recorded > at_most and self._is_alive and time.monotonic() < ends:
            await asyncio.sleep(0.05)

    async def _end(self, by: signal.Signals) -> None:
        if self._is_alive:
            assert self._child is not None
            assert self._child.pid is not None
            os.kill(self._child.pid, by)
            await self._over.wait()

    async def _settle(self) -> None:
        """Until every side shows what it should and goes on doing so, or nothing has changed for a while."""
        before, since, is_counted = None, time.monotonic(), False
        while True:
            lines, seen = self.log.lines(), {side: self.seen(side) for side in SIDES}
            if (now := (len(lines), seen)) != before:
                before, since, is_counted = now, time.monotonic(), False
            elif not is_counted:
                self.tally.found, is_counted = findings(self.said, lines, seen, self._down), True
            still = 1.5 if self.tally.found.clean else _OPEN_S if self.log.is_open else 15.0
            if is_counted and time.monotonic() - since > still:
                break
            await asyncio.sleep(0.5)
        self.tally.posts, self.tally.copies = len(self.said), sum(map(len, seen.values()))
        self.tally.answers = sum(bool(one.token) for one in self.said)

    # ------------------------------------------------------------------------------------ what people do

    async def _operate(self) -> None:
        self.tally.operations += 1
        self._lately.append(time.monotonic())
        doing = (self._post, self._edit, self._delete, self._react, self._moderate)
        await self.rng.choices(doing, (5, 2, 1, 2, 0.5))[0]()

    async def _post(self) -> None:
        side, number = self.rng.choice(SIDES), len(self.said)
        words = self._words(number, 0)
        mine = [one for one in self.said if one.side == side and not one.is_gone]
        parent = self.rng.choice(mine) if mine and self.rng.random() < 0.3 else None
        said = Said(side, "", words, parent, at=time.monotonic())
        chance = self.rng.random()
        if chance < 0.08:
            said.token = f"m{number:05}x"
        elif chance < 0.14:
            said.file, said.parent = f"m{number}v0o{self.tally.operations}p999", None
        said.id = await self._say(said)
        self.said.append(said)

    async def _say(self, said: Said) -> str:
        text, side, person = " ".join(said.words), said.side, self.people[said.side]
        text = f"@alice please answer {said.token} {text}" if said.token else text
        room, root = self.rooms[side], said.parent.id if said.parent is not None else ""
        if said.file:
            return await self._share(side, person, text, (f"{said.file}.txt", b"bring chairs", "text/plain"))
        match side:
            case "slack":
                top = said.root.id if said.parent is not None else ""
                return await self.slack.server.say(room, person, text, thread=top)
            case "discord":
                return await self.discord.server.say(room, person, text, reply_to=root)
            case _:
                return str(await self.telegram.server.say(self.chat, int(person), text, reply_to=int(root or 0)))

    async def _share(self, side: str, person: str, text: str, file: tuple[str, bytes, str]) -> str:
        if side == "telegram":
            return str((await self.telegram.server.share(self.chat, int(person), [file], text))[0])
        return await self.venues[side].share(self.rooms[side], person, text, [file])

    def _words(self, number: int, version: int) -> tuple[str, ...]:
        many = self.rng.choice([1, 1, 1, 160])
        return tuple(f"m{number}v{version}o{self.tally.operations}p{part}" for part in range(many))

    def _one(self) -> Said | None:
        living = [one for one in self.said if not one.is_gone]
        return self.rng.choice(living) if living else None

    async def _edit(self) -> None:
        one = self._one()
        if one is None or one.token or one.file:
            return
        words = self._words(one.number, len(one.changes) + 1)
        one.changes.append(Change("edit", time.monotonic(), one.side, one.id, words))
        text = " ".join(words)
        match one.side:
            case "slack":
                await self.slack.server.edit(self.rooms["slack"], one.id, text)
            case "discord":
                await self.discord.server.edit(self.rooms["discord"], one.id, text)
            case _:
                await self.telegram.server.edit(self.chat, int(self.people["telegram"]), int(one.id), text)

    async def _delete(self) -> None:
        """On Telegram nobody is told, so nobody does it here."""
        living = [one for one in self.said if not one.is_gone and one.side != "telegram" and not one.token]
        if living:
            one = self.rng.choice(living)
            await self._remove(one, one.side, one.id)

    async def _moderate(self) -> None:
        """Somebody takes a copy away whose receipt is on record."""
        side = self.rng.choice(("slack", "discord"))
        copies = {
            id
            for line in self.log.lines()
            if line.type == BOARD_COPIED and line.channel.startswith(side)
            for id in ids_of(line)
        }
        there = [one for one in self.seen(side) if one.id in copies and one.words and one.face in LABELS.values()]
        if there:
            copy = self.rng.choice(there)
            one = self.said[int(copy.words[0].partition("v")[0][1:])]
            if not one.is_gone and not one.token:
                await self._remove(one, side, copy.id)

    async def _remove(self, one: Said, side: str, message: str) -> None:
        change = Change("delete", time.monotonic(), side, message)
        one.changes.append(change)
        try:
            await (self.slack if side == "slack" else self.discord).server.delete(self.rooms[side], message)
        except KeyError:  # the fleet has just taken it away
            one.changes.remove(change)

    async def _react(self) -> None:
        one, mark = self._one(), self.rng.choice([0, 1])
        if one is None:
            return
        sign, person, room = REACTIONS[one.side][mark], self.people[one.side], self.rooms[one.side]
        if any(change.kind == "react" and change.mark == mark for change in one.changes):
            return
        one.changes.append(Change("react", time.monotonic(), one.side, one.id, mark=mark))
        match one.side:
            case "slack":
                await self.slack.server.react(room, person, one.id, sign)
            case "discord":
                await self.discord.server.react(room, one.id, person, sign)
            case _:
                await self.telegram.server.react(self.chat, int(person), int(one.id), sign)

    # ------------------------------------------------------------------------------------ what is seen

    def seen(self, side: str) -> list[Seen]:
        """What the bot has there, oldest first."""
        match side:
            case "slack":
                return [
                    seen_post(p.ts, p.username, p.text, p.thread_ts, [name for name, _ in p.reactions])
                    for p in self.slack.server.posts(self.rooms["slack"])
                ]
            case "discord":
                posts = self.discord.server.posts(self.rooms["discord"])
                return [seen_post(p.id, p.name, p.text, p.reference, p.reactions) for p in posts]
            case _:
                found = []
                for post in self.telegram.server.posts(self.chat):
                    face, _, text = post.text.partition("\n")
                    marks = [sign for sign in post.reactions.values() if sign]
                    found.append(seen_post(str(post.id), face, text, str(post.reply_to or ""), marks))
                return found
