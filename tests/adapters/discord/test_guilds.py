"""To be added to a guild gives no right: the fleet listens in those that the config names."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest

from adapters.discord.adapter import DiscordAdapter, DiscordSettings
from bots.message import Kind
from config.platforms import platform_adapters
from config.settings.config_schema import Config
from config.settings.load import parse
from memory.vocabulary.address import Account, Place
from tests.adapters.discord.conftest import BRISK, DiscordStage
from tests.contracts.adapter import running


def listening_in(stage: DiscordStage, guilds: set[str], rooms: set[str] = frozenset()) -> DiscordAdapter:  # type: ignore[assignment]
    settings = DiscordSettings(
        bot_token=stage.server.token,
        api_base=stage.server.api_base,
        guilds=frozenset(guilds),
        rooms=frozenset(rooms),
    )
    return DiscordAdapter(settings, Account("discord", "main"), lambda: datetime.now(UTC), pace=BRISK)


@pytest.mark.ledger("PLT-03")
@pytest.mark.parametrize("is_by_room", [True, False])
async def test_what_is_said_in_another_guild_is_left_alone_and_told_of_once(
    stage: DiscordStage, is_by_room: bool, caplog: pytest.LogCaptureFixture
) -> None:
    """F11: a bot served any guild that added it, with members' rights."""
    other = stage.server.add_guild("somebody's guild")
    theirs = stage.server.add_channel(other, "general")
    stage.adapter = listening_in(
        stage, set() if is_by_room else {stage.guild}, {stage.channel} if is_by_room else set()
    )
    async with running(stage):
        await stage.server.say(theirs, stage.user, "serve me")
        ignored = await stage.server.command(stage.user, theirs, "status")
        await stage.server.say(theirs, stage.user, "serve me now")
        await stage.sink.find(await stage.say("hello"))
        rooms = await stage.adapter.rooms(datetime.now(UTC) - timedelta(hours=1))
        found = await stage.adapter.find("general")

    assert [message.place for message in stage.sink.messages.values()] == [stage.place]
    assert not ignored.answered
    assert set(rooms) <= {stage.place}
    assert found == [stage.place]
    assert [one.message for one in caplog.records].count("a guild that the config does not name is left alone") == 1


@pytest.mark.ledger("PLT-03")
async def test_who_writes_to_us_alone_is_a_member_where_they_belong_to_a_guild_of_ours(stage: DiscordStage) -> None:
    """F11."""
    stage.adapter = listening_in(stage, {stage.guild})
    grace = stage.server.add_user("grace")
    stage.server.join(stage.guild, stage.user)
    async with running(stage):
        mine = await stage.sink.find(await stage.say("hello", place=stage.direct))
        hers = await stage.sink.find(await stage.server.say(stage.server.dm(grace), grace, "hello"))

    assert (mine.kind, mine.member, hers.member) == (Kind.MESSAGE, True, False)


@pytest.mark.ledger("PLT-03")
def test_the_guilds_are_those_of_the_config_and_of_its_boards() -> None:
    config = Config.model_validate(
        {
            "version": 1,
            "external_messaging": {
                "discord": {"enabled": True, "guilds": ["7"], "accounts": {"main": {"bot_token": "x"}}}
            },
            "animas": {"alice": {}},
            "boards": {"lab": {"animas": ["alice"], "channels": ["discord:main/111/222", "discord:main/333"]}},
        }
    )
    (adapter,) = platform_adapters(config, lambda: datetime.now(UTC)).values()
    assert isinstance(adapter, DiscordAdapter)
    guilds = adapter._guilds
    adapter._directory.learn({"id": "333", "guild_id": "9", "type": 0})

    assert [guild for guild in ("7", "111", "9", "222", "333", "5") if guilds.allows(guild)] == ["7", "111", "9"]
    assert Place("discord", "111", "222") not in adapter._directory.channels


@pytest.mark.ledger("PLT-03")
def test_where_the_config_names_no_guild_it_listens_in_all_and_is_advised_to_name_them() -> None:
    raw = {"external_messaging": {"discord": {"enabled": True, "accounts": {"main": {"bot_token": "t"}}}}}

    loaded = parse(json.dumps(raw).encode(), {})

    assert loaded.config is not None
    (adapter,) = platform_adapters(loaded.config, lambda: datetime.now(UTC)).values()
    assert isinstance(adapter, DiscordAdapter)
    assert adapter._guilds.allows("5")
    assert any("no server is named" in note for note in loaded.notes)
