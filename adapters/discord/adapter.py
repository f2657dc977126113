"""Discord: one account on the gateway. The only module that knows the SDK.

The library keeps the socket (heartbeats, compression, session); when to IDENTIFY, when to RESUME and when to give up
is decided here, because a session start is a budget: a thousand a day, then Discord resets the token.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import random
import zlib
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import aiohttp
import discord
from discord import gateway
from yarl import URL

from adapters.discord import commands, inbound, outbound
from adapters.discord.directory import DIRECT, PLATFORM, Directory, person
from adapters.discord.hearing import Hearing, find_spot
from adapters.discord.inbound import Me, place_id
from adapters.discord.posting import Posting
from adapters.discord.rest import DiscordRefused, Rest, TokenRefused
from bots.commands.surface import CommandShape
from bots.errors import Refused, SendFault
from bots.message import Act, Message, Receipt
from bots.ports import Capabilities, Connection, Sink
from memory.vocabulary.address import Account, Person, Place
from memory.vocabulary.ports import Clock

log = logging.getLogger(__name__)

discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # no voice, and no warning that there is none

_COMMAND = "anima"
_HOUR_S = 3600.0
_PAGE, _PAGES = 100, 50
_MEMBERS_PAGE = 1000
_CLOSING_S = 1.5
_FATAL_CLOSES = {
    4004: "the bot token is not valid: make a new one in the developer portal (Bot › Reset Token)",
    4010: "Discord refused the shard",
    4011: "the bot is in too many guilds for one connection: sharding is required",
    4012: "Discord no longer speaks this version of the gateway",
    4013: "Discord refused the intents as invalid",
    4014: "switch on MESSAGE CONTENT INTENT in the developer portal (Bot › Privileged Gateway Intents)",
}
_MEMBERS_FLAGS = 1 << 14 | 1 << 15  # the portal's SERVER MEMBERS INTENT, in full or for small bots
#: View channel, send, send in threads, embed, attach, history, reactions, webhooks, manage messages, threads.
_PERMISSIONS = (
    1 << 6 | 1 << 10 | 1 << 11 | 1 << 13 | 1 << 14 | 1 << 15 | 1 << 16 | 1 << 29 | 1 << 34 | 1 << 35 | 1 << 38
)


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscordSettings:
    """One account. `own_anima` is the persona whose own bot this is; empty: the bot wears many."""

    bot_token: str
    api_base: str = "https://discord.com/api/v10"
    own_anima: str = ""

    def __repr__(self) -> str:
        return f"DiscordSettings(bot_token=***, api_base={self.api_base!r}, own_anima={self.own_anima!r})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """How fast. Identifies: at most so many an hour, each new one after a growing gap, none below the reserve."""

    retry_s: float = 1.0
    longest_retry_s: float = 60.0
    identify_gap_s: float = 5.0
    longest_identify_gap_s: float = 300.0
    identifies_an_hour: int = 20
    identify_reserve: int = 50
    guilds_within_s: float = 10.0
    heartbeat_timeout_s: float = 60.0
    edit_interval_s: float = 1.2


class _GivenUp(Exception):
    """The account has failed for good; the message says what to do."""


class _Client(discord.Client):
    """The library's client with its caches off; everything that comes in goes to the adapter."""

    def __init__(self, adapter: DiscordAdapter, intents: discord.Intents, pace: Pace) -> None:
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
        self._adapter = adapter

    async def on_socket_raw_receive(self, frame: str) -> None:
        self._adapter.hear_frame(frame)


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
        self._rng = rng or random.Random()
        self._shapes = tuple(shapes)
        self._directory = Directory()
        self._rest = Rest(settings.api_base, settings.bot_token, retry_s=self._pace.retry_s)
        self._posting = Posting(self._rest, self._directory, self._who)
        self._me: Me | None = None
        self._app_flags = 0
        self._sink: Sink | None = None
        self._hearing: Hearing | None = None
        self._client: _Client | None = None
        self._told: tuple[Connection | None, str] = (None, "")
        self._telling = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._identifies: deque[float] = deque()
        self._awaited_guilds: set[str] = set()
        self._failures = 0

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
            buttons=False,
            history=True,
            deletes=True,
        )

    async def run(self, sink: Sink) -> None:
        self._sink = sink
        try:
            await self._tell(Connection.CONNECTING)
            await self._live()
        except _GivenUp as end:
            await self._tell(Connection.FAILED, str(end))
        finally:
            await self._close()

    async def close(self) -> None:
        """Hang up what is open; `run` does so itself at its end."""
        await self._close()

    async def perform(self, act: Act, nonce: str, in_doubt: bool = False) -> Receipt:
        return await self._posting.perform(act, nonce, in_doubt)

    # ------------------------------------------------------------------------------------------------ questions

    async def history(self, place: Place, after: str) -> list[Message]:
        """Also of the threads that were begun in the room since then. [] where we may not look."""
        if not after:
            return []
        start = inbound.snowflake_of(after)
        rooms = [place_id(place)]
        if not place.thread:
            rooms += [one for one in self._directory.threads_of(place.channel) if int(one) > int(start)]
        found: list[Message] = []
        for room in rooms:
            found += await self._history(room, start)
        return sorted(found, key=lambda message: message.order)

    async def _history(self, channel: str, after: str) -> list[Message]:
        me, found = await self._who(), list[Message]()
        try:
            spot = await find_spot(channel, self._directory, self._rest)
            for _ in range(_PAGES if spot is not None else 0):
                assert spot is not None
                query = {"after": after, "limit": str(_PAGE)}
                page = await self._rest.call("GET", f"/channels/{channel}/messages", query=query)
                told = (inbound.message(one, me, spot, self._directory) for one in page)
                found += [one for one in told if one is not None]
                if len(page) < _PAGE:
                    break
                after = str(max(int(one["id"]) for one in page))
        except Refused:
            return []
        return found

    async def find(self, query: str) -> list[Person | Place]:
        """Rooms by name, then members of our guilds whose name begins so."""
        wanted = query.strip().lstrip("@#").casefold()
        if not wanted:
            return []
        named = [one for one in self._directory.channels.values() if one.name and wanted in one.name.casefold()]
        named.sort(key=lambda one: (one.name.casefold() != wanted, one.name))
        spots = (self._directory.spot(one.id) for one in named)
        people: list[Person | Place] = []
        for guild in self._directory.guilds:
            with contextlib.suppress(Refused):
                path, limited = f"/guilds/{guild}/members/search", {"query": wanted, "limit": "10"}
                members = await self._rest.call("GET", path, query=limited)
                people += [person(str(one["user"]["id"])) for one in members if not one["user"].get("bot")]
        return [*(spot.place for spot in spots if spot is not None), *dict.fromkeys(people)]

    async def members(self, place: Place) -> frozenset[str] | None:
        """Addresses of who can read the room. None: unknown (it needs the portal's SERVER MEMBERS INTENT)."""
        channel = place.channel
        if place.workspace == DIRECT:
            await find_spot(channel, self._directory, self._rest)
            return _addresses(self._directory.readers(channel, ()))
        await self._who()
        if await find_spot(channel, self._directory, self._rest) is None:
            return None
        if not self._app_flags & _MEMBERS_FLAGS:
            return None
        found: list[Any] = []
        try:
            while True:
                after = str(found[-1]["user"]["id"]) if found else "0"
                query = {"limit": str(_MEMBERS_PAGE), "after": after}
                page = await self._rest.call("GET", f"/guilds/{place.workspace}/members", query=query)
                found += page
                if len(page) < _MEMBERS_PAGE:
                    readers = self._directory.readers(channel, found)
                    return _addresses(readers, self._me.user if self._me else "")
        except SendFault:
            return None

    async def direct(self, reader: Person) -> Place:
        """The DM with that person, opened where there was none. Raises Refused, Unreachable."""
        return Place(PLATFORM, DIRECT, await self._posting.direct(reader))

    # ------------------------------------------------------------------------------------------------ who we are

    async def _who(self) -> Me:
        if self._me is None:
            user = await self._rest.call("GET", "/users/@me")
            app = await self._rest.call("GET", "/applications/@me")
            self._app_flags = int(app.get("flags") or 0)
            hooks = self._posting.hook_ids
            self._me = Me(account=self.account, user=str(user["id"]), application=str(app["id"]), hooks=hooks)
        return self._me

    def _ears(self, sink: Sink, me: Me) -> Hearing:
        return Hearing(
            sink=sink,
            me=me,
            rest=self._rest,
            directory=self._directory,
            posting=self._posting,
            shapes=self._shapes,
            clock=self._clock,
            retry_s=self._pace.retry_s / 5,
        )

    # ------------------------------------------------------------------------------------------------ the gateway

    async def _live(self) -> None:
        """Connected, again and again, until cancelled. Raises _GivenUp."""
        while True:
            try:
                await self._log_in()
                await self._listen()
            except (TokenRefused, discord.LoginFailure) as refused:
                raise _GivenUp(_FATAL_CLOSES[4004]) from refused
            except (SendFault, discord.DiscordException, aiohttp.ClientError, OSError) as trouble:
                await self._lost(trouble)
            except (KeyError, AttributeError, TypeError, ValueError, RuntimeError) as odd:
                log.warning("the library failed; a new connection is made", exc_info=odd)
                await self._lost(odd)

    async def _log_in(self) -> None:
        me = await self._who()
        if self._hearing is None and self._sink is not None:
            self._hearing = self._ears(self._sink, me)
        hello = await self._rest.call("GET", "/gateway/bot")
        discord.http.Route.BASE = self._settings.api_base.rstrip("/")
        gateway.DiscordWebSocket.DEFAULT_GATEWAY = URL(str(hello["url"]))
        if self._client is not None:
            await self._hang_up(self._client)
        self._client = _Client(self, self._intents(), self._pace)
        await self._client.login(self._settings.bot_token)

    def _intents(self) -> discord.Intents:
        intents = discord.Intents.none()
        intents.guilds = intents.guild_messages = intents.dm_messages = intents.message_content = True
        intents.guild_reactions = intents.dm_reactions = True
        intents.members = bool(self._app_flags & _MEMBERS_FLAGS)
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
                    raise _GivenUp(_FATAL_CLOSES[closed.code]) from closed
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
            await self._identify_turn()
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
        await self._tell(Connection.CONNECTING, f"trying again ({type(why).__name__})")
        pause = min(self._pace.retry_s * 2 ** min(self._failures, 10), self._pace.longest_retry_s)
        self._failures += 1
        await asyncio.sleep(pause * self._rng.uniform(0.5, 1.0))

    async def _identify_turn(self) -> None:
        """Wait until a new session may be begun."""
        await self._tell(Connection.CONNECTING, self._told[1])
        loop, pace = asyncio.get_running_loop(), self._pace
        while self._identifies and loop.time() - self._identifies[0] > _HOUR_S:
            self._identifies.popleft()
        if len(self._identifies) >= pace.identifies_an_hour:
            pause = self._identifies[0] + _HOUR_S - loop.time()
            words = f"{len(self._identifies)} new sessions in an hour: waiting {pause / 60:.0f} min to save the token"
            await self._tell(Connection.CONNECTING, words)
            await asyncio.sleep(max(0.0, pause))
        if self._identifies:
            gap = min(pace.identify_gap_s * 2 ** (len(self._identifies) - 1), pace.longest_identify_gap_s)
            await asyncio.sleep(max(0.0, self._identifies[-1] + gap - loop.time()))
        await self._until_budget()
        self._identifies.append(loop.time())

    async def _until_budget(self) -> None:
        while True:
            limit = (await self._rest.call("GET", "/gateway/bot")).get("session_start_limit", {})
            left, total = int(limit.get("remaining", 1000)), int(limit.get("total", 1000))
            if left > self._pace.identify_reserve:
                return
            pause = min(int(limit.get("reset_after", 0)) / 1000 + 1, _HOUR_S)
            words = f"only {left} of {total} session starts are left today: waiting {pause / 60:.0f} min for more"
            await self._tell(Connection.CONNECTING, words)
            await asyncio.sleep(pause)

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
        self._directory.hear(event, data)
        match event:
            case "READY":
                self._awaited_guilds = {str(guild["id"]) for guild in data["guilds"]}
                asyncio.get_running_loop().call_later(self._pace.guilds_within_s, self._no_longer_await)
                self._greet()
            case "GUILD_CREATE" if self._awaited_guilds:
                self._awaited_guilds.discard(str(data["id"]))
                self._greet()
            case "RESUMED":
                self._failures = 0
                self._soon(self._tell(Connection.CONNECTED))
        if self._hearing is not None:
            self._hearing.put(event, data)

    def _no_longer_await(self) -> None:
        """A guild in an outage does not keep the others waiting."""
        if self._awaited_guilds:
            self._awaited_guilds.clear()
            self._greet()

    def _greet(self) -> None:
        if self._awaited_guilds:
            return
        self._failures = 0
        self._posting.forget_refusals()
        self._soon(self._tell(Connection.CONNECTED))
        self._soon(self._register())

    async def _register(self) -> None:
        """Tell Discord our command where it does not know it so already."""
        if not self._shapes:
            return
        me, wanted = await self._who(), commands.payload(_COMMAND, self._shapes)
        path = f"/applications/{me.application}/commands"
        try:
            there = await self._rest.call("GET", path)
            if not any(one["name"] == _COMMAND and commands.same(one, wanted) for one in there):
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
        if self._client is not None:
            await self._hang_up(self._client)
            self._client = None
        if self._hearing is not None:
            await self._hearing.close()
            self._hearing = None
        await self._rest.close()

    @staticmethod
    async def _hang_up(client: _Client) -> None:
        """The session ends at Discord as well (close 1000); a deaf server is not waited for."""
        with contextlib.suppress(TimeoutError, aiohttp.ClientError, OSError):
            await asyncio.wait_for(client.close(), _CLOSING_S)
        await client.http.close()


def _addresses(ids: frozenset[str] | None, without: str = "") -> frozenset[str] | None:
    return None if ids is None else frozenset(str(person(one)) for one in ids if one != without)


def invite_link(application: str) -> str:
    """The link by which an owner of a guild lets the bot in, with what it needs and no more."""
    scopes = "bot+applications.commands"
    return f"https://discord.com/oauth2/authorize?client_id={application}&scope={scopes}&permissions={_PERMISSIONS}"


__all__ = ["DiscordAdapter", "DiscordRefused", "DiscordSettings", "Pace", "invite_link"]
