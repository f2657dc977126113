"""Acts to Discord's payloads: pure.

Every post carries a mark: a few invisible characters made from its nonce, by which it is found again when the
answer to the request was lost. What stands before the text (a quote of the question, a name) is the head; it ends
with the mark, so that an edit can tell it from the text.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from adapters.discord import markdown as rendering
from bots.message import Choice, Persona, Send

LIMIT = 2000
_SIGNS = "\u2060\u2061\u2062\u2063"
_MARK_SIGNS = 20
_MARK = re.compile(f"[{_SIGNS}]{{{_MARK_SIGNS}}}")
_QUOTE_CHARS = 90
_NAME_CHARS = 80
#: What a chunk must leave free: mark, quote (with a name in it) or name.
RESERVE = _MARK_SIGNS + _QUOTE_CHARS + _NAME_CHARS + 20
_SUPPRESS_EMBEDS, _EPHEMERAL = 1 << 2, 1 << 6
_ROW, _BUTTON, _GREY = 1, 2, 2
_LABEL_CHARS = 80
_QUIET: dict[str, Any] = {"parse": [], "replied_user": False}
#: Discord takes no webhook name with these in it.
_FORBIDDEN = re.compile("clyde|discord", re.IGNORECASE)


def split(markdown: str) -> list[str]:
    return rendering.split(markdown, reserve=RESERVE)


def nonce(own: str) -> str:
    """Discord's nonce (at most 25 characters), the same for the same send."""
    return hashlib.sha256(own.encode()).hexdigest()[:24]


def mark(own: str) -> str:
    """40 bits of the nonce's hash, invisible."""
    bits = int.from_bytes(hashlib.sha256(b"mark:" + own.encode()).digest()[:5], "big")
    return "".join(_SIGNS[bits >> shift & 3] for shift in range(0, 2 * _MARK_SIGNS, 2))


def without_marks(text: str) -> str:
    return _MARK.sub("", text)


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """What surrounds a post's text: `head` before it (with the mark), or the bare mark after it."""

    head: str = ""
    tail: str = ""

    def around(self, markdown: str) -> str:
        """The post's content. Where the limit is passed all the same, the text is what stays."""
        text = rendering.render(markdown)
        content = self.head + text + self.tail
        if len(content) <= LIMIT:
            return content
        bare = "".join(_MARK.findall(self.head)) + self.tail
        return text[: LIMIT - len(bare)] + bare


def frame(own: str, head: str = "") -> Frame:
    """The mark goes before the last space or line break of the head."""
    sign = mark(own)
    if not head:
        return Frame(tail=sign)
    kept = head.rstrip()
    return Frame(head=kept + sign + head[len(kept) :])


def frame_of(content: str) -> Frame:
    """The frame of a post that is there already."""
    found = _MARK.search(content)
    if found is None:
        return Frame()
    if found.end() == len(content):
        return Frame(tail=found[0])
    gap = content[found.end()]
    return Frame(head=content[: found.end()] + (gap if gap in " \n" else ""))


def name_head(persona: Persona) -> str:
    """Where no name can be worn, it stands before the text."""
    return f"**{_plain(persona.name, _NAME_CHARS)}:** "


def quote_head(author: str, text: str) -> str:
    """A webhook cannot reply: the question is quoted on one line."""
    said = _plain(text, _QUOTE_CHARS)
    return f"> **{_plain(author, _NAME_CHARS)}:** {said}\n" if said else ""


def _plain(text: str, longest: int) -> str:
    line = " ".join(without_marks(text).split())
    line = re.sub(r"([\\*_~`|>\[\]])", "", line)
    return line if len(line) <= longest else line[: longest - 1] + "…"


def wearable(persona: Persona) -> bool:
    """Whether a webhook may post under this name."""
    return bool(persona.name.strip()) and not _FORBIDDEN.search(persona.name)


def text_of(act: Send) -> str:
    return f"<@{act.mention.person.id}> {act.text}" if act.mention else act.text


def bot_post(act: Send, content: str, own: str) -> dict[str, Any]:
    body: dict[str, Any] = {
        **_buttons(act.choices),
        "content": content,
        "nonce": nonce(own),
        "enforce_nonce": True,
        "flags": _SUPPRESS_EMBEDS,
        "allowed_mentions": _told(act),
    }
    if act.reply_to.isdigit():
        body["message_reference"] = {"message_id": act.reply_to, "fail_if_not_exists": False}
    return body


def webhook_post(act: Send, content: str, persona: Persona) -> dict[str, Any]:
    """Name and face stand on every post: Discord keeps none between posts."""
    body: dict[str, Any] = {
        **_buttons(act.choices),
        "content": content,
        "username": persona.name.strip()[:_NAME_CHARS],
        "flags": _SUPPRESS_EMBEDS,
        "allowed_mentions": _told(act),
    }
    if persona.avatar.startswith(("http://", "https://")):
        body["avatar_url"] = persona.avatar
    return body


def private_answer(content: str, choices: Sequence[Choice] = ()) -> dict[str, Any]:
    flags = _EPHEMERAL | _SUPPRESS_EMBEDS
    return {**_buttons(choices), "content": content, "flags": flags, "allowed_mentions": _QUIET}


def edit(content: str) -> dict[str, Any]:
    """Buttons would stay if they were not taken away."""
    return {"content": content, "components": [], "allowed_mentions": _QUIET}


def _told(act: Send) -> dict[str, Any]:
    """Whom Discord tells: nobody but who is mentioned on purpose, whatever stands in the text."""
    return {**_QUIET, "users": [act.mention.person.id]} if act.mention else _QUIET


def _buttons(choices: Sequence[Choice]) -> dict[str, Any]:
    """One row of them, or nothing."""
    row = [
        {"type": _BUTTON, "style": _GREY, "label": choice.label[:_LABEL_CHARS], "custom_id": choice.value}
        for choice in choices
    ]
    return {"components": [{"type": _ROW, "components": row}]} if row else {}
