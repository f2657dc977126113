"""Slots: each moment of each job once, whatever the clock and the process do; of those that were missed, the latest.

A slot goes into the anima's inbox under its job and its wall-clock moment, which takes it once. How far a job has come
lies in `state/rhythm.json`; a job that is new begins with its next moment.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo

from bots.delivery.seam import Delivery
from bots.errors import NotStored
from bots.house import account_of, own_place, program_as_author
from bots.message import Kind, Message
from bots.mind import Mind
from bots.parcel import Heard, Occasion, lane_of, pack_heard
from bots.rhythm.jobs import Job, Jobs, jobs_of
from bots.rhythm.news import with_news
from bots.rhythm.schedule import instant
from memory.vocabulary.address import ORG, Audience
from memory.vocabulary.errors import MemoryFault
from memory.vocabulary.ports import Clock

log = logging.getLogger(__name__)
_STATE = "state/rhythm.json"
_LONGEST_SLEEP_S, _SHORTEST_SLEEP_S = 20.0, 0.2
#: A clock that was so much ahead was wrong: what it has put off is not waited for.
_AHEAD = timedelta(days=1)
_BACK = timedelta(days=1)


class Slots:
    """Of all animas; `zone` is the house's."""

    def __init__(
        self, minds: Mapping[str, Mind], delivery: Delivery, clock: Clock, zone: tzinfo, nights: Sequence[Job] = ()
    ) -> None:
        """`nights` are what every anima does besides its files' jobs."""
        self._minds = minds
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
        for mind in self._minds.values():
            jobs = (*(await self.jobs(mind.name)).jobs, *self._nights)
            if jobs:
                coming += await self._hand_over(mind, jobs)
        return min(coming, default=None)

    async def jobs(self, anima: str) -> Jobs:
        """What the anima's files say now. Raises KeyError."""
        directory = self._minds[anima].directory
        heartbeat, cron = await asyncio.to_thread(
            lambda: (directory.read_text("heartbeat.md"), directory.read_text("cron.md"))
        )
        return jobs_of(heartbeat, cron)

    async def begin(self, anima: str, job: Job) -> None:
        """Now, whatever the schedule says. Raises KeyError, NotStored."""
        now = self._clock()
        await self._accept(self._minds[anima], job, f"now/{now.isoformat()}", now)

    def next_of(self, job: Job) -> datetime | None:
        """When it is due next."""
        zone = self._zone_of(job)
        wall = job.after(self._clock().astimezone(zone).replace(tzinfo=None))
        return instant(wall, zone).astimezone(zone) if wall else None

    async def _hand_over(self, mind: Mind, jobs: tuple[Job, ...]) -> list[datetime]:
        state = await asyncio.to_thread(_state, mind)
        coming, changed = [], {name: at for name, at in state.items() if name in {_name(job) for job in jobs}}
        for job in jobs:
            reached = self._reached(job, changed.get(_name(job), ""))
            due, following = self._due(job, reached)
            if due is not None:
                zone = self._zone_of(job)
                await self._accept(mind, job, due.isoformat(timespec="minutes"), instant(due, zone))
                reached = due
            changed[_name(job)] = reached.isoformat()
            coming += [following] if following else []
        if changed != state:
            await asyncio.to_thread(mind.directory.write_text, _STATE, json.dumps(changed, ensure_ascii=False))
        return coming

    def _reached(self, job: Job, stored: str) -> datetime:
        """How far it has come, on its wall clock."""
        wall = self._clock().astimezone(self._zone_of(job)).replace(tzinfo=None)
        try:
            reached = datetime.fromisoformat(stored).replace(tzinfo=None) if stored else wall
        except ValueError:
            reached = wall
        return wall if reached > wall + _AHEAD else reached

    def _due(self, job: Job, reached: datetime) -> tuple[datetime | None, datetime | None]:
        """The latest slot that has come since, and the instant of the one after it."""
        zone, now = self._zone_of(job), self._clock()
        following = job.after(reached)
        if following is None or instant(following, zone) > now:
            return None, instant(following, zone) if following else None
        due, lately = following, now.astimezone(zone).replace(tzinfo=None) - _BACK
        recent = job.after(lately) if lately > due else None
        if recent is not None and instant(recent, zone) <= now:
            due = recent  # nobody counts what was missed before
        following = job.after(due)
        while following is not None and instant(following, zone) <= now:
            due, following = following, job.after(following)
        return due, instant(following, zone) if following else None

    async def _accept(self, mind: Mind, job: Job, slot: str, at: datetime) -> None:
        """A heartbeat looks once for each audience for which there is something to look at."""
        audiences = await with_news(mind, self._clock()) if job.kind == "heartbeat" else [ORG]
        for audience in audiences:
            await self._accept_for(audience, mind, job, slot, at)

    async def _accept_for(self, audience: Audience, mind: Mind, job: Job, slot: str, at: datetime) -> None:
        key = f"night/{slot}/{job.title}" if job.kind == "night" else f"{_name(job)}/{slot}"  # nights in their order
        message = Message(
            kind=Kind.MESSAGE,
            account=account_of(mind.name),
            place=own_place(mind.name, job.kind, audience),
            id=key,
            order=key,
            author=program_as_author(job.kind),
            author_name=mind.name,
            at=at,
            audience=audience,
            text="\n".join(filter(None, (job.title, job.text))) or job.kind,
            author_is_bot=True,
            is_direct=True,
        )
        occasion = Occasion(kind=job.kind, id=job.title)
        heard = Heard(anima=mind.name, message=message, answers=True, names=(mind.name,), occasion=occasion)
        await self._delivery.accept(lane_of(mind.name, message), key, pack_heard(heard))

    def _zone_of(self, job: Job) -> tzinfo:
        return ZoneInfo(job.schedule.zone) if job.schedule.zone else self._zone


def _name(job: Job) -> str:
    return f"{job.kind}/{job.title}" if job.title else job.kind


def _state(mind: Mind) -> dict[str, str]:
    try:
        stored = json.loads(mind.directory.read_text(_STATE) or "{}")
    except ValueError:
        return {}
    return {str(name): str(at) for name, at in stored.items()} if isinstance(stored, dict) else {}
