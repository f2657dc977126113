"""A running fleet takes up what is changed in its home, all of it or nothing."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bots.commands.admin_api import ReloadOutcome
from bots.commands.command import CommandAnswer
from bots.fleet.fleet import Fleet
from bots.ports import ChatModel
from config.command_line.operator_commands import chat_carrier, operator
from config.fleet.anima_assembly import FleetModels, FleetSetup, FleetTime
from config.fleet.fleet_assembly import build_fleet, reloading
from config.home import Home, create_missing
from config.settings.load import parse
from memory.vocabulary.address import Account
from memory.vocabulary.event import Json
from tests.bots.house import until
from tests.bots.platform import Clock, MemoryAdapter, World
from tests.bots.test_who_answers import Parrot

SLACK = {"enabled": True, "accounts": {"main": {"bot_token": "xoxb-1", "app_token": "xapp-1"}}}
TELEGRAM = {"enabled": True, "accounts": {"main": {"bot_token": "1:x"}}}
CONFIG: dict[str, Json] = {
    "external_messaging": {"slack": SLACK, "telegram": TELEGRAM},
    "animas": {"alice": {"model": "offline"}},
    "rag": {"embedding_model": "none"},
    "boards": {"square": {"animas": ["alice"], "channels": ["slack:main/C01"]}},
}
NAMES = ("alice", "bob", "carol", "dora")


class Town:
    """A home with a fleet on two platforms in memory."""

    def __init__(self, folder: Path, models: Mapping[str, ChatModel] | None = None) -> None:
        self.home = Home(folder)
        self.models = models or {name: Parrot() for name in NAMES}
        self.home.make()
        self.clock = Clock()
        self.worlds = {name: World(self.clock, name) for name in ("slack", "telegram")}
        self.rooms = {
            name: world.add_room(room, "ada")
            for (name, world), room in zip(self.worlds.items(), ("C01", "-100"), strict=True)
        }
        self.told: list[Mapping[str, Json]] = []
        self.write(CONFIG)

    def write(self, config: Mapping[str, Json] | str) -> None:
        self.home.config.write_text(config if isinstance(config, str) else json.dumps(config))

    @asynccontextmanager
    async def open(self) -> AsyncIterator[Fleet]:
        accounts = {Account(name, "main"): world for name, world in self.worlds.items()}
        adapters = {account: MemoryAdapter(world=world, account=account) for account, world in accounts.items()}
        config = parse(self.home.config.read_bytes(), {}).config
        assert config is not None
        create_missing(self.home, config)

        async def checks(_: bool) -> list[object]:
            return []

        site = FleetSetup(
            config=config,
            home=self.home,
            time=FleetTime(clock=self.clock, scale=0.01),
            announce=self.told.append,
            adapters=adapters,
            checks=checks,
            models=FleetModels(by_anima=self.models),
        )
        fleet = await build_fleet(site)
        running = asyncio.create_task(fleet.run())
        try:
            await fleet.settled(5.0)
            yield fleet
        finally:
            running.cancel()
            await asyncio.wait({running})
            await fleet.close()

    async def ask(self, fleet: Fleet, side: str, text: str) -> list[str]:
        """Who posts something for it on that side."""
        world = self.worlds[side]
        before = len(world.posts)
        await world.say("ada", self.rooms[side], text)
        async with asyncio.timeout(10):
            while await fleet.delivery.waiting():
                await asyncio.sleep(0.005)
        return [post.face for post in world.posts[before:]]

    async def command(self, fleet: Fleet, text: str) -> CommandAnswer:
        return await chat_carrier(fleet)(text, operator())


@pytest.fixture
def town(tmp_path: Path) -> Town:
    return Town(tmp_path)


@pytest.mark.ledger("ANI-02", "FLT-10", "FLT-11")
async def test_an_anima_that_is_created_in_a_chat_hears_at_once_and_a_disabled_one_no_more(town: Town) -> None:
    async with town.open() as fleet:
        made = await town.command(fleet, "create bob --role writer")
        mapped = await town.command(fleet, "board list")
        town.write({**CONFIG, "boards": {"square": {"animas": ["alice", "bob"], "channels": ["slack:main/C01"]}}})
        await fleet.reload()
        first = await town.ask(fleet, "slack", "@bob hello")
        switched = await town.command(fleet, "disable bob")
        second = await town.ask(fleet, "slack", "@bob hello again")
        await town.command(fleet, "enable bob")
        third = await town.ask(fleet, "slack", "@bob and now?")

    assert made.text == "**bob** is created. Say hello."
    assert mapped.ok
    assert first == ["bob"]
    assert switched.text == "**bob** is disabled."
    assert second == []
    assert third == ["bob"]


@pytest.mark.ledger("FLT-11", "FLT-02")
async def test_a_board_that_is_mapped_anew_takes_effect_at_once_and_says_first_what_becomes_visible(town: Town) -> None:
    async with town.open() as fleet:
        asked = await town.command(fleet, "board map square telegram:main/-100")
        alone = await town.ask(fleet, "slack", "before")
        word = str(asked.data["confirm"])  # type: ignore[call-overload]
        done = await town.command(fleet, f"board map square telegram:main/-100 {word}")
        await town.ask(fleet, "slack", "after")
        copied = [post.text for post in town.worlds["telegram"].posts]
        gone = await town.command(fleet, "board unmap square telegram:main/-100")
        await town.ask(fleet, "slack", "and no more")

    assert not asked.ok
    assert "`telegram:main/-100`" in asked.text
    assert "`slack:main/C01`" in asked.text
    assert alone == []
    assert done.ok
    assert copied == ["after"]
    assert gone.ok
    assert [post.text for post in town.worlds["telegram"].posts] == ["after"]
    assert json.loads(town.home.config.read_text())["boards"]["square"]["channels"] == ["slack:main/C01"]


@pytest.mark.ledger("FLT-11", "FLT-10")
async def test_who_lives_on_a_board_is_changed_while_the_fleet_runs(town: Town) -> None:
    town.write({**CONFIG, "animas": {"alice": {"model": "offline"}, "bob": {"model": "offline"}}})
    async with town.open() as fleet:
        moved = await town.command(fleet, "board animas square Bob")
        heard = [await town.ask(fleet, "slack", f"@{name} are you here?") for name in ("alice", "bob")]
        wrong = [await town.command(fleet, f"board animas {words}") for words in ("square bob,kim", "hall bob")]

    assert moved.text == "Who lives on **square** from now on: bob."
    assert heard == [[], ["bob"]]
    assert "boards.square.animas.1" in wrong[0].text
    assert wrong[1].text == "There is no board **hall**: `board list` shows them."
    assert json.loads(town.home.config.read_text())["boards"]["square"]["animas"] == ["bob"]


@pytest.mark.ledger("FLT-11")
@pytest.mark.parametrize(
    ("config", "path"),
    [
        ("{", "config.json line 1"),
        ({**CONFIG, "bords": {}}, "bords"),
        ({**CONFIG, "boards": {"square": {"animas": ["nobody"], "channels": []}}}, "boards.square.animas.0"),
    ],
)
async def test_a_config_that_is_not_valid_is_refused_whole_and_the_old_one_stays(
    town: Town, config: Mapping[str, Json] | str, path: str
) -> None:
    async with town.open() as fleet:
        town.write(config)
        refused = await town.command(fleet, "reload")
        answered = await town.ask(fleet, "slack", "@alice still there?")

    assert not refused.ok
    assert path in refused.text
    assert answered == ["alice"]


@pytest.mark.ledger("FLT-11")
async def test_what_needs_a_restart_is_told(town: Town) -> None:
    async with town.open() as fleet:
        town.write({**CONFIG, "system": {"timezone": "Europe/Berlin"}, "access": {"guests": "answer"}})
        done = await fleet.reload()

    assert done == ReloadOutcome(changed=("access.guests",), waiting=("system.timezone",))


@pytest.mark.ledger("FLT-11")
async def test_a_changed_file_takes_effect_by_itself(town: Town) -> None:
    async with town.open() as fleet, reloading(fleet, town.home.path, town.home.animas):
        await asyncio.sleep(0.3)  # the watch begins
        animas = {"alice": {"model": "offline"}, "carol": {"model": "offline"}}
        town.write({**CONFIG, "animas": animas})
        await until(lambda: any(one.name == "carol" and one.enabled for one in fleet.animas()))
        (town.home.anima("carol") / "status.json").write_text('{"enabled": false}')
        await until(lambda: not any(one.name == "carol" and one.enabled for one in fleet.animas()))
        town.write("{")
        await until(lambda: any(one.get("event") == "config" for one in town.told))


async def test_a_channel_that_is_none_is_refused_and_nothing_is_written(town: Town) -> None:
    async with town.open() as fleet:
        word = str((await town.command(fleet, "board map square slack:other/C02")).data["confirm"])  # type: ignore[call-overload]
        refused = await town.command(fleet, f"board map square slack:other/C02 {word}")

    assert not refused.ok
    assert "boards.square.channels.1" in refused.text
    assert json.loads(town.home.config.read_text()) == CONFIG


@pytest.mark.ledger("FLT-11", "FLT-08", "FLT-05")
async def test_quiet_hours_aliases_and_whom_to_call_hold_at_once(town: Town) -> None:
    async with town.open() as fleet:
        before = (fleet.calling.settings.enabled, fleet.calling.routing.addresses("olga"))
        messaging = {"slack": SLACK, "telegram": TELEGRAM, "user_aliases": {"olga": ["telegram:77"]}}
        calls = {"enabled": True, "people": ["olga"], "quiet_hours": "22:00-07:00", "channels": ["telegram"]}
        admins = {"owner": ["telegram:78"]}
        town.write({**CONFIG, "external_messaging": messaging, "human_notification": calls, "admins": admins})
        done = await fleet.reload()
        settings = fleet.calling.settings

    assert before == (False, ())
    assert (settings.enabled, settings.people, settings.approvers) == (True, ("olga",), ("telegram:78",))
    assert str(fleet.calling.quiet_of("telegram:77")) == "22:00-07:00 (UTC)"
    assert [rung.person for rung in fleet.calling.rungs()] == ["telegram:77"]
    assert done.waiting == ("human_notification.channels",)
