"""A loopback Telegram with one person, one group and the real client, a hundred times faster than life."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any

from adapters.telegram.adapter import TelegramAdapter
from adapters.telegram.moves import Moves
from adapters.telegram.receiver import TelegramSettings
from memory.vocabulary.address import Account, Place
from tests.contracts.adapter import RecordingSink
from tests.platforms.telegram import Bot, Chat, TelegramServer

TOKEN = "7000001:AA-not-a-real-token_but-long-enough"
SCALE = 0.01


def clock() -> datetime:
    return datetime.now(UTC)


def place(chat: Chat, thread: int = 0) -> Place:
    return Place("telegram", "", str(chat.id), str(thread or ""))


class TelegramStage:
    """What the contract asks for, and what Telegram's own tests need besides."""

    def __init__(self, server: TelegramServer, scale: float, **settings: Any) -> None:
        self.server = server
        self.bot: Bot = server.add_bot(TOKEN, "fleet_bot", can_read_all_group_messages=True)
        self.ada = server.add_user("Ada", username="ada")
        self.group = server.add_group("the lab")
        self.chat = server.private(self.ada)
        self.scale = scale
        self.sink = RecordingSink()
        self.place, self.direct = place(self.group), place(self.chat)
        self.adapter = self.another(**settings)

    def another(self, moves: Moves | None = None, **settings: Any) -> TelegramAdapter:
        """The same account in a new process."""

        async def sleep(seconds: float) -> None:
            await asyncio.sleep(seconds * self.scale)

        told = {"bot_token": TOKEN, "api_base": self.server.api_base} | settings
        return TelegramAdapter(
            TelegramSettings(**told),
            Account("telegram", "main"),
            clock,
            now=lambda: time.monotonic() / self.scale,
            sleep=sleep,
            rng=random.Random(1),
            moves=moves,
        )

    async def say(self, text: str, *, place: Place | None = None) -> str:
        chat = self.chat if place == self.direct else self.group
        return str(await self.server.say(chat, self.ada, text))

    async def posts(self, place: Place) -> list[tuple[str, str]]:
        return [(str(post.id), post.text) for post in self.server.posts(int(place.channel))]

    async def buttons(self, place: Place, post: str) -> list[tuple[str, str]]:
        return next(one.buttons for one in self.server.posts(int(place.channel)) if str(one.id) == post)

    async def press(self, place: Place, post: str, value: str) -> None:
        await self.server.press(int(place.channel), self.ada, int(post), value)


@asynccontextmanager
async def staged(*, scale: float = SCALE, **settings: Any) -> AsyncIterator[TelegramStage]:
    async with TelegramServer(clock=clock, scale=scale) as server:
        yield TelegramStage(server, scale, **settings)
