"""For whom a heartbeat has something to look at: whatever is new since the last one, or a task on the list.

One beat looks for one audience: it is begun by what those may know and by nothing else, for its beginning would tell of
it. What bots say by themselves begins none, or two animas of one room would wake each other for ever.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from bots.mind import Mind
from memory.archive.activity_log import ActivityLog
from memory.vocabulary.address import Account, Audience, Place
from memory.vocabulary.errors import AddressError

_FROM_PEOPLE = frozenset({"message_received", "message_edited", "message_deleted"})
_HEARD = _FROM_PEOPLE | {"dm_received", "channel_read", "error"}
_LOOKED_BACK = timedelta(days=2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """What was heard last of one audience: whether a heartbeat has not seen it yet, and where people said it."""

    is_new: bool = False
    account: Account | None = None
    place: Place | None = None


async def with_news(mind: Mind, now: datetime) -> list[Audience]:
    """The audiences for which a heartbeat has a cause."""
    heard = await last_heard(mind, now)
    wanted = {audience for audience, last in heard.items() if last.is_new} | set(await mind.engine.in_hand())
    return sorted(wanted)


async def has_news(mind: Mind, audience: Audience, now: datetime) -> bool:
    """Whether a heartbeat for this audience has a cause."""
    return audience in await with_news(mind, now)


async def last_heard(mind: Mind, now: datetime) -> Mapping[Audience, Heard]:
    """Of the latest days of the activity log, by audience."""
    return await asyncio.to_thread(_last_heard, mind, now)


def _last_heard(mind: Mind, now: datetime) -> dict[Audience, Heard]:
    zone = mind.engine.zone
    log, found = ActivityLog(mind.directory.activity_log, zone), dict[Audience, Heard]()
    for day in log.days():
        if day < (now - _LOOKED_BACK).astimezone(zone).date():
            continue
        for _, event in log.read(day):
            audience = Audience.find(event.audience)
            if audience is None:
                continue
            before = found.get(audience, Heard())
            if event.type == "heartbeat_end":
                found[audience] = Heard(is_new=False, account=before.account, place=before.place)
            elif event.type in _HEARD and not (event.type in _FROM_PEOPLE and event.meta.get("bot")):
                account, place = _where(str(event.meta.get("account", "")), event.channel)
                found[audience] = Heard(is_new=True, account=account or before.account, place=place or before.place)
    return found


def _where(account: str, channel: str) -> tuple[Account | None, Place | None]:
    try:
        return Account.parse(account), Place.parse(channel).room
    except AddressError:
        return None, None
