"""Assembly: the parts of one anima's memory, and how they are joined. Nothing is opened by joining them."""

from __future__ import annotations

import logging
from asyncio import AbstractEventLoop
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from memory.archive.directory import AnimaDirectory
from memory.archive.formation_state import FormationState
from memory.archive.gathering import gather
from memory.archive.memory_line import Note
from memory.archive.nights import Nights
from memory.archive.writer import Writer
from memory.calibration.tables import calibration_of
from memory.consolidation.asking import JudgeOfNights
from memory.consolidation.night import Sleep
from memory.consolidation.settling import Settling
from memory.consolidation.view import Holdings
from memory.editing import Editing
from memory.encoding.by_model import FormationByModel
from memory.encoding.formation import Formation
from memory.encoding.known import Known
from memory.formation.linking import Linking
from memory.index import calibrations
from memory.index.keeper import Keeper
from memory.index.log_now import LogNow
from memory.index.strengths import Strengths
from memory.keeping import FactKeeping
from memory.knowledge.ports import Aids
from memory.knowledge.publishing import Publishing
from memory.knowledge.withdrawing import Withdrawing
from memory.noting import Noting
from memory.options import Options
from memory.overview import Overview
from memory.priming.surroundings import Surroundings
from memory.procedures.known import Procedures
from memory.recall.belief import Belief
from memory.recall.explaining import Explaining
from memory.recall.facts import Facts
from memory.recall.hot_tier import HotTier
from memory.recall.intentional import IntentionalRecall
from memory.recall.memorising import Memorising
from memory.recall.reading import Reading
from memory.recall.recall import Recall, ScaleOf
from memory.recall.uses import Uses
from memory.recording import Recording
from memory.retracting import Retracting
from memory.stores import Stores
from memory.vocabulary.errors import MemoryFault
from memory.vocabulary.event import Event
from memory.vocabulary.ports import Clock, Embedder, Judge

if TYPE_CHECKING:
    from memory.calibration.fitting import Fitted

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """What the engine's methods call."""

    stores: Stores
    keeper: Keeper
    log_now: LogNow
    strengths: Strengths
    recall: Recall
    hot_tier: HotTier
    uses: Uses
    retracting: Retracting
    recording: Recording
    editing: Editing
    intentional: IntentionalRecall
    surroundings: Surroundings
    formation: Formation | None
    facts: FactKeeping
    procedures: Procedures
    sleep: Sleep
    overview: Overview

    def make_ready(self) -> None:
        """Complete the directory, and what a crash has left half done."""
        AnimaDirectory(self.stores.directory).complete()
        try:
            gather(self.stores.directory, self.stores.quarantine, self.stores.clock)
            self.editing.writer.recover()
        except MemoryFault:
            _log.exception("a batch of changes waits to be completed; it is tried again before the next")

    def heard(self, events: Sequence[Event], stored: Sequence[bool]) -> None:
        """What was recorded of these is looked at for what is worth remembering."""
        if self.formation is not None:
            for file in self.recording.files_of(events, stored):
                self.formation.heard(file)

    def judge_of_nights(self, judge: Judge | None, loop: AbstractEventLoop) -> JudgeOfNights | None:
        return JudgeOfNights(judge, loop, self.stores.operations.note, self.stores.clock) if judge else None

    def open_index(self) -> None:
        """Have the index abreast of the files, and the uses folded."""
        try:
            self.strengths.refresh()
            self.keeper.refresh(self.stores.clock())
        except (MemoryFault, OSError):
            _log.warning("an index could not be opened; the first question tries again", exc_info=True)

    def calibrate(self) -> Fitted | None:
        """Fit the embedder's calibration and keep it. Raises EmbedderFault, StorageFault."""
        from memory.calibration.fitting import fitted

        if self.keeper.embedder is None:
            return None
        found = fitted(self.keeper.embedder)
        calibrations.keep(self.stores.location.calibrations, found.embedder, found.scales)
        return found


def assembled(directory: Path, embedder: Embedder | None, clock: Clock, options: Options) -> Parts:
    ground = _ground(directory, embedder, clock, options)
    writing = _writing(ground)
    recalling = _recalling(ground)
    stores, strengths, note = ground.stores, ground.strengths, writing.retracting.note
    formation = _formation(ground, note) if options.forms else None
    uses = Uses(note, clock)
    return Parts(
        stores=stores,
        keeper=ground.keeper,
        log_now=ground.log_now,
        strengths=strengths,
        recall=recalling.recall,
        hot_tier=ground.hot_tier,
        uses=uses,
        retracting=writing.retracting,
        recording=writing.recording,
        editing=writing.editing,
        intentional=IntentionalRecall(
            recalling.recall, recalling.belief, recalling.reading, recalling.explaining, uses, clock
        ),
        surroundings=_surroundings(ground, recalling),
        formation=formation,
        facts=FactKeeping(
            strengths,
            recalling.explaining,
            note,
            formation,
            Known(ground.keeper, strengths, options.membership, stores.event),
            recalling.recall.replaced,
            options.membership,
            clock,
            options.redact,
        ),
        procedures=Procedures(
            stores.documents, writing.writer, ground.keeper, writing.editing.carried_out, options.membership, clock
        ),
        overview=Overview(strengths, ground.keeper, stores.documents, options.membership, options.zone),
        sleep=_sleep(ground, writing, recalling.recall),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ground:
    """What all other parts stand on: the files, what is derived of them, and what was chosen."""

    stores: Stores
    keeper: Keeper
    log_now: LogNow
    strengths: Strengths
    facts: Facts
    hot_tier: HotTier
    scale_of: ScaleOf
    options: Options


def _ground(directory: Path, embedder: Embedder | None, clock: Clock, options: Options) -> _Ground:
    zone, membership = options.zone, options.membership
    stores = Stores(directory, clock, zone, options.redact)
    keeper = Keeper(
        stores.location,
        zone,
        embedder,
        chroma_from=options.chroma_from,
        with_keys=options.forms,
        tell=stores.quarantine.try_keep,
    )
    strengths = Strengths(stores.location, zone, options.curve)
    facts = Facts(strengths)
    return _Ground(
        stores=stores,
        keeper=keeper,
        log_now=LogNow(keeper, stores.log, membership),
        strengths=strengths,
        facts=facts,
        hot_tier=HotTier(stores.location, zone, strengths, facts, membership),
        scale_of=partial(_scale_of, stores, embedder),
        options=options,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Writing:
    """What changes the files."""

    writer: Writer
    retracting: Retracting
    recording: Recording
    editing: Editing


def _writing(ground: _Ground) -> _Writing:
    stores, keeper, strengths = ground.stores, ground.keeper, ground.strengths
    clock, zone = stores.clock, stores.zone
    noting = Noting(stores, strengths, keeper)
    writer = Writer(stores.directory, stores.quarantine, clock, zone, noting.append_for_writer, stores.redact)
    withdrawing = Withdrawing(stores.documents, lambda batch, changes: editing.apply(batch, changes))
    retracting = Retracting(noting, strengths, withdrawing, Publishing(stores.documents, stores.profiles, stores.name))
    recording = Recording(stores, keeper, retracting)
    editing = Editing(writer, Memorising(writer, stores.documents, clock, zone), recording, keeper, clock)
    return _Writing(writer=writer, retracting=retracting, recording=recording, editing=editing)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Recalling:
    """What finds and reads."""

    recall: Recall
    reading: Reading
    belief: Belief
    explaining: Explaining


def _recalling(ground: _Ground) -> _Recalling:
    stores, strengths, options = ground.stores, ground.strengths, ground.options
    return _Recalling(
        recall=options.recall(
            keeper=ground.keeper,
            location=stores.location,
            zone=stores.zone,
            membership=options.membership,
            strengths=strengths,
            facts=ground.facts,
            scale_of=ground.scale_of,
            spreading=options.spreading,
            mood=options.mood,
        ),
        reading=Reading(stores.location, stores.zone, stores.log, ground.log_now, options.membership),
        belief=Belief(strengths, stores.log),
        explaining=Explaining(strengths, ground.log_now.event, options.membership),
    )


def _surroundings(ground: _Ground, recalling: _Recalling) -> Surroundings:
    return Surroundings(
        location=ground.stores.location,
        zone=ground.stores.zone,
        log=ground.stores.log,
        log_now=ground.log_now,
        recall=recalling.recall,
        reading=recalling.reading,
        belief=recalling.belief,
        hot_tier=ground.hot_tier,
        membership=ground.options.membership,
        quarantine=ground.stores.quarantine,
    )


def _sleep(ground: _Ground, writing: _Writing, recall: Recall) -> Sleep:
    stores, options = ground.stores, ground.options
    holdings = Holdings(
        keeper=ground.keeper,
        strengths=ground.strengths,
        documents=stores.documents,
        log=stores.log,
        log_now=ground.log_now,
        recall=recall,
        scale_of=ground.scale_of,
        zone=stores.zone,
        membership=options.membership,
        most_active=options.most_active,
        aids=Aids(entailment=options.entailment),
    )
    settling = Settling(ground.strengths, writing.recording, stores.resolutions, stores.name)
    nights = Nights(stores.directory, stores.quarantine)
    return Sleep(holdings, writing.writer, nights, writing.editing.files_changed, settling, stores.undigested)


def _formation(ground: _Ground, append: Callable[[Sequence[Note]], None]) -> Formation:
    stores, keeper, strengths, options = ground.stores, ground.keeper, ground.strengths, ground.options
    membership, relations, judge = options.membership, options.relations, options.judge
    return Formation(
        log=stores.log,
        log_now=ground.log_now,
        known=Known(keeper, strengths, membership, stores.event),
        append=append,
        state=FormationState(stores.directory / "state", stores.quarantine),
        clock=stores.clock,
        zone=stores.zone,
        by_model=FormationByModel(judge, stores.clock, stores.operations.note) if judge else None,
        linking=Linking(relations, keeper, strengths, membership) if relations else None,
    )


def _scale_of(stores: Stores, embedder: Embedder | None, language: str) -> Callable[[float], float]:
    return calibration_of(embedder.name, stores.location.calibrations, language) if embedder else float
