"""An event: one line of the activity log, what happened to a persona, and by its author who said it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, Self, get_args

from typing_extensions import TypeAliasType

from memory.vocabulary.address import Person
from memory.vocabulary.errors import AddressError

#: A named recursive type, as Pydantic needs it.
Json = TypeAliasType("Json", "str | int | float | bool | list[Json] | Mapping[str, Json] | None")

#: Event type -> ASCII label. Unknown types are read without failing.
LABELS: Mapping[str, str] = {
    "message_received": "MSG<",
    "response_sent": "MSG>",
    "dm_sent": "DM>",
    "dm_received": "DM<",
    "channel_post": "CH.W",
    "channel_read": "CH.R",
    "human_notify": "NTFY",
    "tool_use": "TOOL",
    "heartbeat_start": "HB",
    "heartbeat_end": "HB",
    "cron_executed": "CRON",
    "memory_write": "MEM",
    "error": "ERR",
    "issue_resolved": "RSLV",
    "message_edited": "EDIT",
    "message_deleted": "DEL",
    "reaction_added": "REACT",
    "tool_result": "TOOL",
    "notice": "NOTE",
}

CONFIDED_META = "confided"
"""Of an event: what was heard in it, for the sake of which it goes nowhere but into the log."""

EDITED, DELETED = "message_edited", "message_deleted"
TROUBLE = "trouble"
"""The key of `meta` that marks an answer as the program's apology for one that failed."""

AMENDING = frozenset({EDITED, DELETED})
"""What became of a message that was said before; `meta.message_id` names it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """What happened, when it happened (`ts`, aware), who said it to whom, and where.

    `sender` and `recipient` are anima names or person addresses (`from`, `to` on disk); `channel` is a place.
    `meta` carries `id` (the unique key: recording it twice is a no-op), `platform`, `message_id`, `thread_id`,
    `audience`, `person`, `name` (as displayed), `reply_to`, `trust`, `author` (memory.vocabulary.event) …
    """

    ts: datetime
    type: str
    content: str = ""
    summary: str = ""
    sender: str = ""
    recipient: str = ""
    channel: str = ""
    tool: str = ""
    via: str = ""
    meta: Mapping[str, Json] = field(default_factory=dict)

    @property
    def id(self) -> str:
        return str(self.meta.get("id", ""))

    @property
    def audience(self) -> str:
        """The audience as text; empty in legacy lines, which nobody may read but the operator."""
        return str(self.meta.get("audience", ""))

    @property
    def is_confided(self) -> bool:
        """Said in distress, or answered to that: the log keeps it, and nothing tells it again."""
        return bool(self.meta.get(CONFIDED_META))

    @property
    def is_trouble(self) -> bool:
        """Whether it tells that something failed, and nothing that anybody meant."""
        return self.type == "error" or self.meta.get(TROUBLE) is True

    @property
    def label(self) -> str:
        return LABELS.get(self.type, self.type.upper()[:6])


# --- author ---------------------------------------------------------------------------------------------------------
# Who said a text: exactly one author, by type, never by searching a string for a colon.
#
#     person     somebody on a platform, by address       person:slack:T01/U01
#     anima      the anima whose log it is                 anima:alice
#     colleague  another anima of the house                colleague:bob
#     tool       what a tool gave                          tool:web_search
#     program    what the house itself says                program
#
# `meta.author` of an event names a tool or the program; of all others the type and `from` of LOG-01 tell. Lines that
# were written before there was `meta.author` are read with the least that they can be.


AuthorKind = Literal["person", "anima", "colleague", "tool", "program"]
AUTHOR_META = "author"
TOOL_RESULT, NOTICE = "tool_result", "notice"
"""The event types of what wakes a turn and is nobody's message: a tool's result, a word of the program."""
ANIMA_PLATFORM, TOOL_PLATFORM, PROGRAM_PLATFORM = "anima", "tool", "program"
"""The house's own platforms: no account of a person has an address there."""

_AUTHOR_KINDS: tuple[str, ...] = get_args(AuthorKind)
_RECEIVED_TYPES = frozenset({"message_received", "dm_received", "reaction_added", "channel_read"}) | AMENDING
#: Until `meta.author`, what came of a person's press was kept in the name of that person: its id ends so, and only the
#: answer of somebody who was called looks the same.
_OLD_ANSWER_TYPES = re.compile(r"~[0-9a-f]{12}(?:[0-9a-f]{4})?:message")


@dataclass(frozen=True, slots=True, order=True)
class Author:
    """`of` is the person's address, or the name of the anima or tool; empty for the program."""

    kind: AuthorKind
    of: str = ""

    def __str__(self) -> str:
        return f"{self.kind}:{self.of}" if self.of else self.kind

    @property
    def is_person(self) -> bool:
        return self.kind == "person"

    @property
    def is_mute(self) -> bool:
        """Whether it is nobody who talks: a tool or the program. Nothing is formed of it, and it answers nothing."""
        return self.kind in ("tool", "program")

    @classmethod
    def parse(cls, text: str) -> Self:
        """Raises AddressError."""
        kind, _, of = text.partition(":")
        for known in get_args(AuthorKind):
            if kind == known:
                return cls(known, of)
        raise AddressError(f"{text!r} is no author: expected one of {', '.join(_AUTHOR_KINDS)}, and of whom")

    @classmethod
    def by(cls, address: Person) -> Self:
        """Who stands behind an address."""
        match address.platform:
            case "anima":
                return cls("colleague", address.id)
            case "tool":
                return cls("tool", address.id)
            case "program":
                return cls("program")
        return cls("person", str(address))


PROGRAM_AUTHOR = Author("program")


def author_of(event: Event) -> Author:
    """Whose words `event.content` is. (`summary` of a `tool_use` is that tool's, whoever used it.)"""
    named = event.meta.get(AUTHOR_META)
    if isinstance(named, str) and named:
        try:
            return Author.parse(named)
        except AddressError:
            return PROGRAM_AUTHOR
    if event.type not in _RECEIVED_TYPES:
        return _sayer(event.sender)
    if ":" not in event.sender:
        return Author("colleague", event.sender) if event.type == "dm_received" else Author("person", event.sender)
    try:
        said = Author.by(Person.parse(event.sender))
    except AddressError:
        return Author("person", event.sender)
    return PROGRAM_AUTHOR if said.is_person and _OLD_ANSWER_TYPES.search(event.id) else said


def _sayer(sender: str) -> Author:
    """Of what an anima did: its own name stands there, nothing where the program tells of it."""
    return Author("anima", sender) if sender else PROGRAM_AUTHOR
