"""Discord's JSON to Message: pure, the same for the gateway and for history."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from adapters.discord import commands, outbound
from adapters.discord.directory import ChannelPlace, DiscordDirectory, Payload, person
from bots.commands.command import CommandShape
from bots.message import File, Kind, Message
from memory.vocabulary.address import Account, Place

_JUST_NOW = timedelta(minutes=10)
_FACES = "https://cdn.discordapp.com/avatars"
_EPOCH_MS = 1_420_070_400_000
_TALK = (0, 19, 20, 23)  # ordinary, reply, answers of other apps; the rest are notices ("pinned", "joined")
_COMMAND, _COMPONENT = 2, 3
_TOKEN = re.compile(r"<(?:(@!?|@&|#)(\d+)|a?:(\w+):\d+)>[ \t]?")
#: Discord does not say who deleted.
SOMEBODY = person("unknown")


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscordIdentity:
    """Whose ears these are. `hooks` are the webhooks that we made, `knows_members` the portal's members switch."""

    account: Account
    user: str
    application: str
    hooks: Container[str] = ()
    knows_members: bool = False


def order(snowflake: str) -> str:
    """Sorts by time. What happens to a message later sorts after it, by a suffix that is greater than a colon."""
    return snowflake.zfill(20)


def snowflake_of(order_: str) -> str:
    """The message id in an `order`, also in that of an edit, a deletion, a reaction."""
    digits = order_[:20].lstrip("0")
    return digits if digits.isdigit() else "0"


def time_snowflake(at: datetime) -> int:
    """The smallest id that a message of that time can have."""
    return max(0, int(at.timestamp() * 1000) - _EPOCH_MS) << 22


def moment(snowflake: str) -> datetime:
    return datetime.fromtimestamp(((int(snowflake) >> 22) + _EPOCH_MS) / 1000, UTC)


# ---------------------------------------------------------------------------------------------------- messages


def message(data: Payload, me: DiscordIdentity, spot: ChannelPlace, directory: DiscordDirectory) -> Message | None:
    """None: our own (also by our webhooks), or a notice of Discord's."""
    if _is_own(data, me) or int(data.get("type", 0)) not in _TALK:
        return None
    said = readable(_said(data), data, me, spot.place.workspace, directory)
    author = data["author"]
    reference = data.get("message_reference") or {}
    is_reply = int(reference.get("type") or 0) == 0
    at = _time(data.get("timestamp")) or moment(str(data["id"]))
    return replace(
        _message(Kind.MESSAGE, me, spot, str(data["id"]), at, author, data.get("member")),
        text=said.text,
        people=said.people,
        author_is_bot=bool(author.get("bot")) or bool(data.get("webhook_id")),
        mentions_app=said.mentions_app,
        reply_to=str(reference.get("message_id") or "") if is_reply else "",
        files=tuple(map(_file, data.get("attachments") or ())),
        face=_face(author),
    )


def edited(data: Payload, me: DiscordIdentity, spot: ChannelPlace, directory: DiscordDirectory) -> Message | None:
    """None where nobody changed the text: a link preview was added, or it was pinned."""
    at = _time(data.get("edited_timestamp"))
    if at is None or "author" not in data or (new := message(data, me, spot, directory)) is None:
        return None
    order_ = f"{new.order}_{int(at.timestamp() * 1000):013d}"
    return replace(new, kind=Kind.EDIT, order=order_, at=at, target=new.id, people=())


def deleted(target: str, me: DiscordIdentity, spot: ChannelPlace, now: datetime, *, is_own: bool = False) -> Message:
    """`is_own`: it was a post of ours."""
    gone = _message(Kind.DELETE, me, spot, target, now)
    return replace(
        gone, order=f"{gone.order}_removed", author=spot.other or SOMEBODY, author_is_self=is_own, target=target
    )


def reacted(data: Payload, me: DiscordIdentity, spot: ChannelPlace, now: datetime) -> Message | None:
    """None: our own."""
    if str(data["user_id"]) == me.user:
        return None
    target, member = str(data["message_id"]), data.get("member") or {}
    user = {**(member.get("user") or {}), "id": data["user_id"]}
    found = _message(Kind.REACTION, me, spot, target, now, user, member)
    return replace(found, order=f"{found.order}_reacted", text=_emoji(data["emoji"]), target=target)


def moved(data: Payload, kind: Kind, me: DiscordIdentity, spot: ChannelPlace, now: datetime) -> Message | None:
    """Somebody joined or left the guild; told in the room where Discord greets. None: we ourselves."""
    user = data["user"]
    if str(user["id"]) == me.user:
        return None
    at = (_time(data.get("joined_at")) if kind is Kind.JOIN else None) or now
    stamp = str((int(at.timestamp() * 1000) - _EPOCH_MS) << 22)
    return replace(_message(kind, me, spot, stamp, at, user, data), member=kind is Kind.JOIN)


def is_new(guild: Payload, now: datetime) -> bool:
    """Whether we were let into this guild just now; of those in which we are, Discord tells at each connection."""
    joined = _time(guild.get("joined_at"))
    return joined is not None and now - joined < _JUST_NOW


def installed(data: Payload, me: DiscordIdentity, spot: ChannelPlace, now: datetime) -> Message:
    """Somebody has let us into a guild; told in the room where Discord greets."""
    return _message(Kind.HELLO, me, spot, str(data["guild_id"]), now)


def _message(
    kind: Kind,
    me: DiscordIdentity,
    spot: ChannelPlace,
    id: str,
    at: datetime,
    user: Payload | None = None,
    member: Payload | None = None,
) -> Message:
    """What all that happens in a room has in common; without a user, Discord does not say who it was."""
    return Message(
        kind=kind,
        account=me.account,
        place=spot.place,
        id=id,
        order=order(id),
        author=person(str(user["id"])) if user else SOMEBODY,
        author_name=_name(user, member) if user else "",
        at=at,
        audience=spot.audience,
        author_is_bot=bool(user and user.get("bot")),
        is_direct=spot.other is not None,
    )


# ---------------------------------------------------------------------------------------------------- interactions


def interaction(
    data: Payload, me: DiscordIdentity, spot: ChannelPlace, shapes: Sequence[CommandShape]
) -> Message | None:
    """A command or a pressed button; None for what we do not offer."""
    kind = {_COMMAND: Kind.COMMAND, _COMPONENT: Kind.BUTTON}.get(int(data.get("type", 0)))
    if kind is None:
        return None
    member = data.get("member") or {}
    user = member.get("user") or data["user"]
    is_command = kind is Kind.COMMAND
    return replace(
        _message(kind, me, spot, str(data["id"]), moment(str(data["id"])), user, member),
        text=commands.words(data["data"], shapes) if is_command else str(data["data"].get("custom_id", "")),
        mentions_app=True,
        target="" if is_command else str((data.get("message") or {}).get("id", "")),
        handle=str(data["token"]),
        language=str(data.get("locale") or "").partition("-")[0],
    )


# ---------------------------------------------------------------------------------------------------- text


@dataclass(frozen=True, slots=True, kw_only=True)
class _ReadableText:
    """A text with names for ids, without our own mention; `people` as in Message."""

    text: str
    mentions_app: bool
    people: tuple[tuple[int, int], ...]


def readable(text: str, data: Payload, me: DiscordIdentity, guild: str, directory: DiscordDirectory) -> _ReadableText:
    """`data` is the message of which this is a text."""
    parts: list[str] = []
    people: list[tuple[int, int]] = []
    length, seen, mentioned = 0, 0, False
    for found in _TOKEN.finditer(text):
        words, is_person = _named(found, data, me, guild, directory)
        before = outbound.without_marks(text[seen : found.start()])
        start, length, seen = length + len(before), length + len(before) + len(words), found.end()
        mentioned = mentioned or not words
        parts += [before, words]
        people += [(start, length)] if is_person else []
    whole = "".join([*parts, outbound.without_marks(text[seen:])])
    lead = len(whole) - len(whole.lstrip())
    shifted = tuple((start - lead, end - lead) for start, end in people)
    return _ReadableText(text=whole.strip(), mentions_app=mentioned, people=shifted)


def _named(
    found: re.Match[str], data: Payload, me: DiscordIdentity, guild: str, directory: DiscordDirectory
) -> tuple[str, bool]:
    """(what people read there, whether it is a person or a role of people); nothing for our own mention."""
    sign, id_, emoji = found[1], found[2], found[3]
    gap = found[0][len(found[0].rstrip(" \t")) :]
    if emoji:
        return f":{emoji}:{gap}", False
    if sign == "#":
        known = directory.channels.get(id_)
        return f"#{known.name if known else id_}{gap}", False
    if sign == "@&":
        role = directory.role(guild, id_)
        if role is not None and role.bot == me.user:
            return "", False
        return f"@{role.name if role else id_}{gap}", role is None or not role.bot
    if id_ == me.user:
        return "", False
    mentioned = next((user for user in data.get("mentions") or () if str(user["id"]) == id_), None)
    name = _name(mentioned, mentioned.get("member")) if mentioned is not None else id_
    return f"@{name}{gap}", mentioned is None or not mentioned.get("bot")


def _said(data: Payload) -> str:
    """Also what was forwarded, as a quote, and stickers by their names."""
    parts = [str(data.get("content") or "")]
    for snapshot in data.get("message_snapshots") or ():
        forwarded = str((snapshot.get("message") or {}).get("content") or "")
        parts.append("\n".join(f"> {line}" for line in forwarded.splitlines()))
    parts += [f"(sticker: {sticker.get('name', '')})" for sticker in data.get("sticker_items") or ()]
    return "\n".join(filter(None, parts))


def _is_own(data: Payload, me: DiscordIdentity) -> bool:
    hook = str(data.get("webhook_id") or "")
    if hook and (hook in me.hooks or str(data.get("application_id") or "") == me.application):
        return True
    return not hook and str(data["author"]["id"]) == me.user


def _name(user: Payload, member: Payload | None = None) -> str:
    """As people see it, on one line."""
    shown = (member or {}).get("nick") or user.get("global_name") or user.get("username") or ""
    return " ".join(str(shown).split())


def _face(user: Payload) -> str:
    avatar = str(user.get("avatar") or "")
    return f"{_FACES}/{user['id']}/{avatar}.png?size=128" if avatar else ""


def _emoji(emoji: Payload) -> str:
    name = str(emoji.get("name") or "")
    return f"{name}:{emoji['id']}" if emoji.get("id") else name


def _file(attachment: Payload) -> File:
    return File(
        name=str(attachment.get("filename", "file")),
        media_type=str(attachment.get("content_type") or "application/octet-stream"),
        size=int(attachment.get("size") or 0),
        url=str(attachment.get("url") or ""),
    )


def _time(text: object) -> datetime | None:
    return datetime.fromisoformat(str(text)) if text else None


def place_id(place: Place) -> str:
    """The channel id by which Discord knows the place."""
    return place.thread or place.channel
