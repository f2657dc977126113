"""Discord: one account, on the gateway and over REST."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import random
from collections.abc import AsyncGenerator, Mapping, Sequence
from datetime import datetime
from typing import Any

from adapters.discord import commands, outbound
from adapters.discord.directory import DIRECT, PLATFORM, Directory
from adapters.discord.gateway import Gateway, GivenUp
from adapters.discord.guilds import Guilds
from adapters.discord.inbound import Me
from adapters.discord.members import Members
from adapters.discord.reader import Reader
from adapters.discord.receiver import Receiver
from adapters.discord.rest import Rest
from adapters.discord.sender import Sender
from adapters.discord.settings import DiscordSettings, Pace
from bots.commands.surface import ROOT, CommandShape
from bots.errors import SendFault
from bots.message import Act, File, Message, Receipt
from bots.ports import Capabilities, Connection, Sink
from memory.vocabulary.address import Account, Person, Place
from memory.vocabulary.event import Json
from memory.vocabulary.ports import Clock

__all__ = ["DiscordAdapter", "DiscordSettings", "Pace"]

log = logging.getLogger(__name__)

_CONTENT_FLAGS = 1 << 18 | 1 << 19
_MEMBERS_FLAGS = 1 << 14 | 1 << 15  # the portal's SERVER MEMBERS INTENT, in full or for small bots


class DiscordAdapter:
    """Discord as four verbs (bots.ports.Adapter). One process has one `api_base`: the library keeps it globally."""

    def __init__(
        self,
        settings: DiscordSettings,
        account: Account,
        clock: Clock,
        *,
        pace: Pace | None = None,
        rng: random.Random | None = None,
        shapes: Sequence[CommandShape] = (),
    ) -> None:
        self.account = account
        self._settings, self._clock, self._pace = settings, clock, pace or Pace()
        self._shapes = tuple(shapes)
        self._directory = Directory()
        self._rest = Rest(settings.api_base, settings.bot_token, retry_s=self._pace.retry_s)
        self._sender = Sender(self._rest, self._directory, self._who)
        self._members = Members(self._rest)
        self._guilds = Guilds(settings, self._directory, self._members)
        self._reader = Reader(self._rest, self._directory, self._members, self._guilds)
        self._me: Me | None = None
        self._sink: Sink | None = None
        self._receiver: Receiver | None = None
        self._told: tuple[Connection | None, str] = (None, "")
        self._telling = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._gateway = Gateway(
            settings, self._rest, self._pace, rng or random.Random(), self._introduced, self.hear_frame, self._tell
        )
        self._awaited_guilds: set[str] = set()

    def capabilities(self, place: Place) -> Capabilities:
        return Capabilities(
            split=outbound.split,
            streaming="edits",
            edit_interval_s=self._pace.edit_interval_s,
            longest_editable=outbound.LIMIT - outbound.RESERVE,
            threads=place.workspace != DIRECT,
            replies=True,
            personas=place.workspace != DIRECT and not self._settings.own_anima,
            private_answers=True,
            buttons=True,
            greets=True,
            joins=self._me is not None and self._me.knows_members and self._directory.is_greeted_in(place),
            history=True,
            deletes=True,
        )

    async def run(self, sink: Sink) -> None:
        self._sink = sink
        try:
            await self._tell(Connection.CONNECTING)
            await self._gateway.run()
        except GivenUp as end:
            await self._tell(Connection.FAILED, str(end))
        finally:
            await self._close()

    async def close(self) -> None:
        """Hang up what is open; `run` does so itself at its end."""
        await self._close()

    async def perform(self, act: Act, nonce: str, in_doubt: bool = False) -> Receipt:
        return await self._sender.perform(act, nonce, in_doubt)

    # ------------------------------------------------------------------------------------------------ questions

    async def history(self, place: Place, after: str) -> list[Message]:
        return await self._reader.history(await self._who(), place, after)

    async def posted(self, place: Place, nonces: Sequence[str], question: str) -> bool | None:
        return await self._sender.posted(place, nonces, question)

    async def rooms(self, since: datetime) -> Mapping[Place, str]:
        return await self._reader.rooms(since)

    async def find(self, query: str) -> list[Person | Place]:
        return await self._reader.find(query)

    async def fetch(self, file: File) -> AsyncGenerator[bytes]:
        """An address of Discord's holds for a day; an old one is made new first."""
        async with contextlib.aclosing(self._reader.content(file.url)) as pieces:
            async for piece in pieces:
                yield piece

    async def readable(self, present: Person | Place, rooms: Sequence[Place]) -> frozenset[Place]:
        """What a person can read is known with the portal's SERVER MEMBERS INTENT alone; away, nothing is known."""
        if self._told[0] is not Connection.CONNECTED:
            return frozenset()
        return await self._reader.readable(await self._who(), present, rooms)

    async def direct(self, reader: Person) -> Place:
        """The DM with that person, opened where there was none. Raises Refused, Unreachable."""
        return Place(PLATFORM, DIRECT, await self._sender.direct(reader))

    async def facts(self) -> dict[str, Json]:
        """What `doctor` wants to know. Raises TokenRefused, Unreachable."""
        user = await self._rest.call("GET", "/users/@me")
        app = await self._rest.call("GET", "/applications/@me")
        starts = (await self._rest.call("GET", "/gateway/bot")).get("session_start_limit", {})
        flags = int(app.get("flags") or 0)
        return {
            "bot": str(user["username"]),
            "message_content": bool(flags & _CONTENT_FLAGS),
            "server_members": bool(flags & _MEMBERS_FLAGS),
            "session_starts_left": int(starts.get("remaining", 0)),
            "application": str(app["id"]),
        }

    # ------------------------------------------------------------------------------------------------ who we are

    async def _who(self) -> Me:
        if self._me is None:
            user = await self._rest.call("GET", "/users/@me")
            app = await self._rest.call("GET", "/applications/@me")
            self._me = Me(
                account=self.account,
                user=str(user["id"]),
                application=str(app["id"]),
                hooks=self._sender.hooks,
                knows_members=bool(int(app.get("flags") or 0) & _MEMBERS_FLAGS),
            )
        return self._me

    async def _introduced(self) -> Me:
        """Who we are, when it is known from where on to hear."""
        me = await self._who()
        if self._receiver is None and self._sink is not None:
            self._receiver = self._receiving(self._sink, me)
        return me

    def _receiving(self, sink: Sink, me: Me) -> Receiver:
        return Receiver(
            sink=sink,
            me=me,
            rest=self._rest,
            directory=self._directory,
            sender=self._sender,
            shapes=self._shapes,
            clock=self._clock,
            retry_s=self._pace.retry_s / 5,
            guilds=self._guilds,
        )

    # ------------------------------------------------------------------------------------------------ events

    def hear_frame(self, frame: str) -> None:
        """One frame of the gateway, in the order in which they come."""
        try:
            told = json.loads(frame)
            event, data = told.get("t"), told.get("d")
        except ValueError:
            return  # the connection notices it, too
        if not event or not isinstance(data, dict):
            return
        try:
            for what in (*self._directory.hear(event, data), *self._members.hear(event, data)):
                self._readers_changed(what)
        except (KeyError, TypeError, ValueError, AttributeError) as odd:
            log.warning("an event of Discord's was not understood", extra={"event": event, "why": repr(odd)})
        match event:
            case "READY":
                self._awaited_guilds = {str(guild["id"]) for guild in data["guilds"]}
                asyncio.get_running_loop().call_later(self._pace.guilds_within_s, self._no_longer_await)
                self._greet()
            case "GUILD_CREATE" if self._awaited_guilds:
                self._awaited_guilds.discard(str(data["id"]))
                self._greet()
            case "RESUMED":
                self._gateway.is_steady()
                self._soon(self._tell(Connection.CONNECTED))
        if self._receiver is not None:
            self._receiver.put(event, data)

    def _readers_changed(self, what: Person | Place) -> None:
        if self._sink is not None:
            self._sink.readers_changed(what)

    def _no_longer_await(self) -> None:
        """A guild in an outage does not keep the others waiting."""
        if self._awaited_guilds:
            self._awaited_guilds.clear()
            self._greet()

    def _greet(self) -> None:
        if self._awaited_guilds:
            return
        self._gateway.is_steady()
        self._sender.forget_refusals()
        self._soon(self._tell(Connection.CONNECTED))
        self._soon(self._register())

    async def _register(self) -> None:
        """Tell Discord our command where it does not know it so already."""
        if not self._shapes:
            return
        me, wanted = await self._who(), commands.payload(ROOT, self._shapes)
        path = f"/applications/{me.application}/commands"
        try:
            there = await self._rest.call("GET", path)
            if not any(one["name"] == ROOT and commands.same(one, wanted) for one in there):
                await self._rest.call("POST", path, wanted)
        except SendFault as fault:
            log.warning("the command could not be registered", extra={"why": str(fault)})

    def _soon(self, step: Any) -> None:
        task: asyncio.Task[None] = asyncio.create_task(step)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _tell(self, state: Connection, detail: str = "") -> None:
        async with self._telling:
            if (state, detail) == self._told or (state is self._told[0] and not detail):
                return
            self._told = (state, detail)
            if self._sink is not None:
                await self._sink.connection(self.account, state, detail)

    # ------------------------------------------------------------------------------------------------ the end

    async def _close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        self._members.close()
        self._told = (None, "")
        await self._gateway.close()
        if self._receiver is not None:
            await self._receiver.close()
            self._receiver = None
        await self._rest.close()
