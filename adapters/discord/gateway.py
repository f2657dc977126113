"""Discord's gateway: one connection of one account, again and again.

The library keeps the socket (heartbeats, compression, session); when to IDENTIFY, when to RESUME and when to give up
is decided here, because a session start is a budget: a thousand a day, then Discord resets the token.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import zlib
from collections.abc import Awaitable, Callable

import aiohttp
import discord
from discord import gateway
from yarl import URL

from adapters.discord.inbound import Me
from adapters.discord.rest import Rest, TokenRefused
from adapters.discord.session_starts import SessionStarts
from adapters.discord.settings import DiscordSettings, Pace
from bots.errors import SendFault
from bots.ports import Connection

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


class _Client(discord.Client):
    """The library's client with its caches off; everything that comes in is handed on."""

    def __init__(self, hear: Callable[[str], None], intents: discord.Intents, pace: Pace) -> None:
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
        pace: Pace,
        rng: random.Random,
        who: Callable[[], Awaitable[Me]],
        hear: Callable[[str], None],
        tell: Callable[[Connection, str], Awaitable[None]],
    ) -> None:
        self._settings, self._rest, self._pace, self._rng = settings, rest, pace, rng
        self._who, self._hear, self._tell = who, hear, tell
        self._client: _Client | None = None
        self._failures = 0
        self._why = ""
        self._starts = SessionStarts(
            rest,
            lambda why: self._wait(why),
            an_hour=pace.identifies_an_hour,
            reserve=pace.identify_reserve,
            gap_s=pace.identify_gap_s,
            longest_gap_s=pace.longest_identify_gap_s,
        )

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
        self._client = _Client(self._hear, self._intents(me), self._pace)
        await self._client.login(self._settings.bot_token)

    @staticmethod
    def _intents(me: Me) -> discord.Intents:
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

    async def _connect(self, client: _Client, old: gateway.DiscordWebSocket | None) -> gateway.DiscordWebSocket:
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
    async def _hang_up(client: _Client) -> None:
        """The session ends at Discord as well (close 1000); a deaf server is not waited for."""
        with contextlib.suppress(TimeoutError, aiohttp.ClientError, OSError):
            await asyncio.wait_for(client.close(), _CLOSING_S)
        await client.http.close()
