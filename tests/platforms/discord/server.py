"""The server as a test holds it: start it, be a person at it, make trouble, read the ledger."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any, Self

from aiohttp import web

from tests.platforms.discord.gateway import Gateway
from tests.platforms.discord.rest import Interaction, Limits, Rest
from tests.platforms.discord.world import Bot, Channel, Guild, Json, Message, Post, User, World, visible
from tests.platforms.plan import Delivered, FaultPlan, Ledger, cut

TOKEN = "bot-token"


class DiscordServer:
    """`async with DiscordServer() as server: server.api_base`. One bot (`server.token`) is there from the start.

    `clock` dates messages, `scale` shortens the waits of rate limits and of interaction tokens. State survives
    everything that happens to a bot.
    """

    def __init__(
        self,
        *,
        clock: Callable[[], datetime] | None = None,
        scale: float = 1.0,
        plan: FaultPlan | None = None,
        limits: Limits | None = None,
        heartbeat_s: float = 41.25,
        interaction_s: float = 3.0,
        port: int = 0,
    ) -> None:
        self.plan = plan if plan is not None else FaultPlan()
        self.ledger = Ledger()
        self.scale, self.limits, self.interaction_s = scale, limits or Limits(), interaction_s
        self.world = World(clock or (lambda: datetime.now(UTC)))
        self.gateway = Gateway(self.world, self.plan, self.ledger, heartbeat_s)
        self.rest = Rest(self)
        self.files: dict[str, bytes] = {}
        self.age = "new"  # of an attachment's address, when it is told
        self.root = ""
        self._port = port
        self._runner: web.AppRunner | None = None
        self.token = TOKEN
        self.bot = self.add_bot(TOKEN, "anima")

    # ------------------------------------------------------------------------------------------------ its life

    async def __aenter__(self) -> Self:
        app = web.Application(client_max_size=64 * 1024 * 1024)
        for method, path, bucket, handler in self.rest.routes():
            app.router.add_route(method, "/api/v10" + path, self.rest.wrap(method, path, bucket, handler))
        app.router.add_get("/attachments/{id}/{name}", self._file)
        app.router.add_post("/api/v10/attachments/refresh-urls", self._refresh)
        app.router.add_get("/", self.gateway.serve)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.2)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self._port)
        await site.start()
        port = self._runner.addresses[0][1]
        self.root = f"http://127.0.0.1:{port}"
        self.gateway.url = f"ws://127.0.0.1:{port}"
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.gateway.close()
        if self._runner is not None:
            await self._runner.cleanup()

    @property
    def api_base(self) -> str:
        return f"{self.root}/api/v10"

    async def _file(self, request: web.Request) -> web.StreamResponse:
        """An address holds as long as its `ex` says."""
        fault = self.plan.next("attachments", "5xx", "accept_then_cut")
        if fault is not None and fault.kind == "5xx":
            return web.Response(status=502)
        if request.query.get("ex") == "old":
            return web.Response(status=404, text="This content is no longer available.")
        content = self.files[request.match_info["id"]]
        return await cut(request, content) if fault is not None else web.Response(body=content)

    async def _refresh(self, request: web.Request) -> web.Response:
        if request.headers.get("Authorization") != f"Bot {self.token}":
            return web.json_response({"message": "401: Unauthorized", "code": 0}, status=401)
        asked = (await request.json())["attachment_urls"]
        fresh = [{"original": url, "refreshed": url.replace("ex=old", "ex=new")} for url in asked]
        return web.json_response({"refreshed_urls": fresh})

    # ------------------------------------------------------------------------------------------------ the furniture

    def add_bot(self, token: str, name: str, *, message_content: bool = True, server_members: bool = False) -> Bot:
        user = User(self.world.snowflake(), name, bot=True)
        bot = Bot(token, user, self.world.snowflake(), message_content, server_members)
        self.world.users[user.id] = user
        self.world.bots[token] = bot
        return bot

    def add_user(self, name: str, *, display: str = "", bot: bool = False, closed_dms: bool = False) -> str:
        user = User(self.world.snowflake(), name, display, bot, closed_dms)
        self.world.users[user.id] = user
        return user.id

    def add_guild(self, name: str = "guild") -> str:
        """A guild with every bot that is there in it."""
        guild = Guild(self.world.snowflake(), name)
        self.world.guilds[guild.id] = guild
        for bot in self.world.bots.values():
            guild.members.add(bot.user.id)
            guild.roles[bot.user.id] = self.world.snowflake()
        for bot in self.world.bots.values():
            self.gateway.dispatch("GUILD_CREATE", self.world.guild_json(guild, bot), bot=bot)
        return guild.id

    def install(self, name: str) -> str:
        """Somebody lets the bot into a guild of theirs, with a room in which Discord greets; its id."""
        guild = Guild(self.world.snowflake(), name, joined_at=self.world.clock().isoformat())
        self.world.guilds[guild.id] = guild
        guild.members.add(self.bot.user.id)
        guild.roles[self.bot.user.id] = self.world.snowflake()
        guild.greets_in = self._add_channel(Channel(self.world.snowflake(), "welcome", guild.id, "", False, set()))
        self.gateway.dispatch("GUILD_CREATE", self.world.guild_json(guild, self.bot), bot=self.bot)
        return guild.greets_in

    def add_channel(self, guild: str, name: str, *, private: bool = False, members: tuple[str, ...] = ()) -> str:
        return self._add_channel(Channel(self.world.snowflake(), name, guild, "", private, set(members)))

    def add_thread(self, channel: str, name: str, *, private: bool = False, id_: str = "") -> str:
        parent = self.world.channels[channel]
        return self._add_channel(Channel(id_ or self.world.snowflake(), name, parent.guild, channel, private))

    def _add_channel(self, channel: Channel) -> str:
        self.world.channels[channel.id] = channel
        event = "THREAD_CREATE" if channel.parent else "CHANNEL_CREATE"
        for bot in self._bots_in(channel):
            self.gateway.dispatch(event, channel.json(), bot=bot)
        return channel.id

    def remove_channel(self, channel: str) -> None:
        self.world.channels[channel].gone = True
        for bot in self.world.bots.values():
            self.gateway.dispatch("CHANNEL_DELETE", self.world.channels[channel].json(), bot=bot)

    def dm(self, user: str, token: str = TOKEN) -> str:
        """The direct channel of that person and a bot, made when it is not there."""
        pair = {user, self.world.bots[token].user.id}
        for channel in self.world.channels.values():
            if not channel.guild and channel.members == pair:
                return channel.id
        made = Channel(self.world.snowflake(), "", members=pair)
        self.world.channels[made.id] = made
        return made.id

    def deny(self, channel: str, permission: int, token: str = TOKEN) -> None:
        bot = self.world.bots[token]
        bot.denied[channel] = bot.denied.get(channel, 0) | permission

    def join(self, guild: str, user: str) -> None:
        self.world.guilds[guild].members.add(user)
        who = self.world.users[user]
        event = {**who.member(), "guild_id": guild, "user": who.json()}
        for bot in self.world.bots.values():
            self.gateway.dispatch("GUILD_MEMBER_ADD", event, bot=bot)

    def give_roles(self, guild: str, user: str, *roles: str, flags: int = 0) -> None:
        self.world.guilds[guild].held[user] = roles
        self.world.guilds[guild].flags[user] = flags
        who = self.world.users[user]
        event = {**who.member(roles), "flags": flags, "guild_id": guild, "user": who.json()}
        for bot in self.world.bots.values():
            self.gateway.dispatch("GUILD_MEMBER_UPDATE", event, bot=bot)

    def overwrite(self, channel: str, id_: str, *, person: bool = False, allow: int = 0, deny: int = 0) -> None:
        """Somebody changes who may do what in the channel."""
        room = self.world.channels[channel]
        room.overwrites.append({"id": id_, "type": int(person), "allow": str(allow), "deny": str(deny)})
        for bot in self.world.bots.values():
            self.gateway.dispatch("CHANNEL_UPDATE", room.json(), bot=bot)

    def leave(self, guild: str, user: str) -> None:
        self.world.guilds[guild].members.discard(user)
        event = {"guild_id": guild, "user": self.world.users[user].json()}
        for bot in self.world.bots.values():
            self.gateway.dispatch("GUILD_MEMBER_REMOVE", event, bot=bot)

    # ------------------------------------------------------------------------------------------------ a person

    async def say(self, channel: str, user: str, text: str, *, reply_to: str = "", at: datetime | None = None) -> str:
        room = self.world.channels[channel]
        if room.guild:
            self.world.guilds[room.guild].members.add(user)
        message = self.post(room, self.world.users[user], text, reference=reply_to, at=at)
        if not self.world.users[user].bot:
            self.ledger.delivered[message.id] = Delivered(id=message.id, place=channel, person=user, text=text)
        self.announce(message)
        return message.id

    async def share(self, channel: str, user: str, files: Sequence[tuple[str, bytes, str]], text: str = "") -> str:
        """A person's message with attachments: (name, content, type)."""
        message = self.post(self.world.channels[channel], self.world.users[user], text)
        for name, content, media_type in files:
            id_ = self.world.snowflake()
            self.files[id_] = content
            url = f"{self.root}/attachments/{id_}/{name}?ex={self.age}"
            told = {"id": id_, "filename": name, "size": len(content), "url": url, "proxy_url": url}
            message.attachments.append({**told, "content_type": media_type})
        self.announce(message)
        return message.id

    async def say_by_webhook(self, channel: str, name: str, text: str) -> str:
        """Somebody else's webhook."""
        message = self.post(self.world.channels[channel], User("77", name, bot=True), text, webhook="77")
        self.announce(message)
        return message.id

    async def edit(self, channel: str, message: str, text: str) -> None:
        found = self.world.channels[channel].messages[message]
        found.content, found.edited = text, self.world.clock()
        found.mentions, found.mention_roles = self.world.mentioned(text)
        self.tell_message("MESSAGE_UPDATE", found)

    async def unfurl(self, channel: str, message: str) -> None:
        """A link preview was added: an update in which nobody edited anything."""
        self.tell_message("MESSAGE_UPDATE", self.world.channels[channel].messages[message])

    async def delete(self, channel: str, message: str) -> None:
        self.remove(self.world.channels[channel].messages[message])

    async def react(self, channel: str, message: str, user: str, emoji: str) -> None:
        self.add_reaction(self.world.channels[channel].messages[message], self.world.users[user], emoji)

    async def command(
        self, user: str, channel: str, words: str, options: Json | None = None, token: str = TOKEN
    ) -> Interaction:
        """`/anima WORDS` with its options, as Discord would hand it over."""
        values = [{"name": name, "type": _kind(value), "value": value} for name, value in (options or {}).items()]
        *group, last = words.split()
        nested: Json = {"name": last, "type": 1, "options": values}
        for name in reversed(group):
            nested = {"name": name, "type": 2, "options": [nested]}
        data = {"id": "1", "name": "anima", "type": 1, "options": [nested]}
        return self._interact(self.world.bots[token], user, channel, {"type": 2, "data": data})

    async def press(self, user: str, channel: str, message: str, value: str, token: str = TOKEN) -> Interaction:
        """A button of a message of the bot."""
        bot = self.world.bots[token]
        shown = self.world.message_json(self.world.channels[channel].messages[message], bot)
        data = {"custom_id": value, "component_type": 2}
        return self._interact(bot, user, channel, {"type": 3, "data": data, "message": shown})

    def _interact(self, bot: Bot, user: str, channel: str, what: Json) -> Interaction:
        who, room = self.world.users[user], self.world.channels[channel]
        id_ = self.world.snowflake()
        asked = Interaction(id_, f"interaction-{id_}", bot, channel, who, time.monotonic())
        self.rest.interactions[asked.token] = asked
        event: Json = {
            "id": id_,
            "application_id": bot.application,
            "token": asked.token,
            "version": 1,
            "channel_id": channel,
            "channel": room.json(),
            "attachment_size_limit": 10_000_000,
            "entitlements": [],
            "authorizing_integration_owners": {},
            "app_permissions": "0",
            "locale": "en-US",
            **what,
        }
        if room.guild:
            member = {**who.member(), "user": who.json(), "permissions": "0"}
            event |= {"guild_id": room.guild, "member": member, "guild": {"id": room.guild, "features": []}}
        else:
            event["user"] = who.json()
        self.gateway.dispatch("INTERACTION_CREATE", event, bot=bot)
        return asked

    def posts(self, channel: str) -> list[Post]:
        """What bots have posted there and people can still see, oldest first; private answers included."""
        there = sorted(self.world.channels[channel].messages.values(), key=lambda one: int(one.id))
        return [self._post(one) for one in there if one.author.bot]

    def _post(self, one: Message) -> Post:
        return Post(
            id=one.id,
            name=one.author.name,
            text=visible(one.content),
            raw=one.content,
            reference=one.reference,
            webhook=one.webhook,
            at=one.at,
            edited=one.edited is not None,
            files=tuple(str(file["filename"]) for file in one.attachments),
            reactions=tuple(one.reactions),
            seen_by=one.seen_by,
        )

    # ------------------------------------------------------------------------------------------------ trouble

    def drop_sockets(self) -> None:
        """Every TCP connection of the gateway is gone; the sessions can be resumed."""
        self.gateway.drop_sockets()

    def op7(self) -> None:
        self.gateway.op7()

    def op9(self) -> None:
        self.gateway.op9()

    def garble(self, frames: int = 1) -> None:
        """The next frames with events are cut in half (a RESUME brings them whole)."""
        self.gateway.garble = frames

    # ------------------------------------------------------------------------------------------------ for rest.py

    def post(
        self,
        channel: Channel,
        author: User,
        text: str,
        *,
        reference: str = "",
        webhook: str = "",
        at: datetime | None = None,
    ) -> Message:
        id_ = self.world.snowflake(at)
        mentions, roles = self.world.mentioned(text)
        original = channel.messages.get(reference)
        if original is not None and not original.webhook and original.author.id not in mentions and not author.bot:
            mentions = (*mentions, original.author.id)  # a reply pings, unless it was switched off
        message = Message(
            id=id_,
            channel=channel.id,
            guild=channel.guild,
            author=author,
            content=text,
            at=self.world.time_of(id_),
            kind=19 if reference else 0,
            reference=reference,
            webhook=webhook,
            mentions=mentions,
            mention_roles=roles,
        )
        channel.messages[id_] = message
        return message

    def announce(self, message: Message) -> None:
        self.tell_message("MESSAGE_CREATE", message)

    def tell_message(self, event: str, message: Message) -> None:
        for bot in self._bots_in(self.world.channels[message.channel]):
            data = self.world.message_event(message, bot)
            self.gateway.dispatch(
                event, data, bot=bot, direct=not message.guild, message=message.id if event == "MESSAGE_CREATE" else ""
            )

    def remove(self, message: Message) -> None:
        channel = self.world.channels[message.channel]
        channel.messages.pop(message.id, None)
        data: dict[str, Any] = {"id": message.id, "channel_id": channel.id}
        if channel.guild:
            data["guild_id"] = channel.guild
        for bot in self._bots_in(channel):
            self.gateway.dispatch("MESSAGE_DELETE", data, bot=bot, direct=not channel.guild)

    def add_reaction(self, message: Message, user: User, emoji: str) -> None:
        who = message.reactions.setdefault(emoji, [])
        if user.id in who:
            return
        who.append(user.id)
        channel = self.world.channels[message.channel]
        data: Json = {
            "user_id": user.id,
            "channel_id": channel.id,
            "message_id": message.id,
            "message_author_id": message.author.id,
            "emoji": {"id": None, "name": emoji},
            "burst": False,
            "type": 0,
        }
        if channel.guild:
            data |= {"guild_id": channel.guild, "member": {**user.member(), "user": user.json()}}
        for bot in self._bots_in(channel):
            self.gateway.dispatch("MESSAGE_REACTION_ADD", data, bot=bot, direct=not channel.guild)

    def _bots_in(self, channel: Channel) -> list[Bot]:
        return [bot for bot in self.world.bots.values() if self.world.sees(bot, channel)]


def _kind(value: object) -> int:
    return 5 if isinstance(value, bool) else 4 if isinstance(value, int) else 3
