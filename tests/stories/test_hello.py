"""The first touch on each platform: who lives here, what they can do, how one is let in; unasked only once."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from adapters.models.scripted import ScriptedModel
from tests.bench.house import running_fleet, write_home
from tests.bench.venues import DiscordVenue, SlackVenue, TelegramVenue, Venue
from tests.bots.house import until

pytestmark = [pytest.mark.timeout(60), pytest.mark.ledger("PLT-16")]
SCALE = 0.02


@asynccontextmanager
async def fleet(
    venue: Venue, path: Path, owners: Sequence[str] = (), animas: Sequence[str] = ("alice",)
) -> AsyncIterator:
    config = {
        "anima_defaults": {"model": "offline"},
        "animas": {name: {} for name in animas},
        "admins": {"owner": [venue.person_address(one) for one in owners]},
        "external_messaging": {venue.name: venue.section()},
    }
    home, loaded = write_home(path, config)
    models = {name: ScriptedModel(["I see."]) for name in animas}
    async with running_fleet(home, loaded, models=models, scale=SCALE):
        yield


def texts(venue: Venue, room: str) -> list[str]:
    return [one.text for one in venue.answers(room)]


def hellos(venue: Venue, room: str) -> list[str]:
    return [text for text in texts(venue, room) if "a persona with a memory of my own" in text]


def answered(venue: Venue, room: str) -> int:
    return sum("I see." in text for text in texts(venue, room))


@pytest.mark.ledger("PLT-04", "FLT-10")
async def test_start_on_telegram_says_hello_and_how_a_stranger_is_let_in(tmp_path: Path) -> None:
    async with TelegramVenue(lambda: datetime.now(UTC), scale=SCALE) as venue:
        ada, eve, aylin = (venue.add_person(name) for name in ("Ada", "Eve", "Aylin"))
        rooms = {one: venue.direct(one) for one in (ada, eve, aylin)}
        venue.server.users[int(aylin)]["language_code"] = "tr"
        async with fleet(venue, tmp_path, [ada, aylin], ["alice", "bob"]):
            said = [(ada, "/start"), (ada, "/start bob"), (eve, "/start"), (aylin, "/start alice"), (ada, "/help")]
            for person, words in said:
                before = len(texts(venue, rooms[person]))
                await venue.say(rooms[person], person, words)
                await until(lambda one=person, seen=before: len(texts(venue, rooms[one])) > seen)
            menu = {one["command"]: one["description"] for one in venue.bot.commands}

    everybody, bob, help_ = texts(venue, rooms[ada])
    assert "alice, bob" in everybody
    assert "/anima help" in everybody
    assert bob.startswith("Hello, I am bob")
    (stranger,) = texts(venue, rooms[eve])
    assert f"telegram:{eve}" in stranger
    assert "I remember" not in stranger
    assert texts(venue, rooms[aylin])[0].startswith("Merhaba, ben alice")
    lines = help_.splitlines()
    assert len(lines) < 20
    assert lines[-1].startswith("For admins: ")
    assert "create, " in lines[-1]
    assert menu.keys() == {"anima", "start", "stop", "help"}
    assert all(what.casefold() in help_.casefold() for name, what in menu.items() if name in ("stop", "help"))


@pytest.mark.ledger("PLT-02")
async def test_slack_shows_its_home_and_says_hello_once_also_after_a_restart(tmp_path: Path) -> None:
    async with SlackVenue(lambda: datetime.now(UTC), scale=SCALE) as venue:
        ada = venue.add_person("Ada")
        room = venue.direct(ada)
        async with fleet(venue, tmp_path):
            await venue.server.open_home(ada, "home")
            await until(lambda: bool(venue.server.methods.homes))
            await venue.server.open_home(ada, "messages")
            await until(lambda: bool(hellos(venue, room)))
        async with fleet(venue, tmp_path):
            await venue.server.open_home(ada, "messages")
            await venue.say(room, ada, "good morning")
            await until(lambda: bool(answered(venue, room)))

    (page,) = venue.server.methods.homes[ada]
    assert "I am *alice*" in page["blocks"][0]["text"]["text"]
    assert len(hellos(venue, room)) == 1


@pytest.mark.ledger("PLT-03")
async def test_discord_says_hello_to_a_new_guild_and_to_who_writes_first(tmp_path: Path) -> None:
    async with DiscordVenue(lambda: datetime.now(UTC), scale=SCALE) as venue:
        ada = venue.add_person("Ada")
        room = venue.direct(ada)
        async with fleet(venue, tmp_path):
            for words in ("good morning", "and again"):
                before = answered(venue, room)
                await venue.say(room, ada, words)
                await until(lambda seen=before: answered(venue, room) > seen)
            await until(lambda: bool(hellos(venue, room)))
            welcome = venue.server.install("a new guild")
            await until(lambda: bool(texts(venue, welcome)))
        async with fleet(venue, tmp_path):
            await venue.say(room, ada, "once more")
            await until(lambda: answered(venue, room) == 3)

    assert len(hellos(venue, room)) == 1
    (hello,) = hellos(venue, welcome)
    assert "alice: good morning" in hello
