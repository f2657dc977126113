"""Channels that DiscordChatExporter wrote as JSON: one file a channel, or a folder of them.

It tells nothing of who can read a channel, so each is taken for a closed one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from adapters.discord.directory import person
from adapters.discord.inbound import order
from adapters.exports.export_files import Rows, long_contents
from bots.delivery.intake import Exported, LeftOutMessages, UnreadableExport
from bots.message import File, Kind, Message
from memory.vocabulary.address import Account, Audience, Place

OURS = Account("discord", "export")
DIRECT = ("DirectTextChat", "DirectGroupTextChat")
TALK = ("Default", "Reply", "20", "23")


def read(path: Path) -> Iterator[Exported]:
    """File by file. Raises Unreadable."""
    is_one = False
    for _, file in long_contents(path):
        if not isinstance(file, dict) or not isinstance(file.get("messages"), Rows) or "channel" not in file:
            yield LeftOutMessages("a file that holds no channel")
            continue
        is_one = True
        place = _place(file)
        audience = _audience(file["messages"], place)
        for said in file["messages"]:
            try:
                yield _said(said, place, audience)
            except (KeyError, TypeError, ValueError, AttributeError):
                yield LeftOutMessages("a message that is damaged")
    if not is_one:
        raise UnreadableExport(f"{path} holds no channel that DiscordChatExporter wrote as JSON")


def _place(file: Mapping[str, Any]) -> Place:
    channel, guild = file["channel"], str((file.get("guild") or {}).get("id") or "0")
    workspace = "@me" if channel.get("type") in DIRECT or guild == "0" else guild
    parent = str(channel.get("categoryId") or "") if "Thread" in str(channel.get("type")) else ""
    id = str(channel["id"])
    return Place("discord", workspace, parent, id) if parent else Place("discord", workspace, id)


def _audience(messages: Iterable[Any], place: Place) -> Audience:
    """A talk with a bot is its person's."""
    if place.workspace != "@me":
        return Audience.group(place)
    people, is_with_bot = set[str](), False
    for said in messages:
        author = (said.get("author") or {}) if isinstance(said, dict) else {}
        is_with_bot = is_with_bot or bool(author.get("isBot"))
        if author.get("id") and not author.get("isBot"):
            people.add(str(author["id"]))
    return Audience.person(person(people.pop())) if is_with_bot and len(people) == 1 else Audience.group(place)


def _said(said: Mapping[str, Any], place: Place, audience: Audience) -> Exported:
    if str(said.get("type", "Default")) not in TALK:
        return LeftOutMessages("service lines")
    author, reference = said["author"], said.get("reference") or {}
    return Message(
        kind=Kind.MESSAGE,
        account=OURS,
        place=place,
        id=str(said["id"]),
        order=order(str(said["id"])),
        author=person(str(author["id"])),
        author_name=" ".join(str(author.get("nickname") or author.get("name") or author["id"]).split()),
        at=datetime.fromisoformat(said["timestamp"]),
        audience=audience,
        text=str(said.get("content") or ""),
        author_is_bot=bool(author.get("isBot")),
        is_direct=place.workspace == "@me",
        reply_to=str(reference.get("messageId") or ""),
        files=tuple(_file(each) for each in said.get("attachments") or ()),
    )


def _file(attachment: Mapping[str, Any]) -> File:
    return File(
        name=str(attachment.get("fileName") or "file"),
        media_type="application/octet-stream",
        size=int(attachment.get("fileSizeBytes") or 0),
    )
