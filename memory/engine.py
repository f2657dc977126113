"""MemoryEngine: the public face of one anima's memory, usable without any bot; its options, and how its parts are
joined.
"""

from __future__ import annotations

import asyncio
import logging
from asyncio import AbstractEventLoop
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Self

from memory.archive.anima_directory import AnimaDirectory, AnimaStores, gather_into_days
from memory.archive.checkpoints import FormationState, NightRecords
from memory.archive.conversations import Attachment, Attachments
from memory.archive.json_lines import Redact, redact_nothing
from memory.archive.memory_log import MemoryNote
from memory.archive.note_writer import NoteWriter
from memory.fact_keeping import FactKeeping
from memory.formation.known_facts import KnownFacts
from memory.formation.model_formation import FormationByModel
from memory.formation.worker import FormationWorker
from memory.index import calibration
from memory.index.calibration import calibration_of
from memory.index.keeper import CHROMA_FROM, IndexKeeper, IndexReport
from memory.index.log_now import AmendedLog
from memory.index.strengths import Strengths
from memory.inventory import MemoryOverview, OverviewGraph, OverviewWeek
from memory.recall.associations import USUAL_SPREADING, Spreading
from memory.recall.belief import BeliefJudge
from memory.recall.explaining import Explaining
from memory.recall.holding import Holding
from memory.recall.hot_tier import HotTier
from memory.recall.intentional import IntentionalRecall, Uses
from memory.recall.pipeline import Recall, SimilarityScaleOf
from memory.recall.pointers import PointerReader
from memory.recall.priming.channel import USUAL_BUDGETS, PrimingBudgets, PrimingSituation
from memory.recall.priming.channels import KNOWN_KINDS, all_channels
from memory.recall.priming.prime_channels import PRIMING_DEADLINE_S, prime
from memory.recall.priming.surroundings import Surroundings
from memory.recall.query import RecallQuestion, kinds_of
from memory.recall.ranking import MoodCongruence
from memory.recall.verification import Belief
from memory.recording import EventRecording, FactRetraction, Memorising, MemoryNotes, NoteEditing
from memory.sleep.forgetting_rules import MOST_ACTIVE
from memory.sleep.night import NightProgress, Sleep
from memory.sleep.night_judge import NightJudge
from memory.sleep.night_report import NightReport
from memory.sleep.night_view import NightHoldings
from memory.sleep.procedures import Procedures
from memory.sleep.step import Cadence
from memory.sleep.subject_notes import Publishing, Withdrawing
from memory.sleep.tasks import PlanSettling
from memory.theories.retention import SOURCE_CURVE, ForgettingCurve
from memory.threads import ANSWERING_THREADS, BEHIND_THREADS, SLEEPING_THREADS
from memory.vocabulary.address import Audience, Membership, Place, audience_covers, readable_sources
from memory.vocabulary.change import Change, Outcome, Version
from memory.vocabulary.cue import Cue, MemoryEffect, Primed, Recollection
from memory.vocabulary.errors import MemoryFault
from memory.vocabulary.event import Event
from memory.vocabulary.fact import Strength
from memory.vocabulary.ports import Clock, Embedder, Entailment, Judge, NightAids

if TYPE_CHECKING:
    from memory.index.calibration import FittedCalibration


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """`zone` decides which day file an event belongs to; `redact` takes secrets out of what is kept.

    `membership` tells who reads which room; without it nobody reads what was said elsewhere.
    `chroma_from` None: all vectors are scanned exactly, always.
    `recall` finds and ranks; `mood` says when what was said in the mood of a question goes up; `spreading` says how
    notes wake those that they are linked to (None: not).
    `forms`: facts are formed of what is recorded, behind the conversation; with the help of `judge`, else by rules.
    `belief` judges what holds, when it is asked; without it a message is replaced by its facts alone.
    Above `most_active` memories of an audience a night lets the least useful ones sleep.
    `entailment` tells a night whether texts follow from one another.
    """

    membership: Membership | None = None
    zone: tzinfo = UTC
    redact: Redact = redact_nothing
    chroma_from: int | None = CHROMA_FROM
    budgets: PrimingBudgets = USUAL_BUDGETS
    recall: type[Recall] = Recall
    mood: MoodCongruence = "off"
    spreading: Spreading | None = USUAL_SPREADING
    forms: bool = True
    judge: Judge | None = None
    belief: BeliefJudge | None = None
    curve: ForgettingCurve = SOURCE_CURVE
    most_active: int = MOST_ACTIVE
    entailment: Entailment | None = None


USUAL_OPTIONS = Options()


# --- assembly -------------------------------------------------------------------------------------------------------
# Assembly: the parts of one anima's memory, and how they are joined. Nothing is opened by joining them.


_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryParts:
    """What the engine's methods call."""

    stores: AnimaStores
    keeper: IndexKeeper
    log_now: AmendedLog
    strengths: Strengths
    recall: Recall
    hot_tier: HotTier
    uses: Uses
    retracting: FactRetraction
    recording: EventRecording
    editing: NoteEditing
    intentional: IntentionalRecall
    surroundings: Surroundings
    formation: FormationWorker | None
    facts: FactKeeping
    procedures: Procedures
    sleep: Sleep
    overview: MemoryOverview

    def make_ready(self) -> None:
        """Complete the directory, and what a crash has left half done."""
        AnimaDirectory(self.stores.directory).complete()
        try:
            gather_into_days(self.stores.directory, self.stores.clock, self.stores.storage)
            self.editing.writer.recover()
        except MemoryFault:
            _log.exception("a batch of changes waits to be completed; it is tried again before the next")

    def heard(self, events: Sequence[Event], stored: Sequence[bool]) -> None:
        """What was recorded of these is looked at for what is worth remembering."""
        if self.formation is not None:
            for file in self.recording.files_of(events, stored):
                self.formation.heard(file)

    def judge_of_nights(self, judge: Judge | None, loop: AbstractEventLoop) -> NightJudge | None:
        return NightJudge(judge, loop, self.stores.operations.note, self.stores.clock) if judge else None

    def open_index(self) -> None:
        """Have the index abreast of the files, and the uses folded."""
        try:
            self.strengths.refresh()
            self.keeper.refresh(self.stores.clock())
        except (MemoryFault, OSError):
            _log.warning("an index could not be opened; the first question tries again", exc_info=True)

    def calibrate(self) -> FittedCalibration | None:
        """Fit the embedder's calibration and keep it. Raises EmbedderFault, StorageFault."""
        from memory.index.calibration import fit_calibration

        if self.keeper.embedder is None:
            return None
        found = fit_calibration(self.keeper.embedder)
        calibration.keep_calibration(self.stores.location.calibrations, found.embedder, found.scales)
        return found


def assemble_memory(directory: Path, embedder: Embedder | None, clock: Clock, options: Options) -> MemoryParts:
    ground = _ground(directory, embedder, clock, options)
    writing = _writing(ground)
    recalling = _recalling(ground)
    stores, strengths, note = ground.stores, ground.strengths, writing.retracting.note
    formation = _formation(ground, note) if options.forms else None
    uses = Uses(note, clock)
    return MemoryParts(
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
            KnownFacts(ground.keeper, strengths, options.membership, stores.event),
            ground.holding,
            options.membership,
            clock,
            options.redact,
        ),
        procedures=Procedures(
            stores.documents, writing.writer, ground.keeper, writing.editing.carried_out, options.membership, clock
        ),
        overview=MemoryOverview(strengths, ground.keeper, stores.documents, options.membership, options.zone),
        sleep=_sleep(ground, writing, recalling.recall),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _GroundParts:
    """What all other parts stand on: the files, what is derived of them, and what was chosen."""

    stores: AnimaStores
    keeper: IndexKeeper
    log_now: AmendedLog
    strengths: Strengths
    holding: Holding
    hot_tier: HotTier
    scale_of: SimilarityScaleOf
    options: Options


def _ground(directory: Path, embedder: Embedder | None, clock: Clock, options: Options) -> _GroundParts:
    zone, membership = options.zone, options.membership
    stores = AnimaStores(directory, clock, zone, options.redact)
    keeper = IndexKeeper(
        stores.location,
        zone,
        embedder,
        chroma_from=options.chroma_from,
        with_keys=options.forms,
        tell=stores.quarantine.try_keep,
    )
    strengths = Strengths(stores.location, zone, options.curve)
    holding = Holding(strengths, keeper, membership, options.belief)
    return _GroundParts(
        stores=stores,
        keeper=keeper,
        log_now=AmendedLog(keeper, stores.log, membership),
        strengths=strengths,
        holding=holding,
        hot_tier=HotTier(stores.location, zone, strengths, holding, membership),
        scale_of=partial(_scale_of, stores, embedder),
        options=options,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _WritingParts:
    """What changes the files."""

    writer: NoteWriter
    retracting: FactRetraction
    recording: EventRecording
    editing: NoteEditing


def _writing(ground: _GroundParts) -> _WritingParts:
    stores, keeper, strengths = ground.stores, ground.keeper, ground.strengths
    clock, zone = stores.clock, stores.zone
    noting = MemoryNotes(stores, strengths, keeper)
    writer = NoteWriter(stores.directory, clock, noting.append_for_writer, stores.storage)
    withdrawing = Withdrawing(stores.documents, lambda batch, changes: editing.apply(batch, changes))
    retracting = FactRetraction(
        noting, strengths, withdrawing, Publishing(stores.documents, stores.profiles, stores.name)
    )
    recording = EventRecording(stores, keeper, retracting)
    editing = NoteEditing(writer, Memorising(writer, stores.documents, clock, zone), recording, keeper, clock)
    return _WritingParts(writer=writer, retracting=retracting, recording=recording, editing=editing)


@dataclass(frozen=True, slots=True, kw_only=True)
class _RecallingParts:
    """What finds and reads."""

    recall: Recall
    reading: PointerReader
    belief: Belief
    explaining: Explaining


def _recalling(ground: _GroundParts) -> _RecallingParts:
    stores, strengths, options = ground.stores, ground.strengths, ground.options
    return _RecallingParts(
        recall=options.recall(
            keeper=ground.keeper,
            location=stores.location,
            zone=stores.zone,
            membership=options.membership,
            strengths=strengths,
            holding=ground.holding,
            scale_of=ground.scale_of,
            spreading=options.spreading,
            mood=options.mood,
        ),
        reading=PointerReader(stores.location, stores.zone, stores.log, ground.log_now, options.membership),
        belief=Belief(strengths, stores.log, options.membership),
        explaining=Explaining(strengths, ground.log_now.event, options.membership),
    )


def _surroundings(ground: _GroundParts, recalling: _RecallingParts) -> Surroundings:
    return Surroundings(
        location=ground.stores.location,
        zone=ground.stores.zone,
        log=ground.stores.log,
        log_now=ground.log_now,
        recall=recalling.recall,
        reading=recalling.reading,
        belief=recalling.belief,
        hot_tier=ground.hot_tier,
        holding=ground.holding,
        membership=ground.options.membership,
        profiles=ground.stores.profiles,
        resolutions=ground.stores.resolutions,
    )


def _sleep(ground: _GroundParts, writing: _WritingParts, recall: Recall) -> Sleep:
    stores, options = ground.stores, ground.options
    holdings = NightHoldings(
        keeper=ground.keeper,
        strengths=ground.strengths,
        documents=stores.documents,
        log=stores.log,
        log_now=ground.log_now,
        recall=recall,
        holding=ground.holding,
        scale_of=ground.scale_of,
        zone=stores.zone,
        membership=options.membership,
        most_active=options.most_active,
        aids=NightAids(entailment=options.entailment),
    )
    settling = PlanSettling(ground.strengths, writing.recording, stores.resolutions, stores.name)
    nights = NightRecords(stores.directory, stores.storage)
    return Sleep(holdings, writing.writer, nights, writing.editing.files_changed, settling, stores.undigested)


def _formation(ground: _GroundParts, append: Callable[[Sequence[MemoryNote]], None]) -> FormationWorker:
    stores, keeper, strengths, options = ground.stores, ground.keeper, ground.strengths, ground.options
    membership, judge = options.membership, options.judge
    return FormationWorker(
        log=stores.log,
        log_now=ground.log_now,
        known=KnownFacts(keeper, strengths, membership, stores.event),
        append=append,
        state=FormationState(stores.directory / "state", stores.storage),
        clock=stores.clock,
        zone=stores.zone,
        by_model=FormationByModel(judge, stores.clock, stores.operations.note) if judge else None,
    )


def _scale_of(stores: AnimaStores, embedder: Embedder | None, language: str) -> Callable[[float], float]:
    return calibration_of(embedder.name, stores.location.calibrations, language) if embedder else float


# --- engine ---------------------------------------------------------------------------------------------------------


class MemoryEngine:
    """One anima's memory: an archive of files, and indexes derived from it.

    Nothing is opened before it is needed, no thread is kept, and `close_index` gives back what recall had opened.

    >>> import asyncio, tempfile
    >>> async def a_week():
    ...     memory = await MemoryEngine.open(Path(tempfile.mkdtemp()) / "animas" / "alice")
    ...     room, monday = Audience.parse("group:slack:T01/C01"), datetime(2026, 11, 16, 9, tzinfo=UTC)
    ...     told = {"id": "1", "audience": str(room), "name": "Ada"}
    ...     await memory.record(Event(ts=monday, type="message_received", content="The cat is called Ruby.", meta=told))
    ...     cue = Cue(text="What is the cat called?", audience=room, now=monday.replace(day=20))
    ...     return (await memory.prime(cue)).text("related_knowledge")
    >>> print(asyncio.run(a_week()))
    - [Mon 16 Nov 2026 09:00] Ada: The cat is called Ruby.
    """

    def __init__(self, parts: MemoryParts, options: Options) -> None:
        """`open` makes one."""
        self.parts = parts
        self.facts = parts.facts
        self.procedures = parts.procedures
        self._options = options
        self._channels = all_channels(parts.surroundings)

    @classmethod
    async def open(
        cls,
        directory: Path,
        embedder: Embedder | None = None,
        clock: Clock | None = None,
        options: Options = USUAL_OPTIONS,
    ) -> Self:
        """Open (or make) the anima's directory.

        The embedder is asked in the background; until an entry has its vector it is found by its words.
        """
        parts = assemble_memory(directory, embedder, clock or (lambda: datetime.now(UTC)), options)
        await asyncio.to_thread(parts.make_ready)
        return cls(parts, options)

    @property
    def zone(self) -> tzinfo:
        """In which days are counted."""
        return self._options.zone

    async def record(self, event: Event) -> bool:
        """Append to the activity log, once per `event.id`; False: it was there already. Raises StorageFault.

        What is worth remembering of it is formed later.
        """
        stored = await asyncio.to_thread(self.parts.recording, event)
        self.parts.heard([event], [stored])
        return stored

    async def record_all(self, events: Sequence[Event]) -> list[bool]:
        """The same for many that amend nothing, with one fsync a day; which are new. Raises StorageFault."""
        stored = await asyncio.to_thread(self.parts.recording.all, events)
        self.parts.heard(events, stored)
        return stored

    async def formed(self) -> None:
        """Wait until everything that was recorded has been looked at for what is worth remembering."""
        if self.parts.formation is not None:
            await self.parts.formation.formed()

    def effect(self, event: str) -> MemoryEffect | None:
        """What the message of this event did to memory, once it is formed; None where it did nothing that is said."""
        return self.parts.formation.effect(event) if self.parts.formation is not None else None

    async def recent(
        self,
        place: Place,
        limit: int,
        *,
        since: datetime | None = None,
        wanted: Callable[[Event], bool] = lambda event: True,
    ) -> list[Event]:
        """The latest events of a room and its threads that are wanted, oldest first: for the program, not for a reader.

        The limit counts these alone, however much else was heard. Without `since` the whole log is looked through.
        """
        log = self.parts.stores.log()
        return await ANSWERING_THREADS.run(log.latest_in, str(place.room), limit, since, wanted)

    async def heard(self, since: datetime, limit: int, present: Sequence[Audience] | None = None) -> list[Event]:
        """The latest events since then that any of these may read, as they now stand, oldest first; None: of all."""

        def may_tell(audience: str) -> bool:
            return present is None or any(self.may_hear(audience, reader) for reader in present)

        now = self.parts.stores.clock()
        found = await ANSWERING_THREADS.run(self.parts.stores.log().latest, limit, since, now, may_tell)
        return await ANSWERING_THREADS.run(self.parts.log_now.stand, found)

    async def texts(self, ids: Sequence[str]) -> Mapping[str, str]:
        """The words of these memories, of those that are still there, as they now stand."""
        return await ANSWERING_THREADS.run(self.parts.log_now.texts, ids)

    async def attached(self, place: Place, audience: Audience) -> list[Attachment]:
        """The files that people sent in a room, of messages that still stand and that this audience may read."""
        found = await asyncio.to_thread(Attachments(self.parts.stores.directory).of_room, place.room)
        changed = await self.changed_since([file.event for file in found])
        gone = {event for event, text in changed.items() if text is None}
        allowed = readable_sources({file.audience for file in found}, audience, self._options.membership)
        return [file for file in found if file.audience in allowed and file.event not in gone]

    def may_hear(self, audience: str, present: Audience) -> bool:
        """Whether what was said in front of this audience may be told to those present."""
        return audience_covers(audience, present, self._options.membership)

    async def unquoted(self, texts: Sequence[str], audience: Audience) -> list[str]:
        """What the anima said to this audience, without the lines that quote words which are gone."""
        return await ANSWERING_THREADS.run(self.parts.log_now.unquoted, texts, str(audience))

    async def said(self, events: Sequence[str], audience: Audience) -> list[tuple[str, str]]:
        """Speaker and words of the turns that were said by these events, as they now stand, in their order."""
        return await ANSWERING_THREADS.run(self.parts.log_now.said, events, str(audience))

    async def changed_since(self, events: Sequence[str]) -> Mapping[str, str | None]:
        """The words as they now are, of those that were said by these events and changed since; None: gone."""
        return await ANSWERING_THREADS.run(self.parts.log_now.of_events, events)

    async def prime(
        self, cue: Cue, budget: int | None = None, deadline_s: float = PRIMING_DEADLINE_S, window: int = 0
    ) -> Primed:
        """What comes to mind before a turn, for a reader with this `window` of tokens. A channel that fails or is late
        is left out and named in `late`.
        """
        most = self._options.budgets.largest if budget is None else budget
        situation = PrimingSituation(cue=cue, zone=self.zone, budget=most)
        return await prime(situation, self._channels, budget, deadline_s, self._options.budgets, window)

    async def recalled(self, cue: Cue) -> Sequence[Recollection]:
        """What comes to mind for the cue before it is cut to any budget, best first."""
        return await self.parts.surroundings.recalled(cue, KNOWN_KINDS)

    async def answered(self, cue: Cue, primed: Primed, reply: str) -> None:
        """Note what the prompt of a turn held, and what of it the reply made use of; only that counts as an access.

        The cue's `key` names the turn: noted once. Raises StorageFault.
        """
        await asyncio.to_thread(self.parts.uses.answered, cue, primed, reply)

    async def confirmed(self, ids: Sequence[str], key: str, audience: Audience) -> None:
        """A person has confirmed these memories; `key` names the moment. Raises StorageFault."""
        await asyncio.to_thread(self.parts.uses.confirmed, ids, key, audience)

    def strength_of(self, id: str) -> Strength:
        """What use has made of a memory (the id of a turn, a document or a piece of one). Blocking."""
        return self.parts.strengths.of(id)

    async def search(
        self,
        query: str,
        audience: Audience,
        scope: str = "all",
        since: datetime | None = None,
        until: datetime | None = None,
        as_of: datetime | None = None,
        limit: int = 10,
        key: str = "",
        whole: bool = False,
    ) -> list[Recollection]:
        """Intentional recall. Raises ValueError for a scope that there is not.

        `as_of`: what was known and believed on that day, else what is believed now; what lies dormant is found too.
        `whole`: facts are told that hold no more, with what holds instead; what was taken back is told to nobody.
        With a `key`, which names the moment, what is found counts as used.
        """
        question = RecallQuestion(
            text=query,
            present=audience,
            now=self.parts.stores.clock(),
            kinds=kinds_of(scope),
            since=since,
            until=min(filter(None, (until, as_of)), default=None),
            as_of=as_of,
            limit=limit,
            whole=whole,
        )
        return await ANSWERING_THREADS.run(self.parts.intentional.search, question, as_of, key)

    async def read(self, path: str, audience: Audience, key: str = "", seen_tokens: int | None = None) -> str:
        """A file or pointer (`activity_log/2026-11-20.jsonl#L090000-L093000`) inside what the audience may read.

        With a `key`, which names the moment, what is read counts as used, as far as a reader of so many tokens sees
        it. Raises NotAllowed where there is nothing that may be read.
        """
        return await ANSWERING_THREADS.run(self.parts.intentional.read, path, audience, key, seen_tokens)

    async def in_hand(self) -> list[Audience]:
        """For whom there is a task in hand (`state/current_task.md`, `state/pending.md`)."""
        return await ANSWERING_THREADS.run(self.parts.intentional.in_hand)

    async def events_of(self, path: str) -> list[str]:
        """The ids of the events that a pointer into the activity log names; none for other paths."""
        return await ANSWERING_THREADS.run(self.parts.stores.events_of, path)

    async def write(
        self, path: str, text: str, audience: Audience, reason: str, expects: str | None = None, trust: str = ""
    ) -> Outcome:
        """Intentional memorisation on the audience's own shelf; an empty text archives the file there.

        `expects` is the `version` that the writer saw; None: what is there is replaced, and kept as an earlier version.
        `trust` is how far who asked for it is trusted: the note is not trusted further.
        Raises NotAllowed, StorageFault.
        """
        return await asyncio.to_thread(self.parts.editing.write, path, text, audience, reason, expects, trust)

    async def version(self, path: str, audience: Audience) -> str:
        """Which version the audience's own note of this name has now; empty where there is none."""
        return await asyncio.to_thread(self.parts.editing.memorise.version, path, audience)

    async def apply(self, batch: str, changes: Sequence[Change]) -> list[Outcome]:
        """Carry out what was planned, for the program itself: what became of each change; `batch` names them together.

        Raises StorageFault, UnsafePath, ValueError.
        """
        return await asyncio.to_thread(self.parts.editing.apply, batch, changes)

    async def undo(self, batch: str) -> list[Outcome]:
        """Make everything what it was before the batch; what was changed since stays. Raises NotKept, StorageFault."""
        return await asyncio.to_thread(self.parts.editing.undo, batch)

    async def versions(self, path: str) -> list[Version]:
        """Everything that stood under a document's path, oldest first; a Change of kind `restore` brings one back."""
        return await asyncio.to_thread(self.parts.editing.writer.versions, path)

    async def sleep(
        self,
        stage: Cadence,
        now: datetime,
        dry_run: bool = False,
        progress: NightProgress = lambda done, total: None,
        forgets: bool = True,
        idle: timedelta = timedelta(),
    ) -> NightReport:
        """Consolidate and forget, as of `now`: what was changed, and why. A `dry_run` only tells what would be.

        Once a local day and stage: again, the same is told. A night that was cut off is brought to its end first.
        Without `forgets` the steps that let something fade are left out; a talk that was silent for less than `idle` is
        not over yet. `progress` is called from another thread.
        Raises StorageFault, NightBroken; then it goes on another time.
        """
        await self.formed()
        judge = self.parts.judge_of_nights(self._options.judge, asyncio.get_running_loop())
        night = self.parts.sleep.night(stage, now, judge, progress, dry_run=dry_run, forgets=forgets, idle=idle)
        try:
            return await SLEEPING_THREADS.run(asyncio.run, night)
        finally:
            if stage == "daily" and not dry_run:
                await SLEEPING_THREADS.run(self.parts.retracting.publish)

    async def digest(self, most: int, progress: NightProgress = lambda done, total: None) -> list[NightReport]:
        """Look again at days that were over when something was added to them by an import or a catch-up: what was done,
        a night for each. The oldest first, so many at most; the rest another time. `progress` counts days, from another
        thread. Raises StorageFault, NightBroken.
        """
        await self.formed()
        judge = self.parts.judge_of_nights(self._options.judge, asyncio.get_running_loop())
        return await SLEEPING_THREADS.run(
            asyncio.run, self.parts.sleep.digest(self.parts.stores.clock(), judge, progress, most)
        )

    async def undigested(self) -> int:
        """How many days there are that something was added to after they were over, and that are to be slept over."""
        return len(await asyncio.to_thread(self.parts.stores.undigested.days))

    async def undo_night(self, night: str = "") -> NightReport:
        """Make everything what it was before this night, or before the latest. Raises NotKept, StorageFault."""
        report = await SLEEPING_THREADS.run(self.parts.sleep.undo, night)
        await SLEEPING_THREADS.run(self.parts.retracting.publish)
        return report

    async def last_night(self, before: datetime | None = None) -> NightReport | None:
        """What the latest night did, of those that were slept as of an instant `before` this one."""
        return await asyncio.to_thread(self.parts.sleep.last, before)

    async def slept(self, since: datetime, until: datetime) -> list[NightReport]:
        """What the nights did that are over, of those slept as of since < instant <= until; the oldest first."""
        return await asyncio.to_thread(self.parts.sleep.slept, since, until)

    def as_known_by(self, report: NightReport, audience: Audience) -> NightReport:
        """What of a night these readers may be told of."""
        return report.known_by(lambda seen: audience_covers(seen, audience, self._options.membership))

    async def talks_end(self, since: datetime, idle: timedelta) -> timedelta | None:
        """After which silence a talk is over: `idle`, or none after a heartbeat; None: nothing was recorded since."""
        return await asyncio.to_thread(self.parts.sleep.talks_end, since, idle)

    async def is_tired(self, stage: Cadence, slot: datetime) -> bool:
        """Whether this night is still to be slept, or to be brought to its end: something was recorded before it."""
        return await asyncio.to_thread(self.parts.sleep.is_due, stage, slot)

    async def rebuild(self, progress: Callable[[int, int], None] | None = None) -> None:
        """Make the indexes again from the archive; the old ones serve until then. The folds are made again too."""
        await BEHIND_THREADS.run(self.parts.keeper.rebuild, *filter(None, (progress,)))
        await BEHIND_THREADS.run(self.parts.strengths.rebuild)

    async def calibrate(self) -> FittedCalibration | None:
        """Fit the embedder's calibration to the labelled pairs and keep it; None without an embedder.

        Raises EmbedderFault, StorageFault.
        """
        return await BEHIND_THREADS.run(self.parts.calibrate)

    async def settled(self, within_s: float | None = None) -> bool:
        """Wait until all that was recorded is formed and indexed; False: it is not, for time or a fault."""
        await self.formed()
        return await BEHIND_THREADS.run(self.parts.keeper.settle, within_s)

    async def verify(self) -> IndexReport:
        """The indexes against the files that they were made from, when all that can be embedded is."""
        return await BEHIND_THREADS.run(self.parts.keeper.verify)

    async def embedded(self) -> tuple[int, int]:
        """How many entries have a vector, and how many entries there are."""
        return await BEHIND_THREADS.run(self.parts.keeper.progress)

    async def open_index(self) -> None:
        """Have all at hand that the first question needs: the index abreast of the files, and the uses folded."""
        await BEHIND_THREADS.run(self.parts.open_index)

    async def counted(self, audience: Audience) -> Mapping[str, int]:
        """How much of each kind is kept that these may read."""
        return await asyncio.to_thread(self.parts.overview.counted, audience, self.parts.stores.clock())

    def changed(self) -> None:
        """Files were changed by hand: what has been read of them is read again in the background."""
        self.parts.keeper.changed()

    async def graph(self, present: Sequence[Audience]) -> OverviewGraph:
        """What any of these may read, and what links it."""
        return await BEHIND_THREADS.run(self.parts.overview.graph, present, self.parts.stores.clock())

    async def weeks(self, present: Sequence[Audience]) -> list[OverviewWeek]:
        """How much of what any of these may read was learned, ended, faded, week by week."""
        return await BEHIND_THREADS.run(self.parts.overview.weeks, present, self.parts.stores.clock())

    async def audiences(self) -> list[Audience]:
        """For whom something is kept: the operator, who owns the files anyway, asks for each of them."""
        return await asyncio.to_thread(self.parts.overview.audiences, self.parts.stores.clock())

    async def close_index(self) -> None:
        """Give back what recall has opened; the next recall opens it again."""
        await asyncio.to_thread(self.parts.keeper.close)

    async def close(self) -> None:
        """Close every file and index."""
        self.parts.sleep.stop()
        if self.parts.formation is not None:
            await self.parts.formation.close()
        await asyncio.to_thread(self.parts.stores.operations.close)
        await self.close_index()
