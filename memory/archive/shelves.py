"""Shelves: the notes of one audience lie in one folder, whose name code alone makes.

    knowledge/@group=slack=T01+C01~9f2c41d7/invoices.md

What lies on a shelf is for its audience, whatever the text says; labels in a text are no labels there. A turn writes
on the shelf of those who are present and on no other, so that names of others' notes are told by nothing.
"""

from __future__ import annotations

import re
from functools import lru_cache
from hashlib import sha256

from memory.vocabulary.address import ORG, Audience
from memory.vocabulary.errors import AddressError

SHELVED = ("knowledge", "procedures", "episodes", "state")
"""The folders that have shelves."""

MARK = "@"

_SIGNS = {":": "=", "/": "+"}
_PLAIN = re.compile(r"[A-Za-z0-9_-]")
_ESCAPED = re.compile(r",([0-9a-f]{2})")


def shelf(audience: Audience) -> str:
    """The folder's name: the audience readably, and a hash, for some file systems do not tell cases apart."""
    text = str(audience)
    named = "".join(_SIGNS.get(char) or (char if _PLAIN.match(char) else _escaped(char)) for char in text)
    return f"{MARK}{named}~{sha256(text.encode()).hexdigest()[:8]}"


def shelf_of(path: str) -> str:
    """The shelf's folder that the path names; empty for what lies on none."""
    folder, _, rest = path.partition("/")
    name, slash, _ = rest.partition("/")
    return name if slash and folder in SHELVED and name.startswith(MARK) else ""


def plain(path: str) -> str:
    """The path without its shelf, as a turn names it."""
    folder = shelf_of(path)
    return path.replace(f"/{folder}/", "/", 1) if folder else path


def on_shelf(path: str, audience: Audience) -> str:
    """The plain path (`knowledge/invoices.md`) on this audience's shelf."""
    folder, _, rest = path.partition("/")
    return f"{folder}/{shelf(audience)}/{rest}"


@lru_cache(maxsize=1024)  # asked for every document that is read
def audience_of(folder: str) -> Audience | None:
    """For whom the shelf of this name is; None where code never gave such a name."""
    named = folder.removeprefix(MARK).rpartition("~")[0]
    for char, sign in _SIGNS.items():
        named = named.replace(sign, char)
    try:
        octets = _ESCAPED.sub(lambda match: chr(int(match[1], 16)), named).encode("latin-1")
        audience = Audience.parse(octets.decode())
    except (AddressError, UnicodeError):
        return None
    return audience if shelf(audience) == folder else None


def narrowed(outer: str, label: str) -> str:
    """Who may read what carries this label inside of what is for `outer`: a label never widens. Empty: nobody."""
    try:
        wide, inner = Audience.parse(outer), Audience.parse(label) if label else None
    except AddressError:
        return ""
    if inner in (None, ORG, wide):
        return str(wide)
    return str(inner) if wide == ORG else ""


def _escaped(char: str) -> str:
    return "".join(f",{octet:02x}" for octet in char.encode(errors="replace"))
