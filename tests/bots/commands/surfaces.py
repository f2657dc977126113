"""Where commands are given: Slack, Discord and Telegram by their client libraries against servers that speak their
protocols, and the command line by the control socket; one way to give them and to read what is answered."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from html import unescape
from pathlib import Path
from typing import Any

from adapters.discord import commands as discord
from bots.commands.catalogue import COMMANDS
from bots.commands.command import ROOT, Command, command_parameters, command_shapes
from bots.fleet.fleet import Fleet
from bots.people.trust_policy import Role
from config.command_line.control import ask, serve
from config.command_line.operator_commands import control_handler
from tests.bench.house import DrivenClock, running_fleet, write_home
from tests.bench.venues import VENUES, DiscordVenue, SlackVenue, TelegramVenue

NOW = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
PLATFORMS = tuple(VENUES)
CONSOLE = "console"
CHAT = tuple(command for command in COMMANDS if command.chat)
MENU = command_shapes(CHAT)
_SCALE = 0.01
_WITHIN_S = 30.0


@dataclass(frozen=True, slots=True)
class Said:
    """One call of a command: its name, and what is given for its parameters."""

    name: str
    given: Mapping[str, Any] = field(default_factory=dict)

    @property
    def command(self) -> Command:
        return next(one for one in COMMANDS if one.name == self.name)

    def typed(self) -> list[str]:
        """As words of a command line."""
        words, options, rest = list(self.command.path), list[str](), list[str]()
        for one in command_parameters(self.command.run):
            if (value := self.given.get(one.name)) is None:
                continue
            match one.shape:
                case "word":
                    words.append(str(value))
                case "rest":
                    rest = str(value).split()
                case "flag":
                    options.append(one.flag)
                case "option":
                    options.append(f"{one.flag}={value}")
        return [*words, *options, *rest]

    def line(self) -> str:
        """As typed in a chat."""
        return " ".join(f'"{word}"' if " " in word else word for word in self.typed())

    def chosen(self) -> tuple[str, dict[str, Any]]:
        """As chosen from Discord's menu: its words, and the values of its options."""
        shape = next(one for one in MENU if one.words == self.command.path)
        known = {one.name: one.flag.removeprefix("--") for one in command_parameters(self.command.run)}
        return " ".join(discord._path(shape, MENU)), {known[name]: value for name, value in self.given.items()}


def is_in_menu(command: Command) -> bool:
    return any(one.words == command.path for one in MENU)


class Town:
    """The platforms that are asked for, on each a room that a board maps and a person of every role.

    A command is given in a direct talk; by a member of Telegram's in the room, where nobody is a member elsewhere.
    """

    def __init__(self, venues: Mapping[str, SlackVenue | DiscordVenue | TelegramVenue]) -> None:
        self.venues = venues
        self.people = {(name, role): self._add(name, role) for name in venues for role in Role}
        self.rooms = {name: venue.add_room("square") for name, venue in venues.items()}

    def _add(self, platform: str, role: Role) -> str:
        venue, name = self.venues[platform], role.name.lower()
        if role is Role.GUEST and isinstance(venue, SlackVenue):
            return venue.server.add_user("U99", name, guest=True)
        if role is Role.GUEST and isinstance(venue, DiscordVenue):
            return venue.server.add_user(name)  # in no guild of ours
        return venue.add_person(name)

    def config(self) -> dict[str, Any]:
        admins = {"owner": Role.OWNER, "admin": Role.ADMIN}
        boards = {f"on-{name}": [self.venues[name].entry(room)] for name, room in self.rooms.items()}
        return {
            "anima_defaults": {"model": "offline"},
            "animas": {"alice": {}, "bob": {}},
            "rag": {"embedding_model": "none"},
            "external_messaging": {name: venue.section() for name, venue in self.venues.items()},
            "admins": {key: [self.address(name, role) for name in self.venues] for key, role in admins.items()},
            "boards": {name: {"animas": ["alice", "bob"], "channels": rooms} for name, rooms in boards.items()},
        }

    def address(self, platform: str, role: Role) -> str:
        return self.venues[platform].person_address(self.people[platform, role])

    def room(self, platform: str, role: Role) -> str:
        if platform == "telegram" and role is Role.MEMBER:
            return self.rooms[platform]
        return self.venues[platform].direct(self.people[platform, role])

    def shown(self, platform: str, role: Role) -> list[list[str]]:
        """What the person is shown by the fleet where they ask, to all there and to them alone."""
        venue, person = self.venues[platform], self.people[platform, role]
        open_to_all = [answer.text for answer in venue.answers(self.room(platform, role))]
        hidden = venue.server.ephemerals if isinstance(venue, SlackVenue) else ()
        return [open_to_all, [post.text for post in hidden if post.user == person]]

    async def give(self, platform: str, role: Role, said: Said) -> None:
        venue, person, room = self.venues[platform], self.people[platform, role], self.room(platform, role)
        match venue:
            case SlackVenue():
                await venue.server.slash(person, room, said.line())
            case DiscordVenue():
                words, options = said.chosen()
                await venue.server.command(person, room, words, options)
            case TelegramVenue():
                root = f"/{ROOT}@{venue.bot.username}"
                entity = {"type": "bot_command", "offset": 0, "length": len(root)}
                chat = venue.chat(room)
                await venue.server.say(chat, int(person), f"{root} {said.line()}", entities=[entity])


class Surfaces:
    """A fleet, and the ways to give it commands."""

    def __init__(self, fleet: Fleet, town: Town, socket: Path) -> None:
        self.fleet, self.town, self._socket = fleet, town, socket

    async def ask(self, platform: str, role: Role, said: Said) -> str:
        """What is answered in the person's direct talk."""
        before = [len(texts) for texts in self.town.shown(platform, role)]
        await self.town.give(platform, role, said)
        async with asyncio.timeout(_WITHIN_S):
            while not (told := self._since(before, platform, role)) or not self.fleet.sink.is_idle:
                await asyncio.sleep(0.01)
            told = self._since(before, platform, role)
        return "\n".join(told)

    def _since(self, before: list[int], platform: str, role: Role) -> list[str]:
        shown = self.town.shown(platform, role)
        return [text for known, texts in zip(before, shown, strict=True) for text in texts[known:]]

    async def type(self, said: Said) -> str:
        """What is answered on the command line."""
        told: list[str] = []
        await ask(self._socket, said.typed(), said=lambda _, text: told.append(text), typed=None)
        return "".join(told)


@asynccontextmanager
async def open_surfaces(folder: Path, *platforms: str) -> AsyncIterator[Surfaces]:
    clock = DrivenClock(NOW)
    async with AsyncExitStack() as stack:
        venues = {name: VENUES[name](clock, scale=_SCALE) for name in platforms}
        for venue in venues.values():
            await stack.enter_async_context(venue)
        town = Town(venues)
        home, config = write_home(folder, town.config())
        fleet = await stack.enter_async_context(running_fleet(home, config, clock=clock, scale=_SCALE))
        await stack.enter_async_context(serve(home.socket, control_handler(fleet)))
        yield Surfaces(fleet, town, home.socket)


def plain(text: str) -> str:
    """The words of an answer without their dress, which is each platform's own."""
    return "".join(char for char in unescape(text).casefold() if char.isalnum())
