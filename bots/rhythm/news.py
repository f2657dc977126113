"""Whether a heartbeat has anything to look at: something heard since the last one, or a task on the list.

Only what the heartbeat itself may read counts: what it is begun by would else be told by its beginning.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from datetime import datetime, timedelta

from bots.mind import Mind
from memory.archive.activity_log import ActivityLog
from memory.audience import covers
from memory.vocabulary.address import Audience
from memory.vocabulary.errors import MemoryFault

_TASKS = ("state/current_task.md", "state/pending.md")
_HEARD = frozenset({"message_received", "dm_received", "message_edited", "message_deleted", "channel_read", "error"})
_LOOKED_BACK = timedelta(days=2)


async def has_news(mind: Mind, audience: Audience, now: datetime) -> bool:
    """Whether a heartbeat with this audience has a cause."""
    for path in _TASKS:
        with suppress(MemoryFault, FileNotFoundError):
            if _has_entries(await mind.engine.read(path, audience)):
                return True
    return await asyncio.to_thread(_was_heard, mind, audience, now)


def _was_heard(mind: Mind, audience: Audience, now: datetime) -> bool:
    """Reads the latest days of the activity log; blocking."""
    zone, is_new = mind.engine.zone, False
    log = ActivityLog(mind.directory.activity_log, zone)
    for day in log.days():
        if day >= (now - _LOOKED_BACK).astimezone(zone).date():
            for _, event in log.read(day):
                if event.type == "heartbeat_end":
                    is_new = False
                elif event.type in _HEARD and covers(event.audience, audience):
                    is_new = True
    return is_new


def _has_entries(text: str) -> bool:
    """Headings alone are an empty list."""
    return any(line.strip() and not line.lstrip().startswith("#") for line in text.splitlines())
