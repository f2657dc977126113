"""A night: the steps of a cadence, one after the other, each carried out before the next one looks.

It can end anywhere: what was carried out is known by the names of the batches, and the same night goes on at the step
it was in. Slept again it changes nothing; undone, everything is what it was before, bit for bit.

    night-daily-2026-11-22.03-strategic-forgetting    a step's batch
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from itertools import islice

from memory.archive import documents
from memory.archive.checkpoints import PAST_STAGE, TALK_STAGE, NightRecord, NightRecords, UndigestedDays
from memory.archive.note_writer import NoteWriter
from memory.sleep.night_report import (
    NightChange,
    NightReport,
    StepReport,
    change_line,
    night_report,
    planned_change,
    step_as_kept,
    with_outcome,
)
from memory.sleep.night_view import NightHoldings, NightView
from memory.sleep.step import ELSEWHERE, RESOLVED, Cadence, LossesByAudience, SleepStep, is_within, losses_of
from memory.sleep.step_catalogue import steps_of
from memory.vocabulary.address import ORG, Audience
from memory.vocabulary.change import Change, NotKept, Outcome
from memory.vocabulary.errors import AddressError, MemoryFault
from memory.vocabulary.fact import INVALIDATED, FactChange
from memory.vocabulary.ports import Judge

_log = logging.getLogger(__name__)

NightProgress = Callable[[int, int], None]
"""How many steps are done, and how many there are."""

_LATELY = 20
"""Events that are looked at for whether a talk may be over."""

JUMPED = "the clock has jumped, and nothing is forgotten until it can be trusted"

NEWEST, TIDIED_AFTER = 5, timedelta(days=60)
"""So many texts of a procedure are kept for good; the others, and what can be told anew from facts, for so long."""


class NightBroken(MemoryFault):
    """The night was stopped; it goes on at the step it was in when the anima sleeps again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Planned:
    """A step's plan: what may be carried out, with what will be told of each, and what was thrown away."""

    changes: tuple[Change, ...]
    lines: tuple[NightChange, ...]
    thrown: tuple[NightChange, ...]
    refused: tuple[NightChange, ...]


def _stepped_with(planned: _Planned, step: SleepStep, lines: tuple[NightChange, ...]) -> StepReport:
    """`refused` where some audience's part was not carried out, and nothing else was."""
    every = (*lines, *planned.refused, *planned.thrown)
    why = next((line.refused for line in planned.refused), "") if not lines else ""
    return StepReport(name=step.name, lines=every, refused=why)


class Sleep:
    """Of one anima. Its `night` is awaited in a thread and on an event loop of its own, for views block."""

    def __init__(
        self,
        holdings: NightHoldings,
        writer: NoteWriter,
        nights: NightRecords,
        applied: Callable[[], None],
        settled: Callable[[FactChange], None],
        undigested: UndigestedDays,
        steps_of: Callable[[str], tuple[SleepStep, ...]] = steps_of,
    ) -> None:
        """`applied` is called after every batch, and after every one that is undone; `settled` with what settles a
        plan."""
        self._settled = settled
        self._undigested = undigested
        self._past: NightRecord | None = None
        self._last: datetime | None = None
        self._steps_of = steps_of
        self._holdings = holdings
        self._writer = writer
        self._nights = nights
        self._judge: Judge | None = None
        self._idle = timedelta()
        self._applied = applied
        self._is_over = threading.Event()

    def stop(self) -> None:
        """No further step begins: the night that runs ends in NightBroken."""
        self._is_over.set()

    async def night(
        self,
        stage: Cadence,
        now: datetime,
        judge: Judge | None,
        progress: NightProgress,
        *,
        dry_run: bool,
        forgets: bool,
        idle: timedelta = timedelta(),
    ) -> NightReport:
        """Sleep once: the same night again tells what it did. One that was cut off is brought to its end first.

        Raises StorageFault, NightBroken; then it goes on another time.
        """
        self._judge, self._idle = judge, idle
        if dry_run:
            return await self._dry(stage, now, progress)
        if (broken := await self._end_broken(progress)) is not None and broken.night == self._name(stage, now):
            return broken
        known = self._nights.find(self._name(stage, now))
        if known is not None:
            return night_report(known)
        name, kept, idle_s = self._name(stage, now), self._kept(now), idle.total_seconds()
        begun = NightRecord(id=name, stage=stage, at=now, kept=kept, forgets=forgets, idle_s=idle_s)
        self._nights.keep(begun)
        return await self._sleep(begun, progress)

    async def digest(self, now: datetime, judge: Judge | None, progress: NightProgress, most: int) -> list[NightReport]:
        """Look again at the days that were over when something was added to them, the oldest first, so many at most.

        Each is a night of its own, and undone alone. Raises StorageFault, NightBroken; then it goes on another time.
        """
        self._judge, self._idle = judge, timedelta()
        await self._end_broken(lambda done, total: None)
        days, slept = self._undigested.days()[:most], list[NightReport]()
        for number, day in enumerate(days):
            progress(number, len(days))
            if (record := self._begun_of(day, now)) is not None:
                slept.append(await self._sleep(record, lambda done, total: None))
        progress(len(days), len(days))
        return slept

    def _begun_of(self, day: date, now: datetime) -> NightRecord | None:
        """The night of a day that is over, put down before the day is settled; None where nobody has it any more."""
        audiences = self._undigested.of(day)
        kept = {str(view.audience): view.count() for view in self._views(now) if str(view.audience) in audiences}
        name, number = f"{PAST_STAGE}-{day}", 1
        while kept and self._nights.find(name) is not None:
            number += 1
            name = f"{PAST_STAGE}-{day}-{number}"
        record = NightRecord(id=name, stage=PAST_STAGE, at=now, kept=kept, forgets=False, day=day.isoformat())
        if kept:
            self._nights.keep(record)
        self._undigested.settle(day, audiences)
        return record if kept else None

    async def _end_broken(self, progress: NightProgress) -> NightReport | None:
        broken = self._nights.open()
        return await self._sleep(broken, progress) if broken is not None else None

    def undo(self, night: str = "") -> NightReport:
        """Make everything what it was before the night, the latest one where none is named.

        Raises NotKept where there is none, StorageFault.
        """
        there = self._nights.all(*(item for item in (TALK_STAGE, PAST_STAGE) if night.startswith(item)))
        slept = [item for item in there if item.state != "undone" and item.id == (night or item.id)]
        if not slept:
            raise NotKept("no night is kept that could be undone")
        record = slept[-1]
        if record.at < self._tidied_until():
            raise NotKept(f"{record.id} is too long ago: not all texts of that time are kept any more")
        for batch in sorted(self._writer.batches.ids(f"night-{record.id}."), reverse=True):
            self._writer.undo(batch)
        self._applied()
        undone = replace(record, state="undone")
        self._nights.keep(undone)
        return night_report(undone)

    def last(self, before: datetime | None = None) -> NightReport | None:
        """The report of the latest night, of those that were slept as of an instant before."""
        nights = [night for night in self._nights.all() if before is None or night.at < before]
        return night_report(nights[-1]) if nights else None

    def slept(self, since: datetime, until: datetime) -> list[NightReport]:
        """Of the nights that are over, and were slept as of since < instant <= until; the oldest first."""
        return [
            night_report(night) for night in self._nights.all() if night.state == "done" and since < night.at <= until
        ]

    def is_due(self, stage: str, slot: datetime) -> bool:
        """Whether this night is not over, and something was recorded before it."""
        known = self._nights.find(self._base(stage, slot))
        if known is not None:
            return known.state == "open"
        log = self._holdings.log()
        return any(event.ts <= slot for day in log.days()[:1] for _, event in islice(log.read(day), 1))

    def talks_end(self, since: datetime, idle: timedelta) -> timedelta | None:
        """After which silence a talk is over now: none, where the anima has looked around at its own hour since then;
        None: nothing was recorded since."""
        lately = [event for event in self._holdings.log().tail(_LATELY) if event.ts > since]
        if not lately:
            return None
        return timedelta() if any(event.type == "heartbeat_end" for event in lately) else idle

    # ---------------------------------------------------------------------------------------------------------

    def _tidied_until(self) -> datetime:
        """Of nights before this instant not every text is kept."""
        tidied = [night.at for night in self._nights.all() if night.stage == "monthly" and night.state == "done"]
        return max(tidied, default=datetime.min.replace(tzinfo=UTC) + TIDIED_AFTER) - TIDIED_AFTER

    async def _sleep(self, record: NightRecord, progress: NightProgress) -> NightReport:
        every = self._steps_of(record.stage)
        losses = self._losses(record)
        self._idle = timedelta(seconds=record.idle_s)
        self._past, self._last = (record if record.day else None), self._before(record)
        for number, step in enumerate(every[len(record.steps) :], start=len(record.steps)):
            progress(number, len(every))
            if self._is_over.is_set():
                raise NightBroken("the night was stopped, and goes on another time")
            if step.forgets and not record.forgets:
                done = StepReport(name=step.name, refused=JUMPED)
            else:
                done = await self._step(f"night-{record.id}.{number:02}-{step.name}", step, record.at, losses)
            record = replace(record, steps=(*record.steps, step_as_kept(done)))
            self._nights.keep(record)
        record = replace(record, state="done")
        if record.stage == "monthly":
            self._writer.tidy(NEWEST, record.at - TIDIED_AFTER)
        if record.stage == "session" and not any(step["lines"] for step in record.steps):
            self._nights.drop(record)
        else:
            self._nights.keep(record)
        progress(len(every), len(every))
        return night_report(record)

    def _before(self, record: NightRecord) -> datetime | None:
        """When the last night of its kind was slept."""
        if record.stage != "daily":
            return None
        slept = (night.at for night in self._nights.all() if (night.stage, night.state) == (record.stage, "done"))
        return max((at for at in slept if at < record.at), default=None)

    async def _step(self, batch: str, step: SleepStep, now: datetime, losses: LossesByAudience) -> StepReport:
        if known := self._carried_out(batch):  # then the end came before it was put down that it is done
            self._tell_settled([change for change, _ in known])
            lines = (with_outcome(change_line(change, self._audience_of(change)), outcome) for change, outcome in known)
            return StepReport(name=step.name, lines=tuple(lines))
        planned = await self._planned(batch, step, now, losses)
        if not planned.changes:
            return _stepped_with(planned, step, ())
        outcomes = self._writer.apply(batch, planned.changes)
        self._applied()
        self._tell_settled(planned.changes)
        return _stepped_with(planned, step, tuple(map(with_outcome, planned.lines, outcomes)))

    def _tell_settled(self, changes: Sequence[Change]) -> None:
        """However often it is told: what was settled in a talk is settled for all who may know of it."""
        for change in changes:
            note = change.note
            if isinstance(note, FactChange) and note.type == INVALIDATED and note.how == RESOLVED:
                self._settled(note)

    async def _dry(self, stage: Cadence, now: datetime, progress: NightProgress) -> NightReport:
        self._past, self._last = None, None
        every, losses, done = self._steps_of(stage), losses_of(self._kept(now)), list[StepReport]()
        for number, step in enumerate(every):
            progress(number, len(every))
            planned = await self._planned("", step, now, losses)
            done.append(_stepped_with(planned, step, planned.lines))
        return NightReport(
            night=self._name(stage, now), stage=stage, at=now.isoformat(), state="planned", steps=tuple(done)
        )

    async def _planned(self, batch: str, step: SleepStep, now: datetime, losses: LossesByAudience) -> _Planned:
        """What each audience's view plans is held against what that audience has, and against nothing else."""
        changes, lines, thrown, refused = list[Change](), list[NightChange](), list[NightChange](), list[NightChange]()
        for view in self._views(now):
            if self._past is not None and str(view.audience) not in self._past.kept:
                continue
            lost = losses[str(view.audience)]
            view.night, view.may_vanish, view.idle, view.last_night = batch, lost.left, self._idle, self._last
            view.day = date.fromisoformat(self._past.day) if self._past is not None else view.day
            planned = await self._plan(step, view, now)
            own = [change for change in planned if is_within(view, change)]
            for change in planned:
                if change not in own:
                    _log.warning("a planned change was thrown away: %s", ELSEWHERE, extra={"step": step.name})
                    thrown.append(replace(change_line(change, str(view.audience)), refused=ELSEWHERE))
            told = [change_line(change, str(view.audience)) for change in own]
            if why := lost.take(own):
                _log.warning("a step of sleep was not carried out: %s", why, extra={"step": step.name})
                refused += [replace(line, refused=why) for line in told]
            else:
                changes += own
                lines += told
        return _Planned(changes=tuple(changes), lines=tuple(lines), thrown=tuple(thrown), refused=tuple(refused))

    async def _plan(self, step: SleepStep, view: NightView, now: datetime) -> list[Change]:
        try:
            return await step.plan(view, self._judge, now)
        except MemoryFault:
            raise
        except Exception:  # the rim of a night: one step's fault keeps no anima from the rest of its sleep
            _log.exception("a step of sleep failed", extra={"step": step.name})
            return []

    def _views(self, now: datetime) -> list[NightView]:
        self._holdings.refresh(now)
        found = []
        for audience in self._holdings.audiences():
            try:
                found.append(NightView(self._holdings, Audience.parse(audience), now))
            except AddressError:  # what no file or line should say is nobody's
                continue
        return found

    def _kept(self, now: datetime) -> dict[str, int]:
        return {str(view.audience): view.count() for view in self._views(now)}

    def _losses(self, record: NightRecord) -> LossesByAudience:
        """With what the batches that are carried out have taken."""
        self._writer.recover()
        losses = losses_of(record.kept)
        for batch in self._writer.batches.ids(f"night-{record.id}."):
            for change, _ in self._carried_out(batch):
                losses[self._audience_of(change)].take([change])
        return losses

    def _audience_of(self, change: Change) -> str:
        """Whose it is, also after it was carried out; what lies on no shelf is everybody's."""
        note = change.note
        fact = note.fact if isinstance(note, FactChange) else None
        ids = note.ids if isinstance(note, FactChange) else (change.path,)
        told = self._holdings.strengths.asked(lambda state: [state.facts[id] for id in ids if id in state.facts])
        if known := fact or next(iter(told), None):
            return known.audience
        folder = documents.shelf_of(ids[0].partition("#")[0]) if ids else ""
        return str((documents.audience_of(folder) if folder else None) or ORG)

    def _carried_out(self, batch: str) -> list[tuple[Change, Outcome]]:
        known = self._writer.batches.find(batch)
        return [(planned_change(deed), deed.outcome) for deed in known.deeds] if known else []

    def _name(self, stage: str, now: datetime) -> str:
        """The night of the local day; after it was undone, the next one of that day."""
        base = self._base(stage, now)
        for number in range(1, 1000):
            name = base if number == 1 else f"{base}.{number}"
            known = self._nights.find(name)
            if known is None or known.state != "undone":
                return name
        raise NotKept(f"{base} was undone too often")

    def _base(self, stage: str, now: datetime) -> str:
        local = now.astimezone(self._holdings.zone)
        return f"{stage}-{local:%Y-%m-%d}" if stage != "session" else f"{stage}-{local:%Y-%m-%dT%H%M%S}"
