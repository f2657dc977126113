"""Webhooks, and interactions, whose follow-ups are webhooks with another name."""

from __future__ import annotations

import time

from aiohttp import web

from tests.platforms.discord import world as w
from tests.platforms.discord.rim import (
    NO_PERMISSION,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
    Interaction,
    Refusal,
    Rim,
    check_content,
    check_name,
)
from tests.platforms.discord.world import Bot, Channel, Json, Message, User, Webhook


class Hooks(Rim):
    """Routes of webhooks and interactions."""

    def _may_webhooks(self, request: web.Request, bot: Bot) -> Channel:
        channel = self._channel(request, bot)
        if not channel.guild or not bot.may(channel.id, w.MANAGE_WEBHOOKS):
            raise Refusal(*NO_PERMISSION)
        if channel.parent:
            raise Refusal(*UNKNOWN_CHANNEL)
        return channel

    async def list_webhooks(self, request: web.Request, bot: Bot, body: Json) -> list[Json]:
        channel = self._may_webhooks(request, bot)
        return [one.json(to=bot.application) for one in self.world.webhooks.values() if one.channel == channel.id]

    async def create_webhook(self, request: web.Request, bot: Bot, body: Json) -> Json:
        channel = self._may_webhooks(request, bot)
        check_name(body.get("name", ""))
        if sum(one.channel == channel.id for one in self.world.webhooks.values()) >= 15:
            raise Refusal(400, 30007, "Maximum number of webhooks reached (15)")
        id_ = self.world.snowflake()
        made = Webhook(id_, f"hook-{id_}", body["name"], channel.id, channel.guild, bot.application, bot.user)
        self.world.webhooks[id_] = made
        return made.json(to=bot.application)

    def _hook(self, request: web.Request) -> Webhook:
        hook = self.world.webhooks.get(request.match_info["hook"])
        if hook is None or hook.token != request.match_info["token"] or self.world.channels[hook.channel].gone:
            raise Refusal(404, 10015, "Unknown Webhook")
        return hook

    def _hook_channel(self, request: web.Request, hook: Webhook) -> Channel:
        thread = request.query.get("thread_id", "")
        if not thread:
            return self.world.channels[hook.channel]
        found = self.world.channels.get(thread)
        if found is None or found.parent != hook.channel:
            raise Refusal(*UNKNOWN_CHANNEL)
        return found

    async def execute(self, request: web.Request, bot: Bot, body: Json) -> Json | None:
        if (asked := self._interaction(request)) is not None:
            return self._follow_up(asked, body)
        hook = self._hook(request)
        channel = self._hook_channel(request, hook)
        check_content(body)
        if "username" in body:
            check_name(body["username"])
        name = body.get("username") or hook.name
        author = User(hook.id, name, bot=True)
        message = self.server.post(channel, author, body.get("content", ""), webhook=hook.id)
        message.application, message.flags = hook.application, int(body.get("flags") or 0)
        message.attachments = self._attach(body)
        message.components = body.get("components", []) if self._takes_components(request, hook) else []
        self._received("webhook", message, bot=bot, persona=name)
        self.server.announce(message)
        return self.world.message_json(message, bot) if request.query.get("wait") == "true" else None

    def _hook_owned(self, request: web.Request) -> Message:
        hook = self._hook(request)
        found = self._hook_channel(request, hook).messages.get(request.match_info["message"])
        if found is None or found.webhook != hook.id:
            raise Refusal(*UNKNOWN_MESSAGE)
        return found

    async def hook_message(self, request: web.Request, bot: Bot, body: Json) -> Json:
        if (asked := self._interaction(request)) is not None:
            return self._answer_json(self._answer_of(asked, request.match_info["message"]), bot)
        return self.world.message_json(self._hook_owned(request), bot)

    @staticmethod
    def _takes_components(request: web.Request, hook: Webhook) -> bool:
        return bool(hook.application) and request.query.get("with_components") == "true"

    async def hook_edit(self, request: web.Request, bot: Bot, body: Json) -> Json:
        check_content(body, edit=True)
        if (asked := self._interaction(request)) is not None:
            message = self._answer_of(asked, request.match_info["message"])
            message.flags &= ~128
        else:
            message = self._hook_owned(request)
            if not self._takes_components(request, self._hook(request)):
                body = {name: value for name, value in body.items() if name != "components"}
        self._change(message, body, bot)
        return self._answer_json(message, bot)

    async def hook_delete(self, request: web.Request, bot: Bot, body: Json) -> None:
        message = self._hook_owned(request)
        self._received("delete", message, bot=bot)
        self.server.remove(message)

    def _interaction(self, request: web.Request) -> Interaction | None:
        """The address of a follow-up is a webhook's, with the application for the webhook."""
        asked = self.interactions.get(request.match_info["token"])
        if asked is None:
            if self.world.bot_of_application(request.match_info["hook"]) is not None:
                raise Refusal(401, 50027, "Invalid Webhook Token")
            return None
        if time.monotonic() - asked.born > 15 * 60 * self.server.scale or not asked.answered:
            raise Refusal(401, 50027, "Invalid Webhook Token")
        return asked

    async def callback(self, request: web.Request, bot: Bot, body: Json) -> None:
        asked = self.interactions.get(request.match_info["token"])
        if asked is None or (not asked.answered and time.monotonic() - asked.born > self.server.interaction_s):
            raise Refusal(404, 10062, "Unknown interaction")
        if asked.answered:
            raise Refusal(400, 40060, "Interaction has already been acknowledged.")
        asked.answered, asked.answered_after_s = True, time.monotonic() - asked.born
        data = body.get("data") or {}
        if body["type"] in (4, 5):
            asked.deferred_flags = int(data.get("flags") or 0)
            flags = asked.deferred_flags | (128 if body["type"] == 5 else 0)
            asked.original = self._hidden(asked, data.get("content", ""), flags)

    def _hidden(self, asked: Interaction, content: str, flags: int) -> Message:
        channel = self.world.channels[asked.channel]
        message = self.server.post(channel, asked.bot.user, content)
        message.application, message.kind, message.flags = asked.bot.application, 20, flags
        message.seen_by = asked.user.id if flags & 64 else ""
        if flags & 128:
            del channel.messages[message.id]  # "is thinking": no message for anybody yet
        asked.messages.append(message)
        return message

    def _follow_up(self, asked: Interaction, body: Json) -> Json:
        """The first follow-up becomes the deferred message and keeps its visibility."""
        check_content(body)
        flags = int(body.get("flags") or 0)
        if asked.original is not None and asked.original.flags & 128:
            message = asked.original
            message.flags, message.content = message.flags & ~128, body.get("content", "")
            message.components = body.get("components", [])
            self.world.channels[asked.channel].messages[message.id] = message
        else:
            message = self._hidden(asked, body.get("content", ""), flags)
            message.components = body.get("components", [])
        self._received("followup", message, bot=asked.bot)
        return self._answer_json(message, asked.bot)

    @staticmethod
    def _answer_of(asked: Interaction, which: str) -> Message:
        found = asked.original if which == "@original" else None
        found = found or next((one for one in asked.messages if one.id == which), None)
        if found is None:
            raise Refusal(*UNKNOWN_MESSAGE)
        return found

    def _answer_json(self, message: Message, bot: Bot) -> Json:
        return self.world.message_json(message, bot)
