"""From config.json to a call: the channels that it names are built, and `notify` reaches a person by them."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from config.command_line.operator_commands import chat_carrier, operator
from config.fleet.anima_assembly import FleetSetup, FleetTime, call_settings
from config.fleet.fleet_assembly import build_fleet
from config.home import Home, create_missing
from config.platforms import platform_adapters
from config.settings.config_schema import Config
from config.settings.load import parse
from memory.vocabulary.event import Json
from tests.bots.house import until
from tests.bots.platform import Clock
from tests.platforms.pagers import TOKEN, ChatworkServer, LineServer

pytestmark = pytest.mark.ledger("FLT-08", "FLT-10")


async def test_a_call_goes_by_the_channels_of_the_config_and_the_next_one_when_nobody_answers(tmp_path: Path) -> None:
    home, clock, line, chatwork = Home(tmp_path), Clock(), LineServer(), ChatworkServer()
    home.make()

    async def checks(_: bool) -> list[object]:
        return []

    async with line.serving() as line_base, chatwork.serving() as chatwork_base:
        raw: dict[str, Json] = {
            "animas": {"alice": {"model": "offline"}},
            "rag": {"embedding_model": "none", "enable_file_watcher": False},
            "human_notification": {
                "enabled": True,
                "channels": ["line", "chatwork"],
                "line": {"channel_access_token": "env:LINE_TOKEN", "to": "U4af", "api_base": line_base},
                "chatwork": {"api_token": TOKEN, "room": ChatworkServer.room, "api_base": f"{chatwork_base}/v2"},
            },
        }
        loaded = parse(json.dumps(raw).encode(), {"LINE_TOKEN": TOKEN})
        assert loaded.config is not None, loaded.problems
        create_missing(home, loaded.config)
        adapters = platform_adapters(loaded.config, clock)
        site = FleetSetup(
config=loaded.config,
home=home,
time=FleetTime(clock=clock),
announce=lambda _: None,
adapters=adapters,
checks=checks,
)  # fmt: skip
        fleet = await build_fleet(site)
        running = asyncio.create_task(fleet.run())
        try:
            await fleet.settled(5.0)
            states = dict(fleet.accounts())
            said = await chat_carrier(fleet)("notify The server is down.", operator())
            await until(lambda: len(line.posts) == 1)
            while await fleet.delivery.waiting():
                await asyncio.sleep(0.01)
            clock.pass_(minutes=16)
            await fleet.calling.look()
            await until(lambda: len(chatwork.posts) == 1)
            listed = await chat_carrier(fleet)("notify", operator())
        finally:
            running.cancel()
            await asyncio.wait({running})
            await fleet.close()
            for adapter in adapters.values():
                await adapter.close()  # type: ignore[attr-defined]

    assert states == {"line:main": "connected", "chatwork:main": "connected"}
    assert said.text == "alice calls, in this order: line:U4af by line, chatwork:4711 by chatwork."
    assert "The server is down." in line.posts[0]["text"]
    assert "The server is down." in chatwork.posts[0]["body"]
    assert "open, " in listed.text


def test_where_nothing_is_chosen_the_owners_are_called_by_the_enabled_platforms_the_preferred_first() -> None:
    platform = {"enabled": True, "accounts": {"main": {"bot_token": "x"}}}
    config = Config.model_validate(
        {
            "human_notification": {"enabled": True},
            "admins": {"owner": ["slack:T01/U01"]},
            "external_messaging": {"discord": platform, "telegram": platform, "preferred_channel": "telegram"},
        }
    )
    settings = call_settings(config)

    assert settings.people == ("slack:T01/U01",)
    assert settings.channels == ("telegram", "discord")
