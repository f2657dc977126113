"""A Telegram Desktop export as JSON: `result.json` of one chat, or of all (`chats.list`).

Chats have their own numbers there: a supergroup's address in the Bot API has -100 before it, a basic group's a minus.
Only a supergroup counts its messages for all: what a bot has heard elsewhere cannot be recognised here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from adapters.exports.export_files import Rows, long_contents
from bots.delivery.intake import Exported, LeftOutMessages, UnreadableExport
from bots.message import File, Kind, Message
from memory.vocabulary.address import Account, Audience, Person, Place

OURS = Account("telegram", "export")
SUPERGROUPS = ("private_supergroup", "public_supergroup", "private_channel", "public_channel")
BOT_CHAT = "bot_chat"
DIRECT = (BOT_CHAT, "personal_chat", "saved_messages")
MEDIA = ("file", "photo")


def read(path: Path) -> Iterator[Exported]:
    """Chat by chat. Raises Unreadable."""
    is_one = False
    for _, told in long_contents(path):
        chats = _chats(told)
        is_one = is_one or bool(chats)
        for chat in chats:
            yield from _messages(chat)
        if not chats:
            yield LeftOutMessages("a file that holds no chat")
    if not is_one:
        raise UnreadableExport(f"{path} is no JSON export of Telegram Desktop")


def _chats(told: Any) -> list[Mapping[str, Any]]:
    if not isinstance(told, dict):
        return []
    every = (told.get("chats") or {}).get("list") or [told]
    return [one for one in every if isinstance(one, dict) and isinstance(one.get("messages"), Rows) and "id" in one]


def _messages(chat: Mapping[str, Any]) -> Iterator[Exported]:
    place, is_direct = _place(chat), chat.get("type") in DIRECT
    audience = _audience(chat, place)
    for one in chat["messages"]:
        if not isinstance(one, dict) or one.get("type") != "message":
            yield LeftOutMessages("service lines")
            continue
        try:
            yield _said(one, place, audience, is_direct=is_direct)
        except (KeyError, TypeError, ValueError, AttributeError):
            yield LeftOutMessages("a message that is damaged")


def _place(chat: Mapping[str, Any]) -> Place:
    id = str(chat["id"])
    if chat.get("type") in SUPERGROUPS:
        return Place("telegram", "", id if id.startswith("-") else f"-100{id}")
    return Place("telegram", "", id if chat.get("type") in DIRECT or id.startswith("-") else f"-{id}")


def _audience(chat: Mapping[str, Any], place: Place) -> Audience:
    """A talk with a bot is its person's; of two people nobody but them."""
    if chat.get("type") != BOT_CHAT:
        return Audience.group(place)
    people = {str(one["from_id"]) for one in chat["messages"] if isinstance(one, dict) and one.get("from_id")}
    people.discard(f"user{chat['id']}")
    return Audience.person(_person(people.pop())) if len(people) == 1 else Audience.group(place)


def _said(one: Mapping[str, Any], place: Place, audience: Audience, *, is_direct: bool) -> Message:
    id, is_counted_for_all = str(one["id"]), place.channel.startswith("-100")
    return Message(
        kind=Kind.MESSAGE,
        account=OURS,
        place=place,
        id=id,
        order=f"{int(id):012d}" if is_counted_for_all else f"{int(id):012d}.export",
        author=_person(str(one["from_id"])),
        author_name=" ".join(str(one.get("from") or one["from_id"]).split()),
        at=datetime.fromtimestamp(int(one["date_unixtime"]), UTC),
        audience=audience,
        text=_text(one.get("text")),
        is_direct=is_direct,
        reply_to=str(one.get("reply_to_message_id") or ""),
        files=tuple(_file(one, key) for key in MEDIA if one.get(key)),
    )


def _person(told: str) -> Person:
    """`user123`; what a channel posts is told as `channel123`."""
    return Person("telegram", "", told.removeprefix("user"))


def _text(told: Any) -> str:
    parts = told if isinstance(told, list) else [told or ""]
    return "".join(str(one.get("text", "")) if isinstance(one, dict) else str(one) for one in parts)


def _file(one: Mapping[str, Any], key: str) -> File:
    name = str(one.get("file_name") or Path(str(one[key])).name)
    media_type = str(one.get("mime_type") or "application/octet-stream")
    return File(name=name, media_type=media_type, size=int(one.get("file_size") or 0))
