"""When animas sleep: by the config's hours, in the fleet's zone, once for each local day, week and month.

A night is named after the local day that it belongs to, and its record lies with the anima: so neither a restart nor a
repeated hour brings it twice, and one that was missed or cut off follows when the fleet runs again. One anima sleeps
after the other, in a thread of their own: a talk goes on meanwhile.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from bots.mind import Mind
from memory.consolidation.step import Cadence
from memory.vocabulary.errors import MemoryFault
from memory.vocabulary.ports import Clock

log = logging.getLogger(__name__)

_PAUSE_S = 30.0
_JUMP = timedelta(days=2)
"""A clock that went so much further than time did is not believed when it comes to forgetting."""

_DISTRUST = timedelta(days=1)
"""So long it has to run steadily until it is."""

NIGHTS: tuple[Cadence, ...] = ("daily", "weekly", "monthly")


@dataclass(frozen=True, slots=True, kw_only=True)
class Hours:
    """When what begins, on the clock of `zone`; `weekday` from 0 for Monday. A silence of `idle` ends a talk."""

    zone: tzinfo
    daily: time = time(3)
    weekday: int = 6
    weekly: time = time(4)
    day: int = 1
    monthly: time = time(5)
    idle: timedelta = timedelta(minutes=10)

    def latest(self, stage: Cadence, now: datetime) -> datetime:
        """The last instant up to now at which this was to begin. An hour that a day does not have comes later on that
        day; of one that it has twice, the first counts."""
        today = now.astimezone(self.zone).date()
        days = (today - timedelta(days=back) for back in range(63))
        slots = (self._begin(stage, day) for day in days)
        return next(slot for slot in slots if slot is not None and slot <= now.astimezone(UTC))

    def _begin(self, stage: Cadence, day: date) -> datetime | None:
        if (stage == "weekly" and day.weekday() != self.weekday) or (stage == "monthly" and day.day != self.day):
            return None
        at = {"weekly": self.weekly, "monthly": self.monthly}.get(stage, self.daily)
        return datetime.combine(day, at, self.zone).astimezone(UTC)


class Sleeping:
    """Watches over the nights of all animas. `monotonic` counts seconds whatever the clock says."""

    def __init__(self, minds: Mapping[str, Mind], hours: Hours, clock: Clock, monotonic: Callable[[], float]) -> None:
        self._minds = minds
        self._hours = hours
        self._clock = clock
        self._monotonic = monotonic
        self._seen: tuple[datetime, float] | None = None
        self._distrusted_until = 0.0
        self._listened: dict[str, datetime] = {}
        self._over: dict[tuple[str, str], datetime] = {}

    async def keep_watch(self) -> None:
        """Look now and again, as long as the fleet runs."""
        while True:
            await asyncio.sleep(_PAUSE_S)
            await self.look()

    async def look(self) -> None:
        """Have everybody sleep whose hour has come; what cannot be written is tried again."""
        is_steady = self._is_steady()
        for mind in [*self._minds.values()]:
            for stage in ("session", *NIGHTS):
                try:
                    await (self._talks(mind) if stage == "session" else self._night(mind, stage, is_steady))
                except (MemoryFault, OSError):
                    log.warning(
                        "an anima could not sleep; it is tried again", extra={"anima": mind.name}, exc_info=True
                    )

    async def _talks(self, mind: Mind) -> None:
        """The talks that are over become episodes; looked at no sooner than one can be."""
        now, idle = self._clock(), self._hours.idle
        looked = self._listened.get(mind.name)
        if looked is not None and now - looked < idle:
            return
        self._listened[mind.name] = now
        silence = await mind.engine.talks_end(looked - idle if looked else now - timedelta(days=1), idle)
        if silence is not None:
            await mind.engine.sleep("session", now, idle=silence)

    async def _night(self, mind: Mind, stage: Cadence, is_steady: bool) -> None:
        slot = self._hours.latest(stage, self._clock())
        if self._over.get((mind.name, stage)) == slot:
            return
        if not await mind.engine.is_tired(stage, slot):
            self._over[mind.name, stage] = slot
            return
        log.info("an anima sleeps", extra={"anima": mind.name, "stage": stage})
        last = await mind.engine.last_night(before=slot)
        is_near = last is None or slot - datetime.fromisoformat(last.at) <= _JUMP
        report = await mind.engine.sleep(stage, slot, forgets=is_steady and is_near)
        log.info("an anima has slept", extra={"anima": mind.name, "stage": stage, **report.counts})

    def _is_steady(self) -> bool:
        """Whether the clock went as time did, for a day at least after it did not."""
        now, ticks = self._clock(), self._monotonic()
        if self._seen is not None:
            went, passed = now - self._seen[0], timedelta(seconds=ticks - self._seen[1])
            if abs(went - passed) > _JUMP:
                log.warning("the clock has jumped: nothing is forgotten for a day", extra={"by": str(went - passed)})
                self._distrusted_until = ticks + _DISTRUST.total_seconds()
        self._seen = (now, ticks)
        return ticks >= self._distrusted_until
