"""Who is there and what was said: users, bots, chats, messages, and which bot may hear what."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

Json = dict[str, Any]

#: What a bot hears without asking for more (Bot API: getUpdates, allowed_updates).
NOT_BY_DEFAULT = {"chat_member", "message_reaction", "message_reaction_count"}


@dataclass(slots=True)
class Webhook:
    url: str = ""
    secret: str = ""
    last_error: str = ""


@dataclass(slots=True)
class Bot:
    token: str
    username: str
    can_read_all_group_messages: bool
    can_join_groups: bool
    updates: list[tuple[Json, datetime]] = field(default_factory=list)
    next_update: int = 1000
    next_message: int = 1
    allowed: list[str] = field(default_factory=list)
    webhook: Webhook = field(default_factory=Webhook)
    commands: list[Json] = field(default_factory=list)
    polls: int = 0  # grows with each getUpdates: an older one that still waits has lost

    @property
    def id(self) -> int:
        return int(self.token.partition(":")[0])

    @property
    def user(self) -> Json:
        return {"id": self.id, "is_bot": True, "first_name": self.username, "username": self.username}

    @property
    def me(self) -> Json:
        return {
            **self.user,
            "can_join_groups": self.can_join_groups,
            "can_read_all_group_messages": self.can_read_all_group_messages,
            "supports_inline_queries": False,
        }

    def wants(self, kind: str) -> bool:
        return kind in self.allowed if self.allowed else kind not in NOT_BY_DEFAULT


@dataclass(slots=True)
class Post:
    """One message of a chat, whoever said it."""

    id: int
    at: datetime
    sender: Json
    text: str
    thread: int = 0
    reply_to: int = 0
    entities: list[Json] = field(default_factory=list)
    extra: Json = field(default_factory=dict)
    edited_at: datetime | None = None
    reactions: dict[int, str] = field(default_factory=dict)  # of whom -> emoji
    deleted: bool = False

    @property
    def buttons(self) -> list[tuple[str, str]]:
        """What a person may press: words and value."""
        rows = self.extra.get("reply_markup", {}).get("inline_keyboard", [])
        return [(one["text"], one["callback_data"]) for row in rows for one in row]

    @property
    def by_bot(self) -> bool:
        return bool(self.sender["is_bot"])


@dataclass(slots=True)
class Chat:
    id: int
    kind: str  # private, group, supergroup
    title: str = ""
    bots: set[int] = field(default_factory=set)
    admins: set[int] = field(default_factory=set)
    forum: bool = False
    topics: set[int] = field(default_factory=set)
    posts: dict[int, Post] = field(default_factory=dict)
    blocked: bool = False
    moved_to: int = 0
    next_message: int = 1

    @property
    def is_group(self) -> bool:
        return self.kind != "private"

    def json(self, person: Json | None = None) -> Json:
        if not self.is_group:
            return {"id": self.id, "type": "private", "first_name": (person or {}).get("first_name", self.title)}
        return {"id": self.id, "type": self.kind, "title": self.title} | ({"is_forum": True} if self.forum else {})

    def message(self, post: Post, *, deep: bool = True) -> Json:
        """The Message object; `deep` puts the message replied to inside."""
        found: Json = {
            "message_id": post.id,
            "date": int(post.at.timestamp()),
            "chat": self.json(None if post.by_bot else post.sender),
            "from": post.sender,
            **post.extra,
        }
        words = "caption" if {"document", "photo", "voice"} & post.extra.keys() else "text"
        if post.text:
            found[words] = post.text
        if entities := post.entities or entities_of(post.text):
            found["caption_entities" if words == "caption" else "entities"] = entities
        if post.edited_at:
            found["edit_date"] = int(post.edited_at.timestamp())
        if post.thread:
            found |= {"message_thread_id": post.thread, "is_topic_message": True}
        if deep and post.reply_to and (original := self.posts.get(post.reply_to)):
            found["reply_to_message"] = self.message(original, deep=False)
        return found


def utf16(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def entities_of(text: str) -> list[Json]:
    """What Telegram finds by itself in a person's text: commands and mentions."""
    patterns = (("bot_command", r"(?<!\S)/[a-zA-Z0-9_]+(?:@\w+)?"), ("mention", r"(?<![\w/])@\w{3,}"))
    return [
        {"type": kind, "offset": utf16(text[: found.start()]), "length": utf16(found.group())}
        for kind, pattern in patterns
        for found in re.finditer(pattern, text)
        if kind == "bot_command" or "/" not in text[: found.start()].rpartition(" ")[2]
    ]


def may_hear(bot: Bot, chat: Chat, post: Post) -> bool:
    """Privacy mode: in groups a bot hears commands, replies to it and mentions of it, unless it may hear all."""
    if bot.id not in chat.bots or post.by_bot:
        return False
    if not chat.is_group or bot.can_read_all_group_messages or bot.id in chat.admins:
        return True
    if post.extra.keys() & {"new_chat_members", "left_chat_member", "migrate_to_chat_id", "migrate_from_chat_id"}:
        return True
    if command := re.match(r"/\w+(?:@(\w+))?", post.text):
        return command[1] is None or command[1].lower() == bot.username.lower()
    original = chat.posts.get(post.reply_to)
    if original is not None and original.sender["id"] == bot.id:
        return True
    return re.search(rf"@{re.escape(bot.username)}\b", post.text, re.IGNORECASE) is not None
