"""What platforms do to a bot, done to the whole fleet: sent again, cut, refused, lost; each message has one answer."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from config.home import Home
from config.settings.config_schema import Config
from memory.archive.activity_log import ActivityLog
from tests.bench.house import running_fleet, write_home
from tests.bench.venues import DiscordVenue, SlackVenue, TelegramVenue, Venue
from tests.faults.echo_model import TOKEN, EchoModel
from tests.platforms.plan import Fault

SCALE = 0.02
pytestmark = [pytest.mark.timeout(120), pytest.mark.ledger("PLT-02", "PLT-03", "PLT-04", "PLT-10", "PLT-11", "PLT-12")]


def now() -> datetime:
    return datetime.now(UTC)


class Town:
    """One venue with rooms, one person, and a home that maps the rooms to alice."""

    def __init__(self, venue: Venue, folder: Path, rooms: int = 1) -> None:
        self.venue = venue
        self.person = venue.add_person("ada")
        self.rooms = [venue.add_room(f"room{n}") for n in range(rooms)]
        self.home, self.config = self._home(folder)
        self.said: list[str] = []

    def _home(self, folder: Path) -> tuple[Home, Config]:
        config: dict[str, Any] = {
            "anima_defaults": {"model": "offline"},
            "animas": {"alice": {}},
            "external_messaging": {self.venue.name: self.venue.section()},
            "boards": {
                f"room{n}": {"animas": ["alice"], "channels": [self.venue.entry(room)]}
                for n, room in enumerate(self.rooms)
            },
        }
        return write_home(folder, config)

    def fleet(self) -> Any:
        models = {"alice": EchoModel(random.Random(1))}
        return running_fleet(self.home, self.config, models=models, scale=SCALE)

    async def say(self, *, call: bool = True) -> str:
        token = f"m{len(self.said):04}1x"
        self.said.append(token)
        room = self.rooms[len(self.said) % len(self.rooms)]
        return await self.venue.say(room, self.person, f"alice: please answer {token}", call=call)

    def answers(self) -> Counter[str]:
        posts = [post.text for room in self.rooms for post in self.venue.answers(room)]
        return Counter(token for text in posts for token in set(TOKEN.findall(text)))

    async def all_answered(self, within_s: float = 60.0) -> None:
        await until(lambda: len(self.answers()) == len(self.said), within_s)
        await asyncio.sleep(0.3)  # long enough for a second answer to be seen

    def logged(self) -> Counter[str]:
        log = ActivityLog(self.home.anima("alice") / "activity_log")
        events = [event for day in log.days() for _, event in log.read(day) if event.type == "message_received"]
        return Counter(token for event in events for token in TOKEN.findall(event.content))

    def each_once(self, tokens: Sequence[str] | None = None) -> bool:
        once = Counter(tokens or self.said)
        return self.answers() == once and self.logged() == once


async def until(happened: Callable[[], bool], within_s: float) -> None:
    end = time.monotonic() + within_s
    while not happened() and time.monotonic() < end:
        await asyncio.sleep(0.02)


async def test_slack_sends_an_event_three_times_more_and_once_after_a_restart(tmp_path: Path) -> None:
    async with SlackVenue(now, scale=SCALE) as venue:
        town = Town(venue, tmp_path)
        async with town.fleet():
            ts = await town.say()
            post = venue.server.channels[town.rooms[0]].posts[ts]
            for _ in range(3):
                venue.server.publish_post(post)
                await asyncio.sleep(0.05)
            await town.all_answered()
        async with town.fleet():
            venue.server.publish_post(post)
            await venue.server.settled()
            await asyncio.sleep(0.3)

    assert town.each_once()


@pytest.mark.parametrize("first", ["message", "app_mention"])
async def test_slacks_two_events_of_one_mention_are_one_message(first: str, tmp_path: Path) -> None:
    async with SlackVenue(now, scale=SCALE) as venue:
        town = Town(venue, tmp_path)
        async with town.fleet():
            town.said.append("m00001x")
            words = f"<@{venue.server.app.user}> alice: please answer m00001x"
            await venue.server.say(town.rooms[0], town.person, words, order=first)
            await town.all_answered()

    assert town.each_once()


@pytest.mark.parametrize("times", [30, pytest.param(100, marks=pytest.mark.slow)])
async def test_however_often_discord_drops_its_sockets_nothing_is_lost_or_doubled(times: int, tmp_path: Path) -> None:
    async with DiscordVenue(now, scale=SCALE) as venue:
        town = Town(venue, tmp_path, rooms=8)
        async with town.fleet():
            for _ in range(times):
                await town.say()
                venue.server.drop_sockets()
                await asyncio.sleep(0.03)
            await town.all_answered()

        assert town.each_once()
        assert venue.server.gateway.identifies <= 3


@pytest.mark.parametrize("trouble", ["op7", "op9"])
async def test_discord_asks_to_reconnect_or_forgets_the_session(trouble: str, tmp_path: Path) -> None:
    async with DiscordVenue(now, scale=SCALE) as venue:
        town = Town(venue, tmp_path, rooms=4)
        async with town.fleet():
            for number in range(9):
                await town.say()
                if number % 3 == 2:
                    getattr(venue.server, trouble)()
                    await town.say()
            await town.all_answered()

    assert town.each_once()


async def test_telegram_answers_409_and_502_and_loses_updates_answers(tmp_path: Path) -> None:
    async with TelegramVenue(now, scale=SCALE) as venue:
        town = Town(venue, tmp_path, rooms=6)
        async with town.fleet():
            for number in range(9):
                if number == 0:  # the adapter's own patience is not scaled
                    venue.plan.add(Fault("5xx", where="getUpdates"), Fault("drop", where="getUpdates"))
                await town.say()
                await asyncio.sleep(0.02)
            await town.all_answered()

    assert town.each_once()


async def test_a_lost_answer_is_found_again_or_told(tmp_path: Path) -> None:
    for kind in (SlackVenue, DiscordVenue, TelegramVenue):
        async with kind(now, scale=SCALE) as venue:
            town = Town(venue, tmp_path / venue.name, rooms=3)
            where = {"slack": "chat.postMessage", "discord": "POST .*(messages|webhooks)", "telegram": "sendMessage"}
            async with town.fleet() as fleet:
                venue.plan.add(Fault("accept_then_cut", where=where[venue.name], times=3))
                for _ in range(6):
                    await town.say()
                await town.all_answered()
                doubts = await fleet.delivery.doubts()

        assert town.each_once(), venue.name
        assert (len(doubts) > 0) == (venue.name == "telegram")


async def test_a_storm_of_429_loses_nothing(tmp_path: Path) -> None:
    for kind in (SlackVenue, DiscordVenue, TelegramVenue):
        async with kind(now, scale=SCALE) as venue:
            town = Town(venue, tmp_path / venue.name, rooms=3)
            where = {"slack": "chat.postMessage", "discord": "POST .*(messages|webhooks)", "telegram": "sendMessage"}
            async with town.fleet():
                venue.plan.add(Fault("429", where=where[venue.name], times=3, seconds=1.0))
                for _ in range(6):
                    await town.say()
                await town.all_answered()

        assert town.each_once(), venue.name
