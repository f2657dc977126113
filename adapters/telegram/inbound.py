"""What Telegram tells, normalised: an Update as JSON becomes a Message, or None if it is nothing for us.

Pure, and total: whatever the JSON holds, nothing is raised, for one strange update must not stop an account.
Order: the message id; what happens to a message later (edit, reaction, button) sorts right after it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from adapters.telegram.commands import spoken
from adapters.telegram.payload import JsonObject, number_at, object_at, objects_at, text_at, time_at
from adapters.telegram.wording import Worded, name_of, worded
from bots.message import File, Kind, Message
from memory.vocabulary.address import Account, Audience, Person, Place

#: The updates we ask for.
UPDATES = ("message", "edited_message", "message_reaction", "callback_query")
#: A file's address; a real one would have the bot's token in it.
FILE_SCHEME = "telegram-file:"
#: The thread id of a forum's General topic, which is the room itself.
GENERAL = "1"

_MEDIA = {
    "document": ("file", "application/octet-stream"),
    "audio": ("audio.mp3", "audio/mpeg"),
    "voice": ("voice.ogg", "audio/ogg"),
    "video": ("video.mp4", "video/mp4"),
    "video_note": ("video.mp4", "video/mp4"),
    "animation": ("animation.mp4", "video/mp4"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Hearer:
    """The account that hears: its address, its numeric id and its username without @."""

    account: Account
    id: int
    username: str


def heard(update: JsonObject, hearer: Hearer, now: datetime) -> Message | None:
    """`now` dates what Telegram does not date: a pressed button."""
    if body := object_at(update, "message"):
        return _said(body, hearer)
    if body := object_at(update, "edited_message"):
        return _edited(body, hearer)
    if body := object_at(update, "message_reaction"):
        return _reacted(body, hearer)
    if body := object_at(update, "callback_query"):
        return _pressed(body, hearer, now)
    return None


def migrated(update: JsonObject) -> tuple[str, str] | None:
    """(old, new) chat id, when a group has become a supergroup: both of them tell so."""
    body = object_at(update, "message")
    here, new = number_at(object_at(body, "chat"), "id"), number_at(body, "migrate_to_chat_id")
    if here and new:
        return str(here), str(new)
    old = number_at(body, "migrate_from_chat_id")
    return (str(old), str(here)) if here and old else None


def at_home(message: Message, home: str) -> Message:
    """The same where the fleet knows its chat, which became a supergroup and numbers its messages anew since."""
    if home == message.place.channel:
        return message
    place = replace(message.place, channel=home)
    audience = message.audience if message.is_direct else Audience.group(place)
    # Behind all that was said before: a letter sorts behind every digit.
    return replace(message, place=place, audience=audience, order=f"s{message.order}")


def album(update: JsonObject) -> str:
    """The chat and the group of files that this belongs to, sent as several messages; else empty."""
    body = object_at(update, "message")
    group = text_at(body, "media_group_id")
    return f"{number_at(object_at(body, 'chat'), 'id')}/{group}" if group else ""


def together(parts: Sequence[Message]) -> Message:
    """The parts of an album as the one message that they are: the first, with the words and files of all."""
    said = next((part for part in parts if part.text), parts[0])
    return replace(
        parts[0],
        text=said.text,
        people=said.people,
        mentions_app=any(part.mentions_app for part in parts),
        files=tuple(file for part in parts for file in part.files),
    )


def forum(update: JsonObject) -> str:
    """The id of the chat this was said in, if that is a forum; else empty."""
    chat = object_at(object_at(update, "message"), "chat")
    return str(number_at(chat, "id")) if chat.get("is_forum") is True else ""


def _said(body: JsonObject, hearer: Hearer) -> Message | None:
    at = time_at(body, "date")
    if at is None or _speaker(body).get("id") == hearer.id:
        return None
    if who := next(iter(objects_at(body, "new_chat_members")), None):  # of several at once the first is told
        return _message(body, who, hearer, Kind.JOIN, at)
    if who := object_at(body, "left_chat_member"):
        return _message(body, who, hearer, Kind.LEAVE, at)
    meant = spoken(text_at(body, "text"), hearer.username)
    told, files = worded(body, hearer.id, hearer.username), _files(body)
    if meant.kind == "to_other" or not (told.text or files or told.mentions_app):
        return None
    # What somebody else wrote commands nothing.
    if meant.kind == "command" and not body.keys() & {"forward_origin", "via_bot"}:
        message = _message(body, _speaker(body), hearer, Kind.COMMAND, at)
        return message and replace(message, text=meant.words, reply_to=_reply_to(body), handle=message.id)
    message = _message(body, _speaker(body), hearer, Kind.MESSAGE, at)
    return message and _with_words(message, told, body, files)


def _edited(body: JsonObject, hearer: Hearer) -> Message | None:
    """Always an EDIT: a command cannot be given by editing."""
    at = time_at(body, "edit_date")
    if at is None or _speaker(body).get("id") == hearer.id:
        return None
    message = _message(body, _speaker(body), hearer, Kind.EDIT, at, later=str(number_at(body, "edit_date")))
    told = worded(body, hearer.id, hearer.username)
    return message and replace(_with_words(message, told, body, _files(body)), target=message.id)


def _with_words(message: Message, told: Worded, body: JsonObject, files: tuple[File, ...]) -> Message:
    return replace(
        message,
        text=told.text,
        mentions_app=told.mentions_app,
        people=told.people,
        reply_to=_reply_to(body),
        files=files,
    )


def _reacted(body: JsonObject, hearer: Hearer) -> Message | None:
    """A reaction that was added; one that was taken away is nothing to us."""
    at = time_at(body, "date")
    before = _emojis(body, "old_reaction")
    added = [emoji for emoji in _emojis(body, "new_reaction") if emoji not in before]
    if at is None or not added:
        return None
    who = object_at(body, "actor_chat") or object_at(body, "user")
    message = _message(body, who, hearer, Kind.REACTION, at, later=str(number_at(body, "date")))
    return message and replace(message, text=added[0], target=message.id)


def _pressed(body: JsonObject, hearer: Hearer, now: datetime) -> Message | None:
    query, data = text_at(body, "id"), text_at(body, "data")
    if not query or not data:
        return None
    message = _message(object_at(body, "message"), object_at(body, "from"), hearer, Kind.BUTTON, now, later=query)
    return message and replace(message, id=query, text=data, target=message.id, handle=message.id)


def _message(
    body: JsonObject, who: JsonObject, hearer: Hearer, kind: Kind, at: datetime, *, later: str = ""
) -> Message | None:
    """Who, where, when. Telegram has nothing to be a member of: which groups make one is the boards' affair."""
    chat = object_at(body, "chat")
    room, number, author = number_at(chat, "id"), number_at(body, "message_id"), number_at(who, "id")
    if not room or number <= 0 or not author or chat.get("type") not in ("private", "group", "supergroup"):
        return None
    place, person = Place("telegram", "", str(room), _topic(body)), Person("telegram", "", str(author))
    is_direct = chat.get("type") == "private"
    # A supergroup counts its messages; in private chats and small groups each bot has a count of its own.
    order = f"{number:012d}" if chat.get("type") == "supergroup" else f"{number:012d}.{hearer.id}"
    return Message(
        kind=kind,
        account=hearer.account,
        place=place,
        id=str(number),
        order=f"{order};{later}" if later else order,  # sorts behind the message in its lane
        author=person,
        author_name=name_of(who),
        at=at,
        audience=Audience.person(person) if is_direct else Audience.group(place),
        author_is_bot=who.get("is_bot") is True,
        author_is_self=author == hearer.id,
        member=False,
        is_direct=is_direct,
        language=text_at(who, "language_code").partition("-")[0],
    )


def _speaker(body: JsonObject) -> JsonObject:
    """An anonymous admin and a linked channel speak as a chat."""
    return object_at(body, "sender_chat") or object_at(body, "from")


def _topic(body: JsonObject) -> str:
    """Also answers outside of forums carry a thread id; only a topic is a place of its own."""
    topic = str(number_at(body, "message_thread_id")) if body.get("is_topic_message") is True else "0"
    return "" if topic in ("0", GENERAL) else topic


def _reply_to(body: JsonObject) -> str:
    """Every message of a topic is formally an answer to the topic's first service message: that is none."""
    original = object_at(body, "reply_to_message")
    number = number_at(original, "message_id")
    is_topics_root = body.get("is_topic_message") is True and number == number_at(body, "message_thread_id")
    return "" if not number or is_topics_root or "forum_topic_created" in original else str(number)


def _emojis(body: JsonObject, name: str) -> list[str]:
    return [emoji for one in objects_at(body, name) if (emoji := text_at(one, "emoji"))]


def _files(body: JsonObject) -> tuple[File, ...]:
    found = []
    if photos := objects_at(body, "photo"):
        largest = max(photos, key=lambda photo: number_at(photo, "width") * number_at(photo, "height"))
        found.append(_file(largest, f"photo-{text_at(largest, 'file_unique_id')}.jpg", "image/jpeg"))
    for kind, (name, media_type) in _MEDIA.items():
        is_twin = kind == "document" and "animation" in body  # Telegram sends an animation as a document, too
        if (media := object_at(body, kind)) and not is_twin:
            found.append(_file(media, name, media_type))
    return tuple(file for file in found if file.url != FILE_SCHEME)


def _file(media: JsonObject, name: str, media_type: str) -> File:
    return File(
        name=" ".join(text_at(media, "file_name").split()) or name,
        media_type=text_at(media, "mime_type") or media_type,
        size=number_at(media, "file_size"),
        url=f"{FILE_SCHEME}{text_at(media, 'file_id')}",
    )
