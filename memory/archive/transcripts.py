"""Transcripts: a day of one place as Markdown, derived from the activity log for people to read."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from memory.archive.activity_log import ActivityLog
from memory.vocabulary.address import Place
from memory.vocabulary.event import Event

_SPOKEN = frozenset({"message_received", "response_sent", "dm_received", "dm_sent", "channel_post", "channel_read"})
_CHANGES = {"message_edited": "edited", "message_deleted": "deleted", "reaction_added": "reacted"}


def transcript(
    log: ActivityLog, place: Place | str, day: date, may_read: Callable[[Event], bool] = lambda event: True
) -> str:
    """The talk of a place on a day; empty when there was none. `may_read` is the audience gate, asked per entry."""
    there = (event for _, event in log.read(day) if _is_in(event, str(place)) and may_read(event))
    lines = [_line(event, log) for event in sorted(there, key=lambda event: event.ts) if _is_talk(event)]
    return f"# {place}, {day.isoformat()}\n\n" + "\n\n".join(lines) + "\n" if lines else ""


def _is_in(event: Event, place: str) -> bool:
    """A channel's transcript has its threads too; a thread's has only itself."""
    return event.channel == place or ("#" not in place and event.channel.startswith(f"{place}#"))


def _is_talk(event: Event) -> bool:
    return event.type in _SPOKEN or event.type in _CHANGES


def _line(event: Event, log: ActivityLog) -> str:
    who = str(event.meta.get("name") or event.sender or "?")
    change = _CHANGES.get(event.type)
    at = event.ts.astimezone(log.zone).strftime("%H:%M")
    return f"**{who}** ({at}{f', {change}' if change else ''})  \n{event.content}"
