"""What Telegram tells, normalised: an Update as JSON becomes a Message, or None if it is nothing for us."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from adapters.telegram.commands import spoken
from bots.message import File, Kind, Message
from memory.vocabulary.address import Account, Audience, Person, Place

JsonObject = Mapping[str, object]


def object_at(body: JsonObject, name: str) -> JsonObject:
    found = body.get(name)
    return found if isinstance(found, Mapping) else {}


def objects_at(body: JsonObject, name: str) -> list[JsonObject]:
    found = body.get(name)
    return [item for item in found if isinstance(item, Mapping)] if isinstance(found, list) else []


def number_at(body: JsonObject, name: str) -> int:
    found = body.get(name)
    return found if isinstance(found, int) and not isinstance(found, bool) else 0


def text_at(body: JsonObject, name: str) -> str:
    found = body.get(name)
    return found if isinstance(found, str) else ""


def time_at(body: JsonObject, name: str) -> datetime | None:
    """A Unix time as an aware datetime."""
    seconds = number_at(body, name)
    try:
        return datetime.fromtimestamp(seconds, UTC) if seconds > 0 else None
    except (OverflowError, OSError, ValueError):
        return None


# --- wording --------------------------------------------------------------------------------------------------------
# What a person wrote, readable: code and links as Markdown, the mention of our own bot taken out.


_LONGEST_NAME = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Worded:
    """A text, whether it mentions our bot, and the spans in which it mentions people without a name that can be typed.

    Telegram takes every @word for a mention, whether somebody has that name or not: such a word stays a word.
    """

    text: str
    mentions_app: bool = False
    people: tuple[tuple[int, int], ...] = ()


def worded(body: JsonObject, bot_id: int, username: str) -> Worded:
    """A caption counts as text; a sticker is its emoji."""
    text, entities = text_at(body, "text"), objects_at(body, "entities")
    if not text:
        text, entities = text_at(body, "caption"), objects_at(body, "caption_entities")
    if not text:
        return Worded(text=_without_words(body))
    units = text.encode("utf-16-le", "surrogatepass")
    mentioned = False
    people: list[tuple[int, int]] = []  # counted from the end, where all is done
    # From the last to the first, so that what was replaced moves nothing before it.
    for entity in sorted(
        entities, key=lambda part: (number_at(part, "offset"), -number_at(part, "length")), reverse=True
    ):
        start, end = 2 * number_at(entity, "offset"), 2 * (number_at(entity, "offset") + number_at(entity, "length"))
        if not 0 <= start < end <= len(units):
            continue
        before, inner, after = (_decoded(part) for part in (units[:start], units[start:end], units[end:]))
        if _is_ours(entity, inner, bot_id, username):
            mentioned = True
            before, inner = before.rstrip(" "), ""
            after = after.lstrip(" \t,:") if not before else after
        else:
            inner = _as_markdown(entity, inner)
            if entity.get("type") == "text_mention" and object_at(entity, "user").get("is_bot") is not True:
                people.append((len(inner) + len(after), len(after)))
        units = (before + inner + after).encode("utf-16-le", "surrogatepass")
    whole = _decoded(units)
    size, text = len(whole.rstrip()), whole.strip()
    lead, tail = size - len(text), len(whole) - size
    spans = tuple((size - start + tail - lead, size - end + tail - lead) for start, end in people)
    return Worded(text=text, mentions_app=mentioned, people=spans)


def name_of(user: JsonObject) -> str:
    """A user's or chat's name on one line: names are data, never lines of a prompt."""
    full = f"{text_at(user, 'first_name')} {text_at(user, 'last_name')}".strip() or text_at(user, "title")
    one_line = " ".join(re.sub(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]", " ", full).split())
    return (one_line or text_at(user, "username") or str(number_at(user, "id")))[:_LONGEST_NAME]


def _is_ours(entity: JsonObject, inner: str, bot_id: int, username: str) -> bool:
    match entity.get("type"):
        case "mention":
            return inner.lower() == f"@{username.lower()}"
        case "text_mention":
            return number_at(object_at(entity, "user"), "id") == bot_id
    return False


def _as_markdown(entity: JsonObject, inner: str) -> str:
    match entity.get("type"):
        case "code":
            return f"`{inner}`"
        case "pre":
            return f"```{text_at(entity, 'language')}\n{inner.rstrip()}\n```"
        case "text_link":
            return f"[{inner}]({text_at(entity, 'url')})"
        case "text_mention":
            return f"@{inner.lstrip('@')}"
    return inner


def _without_words(body: JsonObject) -> str:
    """A line for what has no words of its own."""
    if emoji := text_at(object_at(body, "sticker"), "emoji"):
        return emoji
    if dice := object_at(body, "dice"):
        return f"{text_at(dice, 'emoji')} {number_at(dice, 'value')}"
    if question := text_at(object_at(body, "poll"), "question"):
        return f"(poll) {question}"
    if contact := object_at(body, "contact"):
        return f"(contact) {name_of(contact)}"
    if location := object_at(body, "location"):
        return f"(location) {location.get('latitude')}, {location.get('longitude')}"
    return ""


def _decoded(units: bytes) -> str:
    return units.decode("utf-16-le", "replace")


# --- inbound --------------------------------------------------------------------------------------------------------


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
    words, files = worded(body, hearer.id, hearer.username), _files(body)
    if meant.kind == "to_other" or not (words.text or files or words.mentions_app):
        return None
    # What somebody else wrote commands nothing.
    if meant.kind == "command" and not body.keys() & {"forward_origin", "via_bot"}:
        message = _message(body, _speaker(body), hearer, Kind.COMMAND, at)
        return message and replace(message, text=meant.words, reply_to=_reply_to(body), handle=message.id)
    message = _message(body, _speaker(body), hearer, Kind.MESSAGE, at)
    return message and _with_words(message, words, body, files)


def _edited(body: JsonObject, hearer: Hearer) -> Message | None:
    """Always an EDIT: a command cannot be given by editing."""
    at = time_at(body, "edit_date")
    if at is None or _speaker(body).get("id") == hearer.id:
        return None
    message = _message(body, _speaker(body), hearer, Kind.EDIT, at, later=str(number_at(body, "edit_date")))
    words = worded(body, hearer.id, hearer.username)
    return message and replace(_with_words(message, words, body, _files(body)), target=message.id)


def _with_words(message: Message, words: Worded, body: JsonObject, files: tuple[File, ...]) -> Message:
    return replace(
        message,
        text=words.text,
        mentions_app=words.mentions_app,
        people=words.people,
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
    return [emoji for reaction in objects_at(body, name) if (emoji := text_at(reaction, "emoji"))]


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
