"""Whether a heartbeat has anything to look at: something heard since the last one, or a task on the list."""

from __future__ import annotations

from datetime import datetime, timedelta

from bots.mind import Mind
from memory.archive.activity_log import ActivityLog

_TASKS = ("state/current_task.md", "state/pending.md")
_HEARD = frozenset({"message_received", "dm_received", "message_edited", "message_deleted", "channel_read", "error"})
_LOOKED_BACK = timedelta(days=2)


def has_news(mind: Mind, now: datetime) -> bool:
    """Reads the latest days of the activity log; blocking."""
    if any(_has_entries(mind.directory.read_text(path)) for path in _TASKS):
        return True
    zone, is_new = mind.engine.zone, False
    log = ActivityLog(mind.directory.activity_log, zone)
    for day in log.days():
        if day >= (now - _LOOKED_BACK).astimezone(zone).date():
            for _, event in log.read(day):
                if event.type == "heartbeat_end":
                    is_new = False
                elif event.type in _HEARD:
                    is_new = True
    return is_new


def _has_entries(text: str) -> bool:
    """Headings alone are an empty list."""
    return any(line.strip() and not line.lstrip().startswith("#") for line in text.splitlines())
