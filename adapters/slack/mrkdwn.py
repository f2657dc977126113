"""Slack's escaped text made readable: links, mentions and entities become plain Markdown."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

_TOKEN = re.compile(r"<([^<>\n]{1,4000})>")
_USER = re.compile(r"<@([UWB][A-Z0-9]+)(?:\|[^<>]*)?>")
_ROOM = re.compile(r"<#([CGD][A-Z0-9]+)(?:\|[^<>]*)?>")

Name = Callable[[str], str]


def mentioned_users(text: str) -> set[str]:
    return set(_USER.findall(text))


def mentioned_rooms(text: str) -> set[str]:
    return set(_ROOM.findall(text))


def mentions(text: str, user: str) -> bool:
    return bool(user) and user in mentioned_users(text)


class Readable(NamedTuple):
    """A text, and the spans of it that mention somebody."""

    text: str
    mentions: tuple[tuple[int, int, str], ...] = ()  # from, to, whom: an id, or "" for many


def readable(text: str, user_name: Name, room_name: Name, *, without: str = "") -> Readable:
    """The text as people read it; the mention of the user `without` is taken out."""
    if without and mentions(text, without):
        text = _without_mention(text, without)
    told, length, seen, spans = [], 0, 0, []
    for found in _TOKEN.finditer(text):
        before, token = _plain(text[seen : found.start()]), _plain(_token(found[1], user_name, room_name))
        start, length, seen = length + len(before), length + len(before) + len(token), found.end()
        told += [before, token]
        if found[1].startswith(("@", "!")):
            whom = found[1][1:].partition("|")[0] if found[1].startswith("@") else ""
            spans.append((start, length, whom))
    return Readable("".join([*told, _plain(text[seen:])]), tuple(spans))


def _plain(text: str) -> str:
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def _without_mention(text: str, user: str) -> str:
    mention = rf"<@{re.escape(user)}(?:\|[^<>]*)?>"
    # A mention at the beginning takes its comma along: "@app, bob: hello" is "bob: hello".
    text = re.sub(rf"\A\s*{mention}\s*[,:]?[ \t]*", "", text)
    text = re.sub(rf"(?<![ \t])[ \t]*+{mention}(?=\s|\Z|[.,;:!?])", "", text)
    return re.sub(mention, "", text).strip()


def _token(token: str, user_name: Name, room_name: Name) -> str:
    target, _, label = token.partition("|")
    match target[:1]:
        case "@":
            return f"@{user_name(target[1:]) or label or target[1:]}"
        case "#":
            return f"#{label or room_name(target[1:]) or target[1:]}"
        case "!":
            return label or f"@{target[1:].partition('^')[0]}"
    return _link(target, label)


def _link(target: str, label: str) -> str:
    if not re.match(r"[a-z][a-z0-9+.-]*:", target, re.IGNORECASE):
        return f"<{target}|{label}>" if label else f"<{target}>"
    bare = re.sub(r"\A(mailto:|tel:)", "", target)
    if not label or label == bare:
        return bare
    return target if re.sub(r"\Ahttps?://", "", target).rstrip("/") == label.rstrip("/") else f"[{label}]({target})"
