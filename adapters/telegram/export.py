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
    for _, file in long_contents(path):
        chats = _chats(file)
        is_one = is_one or bool(chats)
        for chat in chats:
            yield from _messages(chat)
        if not chats:
            yield LeftOutMessages("a file that holds no chat")
    if not is_one:
        raise UnreadableExport(f"{path} is no JSON export of Telegram Desktop")


def _chats(file: Any) -> list[Mapping[str, Any]]:
    if not isinstance(file, dict):
        return []
    every = (file.get("chats") or {}).get("list") or [file]
    return [
        chat for chat in every if isinstance(chat, dict) and isinstance(chat.get("messages"), Rows) and "id" in chat
    ]


def _messages(chat: Mapping[str, Any]) -> Iterator[Exported]:
    place, is_direct = _place(chat), chat.get("type") in DIRECT
    audience = _audience(chat, place)
    for said in chat["messages"]:
        if not isinstance(said, dict) or said.get("type") != "message":
            yield LeftOutMessages("service lines")
            continue
        try:
            yield _said(said, place, audience, is_direct=is_direct)
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
    people = {str(said["from_id"]) for said in chat["messages"] if isinstance(said, dict) and said.get("from_id")}
    people.discard(f"user{chat['id']}")
    return Audience.person(_person(people.pop())) if len(people) == 1 else Audience.group(place)


def _said(said: Mapping[str, Any], place: Place, audience: Audience, *, is_direct: bool) -> Message:
    id, is_counted_for_all = str(said["id"]), place.channel.startswith("-100")
    return Message(
        kind=Kind.MESSAGE,
        account=OURS,
        place=place,
        id=id,
        order=f"{int(id):012d}" if is_counted_for_all else f"{int(id):012d}.export",
        author=_person(str(said["from_id"])),
        author_name=" ".join(str(said.get("from") or said["from_id"]).split()),
        at=datetime.fromtimestamp(int(said["date_unixtime"]), UTC),
        audience=audience,
        text=_text(said.get("text")),
        is_direct=is_direct,
        reply_to=str(said.get("reply_to_message_id") or ""),
        files=tuple(_file(said, key) for key in MEDIA if said.get(key)),
    )


def _person(id: str) -> Person:
    """`user123`; what a channel posts is told as `channel123`."""
    return Person("telegram", "", id.removeprefix("user"))


def _text(text: Any) -> str:
    parts = text if isinstance(text, list) else [text or ""]
    return "".join(str(part.get("text", "")) if isinstance(part, dict) else str(part) for part in parts)


def _file(said: Mapping[str, Any], key: str) -> File:
    name = str(said.get("file_name") or Path(str(said[key])).name)
    media_type = str(said.get("mime_type") or "application/octet-stream")
    return File(name=name, media_type=media_type, size=int(said.get("file_size") or 0))
