"""Slots: each moment of each job once, whatever the clock and the process do; of those that were missed, the latest.

A slot goes into the anima's inbox under its job and its wall-clock moment, which takes it once. How far a job has
come lies in `state/rhythm.json`; a job that is new begins with its next moment.

A heartbeat looks for one audience: it is begun by what is new to those and by nothing else, for its beginning would
tell of it. What bots say by themselves begins none, or two animas of one room would wake each other for ever.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo

from bots.anima.anima import Anima
from bots.delivery.contract import Delivery
from bots.delivery.internal_channel import internal_account, is_internal, own_place, program_as_author
from bots.delivery.items import InboxItem, Occasion, lane_of, pack_inbox
from bots.errors import NotStored
from bots.message import Kind, Message
from bots.schedule.jobs import OwnJob, OwnJobs, jobs_of
from bots.schedule.wall_clock import instant_of
from memory.archive.activity_log import ActivityLog
from memory.archive.json_lines import Storage
from memory.vocabulary.address import ORG, Account, Audience, Place
from memory.vocabulary.errors import AddressError, MemoryFault
from memory.vocabulary.ports import Clock

_FROM_PEOPLE = frozenset({"message_received", "message_edited", "message_deleted"})
_HEARD_EVENTS = _FROM_PEOPLE | {"dm_received", "channel_read", "error"}
_NEWS_LOOKED_BACK = timedelta(days=2)


@dataclass(frozen=True, slots=True, kw_only=True)
class LastHeard:
    """What was heard last of one audience: whether a heartbeat has not seen it yet, and where people said something
    last, which a colleague's letter about it is not."""

    is_new: bool = False
    account: Account | None = None
    place: Place | None = None


async def audiences_with_news(anima: Anima, now: datetime) -> list[Audience]:
    """The audiences for which a heartbeat has a cause."""
    latest = await last_heard(anima, now)
    wanted = {audience for audience, last in latest.items() if last.is_new} | set(await anima.engine.in_hand())
    return sorted(wanted)


async def has_news(anima: Anima, audience: Audience, now: datetime) -> bool:
    """Whether a heartbeat for this audience has a cause."""
    return audience in await audiences_with_news(anima, now)


async def last_heard(anima: Anima, now: datetime) -> Mapping[Audience, LastHeard]:
    """Of the latest days of the activity log, by audience."""
    return await asyncio.to_thread(_last_heard, anima, now)


def _last_heard(anima: Anima, now: datetime) -> dict[Audience, LastHeard]:
    zone = anima.engine.zone
    log, found = ActivityLog(anima.directory.activity_log, Storage(zone=zone)), dict[Audience, LastHeard]()
    for day in log.days():
        if day < (now - _NEWS_LOOKED_BACK).astimezone(zone).date():
            continue
        for _, event in log.read(day):
            audience = Audience.find(event.audience)
            if audience is None or event.is_confided:
                continue
            before = found.get(audience, LastHeard())
            if event.type == "heartbeat_end":
                found[audience] = LastHeard(is_new=False, account=before.account, place=before.place)
            elif event.type in _HEARD_EVENTS and not (event.type in _FROM_PEOPLE and event.meta.get("bot")):
                account, place = _where_heard(str(event.meta.get("account", "")), event.channel)
                found[audience] = LastHeard(is_new=True, account=account or before.account, place=place or before.place)
    return found


def _where_heard(account: str, channel: str) -> tuple[Account | None, Place | None]:
    try:
        place = Place.parse(channel).room
        return (None, None) if is_internal(place) else (Account.parse(account), place)
    except AddressError:
        return None, None


# --- slots ----------------------------------------------------------------------------------------------------------
# Slots: each moment of each job once, whatever the clock and the process do; of those that were missed, the latest.
#
# A slot goes into the anima's inbox under its job and its wall-clock moment, which takes it once. How far a job has
# come lies in `state/rhythm.json`; a job that is new begins with its next moment.


log = logging.getLogger(__name__)
_SLOT_STATE = "state/rhythm.json"
_LONGEST_SLEEP_S, _SHORTEST_SLEEP_S = 20.0, 0.2
#: A clock that was so much ahead was wrong: what it has put off is not waited for.
_AHEAD = timedelta(days=1)
_BACK = timedelta(days=1)


class Slots:
    """Of all animas; `zone` is the house's."""

    def __init__(
        self, animas: Mapping[str, Anima], delivery: Delivery, clock: Clock, zone: tzinfo, nights: Sequence[OwnJob] = ()
    ) -> None:
        """`nights` are what every anima does besides its files' jobs."""
        self._animas = animas
        self._delivery = delivery
        self._clock = clock
        self._zone = zone
        self._nights = tuple(nights)

    async def keep_watch(self) -> None:
        """As long as the fleet runs; files that people change are read again each time."""
        while True:
            try:
                due = await self.look()
            except (NotStored, MemoryFault, OSError):
                log.warning("what is due could not be handed over; it is tried again", exc_info=True)
                due = None
            left = (due - self._clock()).total_seconds() if due else _LONGEST_SLEEP_S
            await asyncio.sleep(min(max(left, _SHORTEST_SLEEP_S), _LONGEST_SLEEP_S))

    async def look(self) -> datetime | None:
        """Hand over what is due; when the next slot is. Raises NotStored, StorageFault."""
        coming = []
        for anima in self._animas.values():
            jobs = (*(await self.jobs(anima.name)).jobs, *self._nights)
            if jobs:
                coming += await self._hand_over(anima, jobs)
        return min(coming, default=None)

    async def jobs(self, anima: str) -> OwnJobs:
        """What the anima's files say now. Raises KeyError."""
        directory = self._animas[anima].directory
        heartbeat, cron = await asyncio.to_thread(
            lambda: (directory.read_text("heartbeat.md"), directory.read_text("cron.md"))
        )
        return jobs_of(heartbeat, cron)

    async def begin(self, anima: str, job: OwnJob) -> None:
        """Now, whatever the schedule says. Raises KeyError, NotStored."""
        now = self._clock()
        await self._accept(self._animas[anima], job, f"now/{now.isoformat()}", now)

    def next_of(self, job: OwnJob) -> datetime | None:
        """When it is due next."""
        zone = self._zone_of(job)
        wall = job.after(self._clock().astimezone(zone).replace(tzinfo=None))
        return instant_of(wall, zone).astimezone(zone) if wall else None

    async def _hand_over(self, anima: Anima, jobs: tuple[OwnJob, ...]) -> list[datetime]:
        state = await asyncio.to_thread(_slot_state, anima)
        coming, changed = [], {name: at for name, at in state.items() if name in {_slot_name(job) for job in jobs}}
        for job in jobs:
            reached = self._reached(job, changed.get(_slot_name(job), ""))
            due, following = self._due(job, reached)
            if due is not None:
                zone = self._zone_of(job)
                await self._accept(anima, job, due.isoformat(timespec="minutes"), instant_of(due, zone))
                reached = due
            changed[_slot_name(job)] = reached.isoformat()
            coming += [following] if following else []
        if changed != state:
            await asyncio.to_thread(anima.directory.write_text, _SLOT_STATE, json.dumps(changed, ensure_ascii=False))
        return coming

    def _reached(self, job: OwnJob, stored: str) -> datetime:
        """How far it has come, on its wall clock."""
        wall = self._clock().astimezone(self._zone_of(job)).replace(tzinfo=None)
        try:
            reached = datetime.fromisoformat(stored).replace(tzinfo=None) if stored else wall
        except ValueError:
            reached = wall
        return wall if reached > wall + _AHEAD else reached

    def _due(self, job: OwnJob, reached: datetime) -> tuple[datetime | None, datetime | None]:
        """The latest slot that has come since, and the instant of the one after it."""
        zone, now = self._zone_of(job), self._clock()
        following = job.after(reached)
        if following is None or instant_of(following, zone) > now:
            return None, instant_of(following, zone) if following else None
        due, lately = following, now.astimezone(zone).replace(tzinfo=None) - _BACK
        recent = job.after(lately) if lately > due else None
        if recent is not None and instant_of(recent, zone) <= now:
            due = recent  # nobody counts what was missed before
        following = job.after(due)
        while following is not None and instant_of(following, zone) <= now:
            due, following = following, job.after(following)
        return due, instant_of(following, zone) if following else None

    async def _accept(self, anima: Anima, job: OwnJob, slot: str, at: datetime) -> None:
        """A heartbeat looks once for each audience for which there is something to look at."""
        audiences = await audiences_with_news(anima, self._clock()) if job.kind == "heartbeat" else [ORG]
        for audience in audiences:
            await self._accept_for(audience, anima, job, slot, at)

    async def _accept_for(self, audience: Audience, anima: Anima, job: OwnJob, slot: str, at: datetime) -> None:
        key = (
            f"night/{slot}/{job.title}" if job.kind == "night" else f"{_slot_name(job)}/{slot}"
        )  # nights in their order
        message = Message(
            kind=Kind.MESSAGE,
            account=internal_account(anima.name),
            place=own_place(anima.name, job.kind, audience),
            id=key,
            order=key,
            author=program_as_author(job.kind),
            author_name=anima.name,
            at=at,
            audience=audience,
            text="\n".join(filter(None, (job.title, job.text))) or job.kind,
            author_is_bot=True,
            is_direct=True,
        )
        occasion = Occasion(kind=job.kind, id=job.title)
        item = InboxItem(anima=anima.name, message=message, answers=True, names=(anima.name,), occasion=occasion)
        await self._delivery.accept(lane_of(anima.name, message), key, pack_inbox(item))

    def _zone_of(self, job: OwnJob) -> tzinfo:
        return ZoneInfo(job.schedule.zone) if job.schedule.zone else self._zone


def _slot_name(job: OwnJob) -> str:
    return f"{job.kind}/{job.title}" if job.title else job.kind


def _slot_state(anima: Anima) -> dict[str, str]:
    try:
        stored = json.loads(anima.directory.read_text(_SLOT_STATE) or "{}")
    except ValueError:
        return {}
    return {str(name): str(at) for name, at in stored.items()} if isinstance(stored, dict) else {}
