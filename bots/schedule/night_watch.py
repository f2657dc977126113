"""Nights: slots at which an anima sleeps, tells its owners of it, and tells people what it has learned of them.

A night is named after the local day of its slot and its record lies with the anima, so it comes once; one that was cut
off goes on where it was. One anima sleeps after the other, in a thread of their own: a talk goes on meanwhile. The end
of a talk is no slot: it is looked for now and again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from time import perf_counter
from typing import Protocol, cast

from bots.anima.anima import Anima
from bots.delivery.intake import DAYS_AT_ONCE
from bots.delivery.metrics import Metrics
from bots.schedule.jobs import OwnJob
from bots.schedule.wall_clock import Schedule, WallClockMoments
from memory.sleep.step import Cadence
from memory.vocabulary.errors import MemoryFault
from memory.vocabulary.ports import Clock

log = logging.getLogger(__name__)

DAILY, WEEKLY, MONTHLY, REPORT, CARDS = "daily", "weekly", "monthly", "report", "cards"

_PAUSE_S = 30.0
_JUMP = timedelta(days=2)
"""A clock that went so much further than time did is not believed when it comes to forgetting."""

_DISTRUST = timedelta(days=1)
"""So long it has to run steadily until it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SleepHours:
    """When what begins, on the clock of the house; weekdays as in cron. `report` and `cards` None: they are not told.

    A silence of `idle` ends a talk."""

    daily: time = time(3)
    weekday: str = "sun"
    weekly: time = time(4)
    day: int = 1
    monthly: time = time(5)
    report: time | None = None
    cards: time | None = None
    idle: timedelta = timedelta(minutes=10)

    def jobs(self) -> tuple[OwnJob, ...]:
        """A night is before the report of it."""
        sent = [(REPORT, self.report, "*"), (CARDS, self.cards, self.weekday)]
        return (
            _night_job(DAILY, self.daily),
            _night_job(WEEKLY, self.weekly, day_of_week=self.weekday),
            _night_job(MONTHLY, self.monthly, day=str(self.day)),
            *(_night_job(title, at, day_of_week=when) for title, at, when in sent if at is not None),
        )


def _night_job(title: str, at: time, day: str = "*", day_of_week: str = "*") -> OwnJob:
    moments = WallClockMoments(minute=str(at.minute), hour=str(at.hour), day=day, day_of_week=day_of_week)
    return OwnJob(kind="night", title=title, text="", schedule=Schedule(moments=(moments,)))


class TellsOfNights(Protocol):
    """Who is told of nights: owners of what sleep has changed, people of what was learned of them."""

    async def hand_over(self, anima: Anima, what: str, slot: datetime) -> None:
        """To everybody whom it concerns and who can be reached. Raises NotStored."""
        ...


class NightWatch:
    """Of all animas. `monotonic` counts seconds whatever the clock says."""

    def __init__(
        self,
        animas: Mapping[str, Anima],
        idle: timedelta,
        clock: Clock,
        monotonic: Callable[[], float],
        telling: TellsOfNights | None = None,
        metrics: Metrics | None = None,
    ) -> None:
        self._animas = animas
        self._idle = idle
        self._clock = clock
        self._monotonic = monotonic
        self._telling = telling
        self._metrics = metrics or Metrics()
        self._seen: tuple[datetime, float] | None = None
        self._distrusted_until = 0.0
        self._listened: dict[str, datetime] = {}
        self._asleep = asyncio.Lock()

    async def keep_watch(self) -> None:
        """Look now and again, as long as the fleet runs."""
        while True:
            await asyncio.sleep(_PAUSE_S)
            await self.look()

    async def look(self) -> None:
        """The talks that are over become episodes; what cannot be written is tried again."""
        self.watch_clock()
        for anima in [*self._animas.values()]:
            try:
                await self._talks(anima)
            except (MemoryFault, OSError):
                log.warning("an anima could not sleep; it is tried again", extra={"anima": anima.name}, exc_info=True)

    async def take(self, anima: Anima, title: str, slot: datetime) -> None:
        """What is due at a slot. Raises MemoryFault, NotStored: it is tried again."""
        if title in (REPORT, CARDS):
            if self._telling is not None:
                await self._telling.hand_over(anima, title, slot)
            return
        async with self._asleep:
            await self._night(anima, cast(Cadence, title), slot)

    def watch_clock(self) -> bool:
        """Whether the clock went as time did, for a day at least after it did not."""
        now, ticks = self._clock(), self._monotonic()
        if self._seen is not None:
            went, passed = now - self._seen[0], timedelta(seconds=ticks - self._seen[1])
            if abs(went - passed) > _JUMP:
                log.warning("the clock has jumped: nothing is forgotten for a day", extra={"by": str(went - passed)})
                self._distrusted_until = ticks + _DISTRUST.total_seconds()
        self._seen = (now, ticks)
        return ticks >= self._distrusted_until

    async def _talks(self, anima: Anima) -> None:
        """Looked at no sooner than one can be over."""
        now = self._clock()
        looked = self._listened.get(anima.name)
        if looked is not None and now - looked < self._idle:
            return
        self._listened[anima.name] = now
        silence = await anima.engine.talks_end(looked - self._idle if looked else now - timedelta(days=1), self._idle)
        if silence is not None:
            async with self._asleep:
                await anima.engine.sleep("session", now, idle=silence)

    async def _night(self, anima: Anima, stage: Cadence, slot: datetime) -> None:
        if not await anima.engine.is_tired(stage, slot):
            return
        log.info("an anima sleeps", extra={"anima": anima.name, "stage": stage})
        if stage == DAILY:
            await anima.engine.digest(DAYS_AT_ONCE)
        last = await anima.engine.last_night(before=slot)
        is_near = last is None or slot - datetime.fromisoformat(last.at) <= _JUMP
        began = perf_counter()
        report = await anima.engine.sleep(stage, slot, forgets=self.watch_clock() and is_near)
        self._metrics.slept(anima.name, stage, report.state, perf_counter() - began)
        log.info("an anima has slept", extra={"anima": anima.name, "stage": stage, **report.counts})
