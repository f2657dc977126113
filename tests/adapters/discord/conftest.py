"""A guild with one channel and one person, and the adapter that will listen there."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Sequence
from datetime import UTC, datetime

import pytest

from adapters.discord.adapter import DiscordAdapter, DiscordPace, DiscordSettings
from adapters.discord.commands import CommandShape
from memory.vocabulary.address import Account, Place
from tests.contracts.adapter import RecordingSink
from tests.platforms.discord import DiscordServer

BRISK = DiscordPace(
    retry_s=0.02, longest_retry_s=0.1, identify_gap_s=0.01, longest_identify_gap_s=0.02, identifies_an_hour=200
)


_adapters: list[DiscordAdapter] = []


class DiscordStage:
    """One server, one adapter, one person; `say` and `posts` as a person sees it."""

    def __init__(
        self, server: DiscordServer, *, pace: DiscordPace = BRISK, shapes: Sequence[CommandShape] = ()
    ) -> None:
        self.server, self._pace, self._shapes = server, pace, shapes
        self.user = server.add_user("ada", display="Ada")
        self.guild = server.add_guild("the guild")
        self.channel = server.add_channel(self.guild, "general")
        self.sink = RecordingSink()
        self.adapter = self.another_adapter()
        self.place = Place("discord", self.guild, self.channel)
        self.direct = Place("discord", "@me", server.dm(self.user))

    def another_adapter(self, token: str = "") -> DiscordAdapter:
        """As after a restart: it remembers nothing."""
        settings = DiscordSettings(bot_token=token or self.server.token, api_base=self.server.api_base)
        adapter = DiscordAdapter(
            settings,
            Account("discord", "main"),
            lambda: datetime.now(UTC),
            pace=self._pace,
            rng=random.Random(7),
            shapes=self._shapes,
        )
        _adapters.append(adapter)
        return adapter

    async def say(self, text: str, *, place: Place | None = None) -> str:
        place = place or self.place
        return await self.server.say(place.thread or place.channel, self.user, text)

    async def posts(self, place: Place) -> list[tuple[str, str]]:
        return [(post.id, post.text) for post in self.server.posts(place.thread or place.channel)]

    async def buttons(self, place: Place, post: str) -> list[tuple[str, str]]:
        return self.server.world.channels[place.channel].messages[post].buttons

    async def press(self, place: Place, post: str, value: str) -> None:
        await self.server.press(self.user, place.channel, post, value)


async def until(holds: Callable[[], bool], timeout: float = 10.0) -> None:
    async with asyncio.timeout(timeout):
        while not holds():
            await asyncio.sleep(0.005)


@pytest.fixture(autouse=True)
async def no_connection_is_left() -> AsyncIterator[None]:
    yield
    while _adapters:
        await _adapters.pop().close()


@pytest.fixture
async def server() -> AsyncIterator[DiscordServer]:
    async with DiscordServer(scale=0.01) as running_server:
        yield running_server


@pytest.fixture
async def stage(server: DiscordServer) -> DiscordStage:
    return DiscordStage(server)
