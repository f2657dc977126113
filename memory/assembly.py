"""Assembly: the parts of one anima's memory, and how they are joined. Nothing is opened by joining them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from memory.archive.formation_state import FormationState
from memory.archive.memory_line import Note
from memory.archive.nights import Nights
from memory.archive.writer import Writer
from memory.calibration.tables import calibration_of
from memory.consolidation.night import Sleep
from memory.consolidation.settling import Settling
from memory.consolidation.view import Holdings
from memory.editing import Editing
from memory.encoding.by_model import FormationByModel
from memory.encoding.formation import Formation
from memory.encoding.known import Known
from memory.formation.linking import Linking
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
from memory.recall.recall import Recall
from memory.recall.updates import Updates
from memory.recall.uses import Uses
from memory.recording import Recording
from memory.retracting import Retracting
from memory.stores import Stores
from memory.vocabulary.ports import Clock, Embedder


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


def assembled(directory: Path, embedder: Embedder | None, clock: Clock, options: Options) -> Parts:
    """Raises ValueError where there is no recipe of this name."""
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
    log_now = LogNow(keeper, stores.log, membership)
    strengths = Strengths(stores.location, zone, options.curve)
    facts = Facts(strengths)
    hot_tier = HotTier(stores.location, zone, strengths, facts, membership)
    noting = Noting(stores, strengths, keeper)
    writer = Writer(directory, stores.quarantine, clock, zone, noting.append_for_writer, options.redact)
    withdrawing = Withdrawing(stores.documents, lambda batch, changes: editing.apply(batch, changes))
    retracting = Retracting(noting, strengths, withdrawing, Publishing(stores.documents, stores.profiles, stores.name))
    recording = Recording(stores, keeper, retracting)
    editing = Editing(writer, Memorising(writer, stores.documents, clock, zone), recording, keeper, clock)
    scale_of = partial(_scale_of, stores, embedder)
    recall = Recall(
        keeper,
        stores.location,
        zone,
        membership,
        options.recipe,
        strengths.of,
        scale_of,
        options.spreading,
        facts,
        strengths.together,
        Updates(strengths),
    )
    reading = Reading(stores.location, zone, stores.log, log_now, membership)
    belief = Belief(strengths, stores.log)
    explaining = Explaining(strengths, log_now.event, membership)
    uses = Uses(retracting.note, clock)
    formation = _formation(stores, keeper, strengths, log_now, retracting.note, options) if options.forms else None
    return Parts(
        stores=stores,
        keeper=keeper,
        log_now=log_now,
        strengths=strengths,
        recall=recall,
        hot_tier=hot_tier,
        uses=uses,
        retracting=retracting,
        recording=recording,
        editing=editing,
        intentional=IntentionalRecall(recall, belief, reading, explaining, uses, clock),
        surroundings=Surroundings(
            location=stores.location,
            zone=zone,
            log=stores.log,
            log_now=log_now,
            recall=recall,
            reading=reading,
            belief=belief,
            hot_tier=hot_tier,
            membership=membership,
            quarantine=stores.quarantine,
        ),
        formation=formation,
        facts=FactKeeping(strengths, explaining, retracting.note, formation, membership, clock, options.redact),
        procedures=Procedures(stores.documents, writer, keeper, editing.carried_out, membership, clock),
        overview=Overview(strengths, keeper, stores.documents, membership, zone),
        sleep=Sleep(
            Holdings(
                keeper=keeper,
                strengths=strengths,
                documents=stores.documents,
                log=stores.log,
                log_now=log_now,
                recall=recall,
                scale_of=scale_of,
                zone=zone,
                membership=membership,
                most_active=options.most_active,
                aids=Aids(entailment=options.entailment, relations=options.relations),
            ),
            writer,
            Nights(directory, stores.quarantine),
            editing.files_changed,
            Settling(strengths, recording, stores.resolutions, stores.name),
        ),
    )


def _formation(
    stores: Stores,
    keeper: Keeper,
    strengths: Strengths,
    log_now: LogNow,
    append: Callable[[Sequence[Note]], None],
    options: Options,
) -> Formation:
    membership, relations, judge = options.membership, options.relations, options.judge
    return Formation(
        log=stores.log,
        log_now=log_now,
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
