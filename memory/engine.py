"""MemoryEngine: the public face of one anima's memory, usable without any bot."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path
from typing import TYPE_CHECKING, Self

from memory.archive.attachments import Attachment, Attachments
from memory.assembly import Parts, assembled
from memory.audience import covers, readable
from memory.consolidation.night import Progress
from memory.consolidation.report import Report
from memory.consolidation.step import Cadence
from memory.index.verify import Verified
from memory.options import USUAL_OPTIONS, Options
from memory.overview import Graph, Week
from memory.priming.catalogue import KNOWN, channels
from memory.priming.channel import Situation
from memory.priming.prime import DEADLINE_S, prime
from memory.recall.question import Question, kinds_of
from memory.threads import ANSWERING, ASLEEP, BEHIND
from memory.vocabulary.address import Audience, Place
from memory.vocabulary.change import Change, Outcome, Version
from memory.vocabulary.event import Event
from memory.vocabulary.ports import Clock, Embedder
from memory.vocabulary.recall import Cue, Primed, Recollection
from memory.vocabulary.strength import Strength

if TYPE_CHECKING:
    from memory.calibration.fitting import Fitted


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

    def __init__(self, parts: Parts, options: Options) -> None:
        """`open` makes one."""
        self.parts = parts
        self.facts = parts.facts
        self.procedures = parts.procedures
        self._options = options
        self._channels = channels(parts.surroundings)

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
        parts = assembled(directory, embedder, clock or (lambda: datetime.now(UTC)), options)
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
        return await ANSWERING.run(log.latest_in, str(place.room), limit, since, wanted)

    async def texts(self, ids: Sequence[str]) -> Mapping[str, str]:
        """The words of these memories, of those that are still there, as they now stand."""
        return await ANSWERING.run(self.parts.log_now.texts, ids)

    async def attached(self, place: Place, audience: Audience) -> list[Attachment]:
        """The files that people sent in a room, of messages that still stand and that this audience may read."""
        found = await asyncio.to_thread(Attachments(self.parts.stores.directory).of_room, place.room)
        gone = [id for id, text in (await self.changed_since([one.event for one in found])).items() if text is None]
        allowed = readable({one.audience for one in found}, audience, self._options.membership)
        return [one for one in found if one.audience in allowed and one.event not in gone]

    async def unquoted(self, texts: Sequence[str], audience: Audience) -> list[str]:
        """What the anima said to this audience, without the lines that quote words which are gone."""
        return await ANSWERING.run(self.parts.log_now.unquoted, texts, str(audience))

    async def said(self, events: Sequence[str], audience: Audience) -> list[tuple[str, str]]:
        """Speaker and words of the turns that were said by these events, as they now stand, in their order."""
        return await ANSWERING.run(self.parts.log_now.said, events, str(audience))

    async def changed_since(self, events: Sequence[str]) -> Mapping[str, str | None]:
        """The words as they now are, of those that were said by these events and changed since; None: gone."""
        return await ANSWERING.run(self.parts.log_now.of_events, events)

    async def prime(
        self, cue: Cue, budget: int | None = None, deadline_s: float = DEADLINE_S, window: int = 0
    ) -> Primed:
        """What comes to mind before a turn, for a reader with this `window` of tokens. A channel that fails or is late
        is left out and named in `late`.
        """
        most = self._options.budgets.largest if budget is None else budget
        situation = Situation(cue=cue, zone=self.zone, budget=most)
        return await prime(situation, self._channels, budget, deadline_s, self._options.budgets, window)

    async def recalled(self, cue: Cue) -> Sequence[Recollection]:
        """What comes to mind for the cue before it is cut to any budget, best first."""
        return await self.parts.surroundings.recalled(cue, KNOWN)

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
        question = Question(
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
        return await ANSWERING.run(self.parts.intentional.search, question, as_of, key)

    async def read(self, path: str, audience: Audience, key: str = "", seen_tokens: int | None = None) -> str:
        """A file or pointer (`activity_log/2026-11-20.jsonl#L090000-L093000`) inside what the audience may read.

        With a `key`, which names the moment, what is read counts as used, as far as a reader of so many tokens sees
        it. Raises NotAllowed where there is nothing that may be read.
        """
        return await ANSWERING.run(self.parts.intentional.read, path, audience, key, seen_tokens)

    async def in_hand(self) -> list[Audience]:
        """For whom there is a task in hand (`state/current_task.md`, `state/pending.md`)."""
        return await ANSWERING.run(self.parts.intentional.in_hand)

    async def events_of(self, path: str) -> list[str]:
        """The ids of the events that a pointer into the activity log names; none for other paths."""
        return await ANSWERING.run(self.parts.stores.events_of, path)

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
        return await asyncio.to_thread(self.parts.editing.version, path, audience)

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
        judge = self.parts.judge_of_nights(self._options.judge, asyncio.get_running_loop())
        night = self.parts.sleep.night(stage, now, judge, progress, dry_run=dry_run, forgets=forgets, idle=idle)
        try:
            return await ASLEEP.run(asyncio.run, night)
        finally:
            if stage == "daily" and not dry_run:
                await ASLEEP.run(self.parts.retracting.publish)

    async def digest(self, most: int, progress: Progress = lambda done, total: None) -> list[Report]:
        """Look again at days that were over when something was added to them by an import or a catch-up: what was done,
        a night for each. The oldest first, so many at most; the rest another time. `progress` counts days, from another
        thread. Raises StorageFault, NightBroken.
        """
        await self.formed()
        judge = self.parts.judge_of_nights(self._options.judge, asyncio.get_running_loop())
        return await ASLEEP.run(asyncio.run, self.parts.sleep.digest(self.parts.stores.clock(), judge, progress, most))

    async def undigested(self) -> int:
        """How many days there are that something was added to after they were over, and that are to be slept over."""
        return len(await asyncio.to_thread(self.parts.stores.undigested.days))

    async def undo_night(self, night: str = "") -> Report:
        """Make everything what it was before this night, or before the latest. Raises NotKept, StorageFault."""
        report = await ASLEEP.run(self.parts.sleep.undo, night)
        await ASLEEP.run(self.parts.retracting.publish)
        return report

    async def last_night(self, before: datetime | None = None) -> Report | None:
        """What the latest night did, of those that were slept as of an instant `before` this one."""
        return await asyncio.to_thread(self.parts.sleep.last, before)

    async def slept(self, since: datetime, until: datetime) -> list[Report]:
        """What the nights did that are over, of those slept as of since < instant <= until; the oldest first."""
        return await asyncio.to_thread(self.parts.sleep.slept, since, until)

    def as_known_by(self, report: Report, audience: Audience) -> Report:
        """What of a night these readers may be told of."""
        return report.known_by(lambda seen: covers(seen, audience, self._options.membership))

    async def talks_end(self, since: datetime, idle: timedelta) -> timedelta | None:
        """After which silence a talk is over: `idle`, or none after a heartbeat; None: nothing was recorded since."""
        return await asyncio.to_thread(self.parts.sleep.talks_end, since, idle)

    async def is_tired(self, stage: Cadence, slot: datetime) -> bool:
        """Whether this night is still to be slept, or to be brought to its end: something was recorded before it."""
        return await asyncio.to_thread(self.parts.sleep.is_due, stage, slot)

    async def rebuild(self, progress: Callable[[int, int], None] | None = None) -> None:
        """Make the indexes again from the archive; the old ones serve until then. The folds are made again too."""
        await BEHIND.run(self.parts.keeper.rebuild, *filter(None, (progress,)))
        await BEHIND.run(self.parts.strengths.rebuild)

    async def calibrate(self) -> Fitted | None:
        """Fit the embedder's calibration to the labelled pairs and keep it; None without an embedder.

        Raises EmbedderFault, StorageFault.
        """
        return await BEHIND.run(self.parts.calibrate)

    async def settled(self, within_s: float | None = None) -> bool:
        """Wait until all that was recorded is formed and indexed; False: it is not, for time or a fault."""
        await self.formed()
        return await BEHIND.run(self.parts.keeper.settle, within_s)

    async def verify(self) -> Verified:
        """The indexes against the files that they were made from, when all that can be embedded is."""
        return await BEHIND.run(self.parts.keeper.verify)

    async def embedded(self) -> tuple[int, int]:
        """How many entries have a vector, and how many entries there are."""
        return await BEHIND.run(self.parts.keeper.progress)

    async def open_index(self) -> None:
        """Have all at hand that the first question needs: the index abreast of the files, and the uses folded."""
        await BEHIND.run(self.parts.open_index)

    async def counted(self, audience: Audience) -> Mapping[str, int]:
        """How much of each kind is kept that these may read."""
        return await asyncio.to_thread(self.parts.overview.counted, audience, self.parts.stores.clock())

    def changed(self) -> None:
        """Files were changed by hand: what has been read of them is read again in the background."""
        self.parts.keeper.changed()

    async def graph(self, present: Sequence[Audience]) -> Graph:
        """What any of these may read, and what links it."""
        return await BEHIND.run(self.parts.overview.graph, present, self.parts.stores.clock())

    async def weeks(self, present: Sequence[Audience]) -> list[Week]:
        """How much of what any of these may read was learned, ended, faded, week by week."""
        return await BEHIND.run(self.parts.overview.weeks, present, self.parts.stores.clock())

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
