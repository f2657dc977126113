"""MemoryEngine: the public face of one anima's memory, usable without any bot."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path
from typing import TYPE_CHECKING, Self

from memory.archive.activity_log import ActivityLog
from memory.archive.attachments import Attachment, Attachments
from memory.archive.directory import AnimaDirectory
from memory.archive.documents import Documents
from memory.archive.files import Files
from memory.archive.formation_state import FormationState
from memory.archive.memory_line import Note
from memory.archive.memory_log import MemoryLog
from memory.archive.nights import Nights
from memory.archive.operations_log import FOLDER as OPERATIONS
from memory.archive.operations_log import OperationsLog
from memory.archive.paths import UnsafePath
from memory.archive.people import ProfileShelf
from memory.archive.quarantine import Quarantine
from memory.archive.redaction import Redact, nothing
from memory.archive.resolutions import Resolution, Resolutions
from memory.archive.writer import Writer
from memory.audience import readable
from memory.calibration.tables import calibration_of
from memory.consolidation.asking import JudgeOfNights
from memory.consolidation.night import Progress, Sleep
from memory.consolidation.report import Report
from memory.consolidation.step import Cadence
from memory.consolidation.view import Holdings
from memory.encoding.by_model import FormationByModel
from memory.encoding.formation import Formation
from memory.encoding.known import Known
from memory.forgetting.overfull import MOST_ACTIVE
from memory.formation.linking import Linking
from memory.formation.pairs import RelationJudge
from memory.index import calibrations
from memory.index.entry import Entry
from memory.index.keeper import CHROMA_FROM, Keeper
from memory.index.location import Location
from memory.index.log_now import LogNow
from memory.index.moments import REPLY
from memory.index.strengths import Strengths
from memory.index.turns import message_key
from memory.index.verify import Verified
from memory.keeping import FactKeeping
from memory.knowledge.ports import Aids, Entailment
from memory.knowledge.publishing import Publishing
from memory.knowledge.withdrawing import Withdrawing
from memory.priming.budget import USUAL, Budgets
from memory.priming.catalogue import KNOWN, channels
from memory.priming.channel import Situation
from memory.priming.prime import DEADLINE_S, prime
from memory.priming.surroundings import Surroundings
from memory.procedures.known import Procedures
from memory.recall.associations import USUAL_SPREADING, Spreading
from memory.recall.belief import Belief
from memory.recall.candidate import Candidate
from memory.recall.explaining import Explaining
from memory.recall.facts import Facts
from memory.recall.hot_tier import HotTier
from memory.recall.memorising import Memorising
from memory.recall.query import Query
from memory.recall.question import SCOPES, Question
from memory.recall.reading import Passage, Reading
from memory.recall.recall import Recall
from memory.recall.recipes import DEFAULT
from memory.recall.updates import Updates
from memory.recall.usage import begun, used_in
from memory.theories.retention import SOURCE, Curve
from memory.threads import ANSWERING, ASLEEP, BEHIND
from memory.vocabulary.address import Audience, Place
from memory.vocabulary.change import Change, Outcome, Version
from memory.vocabulary.errors import AddressError, MemoryFault
from memory.vocabulary.event import AMENDING, EDITED, Event, Json
from memory.vocabulary.fact import PINNED, QUARANTINED, RETRACTED, UNPINNED, FactChange
from memory.vocabulary.ports import Clock, Embedder, Judge, Membership
from memory.vocabulary.recall import Cue, Primed, Recollection
from memory.vocabulary.strength import PRIMED, USED, WITHHELD, Strength, Use, memory_of

if TYPE_CHECKING:
    from memory.calibration.fitting import Fitted

_log = logging.getLogger(__name__)

TAKING_BACK = frozenset({RETRACTED, QUARANTINED})
"""The notes after which nothing may tell a fact any more."""


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

    def __init__(
        self,
        directory: Path,
        clock: Clock,
        membership: Membership | None,
        zone: tzinfo,
        redact: Redact,
        embedder: Embedder | None = None,
        chroma_from: int | None = CHROMA_FROM,
        budgets: Budgets = USUAL,
        recipe: str = DEFAULT.name,
        spreading: Spreading | None = USUAL_SPREADING,
        forms: bool = True,
        judge: Judge | None = None,
        curve: Curve = SOURCE,
        most_active: int = MOST_ACTIVE,
        relations: RelationJudge | None = None,
        entailment: Entailment | None = None,
    ) -> None:
        self._location = Location.of(directory)
        self._directory = AnimaDirectory(directory)
        self._clock = clock
        self._zone = zone
        self._redact = redact
        self._membership = membership
        self._keeper = Keeper(
            self._location, zone, embedder, chroma_from=chroma_from, with_keys=forms, tell=self._quarantine().try_keep
        )
        self._log_now = LogNow(self._keeper, self._log, membership)
        self._strengths = Strengths(self._location, zone, curve)
        facts = Facts(self._strengths)
        self._recall = Recall(
            self._keeper,
            self._location,
            zone,
            membership,
            recipe,
            self._strengths.of,
            self._scale_of,
            spreading,
            facts,
            self._strengths.together,
            Updates(self._strengths),
        )
        self._reading = Reading(self._location, zone, self._log, self._log_now, membership)
        self._opened_log: ActivityLog | None = None
        self._opening = threading.Lock()
        self._opened_memory_log: MemoryLog | None = None
        self._belief = Belief(self._strengths, self._log)
        self._operations = OperationsLog(directory / OPERATIONS, zone, quarantine=self._quarantine(), redact=redact)
        linking = Linking(relations, self._keeper, self._strengths, membership) if relations else None
        self._formation = self._forming(judge, linking) if forms else None
        self._explaining = Explaining(self._strengths, self._found_now, membership)
        self.facts = FactKeeping(
            self._strengths,
            self._explaining,
            self._note,
            self._formation,
            membership,
            clock,
            redact,
        )
        self._writer = Writer(directory, self._quarantine(), clock, zone, self._append, redact)
        self.procedures = Procedures(
            Documents(directory, self._quarantine(), clock, redact=redact),
            self._writer,
            self._keeper,
            self._changed,
            membership,
            clock,
        )
        self._publishing = Publishing(
            Documents(directory, self._quarantine(), clock),
            ProfileShelf(self._location.shared, self._quarantine(), redact=redact),
            directory.name,
        )
        self._withdrawing = Withdrawing(
            Documents(directory, self._quarantine(), clock),
            lambda batch, changes: self._changed(lambda: self._writer.apply(batch, changes)),
        )
        self._memorise = Memorising(self._writer, directory, self._quarantine(), clock, zone)
        self._sleep = Sleep(
            Holdings(
                keeper=self._keeper,
                strengths=self._strengths,
                documents=Documents(directory, self._quarantine(), clock),
                log=self._log,
                log_now=self._log_now,
                recall=self._recall,
                scale_of=self._scale_of,
                zone=zone,
                membership=membership,
                most_active=most_active,
                aids=Aids(entailment=entailment, relations=relations),
            ),
            self._writer,
            Nights(directory, self._quarantine()),
            self._files_changed,
            self._plan_settled,
        )
        self._judge = judge
        self._hot_tier = HotTier(self._location, zone, self._strengths, facts, membership)
        self._budgets = budgets
        self._sources = self._surroundings()
        self._channels = channels(self._sources)

    @classmethod
    async def open(
        cls,
        directory: Path,
        embedder: Embedder | None = None,
        clock: Clock | None = None,
        membership: Membership | None = None,
        zone: tzinfo = UTC,
        redact: Redact = nothing,
        chroma_from: int | None = CHROMA_FROM,
        budgets: Budgets = USUAL,
        recipe: str = DEFAULT.name,
        spreading: Spreading | None = USUAL_SPREADING,
        forms: bool = True,
        judge: Judge | None = None,
        curve: Curve = SOURCE,
        most_active: int = MOST_ACTIVE,
        relations: RelationJudge | None = None,
        entailment: Entailment | None = None,
    ) -> Self:
        """Open (or make) the anima's directory. `zone` decides which day file an event belongs to; `redact` takes
        secrets out of what is kept. `chroma_from` None: all vectors are scanned exactly, always. `budgets` are those
        of priming, `recipe` names the ranking; `spreading` says how notes wake those that they are linked to (None:
        not). `forms`: facts are formed of what is recorded, behind the conversation; with the help of `judge`, else
        by rules. Above `most_active` memories of an audience a night lets the least useful ones sleep. `relations`
        judges which earlier messages a later one replaces; without it none is, but by its facts. `entailment` tells a
        night whether texts follow from one another.
        Raises ValueError where there is no such recipe.

        The embedder is asked in the background; until an entry has its vector it is found by its words.
        """
        engine = cls(
            directory,
            clock or _now,
            membership,
            zone,
            redact,
            embedder,
            chroma_from,
            budgets,
            recipe,
            spreading,
            forms,
            judge,
            curve,
            most_active,
            relations,
            entailment,
        )
        await asyncio.to_thread(engine._ready)
        return engine

    @property
    def zone(self) -> tzinfo:
        """In which days are counted."""
        return self._zone

    async def record(self, event: Event) -> bool:
        """Append to the activity log, once per `event.id`; False: it was there already. Raises StorageFault.

        What is worth remembering of it is formed later.
        """
        stored = await asyncio.to_thread(self._record, event)
        if stored and self._formation is not None:
            self._formation.heard(self._log().file_of(event))
        return stored

    async def record_all(self, events: Sequence[Event]) -> list[bool]:
        """The same for many that amend nothing, with one fsync a day; which are new. Raises StorageFault."""
        stored = await asyncio.to_thread(self._record_all, events)
        for file in {self._log().file_of(event) for event, new in zip(events, stored, strict=True) if new}:
            if self._formation is not None:
                self._formation.heard(file)
        return stored

    async def formed(self) -> None:
        """Wait until everything that was recorded has been looked at for what is worth remembering."""
        if self._formation is not None:
            await self._formation.formed()

    async def recent(self, place: Place, limit: int) -> list[Event]:
        """The latest events of a room and its threads, oldest first: for the program, not for a reader."""
        return await ANSWERING.run(self._recent_in, place.room, limit)

    async def texts(self, ids: Sequence[str]) -> Mapping[str, str]:
        """The words of these memories, of those that are still there, as they now stand."""
        return await ANSWERING.run(self._log_now.texts, ids)

    async def attached(self, place: Place, audience: Audience) -> list[Attachment]:
        """The files that people sent in a room, of messages that still stand and that this audience may read."""
        found = await asyncio.to_thread(Attachments(self._directory.path).of_room, place.room)
        gone = [id for id, text in (await self.changed_since([one.event for one in found])).items() if text is None]
        allowed = readable({one.audience for one in found}, audience, self._membership)
        return [one for one in found if one.audience in allowed and one.event not in gone]

    async def unquoted(self, texts: Sequence[str], audience: Audience) -> list[str]:
        """What the anima said to this audience, without the lines that quote words which are gone."""
        return await ANSWERING.run(self._log_now.unquoted, texts, str(audience))

    async def said(self, events: Sequence[str], audience: Audience) -> list[tuple[str, str]]:
        """Speaker and words of the turns that were said by these events, as they now stand, in their order."""
        return await ANSWERING.run(self._log_now.said, events, str(audience))

    async def changed_since(self, events: Sequence[str]) -> Mapping[str, str | None]:
        """The words as they now are, of those that were said by these events and changed since; None: gone."""
        return await ANSWERING.run(self._log_now.of_events, events)

    async def prime(
        self, cue: Cue, budget: int | None = None, deadline_s: float = DEADLINE_S, window: int = 0
    ) -> Primed:
        """What comes to mind before a turn, for a reader with this `window` of tokens. A channel that fails or is late
        is left out and named in `late`.
        """
        most = self._budgets.largest if budget is None else budget
        situation = Situation(cue=cue, zone=self._zone, budget=most)
        return await prime(situation, self._channels, budget, deadline_s, self._budgets, window)

    async def recalled(self, cue: Cue) -> Sequence[Recollection]:
        """What comes to mind for the cue before it is cut to any budget, best first."""
        return await self._sources.recalled(cue, KNOWN)

    async def considered(self, cue: Cue) -> tuple[Query, list[Candidate]]:
        """What is ranked for the cue, unranked: for those who measure recipes."""
        question = self._sources.question(cue, KNOWN)
        return await ANSWERING.run(lambda: self._recall.considered(question))

    async def answered(self, cue: Cue, primed: Primed, reply: str) -> None:
        """Note what the prompt of a turn held, and what of it the reply made use of; only that counts as an access.

        The cue's `key` names the turn: noted once. Raises StorageFault.
        """
        await asyncio.to_thread(self._answered, cue, primed, reply)

    async def confirmed(self, ids: Sequence[str], key: str, audience: Audience) -> None:
        """A person has confirmed these memories; `key` names the moment. Raises StorageFault."""
        await asyncio.to_thread(self._note, [self._use(key, USED, ids, audience, "confirmed")])

    def strength_of(self, id: str) -> Strength:
        """What use has made of a memory (the id of a turn, a document or a piece of one). Blocking."""
        return self._strengths.of(id)

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
        if scope not in SCOPES:
            raise ValueError(f"{scope!r} is no scope; there are: {', '.join(SCOPES)}")
        question = Question(
            text=query,
            present=audience,
            now=self._clock(),
            kinds=SCOPES[scope],
            since=since,
            until=min(filter(None, (until, as_of)), default=None),
            as_of=as_of,
            limit=limit,
            whole=whole,
        )
        return await ANSWERING.run(self._search, question, as_of, key)

    async def read(self, path: str, audience: Audience, key: str = "", seen_tokens: int | None = None) -> str:
        """A file or pointer (`activity_log/2026-11-20.jsonl#L090000-L093000`) inside what the audience may read.

        With a `key`, which names the moment, what is read counts as used, as far as a reader of so many tokens sees
        it. Raises NotAllowed where there is nothing that may be read.
        """
        return await ANSWERING.run(self._read, path, audience, key, seen_tokens)

    async def events_of(self, path: str) -> list[str]:
        """The ids of the events that a pointer into the activity log names; none for other paths."""
        return await ANSWERING.run(self._events_of, path)

    async def write(
        self, path: str, text: str, audience: Audience, reason: str, expects: str | None = None, trust: str = ""
    ) -> Outcome:
        """Intentional memorisation on the audience's own shelf; an empty text archives the file there.

        `expects` is the `version` that the writer saw; None: what is there is replaced, and kept as an earlier version.
        `trust` is how far who asked for it is trusted: the note is not trusted further.
        Raises NotAllowed, StorageFault.
        """
        return await asyncio.to_thread(self._write, path, text, audience, reason, expects, trust)

    async def version(self, path: str, audience: Audience) -> str:
        """Which version the audience's own note of this name has now; empty where there is none."""
        return await asyncio.to_thread(self._memorise.version, path, audience)

    async def apply(self, batch: str, changes: Sequence[Change]) -> list[Outcome]:
        """Carry out what was planned, for the program itself: what became of each change; `batch` names them together.

        Raises StorageFault, UnsafePath, ValueError.
        """
        return await asyncio.to_thread(self._changed, lambda: self._writer.apply(batch, changes))

    async def undo(self, batch: str) -> list[Outcome]:
        """Make everything what it was before the batch; what was changed since stays. Raises NotKept, StorageFault."""
        return await asyncio.to_thread(self._changed, lambda: self._writer.undo(batch))

    async def versions(self, path: str) -> list[Version]:
        """Everything that stood under a document's path, oldest first; a Change of kind `restore` brings one back."""
        return await asyncio.to_thread(self._writer.versions, path)

    async def sleep(
        self,
        stage: Cadence,
        now: datetime,
        dry_run: bool = False,
        progress: Progress = lambda done, total: None,
        forgets: bool = True,
        idle: timedelta = timedelta(),
    ) -> Report:
        """Consolidate and forget, as of `now`: what was changed, and why. A `dry_run` only tells what would be.

        Once a local day and stage: again, the same is told. A night that was cut off is brought to its end first.
        Without `forgets` the steps that let something fade are left out; a talk that was silent for less than `idle` is
        not over yet. `progress` is called from another thread.
        Raises StorageFault, NightBroken; then it goes on another time.
        """
        await self.formed()
        loop, note = asyncio.get_running_loop(), self._operations.note
        judge = JudgeOfNights(self._judge, loop, note, self._clock) if self._judge else None
        night = self._sleep.night(stage, now, judge, progress, dry_run=dry_run, forgets=forgets, idle=idle)
        try:
            return await ASLEEP.run(asyncio.run, night)
        finally:
            if stage == "daily" and not dry_run:
                await ASLEEP.run(self._publish)

    async def undo_night(self, night: str = "") -> Report:
        """Make everything what it was before this night, or before the latest. Raises NotKept, StorageFault."""
        report = await ASLEEP.run(self._sleep.undo, night)
        await ASLEEP.run(self._publish)
        return report

    async def last_night(self, before: datetime | None = None) -> Report | None:
        """What the latest night did, of those that were slept as of an instant `before` this one."""
        return await asyncio.to_thread(self._sleep.last, before)

    async def talks_end(self, since: datetime, idle: timedelta) -> timedelta | None:
        """After which silence a talk is over: `idle`, or none after a heartbeat; None: nothing was recorded since."""
        return await asyncio.to_thread(self._sleep.talks_end, since, idle)

    async def is_tired(self, stage: Cadence, slot: datetime) -> bool:
        """Whether this night is still to be slept, or to be brought to its end: something was recorded before it."""
        return await asyncio.to_thread(self._sleep.is_due, stage, slot)

    async def rebuild(self, progress: Callable[[int, int], None] | None = None) -> None:
        """Make the indexes again from the archive; the old ones serve until then. The folds are made again too."""
        await BEHIND.run(self._keeper.rebuild, *filter(None, (progress,)))
        await BEHIND.run(self._strengths.rebuild)

    async def calibrate(self) -> Fitted | None:
        """Fit the embedder's calibration to the labelled pairs and keep it; None without an embedder.

        Raises EmbedderFault, StorageFault.
        """
        return await BEHIND.run(self._calibrate)

    async def settled(self, within_s: float | None = None) -> bool:
        """Wait until all that was recorded is formed and indexed; False: it is not, for time or a fault."""
        await self.formed()
        return await BEHIND.run(self._keeper.settle, within_s)

    async def verify(self) -> Verified:
        """The indexes against the files that they were made from, when all that can be embedded is."""
        return await BEHIND.run(self._keeper.verify)

    async def embedded(self) -> tuple[int, int]:
        """How many entries have a vector, and how many entries there are."""
        return await BEHIND.run(self._keeper.progress)

    async def open_index(self) -> None:
        """Have all at hand that the first question needs: the index abreast of the files, and the uses folded."""
        await BEHIND.run(self._open_index)

    async def counted(self, audience: Audience) -> Mapping[str, int]:
        """How much of each kind is kept that these may read."""
        return await asyncio.to_thread(self._counted, audience)

    def changed(self) -> None:
        """Files were changed by hand: what has been read of them is read again in the background."""
        self._keeper.changed()

    async def audiences(self) -> list[Audience]:
        """For whom something is kept: the operator, who owns the files anyway, asks for each of them."""
        return await asyncio.to_thread(self._audiences)

    async def close_index(self) -> None:
        """Give back what recall has opened; the next recall opens it again."""
        await asyncio.to_thread(self._keeper.close)

    async def close(self) -> None:
        """Close every file and index."""
        self._sleep.stop()
        if self._formation is not None:
            await self._formation.close()
        await asyncio.to_thread(self._operations.close)
        await self.close_index()

    def _audiences(self) -> list[Audience]:
        found = []
        for one in self._keeper.refresh(self._clock()).audiences():
            with suppress(AddressError):  # what no file or line should say is nobody's
                found.append(Audience.parse(one))
        return found

    def _ready(self) -> None:
        """Complete the directory, and what a crash has left half done."""
        self._directory.complete()
        try:
            self._writer.recover()
        except MemoryFault:
            _log.exception("a batch of changes waits to be completed; it is tried again before the next")

    def _open_index(self) -> None:
        try:
            self._strengths.refresh()
            self._keeper.refresh(self._clock())
        except (MemoryFault, OSError):
            _log.warning("an index could not be opened; the first question tries again", exc_info=True)

    def _recent_in(self, room: Place, limit: int) -> list[Event]:
        spelled = str(room)
        events = self._log().tail(4 * limit)
        return [one for one in events if one.channel.partition("#")[0] == spelled][-limit:]

    def _search(self, question: Question, as_of: datetime | None, key: str) -> list[Recollection]:
        recalled = self._recall(question)
        found = self._believed(recalled, question, as_of)
        if len(found) < len(recalled) == question.limit:  # what is believed no more has taken places of others
            recalled = self._recall(replace(question, limit=2 * question.limit))
            found = self._believed(recalled, question, as_of)[: question.limit]
        if key and found:
            self._try_note([self._use(key, USED, [one.id for one in found], question.present, "search")])
        return found

    def _believed(
        self, found: Sequence[Recollection], question: Question, as_of: datetime | None
    ) -> list[Recollection]:
        return self._belief.on(found, as_of) if as_of else self._belief.now(found, question.now, dormant=True)

    def _read(self, path: str, audience: Audience, key: str, seen_tokens: int | None) -> str:
        passages = self._of_fact(path, audience) or self._reading.passages(path, audience)
        if key:
            seen = passages[: begun([passage.text for passage in passages], seen_tokens)]
            self._try_note([self._use(key, USED, [passage.id for passage in seen], audience, "read")])
        return "\n".join(passage.text for passage in passages)

    def _of_fact(self, id: str, audience: Audience) -> list[Passage]:
        """What the fact of this id says to those who may read it."""
        found = self._explaining(id, audience, self._clock())
        return [Passage(id, found.fact.text)] if found and found.fact.text else []

    def _answered(self, cue: Cue, primed: Primed, reply: str) -> None:
        used = used_in(reply, cue.text, primed.recollections)
        moments = ((PRIMED, primed.recollections), (WITHHELD, primed.withheld), (USED, used))
        self._note(
            [
                self._use(f"{cue.key}/{type}", type, [one.id for one in found], cue.audience, REPLY * (type == USED))
                for type, found in moments
                if found
            ]
        )

    def _use(self, key: str, type: str, ids: Sequence[str], audience: Audience, how: str = "") -> Use:
        memories = tuple(dict.fromkeys(memory_of(id) for id in ids))
        return Use(ts=self._clock(), key=key, type=type, ids=memories, how=how, audience=str(audience))

    def _try_note(self, uses: Sequence[Use]) -> None:
        """A full disk keeps nobody from remembering."""
        try:
            self._note(uses)
        except MemoryFault:
            _log.warning("a use of memories could not be noted", exc_info=True)

    def _note(self, notes: Sequence[Note]) -> None:
        log = self._memory_log()
        noted = log.append(notes)
        self._follow(log, noted)
        self._withdraw([note for note in noted if isinstance(note, FactChange) and note.type in TAKING_BACK])

    def _withdraw(self, notes: Sequence[FactChange]) -> None:
        """What was made of these facts says them no more; where that fails, the next night mends it."""
        ids = {id for note in notes for id in note.ids}
        if not notes:
            return
        facts = self._strengths.asked(lambda state: [state.facts[id] for id in ids if id in state.facts])
        events = {*(id for fact in facts for id in fact.sources), *(id for note in notes for id in note.turns)}
        try:
            if self._withdrawing.facts(facts):
                self._publish()
            for audience in {*(fact.audience for fact in facts), *(note.audience for note in notes)}:
                self._withdrawing.events(events, audience)
        except MemoryFault:
            _log.warning("notes still tell what was taken back; the next night mends that", exc_info=True)

    def _publish(self) -> None:
        """Profiles follow the notes; where they cannot, they follow after the next night."""
        try:
            self._publishing()
        except (MemoryFault, OSError):
            _log.warning("profiles of people could not be brought abreast of the notes", exc_info=True)

    def _said_before(self, event: Event) -> Entry | None:
        """What the message was that is edited or deleted now; asked before the index reads of that."""
        try:
            return self._keeper.index.of_message(message_key(event))
        except (MemoryFault, OSError):
            _log.warning("what a message said before cannot be looked up", exc_info=True)
            return None

    def _gone(self, was: Entry) -> None:
        """A message was deleted, or says something else now: what was made of it alone is put away."""
        try:
            self._withdrawing.events([was.id], was.audience)
        except MemoryFault:
            _log.warning("notes may still tell of a message that is gone", exc_info=True)

    def _follow(self, log: MemoryLog, noted: Sequence[Note]) -> None:
        if noted:
            self._strengths.refresh()
        if any(note.type in (PINNED, UNPINNED) for note in noted):
            self._hot_tier.forget()
        if any(isinstance(note, FactChange) for note in noted):
            for month in dict.fromkeys(map(log.month_of, noted)):
                self._keeper.recorded(f"memory_log/{month}")

    def _forming(self, judge: Judge | None, linking: Linking | None) -> Formation:
        return Formation(
            log=self._log,
            log_now=self._log_now,
            known=Known(self._keeper, self._strengths, self._membership, self._found),
            append=self._note,
            state=FormationState(self._location.directory / "state", self._quarantine()),
            clock=self._clock,
            zone=self._zone,
            by_model=FormationByModel(judge, self._clock, self._operations.note) if judge else None,
            linking=linking,
        )

    def _scale_of(self, language: str) -> Callable[[float], float]:
        embedder = self._keeper.embedder
        return calibration_of(embedder.name, self._location.calibrations, language) if embedder else float

    def _record(self, event: Event) -> bool:
        log = self._log()
        stored = log.append(event, self._clock())
        was = self._said_before(event) if event.type in AMENDING and event.channel else None
        if stored:
            self._keeper.recorded(f"activity_log/{log.file_of(event)}")
        if event.type in AMENDING and event.channel:
            self._amend_attachments(event)
        if was is not None:
            self._gone(was)
        return stored

    def _record_all(self, events: Sequence[Event]) -> list[bool]:
        log = self._log()
        stored = log.append_many(events, self._clock())
        for file in {log.file_of(event) for event, new in zip(events, stored, strict=True) if new}:
            self._keeper.recorded(f"activity_log/{file}")
        return stored

    def _amend_attachments(self, event: Event) -> None:
        """What came with a message goes with it, or with the edit that takes it away. After it is on record, so that
        whoever keeps a file at this moment sees that the message is gone."""
        names = event.meta.get("files")
        still = [str(name) for name in names] if isinstance(names, list) and event.type == EDITED else []
        with suppress(AddressError):
            place = Place.parse(event.channel)
            Attachments(self._directory.path).forget(place, str(event.meta.get("message_id", "")), still)

    def _calibrate(self) -> Fitted | None:
        from memory.calibration.fitting import fitted

        if self._keeper.embedder is None:
            return None
        found = fitted(self._keeper.embedder)
        calibrations.keep(self._location.calibrations, found.embedder, found.scales)
        return found

    def _write(self, path: str, text: str, audience: Audience, reason: str, expects: str | None, trust: str) -> Outcome:
        (outcome,) = self._changed(lambda: [self._memorise(path, text, audience, reason, expects, trust)])
        if outcome.applied:
            now = self._clock()
            id = f"memory_write:{outcome.path}:{now.isoformat()}:{outcome.version[:16]}"
            meta: dict[str, Json] = {"id": id, "audience": str(audience)}
            self._record(Event(ts=now, type="memory_write", content=reason, summary=outcome.path, meta=meta))
        return outcome

    def _changed(self, change: Callable[[], list[Outcome]]) -> list[Outcome]:
        try:
            return change()
        finally:  # after a fault, too, some of it may have been done
            self._files_changed()

    def _plan_settled(self, note: FactChange) -> None:
        """In the log, and in the registry of the house for all who may know of it (SLP-02)."""
        fact = self._strengths.asked(lambda state: state.facts.get(note.ids[0]))
        if fact is None:
            return
        meta: dict[str, Json] = {"id": f"resolved/{note.key}", "audience": fact.audience}
        self._record(Event(ts=note.ts, type="issue_resolved", content=fact.text, summary=note.because, meta=meta))
        Resolutions(self._location.shared, self._quarantine(), redact=self._redact).append(
            Resolution(
                ts=note.ts,
                anima=self._directory.name,
                issue=fact.text,
                audience=fact.audience,
                id=note.key,
            )
        )

    def _files_changed(self) -> None:
        self._keeper.changed()
        self._hot_tier.forget()

    def _append(self, notes: Sequence[Note]) -> None:
        """For the writer, which must not fail for the sake of an index once the log has it."""
        log = self._memory_log()
        noted = log.append(notes)
        try:
            self._follow(log, noted)
        except (MemoryFault, OSError):
            _log.warning("strengths could not follow a change", exc_info=True)

    def _counted(self, audience: Audience) -> Mapping[str, int]:
        index = self._keeper.refresh(self._clock())
        return index.count_kinds(readable(index.audiences(), audience, self._membership))

    def _events_of(self, path: str) -> list[str]:
        try:
            return [event.id for event in self._log().pointed_at(path)]
        except UnsafePath:
            return []

    def _found(self, event: str) -> Event | None:
        return self._log().find(event)

    def _found_now(self, event: str) -> Event | None:
        """As it now stands; None where it is gone."""
        return next(iter(self._log_now.stand([found] if (found := self._found(event)) else [])), None)

    def _log(self) -> ActivityLog:
        with self._opening:
            if self._opened_log is None:
                folder = self._location.directory / "activity_log"
                self._opened_log = ActivityLog(folder, self._zone, self._quarantine(), redact=self._redact)
            return self._opened_log

    def _memory_log(self) -> MemoryLog:
        with self._opening:
            if self._opened_memory_log is None:
                folder = self._location.directory / "memory_log"
                self._opened_memory_log = MemoryLog(folder, self._zone, self._quarantine())
            return self._opened_memory_log

    def _surroundings(self) -> Surroundings:
        return Surroundings(
            location=self._location,
            zone=self._zone,
            log=self._log,
            log_now=self._log_now,
            recall=self._recall,
            reading=self._reading,
            belief=self._belief,
            hot_tier=self._hot_tier,
            membership=self._membership,
            quarantine=self._quarantine(),
        )

    def _quarantine(self) -> Quarantine:
        directory = self._location.directory
        home = directory.parent.parent if directory.parent.name == "animas" else directory
        return Quarantine(files=Files(home / "quarantine"), owner=directory.name)


def _now() -> datetime:
    return datetime.now(UTC)
