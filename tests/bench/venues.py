"""The three platform servers behind one small face: rooms, people, what is said and what is answered.

A room is a shared channel that a board maps; a direct talk is one person's. Names are the platform's own ids.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol, Self

from tests.platforms.discord.rest import Limits as DiscordLimits
from tests.platforms.discord.server import DiscordServer
from tests.platforms.plan import FaultPlan, Ledger
from tests.platforms.slack.server import SlackServer
from tests.platforms.slack.state import Limits as SlackLimits
from tests.platforms.telegram.flood import Paces
from tests.platforms.telegram.server import TelegramServer
from tests.platforms.telegram.world import Chat


@dataclass(frozen=True, slots=True)
class Answer:
    """A post of the bot as a person sees it; `thread` is the question's id where the platform shows one."""

    id: str
    text: str
    thread: str = ""


Shared = tuple[str, bytes, str]
"""Name, content, type."""


class Venue(Protocol):
    """One platform as a run needs it."""

    name: str
    plan: FaultPlan
    ledger: Ledger

    async def __aenter__(self) -> Self: ...

    async def __aexit__(self, *exc: object) -> None: ...

    def section(self) -> dict[str, Any]:
        """Its part of `external_messaging`; the account is called main and is shared by all animas."""
        ...

    def add_person(self, name: str) -> str: ...

    def add_room(self, name: str) -> str: ...

    def direct(self, person: str) -> str: ...

    def person_address(self, person: str) -> str: ...

    def place(self, room: str) -> str: ...

    def entry(self, room: str) -> str:
        """The room in a board's `channels`."""
        ...

    async def say(self, room: str, person: str, text: str, *, call: bool = False, at: datetime | None = None) -> str:
        """A person writes (`call`: with a mention of the app); returns the message's id."""
        ...

    async def share(self, room: str, person: str, text: str, files: Sequence[Shared]) -> str:
        """A person sends files at once, with some words; returns the (first) message's id."""
        ...

    def answers(self, room: str) -> list[Answer]: ...


class SlackVenue:
    """Slack over Socket Mode."""

    name = "slack"

    def __init__(self, clock: Callable[[], datetime], *, scale: float = 1.0) -> None:
        self.plan = FaultPlan()
        self.server = SlackServer(clock=clock, scale=scale, plan=self.plan, limits=SlackLimits(post_burst=3))
        self.ledger = self.server.ledger
        self._people = 10
        self._rooms = 10

    async def __aenter__(self) -> Self:
        await self.server.__aenter__()
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.server.__aexit__(*exc)

    def section(self) -> dict[str, Any]:
        tokens = {"bot_token": self.server.app.bot_token, "app_token": self.server.app.app_token}
        return {"enabled": True, "api_base": self.server.api_base, "accounts": {"main": tokens}}

    def add_person(self, name: str) -> str:
        self._people += 1
        return self.server.add_user(f"U{self._people}", name)

    def add_room(self, name: str) -> str:
        self._rooms += 1
        everybody = tuple(self.server.users)
        return self.server.add_channel(f"C{self._rooms}", name, members=everybody)

    def direct(self, person: str) -> str:
        return self.server.dm(person)

    def person_address(self, person: str) -> str:
        return f"slack:{self.server.team}/{person}"

    def place(self, room: str) -> str:
        return f"slack:{self.server.team}/{room}"

    def entry(self, room: str) -> str:
        return f"slack:main/{room}"

    async def say(self, room: str, person: str, text: str, *, call: bool = False, at: datetime | None = None) -> str:
        self.server.channels[room].members.add(person)
        return await self.server.say(room, person, f"<@{self.server.app.user}> {text}" if call else text, at=at)

    async def share(self, room: str, person: str, text: str, files: Sequence[Shared]) -> str:
        return await self.server.share_all(room, person, files, text)

    def answers(self, room: str) -> list[Answer]:
        return [Answer(post.ts, post.text, post.thread_ts) for post in self.server.posts(room)]


class DiscordVenue:
    """Discord by its gateway."""

    name = "discord"

    def __init__(self, clock: Callable[[], datetime], *, scale: float = 1.0) -> None:
        self.plan = FaultPlan()
        self.server = DiscordServer(clock=clock, scale=scale, plan=self.plan, limits=DiscordLimits())
        self.ledger = self.server.ledger
        self.guild = self.server.add_guild("guild")

    async def __aenter__(self) -> Self:
        await self.server.__aenter__()
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.server.__aexit__(*exc)

    def section(self) -> dict[str, Any]:
        return {
            "enabled": True,
            "api_base": self.server.api_base,
            "accounts": {"main": {"bot_token": self.server.token}},
        }

    def add_person(self, name: str) -> str:
        person = self.server.add_user(name)
        self.server.join(self.guild, person)
        return person

    def add_room(self, name: str) -> str:
        return self.server.add_channel(self.guild, name)

    def direct(self, person: str) -> str:
        return self.server.dm(person)

    def person_address(self, person: str) -> str:
        return f"discord:{person}"

    def place(self, room: str) -> str:
        guild = self.server.world.channels[room].guild or "@me"
        return f"discord:{guild}/{room}"

    def entry(self, room: str) -> str:
        return f"discord:main/{self.guild}/{room}"

    async def say(self, room: str, person: str, text: str, *, call: bool = False, at: datetime | None = None) -> str:
        words = f"<@{self.server.bot.user.id}> {text}" if call else text
        return await self.server.say(room, person, words, at=at)

    async def share(self, room: str, person: str, text: str, files: Sequence[Shared]) -> str:
        return await self.server.share(room, person, files, text)

    def answers(self, room: str) -> list[Answer]:
        return [Answer(post.id, post.text, post.reference) for post in self.server.posts(room)]


class TelegramVenue:
    """Telegram by long polling."""

    name = "telegram"
    token = "7000001:test_token_of_the_fleet"

    def __init__(self, clock: Callable[[], datetime], *, scale: float = 1.0) -> None:
        self.plan = FaultPlan()
        self.server = TelegramServer(clock=clock, scale=scale, plan=self.plan, paces=Paces(slack=0.05))
        self.ledger = self.server.ledger
        self.bot = self.server.add_bot(self.token, "anima_bot", can_read_all_group_messages=True)
        self._chats: dict[str, Chat] = {}

    async def __aenter__(self) -> Self:
        await self.server.__aenter__()
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.server.__aexit__(None, None, None)

    def section(self) -> dict[str, Any]:
        return {
            "enabled": True,
            "api_base": self.server.api_base,
            "accounts": {"main": {"bot_token": self.token}},
        }

    def add_person(self, name: str) -> str:
        return str(self.server.add_user(name))

    def add_room(self, name: str) -> str:
        return self._keep(self.server.add_group(name))

    def direct(self, person: str) -> str:
        return self._keep(self.server.private(int(person), self.bot))

    def person_address(self, person: str) -> str:
        return f"telegram:{person}"

    def place(self, room: str) -> str:
        return f"telegram:{room}"

    def entry(self, room: str) -> str:
        return f"telegram:main/{room}"

    async def say(self, room: str, person: str, text: str, *, call: bool = False, at: datetime | None = None) -> str:
        words = f"@anima_bot {text}" if call else text
        entities: dict[str, Any] = {}
        if call:
            entities = {"entities": [{"type": "mention", "offset": 0, "length": len("@anima_bot")}]}
        return str(await self.server.say(self._chats[room], int(person), words, at=at, **entities))

    async def share(self, room: str, person: str, text: str, files: Sequence[Shared]) -> str:
        return str((await self.server.share(self._chats[room], int(person), files, text))[0])

    def answers(self, room: str) -> list[Answer]:
        posts = self.server.posts(self._chats[room])
        return [Answer(str(post.id), post.text, str(post.reply_to or "")) for post in posts]

    def chat(self, room: str) -> Chat:
        return self._chats[room]

    def _keep(self, chat: Chat) -> str:
        self._chats[str(chat.id)] = chat
        return str(chat.id)


VENUES: Mapping[str, type[SlackVenue] | type[DiscordVenue] | type[TelegramVenue]] = {
    "slack": SlackVenue,
    "discord": DiscordVenue,
    "telegram": TelegramVenue,
}
