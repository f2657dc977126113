"""What is said on Telegram: an act becomes text with entities, addressed; no network here."""

from __future__ import annotations

import hashlib
from functools import partial
from typing import Literal

from adapters.telegram.inbound import GENERAL
from adapters.telegram.markdown import TelegramEntity, TelegramText, render, split, utf16
from bots.errors import Refused
from bots.message import Persona
from bots.ports import Capabilities
from memory.vocabulary.address import Place

#: UTF-16 units kept free in each chunk for the persona's line.
NAME_UNITS = 70
LONGEST_TEXT = 4096
LONGEST_CAPTION = 1024
#: Markdown of this length stays within the limit when it is rendered, whatever is in it.
LONGEST_EDITABLE = 3000
REMOVED = "(removed)"


def capabilities(place: Place, *, wears_personas: bool, has_drafts: bool) -> Capabilities:
    """Topics are threads, but an answer cannot begin one. A group's 20 messages a minute count edits."""
    is_private = not is_group(place)
    streaming: Literal["draft", "edits"] = "draft" if is_private and has_drafts else "edits"
    return Capabilities(
        split=partial(split, reserve=NAME_UNITS) if wears_personas else split,
        streaming=streaming,
        edit_interval_s=(1.0 if has_drafts else 1.5) if is_private else 3.5,
        longest_editable=LONGEST_EDITABLE,
        threads=True,
        replies=not is_private,
        personas=wears_personas,
        private_answers=False,
        buttons=True,
        joins=not is_private,
        history=False,
        deletes=True,
        tells_deletions=False,
    )


def is_group(place: Place) -> bool:
    """Groups have negative ids, channels may be addressed by @name."""
    return place.channel.startswith(("-", "@"))


def chat_id(place: Place) -> int | str:
    """Raises Refused."""
    if place.channel.startswith("@"):
        return place.channel
    try:
        return int(place.channel)
    except ValueError:
        raise Refused(f"{place} is no chat of Telegram: its id must be a number") from None


def thread_id(place: Place) -> int | None:
    """The topic to send to; the General topic must not be named."""
    return int(place.thread) if place.thread.isdecimal() and place.thread != GENERAL else None


def typing_thread_id(place: Place, *, in_forum: bool) -> int | None:
    """The topic to show typing in; here the General topic must be named."""
    if place.thread.isdecimal():
        return int(place.thread)
    return int(GENERAL) if in_forum else None


def draft_id(of: str) -> int:
    """The same positive number for the same question: a draft that is sent again moves instead of appearing anew."""
    return int.from_bytes(hashlib.sha256(of.encode()).digest()[:4]) % 0x7FFFFFFE + 1


def composed(markdown: str, persona: Persona | None) -> TelegramText:
    """The message with the persona's name as a bold line before it. Empty text: there is nothing to say."""
    rendered = render(markdown)
    if not rendered.text:
        rendered = TelegramText(markdown.strip())
    name = _name(persona)
    if not name or not rendered.text:
        return rendered
    skip = utf16(name) + 1
    moved = (
        TelegramEntity(entity.type, entity.offset + skip, entity.length, entity.url, entity.language)
        for entity in rendered.entities
    )
    return TelegramText(f"{name}\n{rendered.text}", (TelegramEntity("bold", 0, skip - 1), *moved))


def preview(markdown: str) -> TelegramText:
    """As much of an unfinished answer as one message holds: the end, for that is where the writing is."""
    chunks = split(markdown)
    return render(chunks[-1]) if chunks else TelegramText("")


def _name(persona: Persona | None) -> str:
    """One line, short enough for its reserve."""
    name = " ".join(persona.name.split()) if persona else ""
    while utf16(name) > NAME_UNITS - 2:
        name = name[:-1]
    return name
