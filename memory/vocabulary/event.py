"""An event: one line of the activity log, what happened to a persona."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from typing_extensions import TypeAliasType

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

EDITED, DELETED = "message_edited", "message_deleted"
AMENDING = frozenset({EDITED, DELETED})
"""What became of a message that was said before; `meta.message_id` names it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """What happened, when it happened (`ts`, aware), who said it to whom, and where.

    `sender` and `recipient` are anima names or person addresses (`from`, `to` on disk); `channel` is a place.
    `meta` carries `id` (the unique key: recording it twice is a no-op), `platform`, `message_id`, `thread_id`,
    `audience`, `person`, `name` (as displayed), `reply_to`, `trust`, `author` (memory.vocabulary.author) …
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
    def label(self) -> str:
        return LABELS.get(self.type, self.type.upper()[:6])
