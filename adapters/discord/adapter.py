"""Discord: one account, on the gateway and over REST. Nothing else of this package knows the SDK."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import random
import zlib
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

import aiohttp
import discord
from discord import gateway
from yarl import URL

from adapters.discord import commands, outbound
from adapters.discord.directory import DIRECT, PLATFORM, DiscordDirectory
from adapters.discord.guilds import DiscordPace, DiscordSettings, Guilds, Members
from adapters.discord.inbound import DiscordIdentity
from adapters.discord.reader import DiscordReader
from adapters.discord.receiver import DiscordReceiver
from adapters.discord.rest import Rest, TokenRefused
from adapters.discord.sender import DiscordSender
from bots.commands.command import ROOT, CommandShape
from bots.errors import SendFault
from bots.message import Act, File, Message, Receipt
from bots.ports import Capabilities, Connection, Sink
from memory.vocabulary.address import Account, Person, Place
from memory.vocabulary.event import Json
from memory.vocabulary.ports import Clock

_HOUR_S = 3600.0


class SessionStarts:
    """So many an hour, each after a growing gap, none below the reserve that Discord says is left.

    `tell` hears in plain words why it takes long.
    """

    def __init__(self, rest: Rest, pace: DiscordPace, tell: Callable[[str], Awaitable[None]]) -> None:
        self._rest, self._pace, self._tell = rest, pace, tell
        self._started: deque[float] = deque()

    async def turn(self) -> None:
        """Returns when a session may be begun, and counts it. Raises SendFault where Discord cannot be asked."""
        loop = asyncio.get_running_loop()
        while self._started and loop.time() - self._started[0] > _HOUR_S:
            self._started.popleft()
        if len(self._started) >= self._pace.identifies_an_hour:
            pause = self._started[0] + _HOUR_S - loop.time()
            await self._tell(
                f"{len(self._started)} new sessions in an hour: waiting {pause / 60:.0f} min to save the token"
            )
            await asyncio.sleep(max(0.0, pause))
            self._started.popleft()
        if self._started:
            gap = min(self._pace.identify_gap_s * 2.0 ** (len(self._started) - 1), self._pace.longest_identify_gap_s)
            await asyncio.sleep(max(0.0, self._started[-1] + gap - loop.time()))
        await self._until_budget()
        self._started.append(loop.time())

    async def _until_budget(self) -> None:
        while True:
            limit = (await self._rest.call("GET", "/gateway/bot")).get("session_start_limit", {})
            left, total = int(limit.get("remaining", 1000)), int(limit.get("total", 1000))
            if left > self._pace.identify_reserve:
                return
            pause = min(int(limit.get("reset_after", 0)) / 1000 + 1, _HOUR_S)
            await self._tell(
                f"only {left} of {total} session starts are left today: waiting {pause / 60:.0f} min for more"
            )
            await asyncio.sleep(pause)


# --- gateway --------------------------------------------------------------------------------------------------------
# Discord's gateway: one connection of one account, again and again.
#
# The library keeps the socket (heartbeats, compression, session); when to IDENTIFY, when to RESUME and when to give up
# is decided here, because a session start is a budget: a thousand a day, then Discord resets the token.


log = logging.getLogger(__name__)

discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # no voice, and no warning that there is none

_CLOSING_S = 1.5
_FATAL_CLOSES = {
    4004: "the bot token is not valid: make a new one in the developer portal (Bot › Reset Token)",
    4010: "Discord refused the shard",
    4011: "the bot is in too many guilds for one connection: sharding is required",
    4012: "Discord no longer speaks this version of the gateway",
    4013: "Discord refused the intents as invalid",
    4014: "switch on MESSAGE CONTENT INTENT in the developer portal (Bot › Privileged Gateway Intents)",
}


class GivenUp(Exception):
    """The account has failed for good; the message says what to do."""


class _GatewayClient(discord.Client):
    """The library's client with its caches off; everything that comes in is handed on."""

    def __init__(self, hear: Callable[[str], None], intents: discord.Intents, pace: DiscordPace) -> None:
        super().__init__(
            intents=intents,
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            guild_ready_timeout=0.1,
            heartbeat_timeout=pace.heartbeat_timeout_s,
            allowed_mentions=discord.AllowedMentions.none(),
            enable_debug_events=True,  # hands over the gateway's JSON as it came
        )
        self._hear = hear

    async def on_socket_raw_receive(self, frame: str) -> None:
        self._hear(frame)


class Gateway:
    """`who` tells who we are, `hear` takes each frame, `tell` the state of the connection with its reason."""

    def __init__(
        self,
        settings: DiscordSettings,
        rest: Rest,
        pace: DiscordPace,
        rng: random.Random,
        who: Callable[[], Awaitable[DiscordIdentity]],
        hear: Callable[[str], None],
        tell: Callable[[Connection, str], Awaitable[None]],
    ) -> None:
        self._settings, self._rest, self._pace, self._rng = settings, rest, pace, rng
        self._who, self._hear, self._tell = who, hear, tell
        self._client: _GatewayClient | None = None
        self._failures = 0
        self._why = ""
        self._starts = SessionStarts(rest, pace, self._wait)

    async def run(self) -> None:
        """Connected, again and again, until cancelled. Raises GivenUp."""
        while True:
            try:
                await self._log_in()
                await self._listen()
            except (TokenRefused, discord.LoginFailure) as refused:
                raise GivenUp(_FATAL_CLOSES[4004]) from refused
            except (SendFault, discord.DiscordException, aiohttp.ClientError, OSError) as trouble:
                await self._lost(trouble)
            except (KeyError, AttributeError, TypeError, ValueError, RuntimeError) as odd:
                log.warning("the library failed; a new connection is made", exc_info=odd)
                await self._lost(odd)

    async def _log_in(self) -> None:
        me = await self._who()
        hello = await self._rest.call("GET", "/gateway/bot")
        discord.http.Route.BASE = self._settings.api_base.rstrip("/")
        gateway.DiscordWebSocket.DEFAULT_GATEWAY = URL(str(hello["url"]))
        if self._client is not None:
            await self._hang_up(self._client)
        self._client = _GatewayClient(self._hear, self._intents(me), self._pace)
        await self._client.login(self._settings.bot_token)

    @staticmethod
    def _intents(me: DiscordIdentity) -> discord.Intents:
        intents = discord.Intents.none()
        intents.guilds = intents.guild_messages = intents.dm_messages = intents.message_content = True
        intents.guild_reactions = intents.dm_reactions = True
        intents.members = me.knows_members
        return intents

    async def _listen(self) -> None:
        """One client's life: a session, resumed after every loss, begun anew where Discord forgot it."""
        client = self._client
        assert client is not None
        ws: gateway.DiscordWebSocket | None = None
        resume = False
        while True:
            try:
                ws = await self._connect(client, ws if resume else None)
                while True:
                    await self._poll(ws)
            except gateway.ReconnectWebSocket as lost:
                resume = lost.resume and ws is not None and ws.session_id is not None
                if self._failures or not resume:
                    await self._lost(lost)
                self._failures += 1
            except discord.ConnectionClosed as closed:
                if closed.code in _FATAL_CLOSES:
                    raise GivenUp(_FATAL_CLOSES[closed.code]) from closed
                resume = False
                await self._lost(closed)
            except (ValueError, zlib.error) as broken:  # a frame that is no JSON: RESUME brings it again
                log.warning("a broken frame from the gateway", extra={"why": type(broken).__name__})
                resume = ws is not None and ws.session_id is not None and self._failures < 3
                if ws is not None:
                    await ws.close(4000)
                self._failures += 1
            except (aiohttp.ClientError, OSError, TimeoutError) as trouble:
                resume = ws is not None and ws.session_id is not None
                await self._lost(trouble)

    async def _connect(self, client: _GatewayClient, old: gateway.DiscordWebSocket | None) -> gateway.DiscordWebSocket:
        if old is None:
            await self._wait(self._why)
            await self._starts.turn()
            start = gateway.DiscordWebSocket.from_client(client, initial=True)
        else:
            start = gateway.DiscordWebSocket.from_client(
                client, gateway=old.gateway, session=old.session_id, sequence=old.sequence, resume=True
            )
        client.ws = await asyncio.wait_for(start, timeout=60)
        return client.ws

    @staticmethod
    async def _poll(ws: gateway.DiscordWebSocket) -> None:
        try:
            await ws.poll_event()
        except (KeyError, AttributeError, TypeError) as odd:  # the library's cache choked; we have heard it already
            log.warning("the library did not understand an event", extra={"why": repr(odd)})

    async def _lost(self, why: BaseException) -> None:
        await self._wait(f"trying again ({type(why).__name__})")
        pause = min(self._pace.retry_s * 2 ** min(self._failures, 10), self._pace.longest_retry_s)
        self._failures += 1
        await asyncio.sleep(pause * self._rng.uniform(0.5, 1.0))

    async def _wait(self, why: str) -> None:
        self._why = why
        await self._tell(Connection.CONNECTING, why)

    def is_steady(self) -> None:
        """The session stands: the next loss is the first one again."""
        self._failures = 0
        self._why = ""

    async def close(self) -> None:
        if self._client is not None:
            await self._hang_up(self._client)
            self._client = None

    @staticmethod
    async def _hang_up(client: _GatewayClient) -> None:
        """The session ends at Discord as well (close 1000); a deaf server is not waited for."""
        with contextlib.suppress(TimeoutError, aiohttp.ClientError, OSError):
            await asyncio.wait_for(client.close(), _CLOSING_S)
        await client.http.close()


# --- adapter --------------------------------------------------------------------------------------------------------


__all__ = ["DiscordAdapter", "DiscordPace", "DiscordSettings"]


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
        pace: DiscordPace | None = None,
        rng: random.Random | None = None,
        shapes: Sequence[CommandShape] = (),
    ) -> None:
        self.account = account
        self._settings, self._clock, self._pace = settings, clock, pace or DiscordPace()
        self._shapes = tuple(shapes)
        self._directory = DiscordDirectory()
        self._rest = Rest(settings.api_base, settings.bot_token, retry_s=self._pace.retry_s)
        self._sender = DiscordSender(self._rest, self._directory, self._who)
        self._members = Members(self._rest)
        self._guilds = Guilds(settings, self._directory, self._members)
        self._reader = DiscordReader(self._rest, self._directory, self._members, self._guilds)
        self._me: DiscordIdentity | None = None
        self._sink: Sink | None = None
        self._receiver: DiscordReceiver | None = None
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

    async def _who(self) -> DiscordIdentity:
        if self._me is None:
            user = await self._rest.call("GET", "/users/@me")
            app = await self._rest.call("GET", "/applications/@me")
            self._me = DiscordIdentity(
                account=self.account,
                user=str(user["id"]),
                application=str(app["id"]),
                hooks=self._sender.hooks,
                knows_members=bool(int(app.get("flags") or 0) & _MEMBERS_FLAGS),
            )
        return self._me

    async def _introduced(self) -> DiscordIdentity:
        """Who we are, when it is known from where on to hear."""
        me = await self._who()
        if self._receiver is None and self._sink is not None:
            self._receiver = self._receiving(self._sink, me)
        return me

    def _receiving(self, sink: Sink, me: DiscordIdentity) -> DiscordReceiver:
        return DiscordReceiver(
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
            payload = json.loads(frame)
            event, data = payload.get("t"), payload.get("d")
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
            if not any(command["name"] == ROOT and commands.same(command, wanted) for command in there):
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
