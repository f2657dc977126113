"""The REST side of the server: its routes, and those of channels, messages, guilds and commands."""

from __future__ import annotations

import re
import time
from urllib.parse import unquote

from aiohttp import web

from tests.platforms.discord import world as w
from tests.platforms.discord.hooks import Hooks
from tests.platforms.discord.rim import (
    NO_ACCESS,
    NO_PERMISSION,
    Handler,
    Interaction,
    Limits,
    Refusal,
    check_content,
)
from tests.platforms.discord.world import Bot, Channel, Json, Message
from tests.platforms.plan import Received

__all__ = ["Interaction", "Limits", "Rest", "command_problem"]


class Rest(Hooks):
    """One method a route. A handler returns JSON, or None for 204."""

    def routes(self) -> list[tuple[str, str, str, Handler]]:
        """(method, path, bucket, handler); the path with {names} is the method's name in ledger and plan."""
        channel, hook = "/channels/{channel}", "/webhooks/{hook}/{token}"
        return [
            ("GET", "/gateway/bot", "", self.gateway_bot),
            ("GET", "/users/@me", "", self.me),
            ("GET", "/applications/@me", "", self.application),
            ("GET", "/oauth2/applications/@me", "", self.application),
            ("GET", "/applications/{app}/commands", "", self.get_commands),
            ("PUT", "/applications/{app}/commands", "", self.put_commands),
            ("POST", "/applications/{app}/commands", "", self.post_command),
            ("POST", "/users/@me/channels", "", self.open_dm),
            ("GET", "/guilds/{guild}", "", self.guild),
            ("GET", "/guilds/{guild}/channels", "", self.guild_channels),
            ("GET", "/guilds/{guild}/members", "", self.guild_members),
            ("GET", "/guilds/{guild}/members/search", "", self.search_members),
            ("GET", "/guilds/{guild}/members/{user}", "", self.one_member),
            ("GET", channel, "", self.channel),
            ("GET", channel + "/messages", "", self.messages),
            ("POST", channel + "/messages", "sends", self.send),
            ("GET", channel + "/messages/{message}", "", self.one_message),
            ("PATCH", channel + "/messages/{message}", "edits", self.edit),
            ("DELETE", channel + "/messages/{message}", "", self.delete),
            ("PUT", channel + "/messages/{message}/reactions/{emoji}/@me", "reactions", self.react),
            ("POST", channel + "/typing", "", self.typing),
            ("POST", channel + "/threads", "", self.thread),
            ("POST", channel + "/messages/{message}/threads", "", self.thread),
            ("GET", channel + "/webhooks", "", self.list_webhooks),
            ("POST", channel + "/webhooks", "", self.create_webhook),
            ("POST", hook, "webhook_sends", self.execute),
            ("GET", hook + "/messages/{message}", "", self.hook_message),
            ("PATCH", hook + "/messages/{message}", "edits", self.hook_edit),
            ("DELETE", hook + "/messages/{message}", "", self.hook_delete),
            ("POST", "/interactions/{id}/{token}/callback", "", self.callback),
        ]

    async def gateway_bot(self, request: web.Request, bot: Bot, body: Json) -> Json:
        return {
            "url": self.server.gateway.url,
            "shards": 1,
            "session_start_limit": {
                "total": 1000,
                "remaining": bot.identifies_left,
                "reset_after": 3_600_000,
                "max_concurrency": 1,
            },
        }

    async def me(self, request: web.Request, bot: Bot, body: Json) -> Json:
        return bot.user.json()

    async def application(self, request: web.Request, bot: Bot, body: Json) -> Json:
        return bot.app_json()

    async def get_commands(self, request: web.Request, bot: Bot, body: Json) -> list[Json]:
        return bot.commands

    async def put_commands(self, request: web.Request, bot: Bot, body: Json) -> list[Json]:
        bot.commands = [self._command(bot, one) for one in body]  # type: ignore[arg-type]
        return bot.commands

    async def post_command(self, request: web.Request, bot: Bot, body: Json) -> Json:
        made = self._command(bot, body)
        bot.commands = [one for one in bot.commands if one["name"] != made["name"]] + [made]
        return made

    def _command(self, bot: Bot, body: Json) -> Json:
        problem = command_problem(body)
        if problem:
            raise Refusal(400, 50035, f"Invalid Form Body: {problem}")
        return {"id": self.world.snowflake(), "application_id": bot.application, "version": "1", **body}

    async def open_dm(self, request: web.Request, bot: Bot, body: Json) -> Json:
        user = self.world.users.get(str(body["recipient_id"]))
        if user is None:
            raise Refusal(400, 50033, "Invalid Recipient(s)")
        return self._channel_json(self.world.channels[self.server.dm(user.id, bot.token)], bot)

    async def guild(self, request: web.Request, bot: Bot, body: Json) -> Json:
        return self.world.guild_json(self._guild(request, bot), bot)

    async def guild_channels(self, request: web.Request, bot: Bot, body: Json) -> list[Json]:
        return self.world.guild_json(self._guild(request, bot), bot)["channels"]

    async def guild_members(self, request: web.Request, bot: Bot, body: Json) -> list[Json]:
        if not bot.server_members:
            raise Refusal(*NO_ACCESS)
        guild = self._guild(request, bot)
        after, limit = int(request.query.get("after", "0")), int(request.query.get("limit", "1"))
        ids = sorted((one for one in guild.members if int(one) > after), key=int)[:limit]
        return [self._member(one, guild.roles.get(one)) for one in ids]

    async def one_member(self, request: web.Request, bot: Bot, body: Json) -> Json:
        guild, user = self._guild(request, bot), request.match_info["user"]
        if user not in guild.members:
            raise Refusal(404, 10007, "Unknown Member")
        who = self.world.users[user]
        return {**who.member(guild.held.get(user, ())), "flags": guild.flags.get(user, 0), "user": who.json()}

    def _member(self, user: str, role: str | None) -> Json:
        who = self.world.users[user]
        return {**who.member((role,) if role else ()), "user": who.json()}

    async def search_members(self, request: web.Request, bot: Bot, body: Json) -> list[Json]:
        guild, query = self._guild(request, bot), request.query["query"].casefold()
        users = [self.world.users[one] for one in sorted(guild.members)]
        fits = [one for one in users if one.name.casefold().startswith(query)]
        return [{**one.member(), "user": one.json()} for one in fits[: int(request.query.get("limit", "1"))]]

    def _guild(self, request: web.Request, bot: Bot) -> w.Guild:
        guild = self.world.guilds.get(request.match_info["guild"])
        if guild is None or bot.user.id not in guild.members:
            raise Refusal(404, 10004, "Unknown Guild")
        return guild

    async def channel(self, request: web.Request, bot: Bot, body: Json) -> Json:
        return self._channel_json(self._channel(request, bot), bot)

    async def messages(self, request: web.Request, bot: Bot, body: Json) -> list[Json]:
        """`after`: the oldest `limit` messages after it; else the newest (before `before`). Newest first always."""
        channel, query = self._channel(request, bot), request.query
        if not bot.may(channel.id, w.HISTORY):
            return []
        limit = int(query.get("limit", "50"))
        if not 1 <= limit <= 100:
            raise Refusal(400, 50035, "Invalid Form Body")
        there = sorted((one for one in channel.messages.values() if not one.seen_by), key=lambda one: int(one.id))
        if "after" in query:
            chosen = [one for one in there if int(one.id) > int(query["after"])][:limit]
        else:
            before = int(query.get("before", str(1 << 63)))
            chosen = [one for one in there if int(one.id) < before][-limit:]
        return [self.world.message_json(one, bot) for one in reversed(chosen)]

    async def one_message(self, request: web.Request, bot: Bot, body: Json) -> Json:
        return self.world.message_json(self._message(request, bot), bot)

    async def send(self, request: web.Request, bot: Bot, body: Json) -> Json:
        channel = self._channel(request, bot)
        if not bot.may(channel.id, w.SEND):
            raise Refusal(*NO_PERMISSION)
        if not channel.guild and any(self.world.users[one].closed_dms for one in channel.members):
            raise Refusal(403, 50007, "Cannot send messages to this user")
        check_content(body)
        nonce = str(body.get("nonce") or "")
        if len(nonce) > 25:
            raise Refusal(400, 50035, "Invalid Form Body: nonce must be 25 or fewer in length")
        if nonce and body.get("enforce_nonce") and (first := self._same_nonce(bot, channel.id, nonce)) is not None:
            return self._echo(first, bot)
        reference = self._reference(channel, body)
        message = self.server.post(channel, bot.user, body.get("content", ""), reference=reference)
        message.flags, message.nonce = int(body.get("flags") or 0), nonce
        message.attachments, message.components = self._attach(body), body.get("components", [])
        if nonce:
            self.nonces[(bot.token, channel.id, nonce)] = (self._now(), message)
        self._received("send", message, nonce=nonce, bot=bot)
        self.server.announce(message)
        return self._echo(message, bot)

    def _same_nonce(self, bot: Bot, channel: str, nonce: str) -> Message | None:
        at, first = self.nonces.get((bot.token, channel, nonce), (0.0, None))
        return first if first is not None and self._now() - at < self.server.limits.nonce_window_s else None

    def _reference(self, channel: Channel, body: Json) -> str:
        reference = body.get("message_reference") or {}
        wanted = str(reference.get("message_id") or "")
        if wanted and wanted not in channel.messages:
            if reference.get("fail_if_not_exists", True):
                raise Refusal(400, 50035, "Invalid Form Body: message_reference: Unknown message")
            return ""
        return wanted

    async def edit(self, request: web.Request, bot: Bot, body: Json) -> Json:
        message = self._message(request, bot)
        if message.author is not bot.user:
            raise Refusal(403, 50005, "Cannot edit a message authored by another user")
        check_content(body, edit=True)
        self._change(message, body, bot)
        return self.world.message_json(message, bot)

    async def delete(self, request: web.Request, bot: Bot, body: Json) -> None:
        message = self._message(request, bot)
        if message.author is not bot.user and not (message.guild and bot.may(message.channel, w.MANAGE_MESSAGES)):
            raise Refusal(*NO_PERMISSION)
        self._received("delete", message, bot=bot)
        self.server.remove(message)

    async def react(self, request: web.Request, bot: Bot, body: Json) -> None:
        message, emoji = self._message(request, bot), unquote(request.match_info["emoji"])
        if emoji.isascii():
            raise Refusal(400, 10014, "Unknown Emoji")
        self._received("react", message, bot=bot, nonce=emoji)
        self.server.add_reaction(message, bot.user, emoji)

    async def typing(self, request: web.Request, bot: Bot, body: Json) -> None:
        channel = self._channel(request, bot)
        if not bot.may(channel.id, w.SEND):
            raise Refusal(*NO_PERMISSION)
        self.server.ledger.received.append(
            Received(method="typing", place=channel.id, message_id="", text="", at=time.monotonic(), bot=bot.user.id)
        )

    async def thread(self, request: web.Request, bot: Bot, body: Json) -> Json:
        channel = self._channel(request, bot)
        root = request.match_info.get("message", "")
        if root in self.world.channels:
            raise Refusal(400, 160004, "A thread has already been created for this message")
        made = self.server.add_thread(channel.id, body["name"], private=body.get("type") == 12, id_=root)
        return self.world.channels[made].json()


def command_problem(command: Json, depth: int = 0) -> str:
    """What Discord would refuse in a command's payload; empty: nothing."""
    if not re.fullmatch(r"[-_\w]{1,32}", command["name"]) or command["name"] != command["name"].lower():
        return f"name {command['name']!r}"
    if not 1 <= len(command["description"]) <= 100:
        return f"description of {command['name']!r}"
    options = command.get("options", [])
    names = [one["name"] for one in options]
    if len(options) > 25 or len(set(names)) != len(names):
        return f"options of {command['name']!r}"
    kinds = {one["type"] for one in options}
    if kinds & {1, 2} and kinds - {1, 2}:
        return f"subcommands and values mixed in {command['name']!r}"
    if 2 in kinds and depth > 0:
        return f"group in a group: {command['name']!r}"
    required = [bool(one.get("required")) for one in options]
    if required != sorted(required, reverse=True):
        return f"required options first in {command['name']!r}"
    return next((problem for one in options if (problem := command_problem(one, depth + 1))), "")
