"""Where a platform tells who joins a room, and where it does not: nothing is promised that cannot be noticed."""

from __future__ import annotations

import pytest

from memory.vocabulary.address import Place
from tests.adapters.discord.conftest import DiscordStage
from tests.adapters.slack.scene import stage_with
from tests.adapters.telegram.stage import staged
from tests.contracts.adapter import running
from tests.platforms.discord import DiscordServer

pytestmark = pytest.mark.ledger("FOR-27", "PLT-01")


async def test_slack_tells_it_in_channels_and_not_in_direct_talks() -> None:
    async with stage_with() as stage:
        joins = [stage.adapter.capabilities(place).joins for place in (stage.place, stage.direct)]

    assert joins == [True, False]


async def test_telegram_tells_it_in_groups_and_not_in_direct_talks() -> None:
    async with staged() as stage:
        joins = [stage.adapter.capabilities(place).joins for place in (stage.place, stage.direct)]

    assert joins == [True, False]


@pytest.mark.parametrize("knows_members", [True, False])
async def test_discord_tells_it_where_the_guild_greets_and_with_the_members_switch_only(knows_members: bool) -> None:
    async with DiscordServer(scale=0.01) as server:
        server.bot.server_members = knows_members
        stage = DiscordStage(server)
        server.world.guilds[stage.guild].greets_in = stage.channel
        other = Place("discord", stage.guild, server.add_channel(stage.guild, "other"))
        async with running(stage):
            joins = [stage.adapter.capabilities(place).joins for place in (stage.place, other, stage.direct)]

    assert joins == [knows_members, False, False]
