"""What a person wrote, readable: code and links as Markdown, the mention of our own bot taken out."""

from __future__ import annotations

import re
from dataclasses import dataclass

from adapters.telegram.payload import JsonObject, number_at, object_at, objects_at, text_at

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
    for entity in sorted(entities, key=lambda one: (number_at(one, "offset"), -number_at(one, "length")), reverse=True):
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
